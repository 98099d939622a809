/**
 * Excel files, streamed: rows go out as they come in, so a file of a million rows costs no more memory than one of ten. The parts of
 * the workbook (ECMA-376) and the zip around them are written here because the maintained writers hold the whole sheet in memory.
 */
import { Readable } from "node:stream";
import { XLSX } from "../../contract/core/call";
import { yuan } from "../../contract/core/money";
import { DAY_MINUTES, instant, MINUTE, wall } from "../../contract/core/time";
import type { FileAnswer } from "./serve";
import { zip, type ZipEntry } from "./zip";

/** `money` cells are whole fen, `instant` cells `Date` or epoch milliseconds, `day` cells "YYYY-MM-DD", `number` cells numbers; null leaves a cell empty. */
export type ExcelType = "text" | "money" | "number" | "instant" | "day";
/** A column. `title` in the person's language; `width` in characters. */
export interface ExcelColumn {
  readonly title: string;
  readonly width?: number;
  readonly type: ExcelType;
}
export type ExcelCell = string | number | Date | null | ExcelWords | ExcelCount | ExcelDay;
/** A day in a column of text, "YYYY-MM-DD". */
interface ExcelDay {
  readonly day: string;
}
/** Identity of a file: printed at the head of each page, and line by line in its last sheet. */
export interface ExcelAbout {
  readonly title: string;
  /** "Venue · period". */
  readonly head: string;
  readonly sheet: string;
  readonly lines: readonly (readonly [label: string, value: string])[];
  /** "Printed by … at …". */
  readonly foot: string;
}
/** Words in a column of another type, in place of a value that is not there: "By plans". */
interface ExcelWords {
  readonly words: string;
}
/** A plain number in a column of amounts: counts below money. */
interface ExcelCount {
  readonly count: number;
}
export type ExcelRow = readonly ExcelCell[];

/** The sheet's limit of the format, and the size at which the zip's 32-bit lengths would end. */
const MOST_ROWS = 1_048_576;
const MOST_BYTES = 3_500_000_000;
const CHUNK = 65_536;
const LONGEST_TEXT = 32_767;

const WIDTH: Readonly<Record<ExcelType, number>> = { text: 16, money: 12, number: 10, instant: 20, day: 12 };
/** Places in `cellXfs` of the styles below. */
const STYLE: Readonly<Record<ExcelType | "title", number>> = { number: 0, title: 1, money: 2, instant: 3, day: 4, text: 5 };

/**
 * Streams a workbook. Text is stored inline, which no program evaluates, so `-18℃` and `=1+1` come back unchanged; amounts are numbers with
 * two decimals. Rows beyond a sheet's limit continue in a further sheet.
 * @param zone zone in which instants are shown
 * @throws whatever the first row throws
 */
export async function streamExcel(
  fileName: string,
  columns: readonly ExcelColumn[],
  rows: AsyncIterable<ExcelRow>,
  zone: string,
  about?: ExcelAbout,
): Promise<FileAnswer> {
  const iterator = rows[Symbol.asyncIterator]();
  // A query that fails is refused as long as nothing was sent; afterwards the file could only break off.
  const first = await iterator.next();
  const body = Readable.from(zip(parts(fileName, columns, startingWith(first, iterator), zone, about)), { objectMode: false });
  // A reader that leaves before the first byte never comes to the end that gives the connection back.
  body.once("close", () => void iterator.return?.());
  return { fileName, type: XLSX, body };
}

