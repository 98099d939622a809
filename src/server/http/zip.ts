/** A zip file as a stream: entries of unknown length, one after the other, deflated on the way (APPNOTE 6.3, no zip64). */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";

/** A file in the zip. Its content may be up to 4 GB. */
export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<Buffer>;
}

/** Fast rather than small: repetitive XML shrinks to a tenth on the lowest level already. */
const LEVEL = 1;
const VERSION = 20;
/** Bit 3: lengths follow the data; bit 11: names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1980-01-01, the first day of the format: the same rows give the same file. */
const DATE = 0x0021;

/** Writes the entries as a zip. */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let at = 0;
  for await (const entry of entries) {
    const name = Buffer.from(entry.name);
    const head = fields(
      [4, 0x04034b50],
      [2, VERSION],
      [2, FLAGS],
      [2, DEFLATED],
      [2, 0],
      [2, DATE],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    );
    yield head;
    yield name;
    const seen = { crc: 0, size: 0 };
    const deflate = createDeflateRaw({ level: LEVEL });
    const run = pipeline(Readable.from(measured(entry.content, seen), { objectMode: false }), deflate);
    // A failure surfaces through the loop below; unheard here it would end the process.
    run.catch(() => undefined);
    let packed = 0;
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      packed += chunk.length;
      yield chunk;
    }
    await run;
    yield fields([4, 0x08074b50], [4, seen.crc], [4, packed], [4, seen.size]);
    directory.push(
      fields(
        [4, 0x02014b50],
        [2, VERSION],
        [2, VERSION],
        [2, FLAGS],
        [2, DEFLATED],
        [2, 0],
        [2, DATE],
        [4, seen.crc],
        [4, packed],
        [4, seen.size],
        [2, name.length],
        [2, 0],
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, at],
      ),
      name,
    );
    at += head.length + name.length + packed + 16;
  }
  const list = Buffer.concat(directory);
  yield list;
  const count = directory.length / 2;
  yield fields([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, list.length], [4, at], [2, 0]);
}

async function* measured(content: AsyncIterable<Buffer>, seen: { crc: number; size: number }): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    seen.crc = crc32(chunk, seen.crc);
    seen.size += chunk.length;
    yield chunk;
  }
}

/** Little-endian fields of 2 or 4 bytes. */
function fields(...list: readonly (readonly [2 | 4, number])[]): Buffer {
  const buffer = Buffer.alloc(list.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of list) at = size === 2 ? buffer.writeUInt16LE(value, at) : buffer.writeUInt32LE(value, at);
  return buffer;
}
