/** Splits a due amount over payment methods while a person types. Pure; amounts in fen. */
import type { PaymentType } from "../../contract/core/enums";
import { type Fen, yuan } from "../../contract/core/money";
import { amountProblem, readAmount } from "./amount";
import { splitByPurse, type PurseOrder, type Purses } from "../../contract/core/purses";

/** Methods that the desk takes, by hand or from a scanned code; the others arrive through their own calls. */
export const DESK_METHODS = [
  "Balance",
  "Coupon",
  "scanCode",
  "WeChat",
  "Alipay",
  "Cash",
  "BankCard",
  "Card",
  "Transfer",
  "SportsExpertUserCoupon",
  "RoamingCard",
  "Credit",
  "Other",
] as const satisfies readonly PaymentType[];
export type DeskMethod = (typeof DESK_METHODS)[number];
export { amountProblem, readAmount };
export type { Purses };

/** A coupon of the authority that the desk found by its code, fen. */
export interface FoundCoupon {
  readonly code: string;
  readonly scheme: string;
  readonly face: Fen;
  /** Least amount to pay for which the coupon is accepted. */
  readonly threshold: Fen;
}

/** A card of another venue that the desk found, with what it holds. */
export interface FoundCard {
  readonly venueId: string;
  readonly memberId: string;
  readonly title: string;
  readonly balance: Fen;
}

/** One line of the split. `text` is the field's content; a line that was `typed` keeps it when the total changes. */
export interface PayLine {
  readonly id: number;
  readonly type: DeskMethod;
  readonly text: string;
  readonly typed: boolean;
  /** Cash handed over; empty: exactly the amount. */
  readonly tendered: string;
  /** Payment that the customer's code already made, for type scanCode. Its amount and method are fixed. */
  readonly scanned?: { readonly paymentId: string; readonly channel: "wechat" | "alipay" };
  /** Coupon that pays, on a coupon line. */
  readonly coupon?: FoundCoupon;
  /** Card that pays, on the line of a card of another venue. */
  readonly card?: FoundCard;
}

/**
 * Fault of a line: no amount, too little in the purse, no or too little cash handed over, nothing scanned yet, no coupon or card named,
 * more than the coupon's face, less to pay than its threshold; with the missing fen.
 */
export interface LineProblem {
  readonly kind: "amount" | "purse" | "given" | "tendered" | "unscanned" | "noCoupon" | "noCard" | "face" | "threshold";
  readonly lacks: Fen;
}

/** The state of a split. */
export interface Split {
  readonly sum: Fen;
  /** Due minus sum: above zero something is still to pay, below zero it is too much. */
  readonly left: Fen;
  readonly problems: ReadonlyMap<number, LineProblem>;
  readonly ok: boolean;
}

/** Returns the balance of a line's purse; undefined for methods without a purse. */
export function purseOf({ type, card }: Pick<PayLine, "type" | "card">, purses: Purses | undefined): Fen | undefined {
  if (type === "Balance") return purses?.principal ?? 0;
  if (type === "Coupon") return purses?.gift ?? 0;
  if (type === "Credit") return purses?.credit ?? 0;
  return card?.balance;
}

/**
 * Suggests who pays what: the member's purses in the venue's order as far as they reach, the rest by another method.
 * @param rest the method for what the purses do not cover
 */
export function suggest(
  due: Fen,
  purses: Purses | undefined,
  order: PurseOrder = "principalFirst",
  rest: DeskMethod = "WeChat",
): PayLine[] {
  const { principal, gift } = splitByPurse(due, purses ?? { principal: 0, gift: 0 }, order);
  const parts: [DeskMethod, Fen][] = [
    ["Balance", principal],
    ["Coupon", gift],
  ];
  if (order === "giftFirst") parts.reverse();
  const used = [...parts, [rest, due - principal - gift] as const].filter(([, amount]) => amount > 0);
  return (used.length > 0 ? used : [[purses ? "Balance" : rest, 0] as const]).map(([type, amount], id) => ({
    id,
    type,
    text: yuan(amount),
    typed: false,
    tendered: "",
  }));
}

/** Adds a line of the first method that is not there yet. */
export function withMethod(lines: readonly PayLine[], offered: readonly DeskMethod[], due: Fen, purses: Purses | undefined): PayLine[] {
  const type = offered.find((method) => !lines.some((line) => line.type === method)) ?? "Other";
  const id = Math.max(0, ...lines.map((line) => line.id)) + 1;
  return rebalance([...lines, { id, type, text: "", typed: false, tendered: "" }], due, purses);
}

