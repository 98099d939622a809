/** Reads a ranking list: pasted lines, or the cells of a file. */
import { readNumber } from "../../../contract/core/typed/number";
import type { RankingRow } from "../../../contract/competitions/seeding";

export interface ReadRanking {
  readonly rows: readonly RankingRow[];
  /** Lines without a name or with an invalid number. */
  readonly unread: readonly string[];
}

const TITLES = {
  rank: /^(?:rank|ranking|place|pos\.?|no\.?|名次|排名|世界排名|序号)$/i,
  name: /^(?:name|player|players|team|pair|姓名|选手|运动员|队伍|组合|名称)$/i,
  points: /^(?:points?|pts\.?|score|积分|总积分|得分|分数)$/i,
} as const;
type Column = keyof typeof TITLES;

/** Splits text into cells: tabs as spreadsheets copy them, else semicolons or commas. */
export function cellsOf(text: string): string[][] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const separator = ["\t", ";", "；", ",", "，"].find((each) => lines.some((line) => line.includes(each)));
  return lines.map((line) => (separator === undefined ? line.trim().split(/\s{2,}/) : line.split(separator)).map((cell) => cell.trim()));
}

const isNumber = (cell: string): boolean => /^[\d.,\s]+$/.test(cell.normalize("NFKC")) && /\d/.test(cell);

/** Returns the index of each column: by the titles of the first line, else rank, name (the first text) and points in this order. */
function columnsOf(lines: readonly (readonly string[])[]): { readonly at: Readonly<Record<Column, number>>; readonly hasTitles: boolean } {
  const [head = []] = lines;
  const titled = (column: Column): number => head.findIndex((cell) => TITLES[column].test(cell.trim()));
  if (titled("name") >= 0) return { at: { rank: titled("rank"), name: titled("name"), points: titled("points") }, hasTitles: true };
  const first = lines.find((cells) => cells.some((cell) => cell !== "" && !isNumber(cell))) ?? [];
  const name = first.findIndex((cell) => cell !== "" && !isNumber(cell));
  const numbers = (from: number, to: number): number => first.findIndex((cell, i) => i >= from && i < to && isNumber(cell));
  return { at: { rank: numbers(0, name), name, points: numbers(name + 1, first.length) }, hasTitles: false };
}

/** Reads lines of cells. A line without any number gets its position in the list as its rank. */
export function readRanking(lines: readonly (readonly string[])[]): ReadRanking {
  const { at, hasTitles } = columnsOf(lines);
  const rows: RankingRow[] = [];
  const unread: string[] = [];
  const data = hasTitles ? lines.slice(1) : lines;
  for (const cells of data) {
    const name = (cells[at.name] ?? "").trim();
    const number = (column: "rank" | "points", max: number, decimals?: number): number | null | undefined => {
      const text = at[column] < 0 ? "" : (cells[at[column]] ?? "").trim();
      if (text === "") return null;
      return readNumber(text, { min: column === "rank" ? 1 : 0, max, decimals }).value;
    };
    const rank = number("rank", 1_000_000);
    const points = number("points", 100_000_000, 2);
    if (name === "" || name.length > 60 || rank === undefined || points === undefined) {
      if (cells.some((cell) => cell.trim() !== "")) unread.push(cells.join(" "));
    } else {
      const place = rank === null && points === null ? rows.length + 1 : rank;
      rows.push({ name, ...(place === null ? {} : { rank: place }), ...(points === null ? {} : { points }) });
    }
  }
  return { rows, unread };
}
