/** The size of a picture by its header, without decoding it: a small file can unfold to more than a browser can hold. */

/** JPEG segments that begin a frame; C4, C8 and CC are others. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function ofJpeg(b: Buffer): number | undefined {
  for (let at = 2; at + 9 < b.length;) {
    if (b[at] !== 0xff) return undefined;
    const marker = b.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isFrame(marker)) return b.readUInt16BE(at + 5) * b.readUInt16BE(at + 7);
    else at += 2 + b.readUInt16BE(at + 2);
  }
  return undefined;
}

/** The canvas and each frame in it: a frame may say that it is larger. */
function ofWebp(b: Buffer): number | undefined {
  let most: number | undefined;
  for (let at = 12; at + 8 <= b.length;) {
    const chunk = b.subarray(at, at + 4).toString("latin1");
    const data = at + 8;
    const has = (pixels: number): void => void (most = Math.max(most ?? 0, pixels));
    if (chunk === "VP8X") has((1 + b.readUIntLE(data + 4, 3)) * (1 + b.readUIntLE(data + 7, 3)));
    if (chunk === "ANMF") has((1 + b.readUIntLE(data + 6, 3)) * (1 + b.readUIntLE(data + 9, 3)));
    if (chunk === "VP8L") has((1 + (b.readUInt32LE(data + 1) & 0x3fff)) * (1 + ((b.readUInt32LE(data + 1) >>> 14) & 0x3fff)));
    if (chunk === "VP8 ") has((b.readUInt16LE(data + 6) & 0x3fff) * (b.readUInt16LE(data + 8) & 0x3fff));
    const size = b.readUInt32LE(at + 4);
    at = data + size + (size % 2);
  }
  return most;
}

const EXTENSION = 0x21;
const IMAGE = 0x2c;
/** Bytes of the table of colours that flags announce. */
const coloursOf = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
/** The screen and each image on it: an image may say that it is larger, and decoders make room for it. */
function ofGif(b: Buffer): number {
  let most = b.readUInt16LE(6) * b.readUInt16LE(8);
  const skipBlocks = (from: number): number => {
    let at = from;
    while (at < b.length && b.readUInt8(at) !== 0) at += 1 + b.readUInt8(at);
    return at + 1;
  };
  for (let at = 13 + coloursOf(b.readUInt8(10)); at < b.length;) {
    const kind = b.readUInt8(at);
    if (kind === IMAGE) {
      most = Math.max(most, b.readUInt16LE(at + 5) * b.readUInt16LE(at + 7));
      at = skipBlocks(at + 11 + coloursOf(b.readUInt8(at + 9)));
    } else if (kind === EXTENSION) at = skipBlocks(at + 2);
    else break;
  }
  return most;
}

const SIZES: Readonly<Record<string, (bytes: Buffer) => number | undefined>> = {
  png: (b) => b.readUInt32BE(16) * b.readUInt32BE(20),
  gif: ofGif,
  jpg: ofJpeg,
  webp: ofWebp,
};

/** Pixels of a picture of this kind (`png`, `jpg`, `gif`, `webp`); undefined where its header can't be read. */
export function pixelsOf(bytes: Buffer, ending: string): number | undefined {
  try {
    return SIZES[ending]?.(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
