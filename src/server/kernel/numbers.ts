/** Numbers of documents that people can say. */
import type { Ctx } from "../http/context";
import { nextNumber } from "../http/perform";

/**
 * What a document's number begins with, by its kind; each kind has its own, so that a number read out names one document. A prefix that was
 * given away once stays with its kind: what was printed does not change.
 */
export const PREFIXES = {
  order: "B",
  holding: "C",
  coachBooking: "CB",
  coachClass: "CC",
  couponSettlement: "CS",
  withdraw: "CW",
  stockTransfer: "DB",
  fixed: "F",
  supplierPayment: "FK",
  openPlay: "G",
  cart: "GD",
  gameEntry: "GE",
  openPlayTicket: "GT",
  session: "H",
  activity: "HD",
  settlement: "JS",
  manualEntry: "ME",
  collection: "P",
  stockCount: "PD",
  qualification: "QA",
  recharge: "R",
  debt: "HK",
  cardFee: "BK",
  roaming: "YD",
  deposit: "RD",
  receipt: "RK",
  writeOff: "BS",
  sale: "S",
  shift: "SH",
  saleReturn: "SR",
  game: "SS",
  groupon: "TG",
  delivery: "FH",
  transfer: "TZ",
  adjustment: "TY",
  referral: "TJ",
} as const;

type Kind = keyof typeof PREFIXES;

/** The next number of a kind: prefix, day of the venue, running number of that day ("B20261121-0007"). */
export async function documentNumber(ctx: Ctx, kind: Kind, day: string): Promise<string> {
  const [no = ""] = await documentNumbers(ctx, kind, day, 1);
  return no;
}

/** The next numbers of a kind. Locks the day's counter until commit: ask late. */
export async function documentNumbers(ctx: Ctx, kind: Kind, day: string, count: number): Promise<string[]> {
  const prefix = PREFIXES[kind];
  const last = await nextNumber(ctx.db, ctx.venue.id, `${prefix}${day}`, count);
  return Array.from({ length: count }, (_, i) => `${prefix}${day.replaceAll("-", "")}-${String(last - count + 1 + i).padStart(4, "0")}`);
}
