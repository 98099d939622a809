/** Storage of uploaded pictures: on disk, or in a bucket that supports S3. */
import { randomBytes } from "node:crypto";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { diskStore } from "./disk";
import { type Bucket, bucketStore } from "./bucket";

/** A file that a store lists. */
export interface Stored {
  readonly path: string;
  readonly at: Date;
}

/** Files by their path below `/files/`. What a store cannot reach or refuses is thrown as an Error. */
export interface FileStore {
  /** Stores a picture at a path of `newPath`, whole or not at all. */
  put(path: string, bytes: Buffer): Promise<void>;
  /** Its bytes; undefined when there is none. */
  read(path: string): Promise<Buffer | undefined>;
  /** Removes it, if it is there. */
  remove(path: string): Promise<void>;
  /** All of them, and what is left of those that broke off. */
  list(): AsyncIterable<Stored>;
  /** Serves them below `/files/` under these headers: GET and HEAD, parts, and nothing where the reader has it already. */
  serve(app: FastifyInstance, headers: Readonly<Record<string, string>>): Promise<void>;
}

/** The store of an installation. @param bucket none: the disk, below `dataDir` */
export const openStore = (dataDir: string, bucket: Bucket | null = null): FileStore =>
  bucket ? bucketStore(bucket) : diskStore(filesDir(dataDir));

/** Returns the folder of the files in a data folder. */
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