async function* startingWith<T>(first: IteratorResult<T, unknown>, rest: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    for (let next = first; next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** Returns the name of a sheet: signs that the format forbids are left out, 31 characters at most. */
function sheetName(title: string, nth: number): string {
  const suffix = nth === 1 ? "" : ` ${nth}`;
  const plain = title
    .replace(/[[\]:*?/\\]/g, " ")
    .replace(/^'+|'+$/g, "")
    .trim();
  return `${plain.slice(0, 31 - suffix.length).trim() || "Sheet"}${suffix}`;
}
const escaped = (text: string): string =>
  text
    .replace(ILLEGAL, "")
    .replace(MARKUP, (sign) => ESCAPES[sign] ?? "")
    .replace(/"/g, "&quot;");

async function* parts(
  fileName: string,
  columns: readonly ExcelColumn[],
  rows: AsyncIterable<ExcelRow>,
  zone: string,
  about: ExcelAbout | undefined,
): AsyncGenerator<ZipEntry> {
  const iterator = rows[Symbol.asyncIterator]();
  const state: Rest = { ended: false, held: undefined };
  const write = cellWriter(columns, zone);
  let sheets = 0;
  try {
    do {
      sheets++;
      yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheet(columns, iterator, state, write, about) };
    } while (!state.ended);
  } finally {
    await iterator.return?.();
  }
  const title = about?.title ?? fileName.replace(/\.xlsx$/, "");
  const names = Array.from({ length: sheets }, (_, i) => sheetName(title, i + 1));
  if (about) {
    names.push(sheetName(about.sheet === title ? `${about.sheet} 2` : about.sheet, 1));
    const text: readonly ExcelColumn[] = [
      { title: about.title, type: "text", width: 18 },
      { title: about.head, type: "text", width: 80 },
    ];
    yield {
      name: `xl/worksheets/sheet${names.length}.xml`,
      content: sheet(text, linesOf(about), { ended: false, held: undefined }, cellWriter(text, zone), about),
    };
  }
  const numbers = names.map((_, i) => i + 1);
  yield part("xl/styles.xml", STYLES);
  yield part(
    "xl/workbook.xml",
    `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}/relationships"><sheets>${numbers
      .map((n) => `<sheet name="${escaped(names[n - 1] ?? "")}" sheetId="${n}" r:id="rId${n}"/>`)
      .join("")}</sheets></workbook>`,
  );
  yield part(
    "xl/_rels/workbook.xml.rels",
    `<Relationships xmlns="${PACKAGE}/relationships">${numbers
      .map((n) => `<Relationship Id="rId${n}" Type="${DOCUMENT}/relationships/worksheet" Target="worksheets/sheet${n}.xml"/>`)
      .join("")}<Relationship Id="rId0" Type="${DOCUMENT}/relationships/styles" Target="styles.xml"/></Relationships>`,
  );
  yield part(
    "_rels/.rels",
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  yield part(
    "[Content_Types].xml",
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/>${numbers
      .map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${sheetType}.worksheet+xml"/>`)
      .join("")}</Types>`,
  );
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="2" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`;

const part = (name: string, xml: string): ZipEntry => ({
  name,
  content: (async function* () {
    yield Buffer.from(DECLARATION + xml);
  })(),
});

/** Rows left between two sheets. */
interface Rest {
  ended: boolean;
  held: ExcelRow | undefined;
}

async function* sheet(
  columns: readonly ExcelColumn[],
  rows: AsyncIterator<ExcelRow>,
  rest: Rest,
  write: (row: ExcelRow, at: number) => string,
  about: ExcelAbout | undefined,
): AsyncGenerator<Buffer> {
  const widths = columns.map((c, i) => `<col min="${i + 1}" max="${i + 1}" width="${c.width ?? WIDTH[c.type]}" customWidth="1"/>`).join("");
  const titles = columns.map((c, i) => textCell(`${letters(i)}1`, STYLE.title, c.title)).join("");
  const frozen = `<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;
  let text = `${DECLARATION}<worksheet xmlns="${MAIN}">${about ? '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' : ""}${frozen}<cols>${widths}</cols><sheetData><row r="1">${titles}</row>`;
  let bytes = 0;
  let at = 1;
  for (;;) {
    let row = rest.held;
    rest.held = undefined;
    if (row === undefined) {
      const step = await rows.next();
      if (step.done) {
        rest.ended = true;
        break;
      }
      row = step.value;
    }
    if (at >= MOST_ROWS || bytes >= MOST_BYTES) {
      rest.held = row;
      break;
    }
    at++;
    text += write(row, at);
    if (text.length >= CHUNK) {
      const chunk = Buffer.from(text);
      bytes += chunk.length;
      text = "";
      yield chunk;
    }
  }
  yield Buffer.from(`${text}</sheetData>${about ? paperOf(about) : ""}</worksheet>`);
}

async function* linesOf({ lines }: ExcelAbout): AsyncGenerator<ExcelRow, undefined> {
  for (const line of lines) yield await Promise.resolve(line);
}

/** Head and foot of each printed page: title, venue and period; who printed it, page n of m. "&" is doubled: alone it begins a code. */
function paperOf({ title, head, foot }: ExcelAbout): string {
  const plain = (text: string): string => escaped(text.replace(/&/g, "&&"));
  return `<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/><headerFooter><oddHeader>&amp;L${plain(title)}&amp;R${plain(head)}</oddHeader><oddFooter>&amp;L${plain(foot)}&amp;R&amp;P / &amp;N</oddFooter></headerFooter>`;
}

function cellWriter(columns: readonly ExcelColumn[], zone: string): (row: ExcelRow, at: number) => string {
  const names = columns.map((_, i) => letters(i));
  const types = columns.map((column) => column.type);
  const serial = serialIn(zone);
  return (row, at) => {
    let text = `<row r="${at}">`;
    for (let i = 0; i < types.length; i++) {
      const value = row[i];
      const type = types[i];
      if (value === null || value === undefined || value === "" || type === undefined) continue;
      const where = `${names[i] ?? ""}${at}`;
      if (isCount(value)) text += `<c r="${where}" s="${STYLE.number}"><v>${value.count}</v></c>`;
      else if (isDay(value)) text += `<c r="${where}" s="${STYLE.day}"><v>${numberOf("day", value.day, serial)}</v></c>`;
      else if (isWords(value)) text += textCell(where, STYLE.text, value.words);
      else if (type === "text") text += textCell(where, STYLE.text, value instanceof Date ? value.toISOString() : String(value));
      else text += `<c r="${where}" s="${STYLE[type]}"><v>${numberOf(type, value, serial)}</v></c>`;
    }
    return `${text}</row>`;
  };
}

const isCount = (value: ExcelCell): value is ExcelCount => typeof value === "object" && value !== null && "count" in value;
const isDay = (value: ExcelCell): value is ExcelDay => typeof value === "object" && value !== null && "day" in value;
const isWords = (value: ExcelCell): value is ExcelWords => typeof value === "object" && value !== null && "words" in value;

function numberOf(type: Exclude<ExcelType, "text">, value: string | number | Date, serial: (at: number) => number): string {
  if (type === "instant" && typeof value !== "string") return String(serial(value.valueOf()));
  if (type === "day" && typeof value === "string") return String(Date.parse(`${value}T00:00:00Z`) / 86_400_000 + EPOCH);
  if (type === "money" && typeof value === "number") return yuan(value);
  if (type === "number" && typeof value === "number") return String(value);
  throw new Error(`a cell of type ${type} cannot hold ${typeof value}`);
}

/** Day 0 of 1970 in the format's count of days. */
const EPOCH = 25_569;
const DAY = DAY_MINUTES * MINUTE;
/** Wall-clock days since the format's epoch. One look at the zone serves a day of instants, but for the days on which clocks change. */
function serialIn(zone: string): (at: number) => number {
  const offsets = new Map<number, number | null>();
  const offsetAt = (time: number): number => {
    const seen = wall(time, zone);
    return instant(seen.day, seen.minute, "UTC").getTime() - Math.floor(time / MINUTE) * MINUTE;
  };
  return (time) => {
    const day = Math.floor(time / DAY);
    let offset = offsets.get(day);
    if (offset === undefined) {
      const start = offsetAt(day * DAY);
      offset = start === offsetAt((day + 1) * DAY) ? start : null;
      offsets.set(day, offset);
    }
    // Whole seconds: the format shows no more, and 86400 has no exact share of a binary fraction anyway.
    return Math.floor((time + (offset ?? offsetAt(time))) / 1000) / 86_400 + EPOCH;
  };
}

function letters(column: number): string {
  let text = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) text = String.fromCharCode(65 + ((rest - 1) % 26)) + text;
  return text;
}

/* oxlint-disable no-control-regex -- these are what XML 1.0 cannot carry */
const SPECIAL = /[\u0000-\u0008\u000b-\u001f&<>\ud800-\udfff\ufffe\uffff]/;
const ILLEGAL =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
/* oxlint-enable no-control-regex */
const MARKUP = /[&<>\r]/g;
const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;" };

/** A text cell: inline, so that no program reads a formula out of it. */
function textCell(where: string, style: number, raw: string): string {
  const special = SPECIAL.test(raw);
  let text = special ? raw.replace(ILLEGAL, "") : raw;
  if (text.length > LONGEST_TEXT) text = text.slice(0, LONGEST_TEXT).replace(ILLEGAL, "");
  if (special) text = text.replace(MARKUP, (sign) => ESCAPES[sign] ?? "");
  return `<c r="${where}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}
