/** A file that people import: its sheets, the row with the headings, its lines, and which of its columns is which field. */
import type { Fields } from "../../contract/core/resource/fields";
import { importColumns } from "../../contract/core/resource/importing";
import { readWorkbook, type WorkbookSheet } from "./workbook";

export interface ImportFile {
  readonly file: string;
  readonly sheets: readonly WorkbookSheet[];
}
/** The part of a file that is imported: a sheet, and the place of its heading row among the rows with content. */
export interface Choice {
  readonly sheet: number;
  readonly heading: number;
}
export interface Sheet {
  readonly file: string;
  readonly head: readonly string[];
  /** The lines below the headings; `row` is the number in the file. */
  readonly lines: readonly { readonly row: number; readonly cells: readonly string[] }[];
}
/** Column of a file → its place. */
export type Match = Readonly<Record<string, number>>;

/** Rows among which the headings are searched. */
const SEARCHED_ROWS = 30;

/** Reads a file; rows and sheets without content are left out. @throws where it is no .xlsx file */
export async function readImportFile(chosen: File): Promise<ImportFile> {
  const sheets = (await readWorkbook(chosen)).map((sheet) => ({
    ...sheet,
    rows: sheet.rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== "")),
  }));
  return { file: chosen.name, sheets: sheets.filter(({ rows }) => rows.length > 0) };
}

const plain = (title: string): string =>
  title
    .normalize("NFKC")
    .replace(/[\s*＊:：]/g, "")
    .toLowerCase();

/** Returns the columns that are called as fields are, in either language. */
export function matching(fields: Fields, head: readonly string[]): Match {
  const titles = head.map(plain);
  return Object.fromEntries(
    importColumns(fields).flatMap(({ key, label }) => {
      const column = titles.findIndex((title) => title !== "" && [label.zh, label.en, key].map(plain).includes(title));
      return column === -1 ? [] : [[key, column]];
    }),
  );
}

/** Returns where the headings of a sheet are: the row that matches most field names, and how many it matches. */
export function headingOf(fields: Fields, { rows }: WorkbookSheet): { readonly heading: number; readonly matched: number } {
  const matched = rows.slice(0, SEARCHED_ROWS).map(({ cells }) => Object.keys(matching(fields, cells)).length);
  const most = Math.max(0, ...matched);
  return { heading: Math.max(0, matched.indexOf(most)), matched: most };
}

/** Returns where the headings of a file are, in a sheet that is not hidden before others. */
export function findHeadings(fields: Fields, { sheets }: ImportFile): Choice {
  let [best, most]: [Choice, number] = [
    {
      sheet: Math.max(
        0,
        sheets.findIndex(({ isHidden }) => !isHidden),
      ),
      heading: 0,
    },
    0,
  ];
  for (const hidden of [false, true])
    sheets.forEach((one, sheet) => {
      if (one.isHidden !== hidden) return;
      const { heading, matched } = headingOf(fields, one);
      if (matched > most) [best, most] = [{ sheet, heading }, matched];
    });
  return best;
}

/** Returns the part of a file that is imported. */
export function sheetOf({ file, sheets }: ImportFile, { sheet, heading }: Choice): Sheet {
  const rows = sheets[sheet]?.rows ?? [];
  return { file, head: rows[heading]?.cells ?? [], lines: rows.slice(heading + 1) };
}

/** Returns lines as an import is sent them: only what is matched and filled in. */
export const cellsOf = (lines: Sheet["lines"], match: Match) =>
  lines.map(({ row, cells }) => ({
    row,
    cells: Object.fromEntries(
      Object.entries(match).flatMap(([key, column]) => {
        const text = cells[column]?.trim() ?? "";
        return text === "" ? [] : [[key, text]];
      }),
    ),
  }));
