/** Saving a QR image: a drawing becomes a picture that prints well, another address is saved as it is. */

const SIDE = 1024;

async function pictureOf(src: string): Promise<string> {
  if (!src.startsWith("data:image/svg")) return src;
  const image = new Image(SIDE, SIDE);
  image.src = src;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIDE;
  const paint = canvas.getContext("2d");
  if (!paint) return src;
  paint.imageSmoothingEnabled = false;
  paint.drawImage(image, 0, 0, SIDE, SIDE);
  return canvas.toDataURL("image/png");
}

/** Saves the image under a name. @throws where the browser can't draw it */
export async function saveImage(src: string, name: string): Promise<void> {
  const link = document.createElement("a");
  link.href = await pictureOf(src);
  link.download = `${name}.png`;
  link.click();
}
