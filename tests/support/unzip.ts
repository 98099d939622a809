/** Reads a zip whole, through its central directory, as a spreadsheet program does; checks the checksums. */
import { crc32, inflateRawSync } from "node:zlib";

export function unzip(file: Buffer): Map<string, string> {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  const count = file.readUInt16LE(end + 10);
  let at = file.readUInt32LE(end + 16);
  const parts = new Map<string, string>();
  for (let i = 0; i < count; i++) {
    const [crc, packed, size] = [file.readUInt32LE(at + 16), file.readUInt32LE(at + 20), file.readUInt32LE(at + 24)];
    const [nameLength, extra, comment] = [file.readUInt16LE(at + 28), file.readUInt16LE(at + 30), file.readUInt16LE(at + 32)];
    const local = file.readUInt32LE(at + 42);
    const name = file.toString("utf8", at + 46, at + 46 + nameLength);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const content = inflateRawSync(file.subarray(start, start + packed));
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is damaged`);
    parts.set(name, content.toString("utf8"));
    at += 46 + nameLength + extra + comment;
  }
  return parts;
}

/** Cells of a sheet by place ("B2"): text of inline strings, else the raw value. */
export function cellsOf(sheet: string): Map<string, string> {
  const cells = new Map<string, string>();
  const plain = (text: string): string =>
    text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&#13;", "\r").replaceAll("&amp;", "&");
  for (const [, where = "", inner = ""] of sheet.matchAll(/<c r="([A-Z]+\d+)"[^>]*>(.*?)<\/c>/gs)) {
    cells.set(
      where,
      plain(
        /<t [^>]*>(.*)<\/t>|<v>(.*)<\/v>/s
          .exec(inner)
          ?.slice(1)
          .find((found) => found !== undefined) ?? "",
      ),
    );
  }
  return cells;
}

/** The rows of the first sheet of a download, without the titles. */
export async function excelRows(body: AsyncIterable<Buffer> | Buffer): Promise<string[][]> {
  const chunks: Buffer[] = [];
  if (Buffer.isBuffer(body)) chunks.push(body);
  else for await (const chunk of body) chunks.push(chunk);
  const cells = cellsOf(unzip(Buffer.concat(chunks)).get("xl/worksheets/sheet1.xml") ?? "");
  const rows: string[][] = [];
  for (const [where, text] of cells) {
    const [, letters = "", row = ""] = /^([A-Z]+)(\d+)$/.exec(where) ?? [];
    const column = letters.split("").reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    const line = (rows[Number(row) - 1] ??= []);
    line[column] = text;
  }
  return rows.slice(1);
}
