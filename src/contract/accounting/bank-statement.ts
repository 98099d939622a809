/**
 * Reads the statement that a bank exports as CSV, by the headings that the person assigned. Pure: the console previews with it, the server
 * imports with it. Lines above the headings (title, account, period) and below the last dated line (totals) are no lines of the account.
 */
import type { Label } from "../core/resource/label";
import { readAmountOrZero } from "../core/typed/amount";
import { readDay } from "../core/typed/day";
import { cleanText } from "../core/typed/text";

/** Roles that a column of a statement can have, in the order of a stored mapping. */
export const PARTS = {
  day: { zh: "日期", en: "Day" },
  amount: { zh: "金额（收为正、付为负）", en: "Amount (received above zero)" },
  received: { zh: "收入（贷方）", en: "Received (credit)" },
  paid: { zh: "支出（借方）", en: "Paid (debit)" },
  party: { zh: "对方户名", en: "Counterparty" },
  text: { zh: "摘要", en: "Text" },
  balance: { zh: "余额", en: "Balance" },
  mark: { zh: "借贷标志（金额不带正负号时）", en: "Debit/credit mark (amounts without a sign)" },
} as const satisfies Readonly<Record<string, Label>>;
export type Part = keyof typeof PARTS;
export const PART_NAMES = Object.keys(PARTS) as readonly Part[];
/** Heading of the column of each part; "" for none. Statements whose amounts have signs have no mark. */
export type Mapping = Readonly<Record<Exclude<Part, "mark">, string> & { mark?: string }>;

/** Returns a stored mapping; undefined where none is stored. */
export const mappingOf = (headings: readonly string[]): Mapping | undefined =>
  headings.length === 0 ? undefined : (Object.fromEntries(PART_NAMES.map((part, i) => [part, headings[i] ?? ""])) as Record<Part, string>);

/** Returns the headings of a mapping as they are stored. */
export const headingsOf = (mapping: Mapping): string[] => {
  const headings = PART_NAMES.map((part) => mapping[part] ?? "");
  return headings.at(-1) === "" ? headings.slice(0, -1) : headings;
};

/** A line of the account. Amounts are fen; received is above zero. */
export interface StatementLine {
  /** Number of its row in the file, from 1. */
  readonly row: number;
  readonly day: string;
  readonly amount: number;
  readonly balance: number | null;
  readonly party: string;
  readonly text: string;
}
/** Reason why a statement can't be read, with the row (from 1); 0: the file as a whole. */
export interface StatementFault {
  readonly row: number;
  readonly problem: Label;
}
export type Statement = { readonly lines: readonly StatementLine[] } | { readonly fault: StatementFault };

/** Most lines of one file. */
export const MOST_LINES = 5_000;
/** Longest file, characters. */
export const LONGEST_STATEMENT = 2_000_000;
/** Longest counterparty and text, characters. */
export const LONGEST_WORDS = 200;
/** Rows among which the headings are looked for. */
const ROWS_ABOVE = 40;

const FAULTS = {
  mapping: {
    zh: "请选日期列，并选金额列，或收入和支出两列",
    en: "Choose the column of the day, and the amount, or both received and paid",
  },
  headings: {
    zh: "文件里没有这些列名，没有导入；请确认是这个账户的流水，或重新对应各列",
    en: "The file lacks these columns; nothing was imported. Check that it is of this account, or assign the columns anew",
  },
  empty: { zh: "表头下面没有流水", en: "There are no lines below the headings" },
  many: { zh: `一个文件最多 ${MOST_LINES} 行，请分几次导出`, en: `A file has at most ${MOST_LINES} lines; export it in parts` },
  mark: {
    zh: "借贷标志不认识；贷、收为收入，借、付、支为支出",
    en: "The debit/credit mark is unknown; 贷, 收, C and CR mean received, 借, 付, 支, D and DR mean paid",
  },
  zero: { zh: "没有收入也没有支出金额", en: "It has neither an amount received nor one paid" },
  balance: {
    zh: "余额与上一行加减本行对不上；请检查收入、支出两列是否选反。流水没有按时间排列时，不选余额列",
    en: "The balance doesn't follow from the previous line and this amount. Check that the received and paid columns aren't swapped. If the lines are not in order of time, leave the balance column empty",
  },
} as const satisfies Readonly<Record<string, Label>>;

