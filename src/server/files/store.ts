/** The local file store: pictures under random names in the data folder. */
import { randomBytes } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";

/** Where the files of a data folder are. */
export const filesDir = (dataDir: string): string => path.join(dataDir, "files");

/** Pictures that are accepted, told by their first bytes: what a sender says about a file counts for nothing. */
const PICTURES: readonly { ending: string; type: string; is: (bytes: Buffer) => boolean }[] = [
  { ending: "png", type: "image/png", is: (b) => b.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) },
  { ending: "jpg", type: "image/jpeg", is: (b) => b[0] === 0xff && b[1] === 0xd8 && b[2] === 0xff },
  { ending: "gif", type: "image/gif", is: (b) => /^GIF8[79]a/.test(b.subarray(0, 6).toString("latin1")) },
  {
    ending: "webp",
    type: "image/webp",
    is: (b) => b.subarray(0, 4).toString("latin1") === "RIFF" && b.subarray(8, 12).toString("latin1") === "WEBP",
  },
];

/** The kind of picture that the bytes are, or undefined. */
export const pictureOf = (bytes: Buffer): { ending: string; type: string } | undefined => PICTURES.find((picture) => picture.is(bytes));

/** A path below `/files/` for a new picture, under a name nobody can guess. */
export function newPath(ending: string): string {
  const name = randomBytes(20).toString("hex");
  return `${name.slice(0, 2)}/${name.slice(2)}.${ending}`;
}

/** Stores a picture at a path of `newPath`, whole or not at all. */
export async function storePicture(dataDir: string, relative: string, bytes: Buffer): Promise<void> {
  const target = path.join(filesDir(dataDir), relative);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(`${target}.part`, bytes, { flag: "wx" });
  await rename(`${target}.part`, target);
}
