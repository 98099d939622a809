/** Holds the rows of a bill against what we say the channel took. */
import type { BillResult } from "../../../contract/reconciliation/reconciliation";
import type { BillEntry, ParsedBill } from "./parse";

/** Amount that a channel received or refunded on a day by our books, fen above zero. */
export interface Own {
  readonly id: string;
  readonly no: string;
  readonly ref: string;
  readonly at: Date;
  readonly amount: number;
  readonly way: "pay" | "refund";
  readonly matter: string;
}
interface Made {
  readonly result: BillResult;
  readonly way: "pay" | "refund" | "fee";
  readonly at: Date | null;
  readonly paymentId: string | null;
  readonly ourNo: string;
  readonly channelNo: string;
  readonly matter: string;
  readonly ours: number;
  readonly theirs: number;
}

/** A revocation and the payment that it takes back, of entries that we don't hold; none for any other entry. */
function revokedPair(back: BillEntry, entries: readonly BillEntry[]): readonly BillEntry[] {
  const pay = back.revoked && entries.find(({ way, ourNo, amount }) => way === "pay" && ourNo === back.ourNo && amount === back.amount);
  return pay ? [pay, back] : [];
}

/**
 * Holds the rows of a bill against ours. A payment is known by the number that we sent or by the channel's; a refund by its payment, and of
 * several of one payment those of equal amounts belong together first. A payment that was revoked is no difference if we hold neither.
 */
export function match(bill: ParsedBill, own: readonly Own[]): readonly Made[] {
  const open = new Set(own);
  const isOf = (entry: BillEntry, one: Own): boolean =>
    one.way === entry.way && ([one.id, one.no].includes(entry.ourNo) || (one.ref !== "" && one.ref === entry.channelNo));
  const made: Made[] = [];
  const take = (entry: BillEntry, one: Own): void => {
    open.delete(one);
    const sign = entry.way === "refund" ? -1 : 1;
    made.push({
      result: one.amount === entry.amount ? "matched" : "amount",
      way: entry.way,
      at: entry.at,
      paymentId: one.id,
      ourNo: one.no,
      channelNo: entry.channelNo,
      matter: entry.matter,
      ours: sign * one.amount,
      theirs: sign * entry.amount,
    });
  };
  const rest = bill.entries.filter((entry) => {
    const found = [...open].find((one) => isOf(entry, one) && one.amount === entry.amount);
    if (found) take(entry, found);
    return !found;
  });
  const undone = new Set(rest.flatMap((back) => revokedPair(back, rest)));
  for (const entry of rest) {
    const found = [...open].find((one) => isOf(entry, one));
    if (found) take(entry, found);
    else
      made.push({
        // That we hold neither is right: nothing came of it.
        result: undone.has(entry) ? "matched" : "theirs",
        way: entry.way,
        at: entry.at,
        paymentId: null,
        ourNo: "",
        channelNo: entry.channelNo,
        matter: entry.matter,
        ours: 0,
        theirs: entry.way === "refund" ? -entry.amount : entry.amount,
      });
  }
  for (const one of open)
    made.push({
      result: "ours",
      way: one.way,
      at: one.at,
      paymentId: one.id,
      ourNo: one.no,
      channelNo: one.ref,
      matter: "",
      ours: one.way === "refund" ? -one.amount : one.amount,
      theirs: 0,
    });
  for (const way of ["pay", "refund"] as const) {
    const fee = bill.fees[way];
    if (fee !== 0)
      made.push({ result: "fee", way: "fee", at: null, paymentId: null, ourNo: "", channelNo: "", matter: way, ours: 0, theirs: -fee });
  }
  return made;
}
