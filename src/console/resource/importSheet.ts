/** A file that people import: its lines, and which of its columns is which field. */
import type { Fields } from "../../contract/resource/fields";
import { textOf as plainText } from "../../contract/resource/text";
import { edited } from "./ResourceForm";

export interface Sheet {
  readonly file: string;
  readonly head: readonly string[];
  /** What each line says; `row` is its number in the file. */
  readonly lines: readonly { readonly row: number; readonly cells: readonly string[] }[];
}
/** Field → column. */
export type Match = Readonly<Record<string, number>>;

const textOf = (cell: unknown): string =>
  cell === null || cell === undefined ? "" : cell instanceof Date ? cell.toISOString().slice(0, 10) : plainText(cell).trim();

/** Reads the first sheet. @throws where it is no .xlsx file */
export async function readSheet(chosen: File): Promise<Sheet> {
  const { default: read } = await import("read-excel-file/browser");
  const sheets: unknown = await read(chosen);
  const rows = Array.isArray(sheets) && sheets.length > 0 && !Array.isArray(sheets[0]) ? Reflect.get(Object(sheets[0]), "data") : sheets;
  const [head, ...lines] = (rows as readonly (readonly unknown[])[])
    .map((cells, i) => ({ row: i + 1, cells: cells.map(textOf) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  return { file: chosen.name, head: head?.cells ?? [], lines };
}

/** The columns that are called as fields are, in either language. */
export const matching = (fields: Fields, head: readonly string[]): Match =>
  Object.fromEntries(
    edited(fields).flatMap(([name, { label }]) => {
      const called = [label.zh, label.en, name].map((each) => each.toLowerCase());
      const column = head.findIndex((title) => called.includes(title.toLowerCase()));
      return column === -1 ? [] : [[name, column]];
    }),
  );

/** Lines as an import is sent them: only what is matched and filled in. */
export const cellsOf = (lines: Sheet["lines"], match: Match) =>
  lines.map(({ row, cells }) => ({
    row,
    cells: Object.fromEntries(Object.entries(match).flatMap(([name, column]) => (cells[column] ? [[name, cells[column]]] : []))),
  }));
