/** Members of an old system, as lines of a file. */
import { IMPORT_ROWS } from "../../src/contract/core/resource/importing";

export interface Line {
  readonly row: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** A line that can be imported: a purse, a gift, every tenth with a package card worth 1,100 yuan. */
export const oldMember = (i: number, card = "金卡", packageCard = "羽毛球次卡"): Line => ({
  row: i + 2,
  cells: {
    phone: String(13_900_000_000 + i),
    name: `老会员${i}`,
    cardNo: `OLD-${String(i).padStart(6, "0")}`,
    cardType: card,
    gender: i % 2 === 0 ? "男" : "Female",
    birthday: "1990/1/5",
    enrolledOn: "2024-03-01",
    expiresOn: "2028.12.31",
    principal: `${100 + (i % 50)}.50`,
    gift: i % 3 === 0 ? "20" : "",
    tags: "老会员、晚场",
    ...(i % 10 === 0 ? { packageCard, cardLeft: "8", cardValue: "1,100.00", cardExpiresOn: "2027-06-30" } : {}),
  },
});

/** Values that spoil a cell, by its field. */
const SPOILT = {
  phone: "12345",
  name: "",
  cardType: "钻石卡",
  birthday: "五月一日",
  principal: "12.345",
  gift: "-5",
  gender: "其他",
} as const;
const FIELDS = Object.keys(SPOILT) as (keyof typeof SPOILT)[];

/** `count` lines of which `bad` have one spoilt cell each; `faults` are these cells. */
export function oldBase(count: number, bad: number): { lines: readonly Line[]; faults: readonly { row: number; field: string }[] } {
  const every = bad === 0 ? Infinity : Math.floor(count / bad);
  const faults: { row: number; field: string }[] = [];
  const lines = Array.from({ length: count }, (_, i): Line => {
    const line = oldMember(i);
    if (i % every !== every - 1 || faults.length >= bad) return line;
    const field = FIELDS[faults.length % FIELDS.length] ?? "phone";
    faults.push({ row: line.row, field });
    return { ...line, cells: { ...line.cells, [field]: SPOILT[field] } };
  });
  return { lines, faults };
}

/** The parts in which a file is sent. */
export const partsOf = (lines: readonly Line[]): Line[][] =>
  Array.from({ length: Math.ceil(lines.length / IMPORT_ROWS) }, (_, i) => lines.slice(i * IMPORT_ROWS, (i + 1) * IMPORT_ROWS));