/** Cuts a file into rows of trimmed cells; commas, semicolons or tabs separate, quotes hold what contains them. */
export function splitRows(content: string): string[][] {
  const text = content.replace(/^\uFEFF/, "");
  const separator = mostFrequent(text.slice(0, 4_000));
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  const endCell = (): void => {
    row.push(cleanText(cell.replace(/^\s*=(?=")?/, "").replaceAll('"', "")));
    cell = "";
  };
  const endRow = (): void => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (const char of text) {
    if (char === '"') {
      quoted = !quoted;
      cell += char;
    } else if (quoted) cell += char;
    else if (char === separator) endCell();
    else if (char === "\n") endRow();
    else if (char !== "\r") cell += char;
  }
  if (cell !== "" || row.length > 0) endRow();
  return rows;
}

const mostFrequent = (text: string): string =>
  [",", "\t", ";"].map((sign) => ({ sign, count: text.split(sign).length })).reduce((a, b) => (b.count > a.count ? b : a)).sign;

const isFilled = (cell: string): boolean => cell !== "";

/** Headings by which each part is recognized, as the statements of large banks name them. */
const USUAL: Readonly<Record<Part, RegExp>> = {
  day: /^(交易|记账|入账|发生)?(日期|时间)|^date$/i,
  amount: /^(交易|发生)?(金额|额)(\(|（|$)|^amount$/i,
  received: /收入|贷方|存入|转入|^credit$/i,
  paid: /支出|借方|支取|转出|^debit$/i,
  party: /^(对方|交易对手|对手)(户名|名称|单位|账户名称|账号名称)|^counterpart(y)?$/i,
  text: /摘要|用途|附言|备注|^text$|^memo$/i,
  balance: /余额|^balance$/i,
  mark: /^(借贷|收支|借\/贷|收\/支|收\/付|收付)(标志|标识|方向|类型|状态)?$|^(d\/?c|debit\/credit|cr\/dr|dr\/cr)$/i,
};

/** Returns the row that looks most like headings, and the parts that its columns are likely to be. */
export function suggestMapping(rows: readonly (readonly string[])[]): { readonly headings: readonly string[]; readonly mapping: Mapping } {
  const score = (row: readonly string[]): number =>
    PART_NAMES.filter((part) => row.some((cell) => cell.length <= 20 && USUAL[part].test(cell))).length;
  const headings = rows.slice(0, ROWS_ABOVE).reduce<readonly string[]>((best, row) => (score(row) > score(best) ? row : best), []);
  const found = Object.fromEntries(
    PART_NAMES.map((part) => [part, headings.find((cell) => USUAL[part].test(cell) && (part === "mark" || !USUAL.mark.test(cell))) ?? ""]),
  ) as Record<Part, string>;
  const pair = found.received !== "" && found.paid !== "" && found.received !== found.paid;
  return {
    headings: headings.filter(isFilled),
    mapping: { ...found, ...(pair ? { amount: "", mark: "" } : { received: "", paid: "" }) },
  };
}

const NOTHING = /^[-—]+$/;

/** Reads the lines of a statement, oldest first. */
export function readStatement(content: string, mapping: Mapping): Statement {
  const fail = (row: number, problem: Label): Statement => ({ fault: { row, problem } });
  const hasMark = (mapping.mark ?? "") !== "";
  const isPair = mapping.received !== "" && mapping.paid !== "";
  if (mapping.day === "" || isPair === (mapping.amount !== "") || (isPair && hasMark)) return fail(0, FAULTS.mapping);
  const rows = splitRows(content);
  const assignedHeadings = headingsOf(mapping).filter(isFilled);
  const top = rows.slice(0, ROWS_ABOVE).findIndex((row) => assignedHeadings.every((heading) => row.includes(heading)));
  if (top < 0) return fail(0, FAULTS.headings);
  const columns = new Map(
    PART_NAMES.map((part) => [part, (mapping[part] ?? "") === "" ? -1 : (rows[top]?.indexOf(mapping[part] ?? "") ?? -1)]),
  );
  const cellOf = (row: readonly string[], part: Part): string => {
    const cell = row[columns.get(part) ?? -1] ?? "";
    return NOTHING.test(cell) ? "" : cell;
  };
  const amountsOf = (row: readonly string[]): readonly string[] =>
    (isPair ? (["received", "paid"] as const) : (["amount"] as const)).map((part) => cellOf(row, part));
  // Below the lines are totals, which have no day.
  const last = rows.findLastIndex((row) => {
    const day = cellOf(row, "day");
    return readDay(day).problem === undefined || (/\d/.test(day) && amountsOf(row).some(isFilled));
  });
  if (last <= top) return fail(0, FAULTS.empty);
  if (last - top > MOST_LINES) return fail(0, FAULTS.many);
  const lines: StatementLine[] = [];
  for (let at = top + 1; at <= last; at++) {
    const row = rows[at] ?? [];
    // Page breaks repeat the headings.
    if (!row.some(isFilled) || cellOf(row, "day") === mapping.day) continue;
    const line = readLine(row, cellOf, amountsOf(row), hasMark);
    if (line === undefined) continue;
    if ("problem" in line) return fail(at + 1, line.problem);
    lines.push({ row: at + 1, ...line });
  }
  return ordered(lines, mapping.balance !== "");
}

const RECEIVED = /^(贷|贷方|收|收入|入|来账|C|CR|CREDIT)$/i;
const PAID = /^(借|借方|付|付出|支|支出|出|往账|D|DR|DEBIT)$/i;
/** Returns the sign of an amount by the bank's debit/credit mark: a credit is received. Undefined for an unknown mark. */
function signOf(mark: string, hasMark: boolean): 1 | -1 | undefined {
  if (!hasMark || RECEIVED.test(mark)) return 1;
  return PAID.test(mark) ? -1 : undefined;
}

/** Reads a row; undefined for one of 0.00, which moves nothing. */
function readLine(
  row: readonly string[],
  cellOf: (row: readonly string[], part: Part) => string,
  cells: readonly string[],
  hasMark: boolean,
): Omit<StatementLine, "row"> | { readonly problem: Label } | undefined {
  const dayCell = cellOf(row, "day");
  const day = readDay(dayCell);
  if (day.problem !== undefined) return { problem: day.problem };
  const amounts = cells.map((cell) => readAmountOrZero(cell, { negative: true }));
  const balanceCell = cellOf(row, "balance");
  const balance = readAmountOrZero(balanceCell, { negative: true });
  for (const read of [...amounts, balance]) if (read.problem !== undefined) return { problem: read.problem };
  const [first = 0, second = 0] = amounts.map((read) => read.value ?? 0);
  const signed = first - second;
  if (signed === 0) return cells.some(isFilled) ? undefined : { problem: FAULTS.zero };
  const sign = signOf(cellOf(row, "mark"), hasMark);
  if (sign === undefined) return { problem: FAULTS.mark };
  const amount = sign * signed;
  return {
    day: day.value,
    amount,
    balance: balanceCell === "" ? null : (balance.value ?? null),
    party: cellOf(row, "party").slice(0, LONGEST_WORDS),
    text: cellOf(row, "text").slice(0, LONGEST_WORDS),
  };
}

/** Puts the lines in order, oldest first, and checks that each balance follows from the one before. */
function ordered(lines: readonly StatementLine[], hasBalance: boolean): Statement {
  const isDescending = (lines[0]?.day ?? "") > (lines.at(-1)?.day ?? "");
  const faultOf = (all: readonly StatementLine[]): StatementLine | undefined =>
    all.find((line, i) => {
      const before = all[i - 1]?.balance;
      return before !== null && before !== undefined && line.balance !== null && before + line.amount !== line.balance;
    });
  const forward = isDescending ? [...lines].reverse() : lines;
  if (!hasBalance) return { lines: forward };
  const fault = faultOf(forward);
  if (!fault) return { lines: forward };
  // One day only: the order shows in the balances alone.
  const backward = [...forward].reverse();
  if (lines[0]?.day === lines.at(-1)?.day && !faultOf(backward)) return { lines: backward };
  return { fault: { row: fault.row, problem: FAULTS.balance } };
}
