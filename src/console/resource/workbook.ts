/**
 * Reads .xlsx files: every sheet with its cells as text, as the spreadsheet shows them where that matters. `00012345` keeps its zeros,
 * errors their sign, and a number with more digits than a spreadsheet holds is written in scientific notation, so that readers refuse it.
 */
import { numberText } from "../../contract/core/typed/number";

export interface WorkbookSheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly rows: readonly { readonly row: number; readonly cells: readonly string[] }[];
}

/** Digits of a number that a spreadsheet keeps. */
const MOST_DIGITS = 1e15;
const DAY_MS = 86_400_000;
/** Days from 1970 back to the day before the first of a spreadsheet's count, and in the count of old Macs. */
const EPOCH_1900 = 25_569;
const EPOCH_1904 = 24_107;

/** Reads a file. @throws where it is no .xlsx file */
export async function readWorkbook(file: Blob): Promise<readonly WorkbookSheet[]> {
  const parts = await unzip(new Uint8Array(await file.arrayBuffer()));
  const book = parts.get("xl/workbook.xml");
  const relations = parts.get("xl/_rels/workbook.xml.rels");
  if (book === undefined || relations === undefined) throw new Error("no workbook");
  const targets = new Map(elements(relations, "Relationship").map(({ attributes }) => [attributes["Id"], attributes["Target"] ?? ""]));
  const shared = elements(parts.get("xl/sharedStrings.xml") ?? "", "si").map(({ content }) => textIn(content));
  const formats = formatsOf(parts.get("xl/styles.xml") ?? "");
  const epoch = /date1904="(?:1|true)"/.test(book) ? EPOCH_1904 : EPOCH_1900;
  return elements(book, "sheet").map(({ attributes }) => {
    const target = targets.get(attributes["r:id"] ?? attributes["id"]) ?? "";
    const xml = parts.get(target.startsWith("/") ? target.slice(1) : `xl/${target}`) ?? "";
    return {
      name: unescape(attributes["name"] ?? ""),
      isHidden: (attributes["state"] ?? "visible") !== "visible",
      rows: rowsOf(xml, (type, style, content) => cellText(type, formats[style] ?? "", content, shared, epoch)),
    };
  });
}

function rowsOf(xml: string, read: (type: string, style: number, content: string) => string): WorkbookSheet["rows"] {
  let next = 0;
  return elements(xml, "row").map(({ attributes, content }) => {
    const row = Number(attributes["r"] ?? next + 1);
    next = row;
    const cells: string[] = [];
    for (const cell of elements(content, "c")) {
      const at = columnOf(cell.attributes["r"]) ?? cells.length;
      while (cells.length < at) cells.push("");
      cells[at] = read(cell.attributes["t"] ?? "n", Number(cell.attributes["s"] ?? 0), cell.content);
    }
    return { row, cells };
  });
}

function cellText(type: string, format: string, content: string, shared: readonly string[], epoch: number): string {
  if (type === "inlineStr") return textIn(content);
  const value = elements(content, "v")[0]?.content ?? "";
  if (type === "s") return shared[Number(value)] ?? "";
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (type === "str" || type === "e" || type === "d") return unescape(value);
  return value === "" ? "" : formatCellNumber(Number(value), format, epoch);
}

/** Returns a number as its format shows it, where the format says what it is: a day, a time, a percentage, a code with zeros. */
function formatCellNumber(value: number, format: string, epoch: number): string {
  const plain = format.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, "");
  if (/[ymdhs]/i.test(plain) && !/general/i.test(plain)) return formatCellDate(value, epoch);
  if (plain.includes("%")) return `${numberText(value * 100)}%`;
  if (/^0{2,}$/.test(plain) && Number.isInteger(value) && value >= 0) return String(value).padStart(plain.length, "0");
  return Number.isInteger(value) && Math.abs(value) >= MOST_DIGITS ? value.toExponential() : numberText(value);
}

function formatCellDate(serial: number, epoch: number): string {
  const at = new Date(Math.round((serial - epoch) * DAY_MS));
  if (Number.isNaN(at.getTime())) return numberText(serial);
  const [day = "", time = ""] = at.toISOString().slice(0, 19).split("T");
  if (serial < 1) return time.slice(0, 5);
  return time === "00:00:00" ? day : `${day} ${time}`;
}

/** Formats by the style of a cell; numbers below 164 are the format's own. */
function formatsOf(xml: string): readonly string[] {
  const own = new Map(elements(xml, "numFmt").map(({ attributes }) => [attributes["numFmtId"], unescape(attributes["formatCode"] ?? "")]));
  const styles = elements(xml, "cellXfs")[0]?.content ?? "";
  return elements(styles, "xf").map(({ attributes }) => {
    const id = attributes["numFmtId"] ?? "0";
    return own.get(id) ?? (/^(?:1[4-9]|2[0-2]|4[5-7]|2[7-9]|3[0-6]|5[0-8])$/.test(id) ? "yyyy-mm-dd" : /^(?:9|10)$/.test(id) ? "0%" : "");
  });
}

/** `AB7` → 27. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]+/.exec(reference ?? "")?.[0];
  return letters === undefined ? undefined : Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Text of a string item: its runs together, without the reading aids of Japanese. */
const textIn = (xml: string): string =>
  elements(xml.replace(/<(?:\w+:)?rPh\b[\s\S]*?<\/(?:\w+:)?rPh>/g, ""), "t")
    .map(({ content }) => unescape(content))
    .join("");

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const unescape = (text: string): string =>
  text
    .replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) =>
      name === undefined ? String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)) : (ENTITIES[name] ?? whole),
    )
    .replace(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

interface XmlElement {
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: string;
}
/** Elements of a name, which must not contain each other. A sheet of 50,000 rows as a document tree would need a gigabyte. */
function elements(xml: string, name: string): XmlElement[] {
  const pattern = new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])((?:[^>"']|"[^"]*"|'[^']*')*?)(?:/>|>([\\s\\S]*?)</(?:\\w+:)?${name}>)`, "g");
  return Array.from(xml.matchAll(pattern), ([, attributes = "", content = ""]) => ({
    attributes: Object.fromEntries(
      Array.from(attributes.matchAll(/([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g), ([, key = "", double, single]) => [
        key,
        double ?? single ?? "",
      ]),
    ),
    content,
  }));
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
/** Most bytes of a part of a file once it is unpacked. */
const MOST_BYTES = 400_000_000;

/** The XML parts of a zip, by their paths. */
async function unzip(bytes: Uint8Array<ArrayBuffer>): Promise<ReadonlyMap<string, string>> {
  const view = new DataView(bytes.buffer);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== END_OF_DIRECTORY) end--;
  if (end < 0) throw new Error("no zip");
  const parts = new Map<string, string>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0 && view.getUint32(at, true) === DIRECTORY_ENTRY; left--) {
    const [method, packed, size] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    const [nameLength, extra, comment] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true), view.getUint16(at + 32, true)];
    const local = view.getUint32(at + 42, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)).replaceAll("\\", "/");
    if (/\.(?:xml|rels)$/i.test(name) && size <= MOST_BYTES) {
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      parts.set(name, await textOfPart(bytes.slice(start, start + packed), method));
    }
    at += 46 + nameLength + extra + comment;
  }
  return parts;
}

async function textOfPart(packed: Uint8Array<ArrayBuffer>, method: number): Promise<string> {
  if (method === 0) return new TextDecoder().decode(packed);
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}
