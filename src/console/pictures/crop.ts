/** The part of a picture that is kept: fractions of its width and height. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
export const WHOLE: Box = { x: 0, y: 0, w: 1, h: 1 };
/** Least side of a box. */
const LEAST = 0.05;
const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), Math.max(low, high));

/** The box elsewhere, inside the picture. */
export const moveBox = (box: Box, dx: number, dy: number): Box => ({
  ...box,
  x: clamp(box.x + dx, 0, 1 - box.w),
  y: clamp(box.y + dy, 0, 1 - box.h),
});

/**
 * The box with its lower right corner elsewhere, inside the picture.
 * @param shape width by height of the box as a share of the picture's own; undefined: free
 */
export function resized(box: Box, dw: number, dh: number, shape: number | undefined): Box {
  const w = clamp(box.w + dw, LEAST, 1 - box.x);
  const h = clamp(box.h + dh, LEAST, 1 - box.y);
  if (shape === undefined) return { ...box, w, h };
  const fits = Math.min(w, (1 - box.y) * shape);
  return { ...box, w: fits, h: fits / shape };
}

/** The largest box of a shape, in the middle. */
export function largest(shape: number | undefined): Box {
  if (shape === undefined) return WHOLE;
  const [w, h] = shape >= 1 ? [1, 1 / shape] : [shape, 1];
  return { x: (1 - w) / 2, y: (1 - h) / 2, w, h };
}

/** Cuts a box out of a stored picture. @returns it in the kind that it has @throws Error when it can't be read */
export async function cropPicture(address: string, box: Box): Promise<Blob> {
  // An image drawn from another origin without its leave taints the canvas; one that was cached so has to be asked for again.
  const answer = await fetch(address, { cache: "reload" });
  if (!answer.ok) throw new Error(`${answer.status}`);
  const file = await answer.blob();
  const picture = await createImageBitmap(file);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * box.w));
  canvas.height = Math.max(1, Math.round(picture.height * box.h));
  canvas.getContext("2d")?.drawImage(picture, -Math.round(picture.width * box.x), -Math.round(picture.height * box.y));
  picture.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("canvas"))), file.type, 0.92);
  });
}