/** Lets the untyped lines carry what the typed ones leave: the first as much as its purse has, the last the rest. */
export function rebalance(lines: readonly PayLine[], due: Fen, purses: Purses | undefined): PayLine[] {
  const typed = lines.filter((line) => line.typed).reduce((sum, line) => sum + (readAmount(line.text) ?? 0), 0);
  let left = Math.max(0, due - typed);
  const open = lines.filter((line) => !line.typed);
  return lines.map((line) => {
    if (line.typed) return line;
    const isLast = open.at(-1) === line;
    const room = purseOf(line, purses) ?? left;
    const amount = isLast ? left : Math.min(left, room);
    left -= amount;
    return { ...line, text: yuan(amount) };
  });
}

/**
 * Lets a coupon or card that was found pay in its line: as much as the lines that somebody typed leave, at most what it is worth. What it
 * leaves is for the lines that nobody typed, or for a new one.
 * @param rest the method of the new one
 */
export function withFound(
  lines: readonly PayLine[],
  id: number,
  found: Pick<PayLine, "coupon" | "card">,
  due: Fen,
  purses: Purses | undefined,
  rest: DeskMethod = "WeChat",
): PayLine[] {
  const others = lines.filter((line) => line.id !== id && line.typed).reduce((sum, line) => sum + (readAmount(line.text) ?? 0), 0);
  const pays = Math.min(found.coupon?.face ?? found.card?.balance ?? 0, Math.max(0, due - others));
  const next = lines.map((line) => (line.id === id ? { ...line, ...found, text: yuan(pays), typed: true } : line));
  if (others + pays < due && next.every((line) => line.typed))
    next.push({ id: Math.max(...lines.map((line) => line.id)) + 1, type: rest, text: "", typed: false, tendered: "" });
  return rebalance(next, due, purses);
}

/** Checks a split: each line an amount within its purse, all of them exactly what is due. */
export function check(lines: readonly PayLine[], due: Fen, purses: Purses | undefined): Split {
  const problems = new Map<number, LineProblem>();
  let sum = 0;
  const usedByType = new Map<string, Fen>();
  for (const line of lines) {
    const amount = readAmount(line.text);
    if (amount === undefined) {
      problems.set(line.id, { kind: "amount", lacks: 0 });
      continue;
    }
    sum += amount;
    if (line.type === "scanCode" && amount > 0 && !line.scanned) problems.set(line.id, { kind: "unscanned", lacks: amount });
    if (line.type === "SportsExpertUserCoupon" && amount > 0) {
      const { coupon } = line;
      if (!coupon) problems.set(line.id, { kind: "noCoupon", lacks: amount });
      else if (amount > coupon.face) problems.set(line.id, { kind: "face", lacks: amount - coupon.face });
      else if (due < coupon.threshold) problems.set(line.id, { kind: "threshold", lacks: coupon.threshold - due });
    }
    if (line.type === "RoamingCard" && amount > 0 && !line.card) problems.set(line.id, { kind: "noCard", lacks: amount });
    const has = purseOf(line, purses);
    const purse = line.card?.memberId ?? line.type;
    const soFar = (usedByType.get(purse) ?? 0) + amount;
    usedByType.set(purse, soFar);
    if (has !== undefined && soFar > has) problems.set(line.id, { kind: "purse", lacks: soFar - has });
    if (line.type === "Cash" && line.tendered.trim() !== "") {
      const given = readAmount(line.tendered);
      if (given === undefined) problems.set(line.id, { kind: "given", lacks: 0 });
      else if (given < amount) problems.set(line.id, { kind: "tendered", lacks: amount - given });
    }
  }
  return { sum, left: due - sum, problems, ok: problems.size === 0 && sum === due };
}

/** The split as the contract takes it; lines of zero are left out. */
export function toPayments(lines: readonly PayLine[]): {
  type: DeskMethod;
  amount: string;
  tendered?: string;
  paymentId?: string;
  coupon?: string;
  card?: { venueId: string; memberId: string };
}[] {
  return lines.flatMap((line) => {
    const amount = readAmount(line.text) ?? 0;
    if (amount === 0) return [];
    const given = line.type === "Cash" && line.tendered.trim() !== "" ? readAmount(line.tendered) : undefined;
    return [
      {
        type: line.type,
        amount: yuan(amount),
        ...(given === undefined ? {} : { tendered: yuan(given) }),
        ...(line.scanned ? { paymentId: line.scanned.paymentId } : {}),
        ...(line.coupon ? { coupon: line.coupon.code } : {}),
        ...(line.card ? { card: { venueId: line.card.venueId, memberId: line.card.memberId } } : {}),
      },
    ];
  });
}
