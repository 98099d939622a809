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

function ofWebp(b: Buffer): number | undefined {
  const chunk = b.subarray(12, 16).toString("latin1");
  if (chunk === "VP8X") return (1 + b.readUIntLE(24, 3)) * (1 + b.readUIntLE(27, 3));
  if (chunk === "VP8L") return (1 + (b.readUInt32LE(21) & 0x3fff)) * (1 + ((b.readUInt32LE(21) >>> 14) & 0x3fff));
  if (chunk === "VP8 ") return (b.readUInt16LE(26) & 0x3fff) * (b.readUInt16LE(28) & 0x3fff);
  return undefined;
}

const SIZES: Readonly<Record<string, (bytes: Buffer) => number | undefined>> = {
  png: (b) => b.readUInt32BE(16) * b.readUInt32BE(20),
  gif: (b) => b.readUInt16LE(6) * b.readUInt16LE(8),
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
