import { decodeText } from "../../ui/decode-text";

/** The text of a bill's file: CSV in UTF-8, or GBK as Alipay writes it, or the zip in which Alipay packs its statement and the sums of it. */
export async function readBill(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (new DataView(bytes.buffer).byteLength < 4 || new DataView(bytes.buffer).getUint32(0, true) !== LOCAL) return decodeText(bytes);
  const texts = (await unzip(bytes)).map(decodeText);
  return texts.find((text) => STATEMENT.test(text)) ?? texts[0] ?? "";
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** The header of a statement's rows, which the file of its sums does not have. */
const STATEMENT = /支付宝交易号|微信订单号/;

/** The files of a zip, by its central directory. */
async function unzip(bytes: Uint8Array): Promise<Uint8Array[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== END) end--;
  if (end < 0) return [];
  const files: Uint8Array[] = [];
  for (let at = view.getUint32(end + 16, true), i = 0; i < view.getUint16(end + 10, true); i++) {
    if (view.getUint32(at, true) !== CENTRAL) break;
    const size = view.getUint32(at + 20, true);
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const packed = bytes.slice(start, start + size);
    if (size > 0) files.push(view.getUint16(at + 10, true) === 0 ? packed : await inflated(packed));
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return files;
}

const inflated = async (packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer());
