/** A tar file (POSIX ustar) as a stream of whole entries: small ones, one after the other, read and written in constant memory. */

import { pipeline, type Readable, Transform } from "node:stream";
import { createGunzip } from "node:zlib";

/** A file in the archive. */
export interface Entry {
  readonly name: string;
  readonly content: Buffer;
}

const BLOCK = 512;
/** Far above what is ever written: pieces of a few megabytes, pictures of eight. A header that says more is not ours. */
const MOST_BYTES = 32 * 1024 * 1024;
/**
 * Maximum unpacked size of an archive, and its maximum ratio to the packed size, once it exceeds `SMALL`. Rows of JSON shrink to a tenth,
 * rarely less.
 */
const MOST_UNPACKED = 64 * 1024 ** 3;
const MOST_RATIO = 200;
const SMALL = 64 * 1024 * 1024;
const MODE = "0000644\0";

const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;
const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, "0")}\0`;

/** An entry with its header and padding. Names have at most 100 characters. */
export function tarEntry({ name, content }: Entry): Buffer {
  const head = Buffer.alloc(BLOCK);
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name for a tar entry`);
  head.write(name, 0);
  head.write(MODE, 100);
  head.write(octal(0, 7), 108);
  head.write(octal(0, 7), 116);
  head.write(octal(content.length, 11), 124);
  head.write(octal(0, 11), 136);
  head.write(" ".repeat(8), 148);
  head.write("0", 156);
  head.write("ustar\u000000", 257);
  head.write(`${octal(sumOf(head), 6)} `, 148);
  return Buffer.concat([head, content, Buffer.alloc(padding(content.length))]);
}

/** End marker of a tar file. */
export const TAR_END: Buffer = Buffer.alloc(2 * BLOCK);

const sumOf = (head: Buffer): number => head.reduce((sum, byte) => sum + byte, 0);

/**
 * Unpacks a gzipped archive as it is read, and stops where it unpacks to more than an archive of ours can: the reader hears a RangeError, and
 * no more of the source is read.
 */
export function unpack(source: Readable): Readable {
  let [packed, unpacked] = [0, 0];
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      packed += chunk.length;
      done(null, chunk);
    },
  });
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      unpacked += chunk.length;
      const most = Math.min(MOST_UNPACKED, Math.max(SMALL, packed * MOST_RATIO));
      if (unpacked > most) done(new RangeError("the archive unpacks to more than it can hold"));
      else done(null, chunk);
    },
  });
  // A failure destroys the unpacked stream with its error, so its reader receives the error.
  return pipeline(source, counted, createGunzip(), limited, () => undefined);
}

/** Entries of a tar file, each of at most so many bytes. Ends at its end mark. @throws RangeError where it is none, or breaks off */
export async function* tarEntries(
  source: AsyncIterable<Buffer>,
  most = MOST_BYTES,
): AsyncGenerator<Entry & { readonly bytes: readonly Buffer[] }> {
  const take = taker(source);
  for (;;) {
    const head = await take(BLOCK);
    if (head.every((byte) => byte === 0)) return;
    const size = sizeIn(head, most);
    const body = await take(size + padding(size));
    const end = head.indexOf(0);
    yield { name: head.toString("utf8", 0, Math.min(end, 100)), content: body.subarray(0, size), bytes: [head, body] };
  }
}

function sizeIn(head: Buffer, most: number): number {
  const blank = Buffer.from(head).fill(" ", 148, 156);
  const size = Number.parseInt(head.toString("latin1", 124, 135), 8);
  if (Number.parseInt(head.toString("latin1", 148, 154), 8) !== sumOf(blank)) throw new RangeError("a header of the tar file is damaged");
  if (!(size >= 0 && size <= most)) throw new RangeError("an entry of the tar file has no size that can be");
  return size;
}

/** Takes so many bytes at a time from chunks of any size. */
function taker(source: AsyncIterable<Buffer>): (bytes: number) => Promise<Buffer> {
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer[] = [];
  let length = 0;
  return async (bytes) => {
    while (length < bytes) {
      const next = await chunks.next();
      if (next.done === true) throw new RangeError("the tar file breaks off");
      held.push(next.value);
      length += next.value.length;
    }
    const all = held.length === 1 && held[0] ? held[0] : Buffer.concat(held);
    held = [all.subarray(bytes)];
    length -= bytes;
    return all.subarray(0, bytes);
  };
}
