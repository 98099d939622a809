/** The two bases of every money figure (ledger.md): takings, the money received, and earned, the income of the day it is earned. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { ON_CREDIT, type Stream } from "../../contract/finance/day-reports";
import type { PaymentType } from "../../contract/core/enums";
import type { Ctx } from "../http/context";
import type { Account } from "./accounts";
import type { Document } from "./post";

/** The venue's tenders, and how people call them. */
export const TENDER_TYPES = {
  "tender.cash": "Cash",
  "tender.bank_card": "BankCard",
  "tender.wechat": "WeChat",
  "tender.alipay": "Alipay",
  "tender.online": "online",
  "tender.transfer": "Transfer",
  "tender.other": "Other",
} as const satisfies Partial<Record<Account, PaymentType>>;
type Tender = keyof typeof TENDER_TYPES;
export const TENDERS = Object.keys(TENDER_TYPES) as readonly Tender[];

/**
 * The business that each kind of document belongs to; null: it is not a customer's, and its money is no takings (floats, purchases,
 * payouts, what is moved between members).
 */
export const DOCUMENT_STREAMS: Readonly<Record<Document["kind"], Stream | null>> = {
  recharge: "recharge",
  debt: "other",
  cardFee: "fee",
  couponSettlement: null,
  settlement: null,
  bill: null,
  bankAccount: null,
  bankDeposit: null,
  bankPayout: null,
  bankLine: null,
  order: "place",
  fixed: "place",
  sale: "product",
  card: "card",
  voucher: "groupon",
  entry: "competition",
  deposit: "other",
  transfer: null,
  adjustment: null,
  // Paying a balance out gives back what recharges brought. Closings posted as adjustments, before this kind, stay outside the takings of their days.
  closing: "recharge",
  receipt: null,
  stock: null,
  supplier: null,
  activity: "activity",
  manual: null,
  shift: null,
  session: "session",
  openPlay: "session",
  collection: "other",
  withdraw: null,
  coachClass: "coach",
  referral: null,
  roaming: null,
};
/** Documents of customers: only their money, and its refunds, are takings. */
const CUSTOMER_DOCUMENTS = (Object.keys(DOCUMENT_STREAMS) as Document["kind"][]).filter((kind) => DOCUMENT_STREAMS[kind] !== null);

/** True of postings `p` of transactions `t` by which members came to owe what they bought, or owe less of it. Paying a debt is money received. */
export const isOnCredit: RawBuilder<SqlBool> = sql<SqlBool>`(p.account = ${sql.lit(ON_CREDIT)} AND t.document_kind NOT IN ('debt', 'adjustment'))`;

/** Takings of a run of days by day, tender and whether a recharge brought them, fen. Days in the venue's zone, by the day received. */
export async function takings(
  ctx: Ctx,
  range: { from: string; to: string },
): Promise<{ day: string; account: Tender; recharge: boolean; amount: number }[]> {
  const rows = await received(ctx, range)
    .groupBy(["p.day", "p.account", sql`t.document_kind = 'recharge'`])
    .select(["p.day", "p.account", sql<boolean>`t.document_kind = 'recharge'`.as("recharge"), sql<number>`sum(p.amount)`.as("amount")])
    .execute();
  return rows.map((row) => ({ ...row, account: row.account as Tender }));
}

/** Takings of a day received before an instant, fen. */
export async function takingsBefore(ctx: Ctx, day: string, before: Date): Promise<number> {
  const row = await received(ctx, { from: day, to: day })
    .where("p.posted_at", "<=", before)
    .select(sql<number>`coalesce(sum(p.amount), 0)`.as("amount"))
    .executeTakeFirstOrThrow();
  return row.amount;
}

const received = (ctx: Ctx, range: { from: string; to: string }) =>
  ctx.db
    .selectFrom("posting as p")
    .innerJoin("ledger_tx as t", (join) => join.onRef("t.venue_id", "=", "p.venue_id").onRef("t.id", "=", "p.tx_id"))
    .where("p.venue_id", "=", ctx.venue.id)
    .where("p.account", "in", TENDERS)
    .where("p.day", ">=", range.from)
    .where("p.day", "<=", range.to)
    .where("t.document_kind", "in", CUSTOMER_DOCUMENTS);

/** Earned of each day of a run, fen: income less discounts, by the day they are earned. Costs are separate, not in it. */
export async function listEarnings(ctx: Ctx, range: { from: string; to: string }): Promise<{ day: string; amount: number }[]> {
  const rows = await income(ctx, range)
    .groupBy("earned_on")
    .select(["earned_on", sql<number>`sum(-amount)`.as("amount")])
    .execute();
  return rows.map((row) => ({ day: row.earned_on ?? "", amount: row.amount }));
}

/** Computes the earnings of a day as known at an instant, fen. */
export async function earningsKnownAt(ctx: Ctx, day: string, before: Date): Promise<number> {
  const row = await income(ctx, { from: day, to: day })
    .where("posted_at", "<=", before)
    .select(sql<number>`coalesce(sum(-amount), 0)`.as("amount"))
    .executeTakeFirstOrThrow();
  return row.amount;
}

const income = (ctx: Ctx, range: { from: string; to: string }) =>
  ctx.db
    .selectFrom("posting")
    .where("venue_id", "=", ctx.venue.id)
    .where("earned_on", ">=", range.from)
    .where("earned_on", "<=", range.to)
    .where(sql<boolean>`(account ^@ 'income.' or account ^@ 'discount.')`);
