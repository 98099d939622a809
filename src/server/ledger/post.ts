/**
 * The ledger's one door. Every movement of money or of a prepaid right goes through `post` (or `reverse`): a balanced set of postings
 * in whole fen, debit +, credit − (product ledger.md). Balances kept for speed move in the same transaction.
 */
import { AppError } from "../http/error";
import type { Ctx } from "../http/context";
import { dayOf } from "../../contract/time";
import { yuan } from "../../contract/money";

/** Accounts of `ledger.md`. */
export const ACCOUNTS = [
  "tender.cash", "tender.bank_card", "tender.wechat", "tender.alipay", "tender.online", "tender.transfer", "tender.other",
  "cash.safe", "receivable.member", "receivable.coupon", "receivable.platform", "receivable.organization", "stock.main", "stock.shop", "clearing.venue",
  "purse.principal", "purse.gift", "card.value", "voucher.value", "prepaid.order", "deposit", "payable.supplier", "payable.coach", "payable.competitor",
  "income.place", "income.session", "income.product", "income.card_use", "income.card_breakage", "income.ticket", "income.coach", "income.activity", "income.groupon",
  "income.competition", "income.fee", "income.other",
  "discount.member", "discount.promotion", "discount.manual", "discount.bundle", "discount.rounding",
  "cost.gift", "cost.goods", "cost.handling", "cost.write_off", "cost.coach", "cost.other", "over_short", "opening",
] as const; // prettier-ignore
export type Account = (typeof ACCOUNTS)[number];

/** Liabilities whose balance per subject is kept, locked, and never below zero. */
const KEPT: ReadonlySet<Account> = new Set<Account>([
  "purse.principal",
  "purse.gift",
  "card.value",
  "voucher.value",
  "deposit",
  "prepaid.order",
]);
const needsEarnedOn = (account: Account): boolean =>
  account.startsWith("income.") || account.startsWith("discount.") || account.startsWith("cost.");

/** One leg: fen, debit +, credit −. `earnedOn` is required on income, discount and cost accounts. A leg of 0 fen is dropped. */
export interface Leg {
  readonly account: Account;
  readonly amount: number;
  readonly subject?: string;
  readonly earnedOn?: string;
}
/** What the transaction belongs to. */
export interface Document {
  readonly kind:
    | "recharge"
    | "order"
    | "sale"
    | "card"
    | "voucher"
    | "entry"
    | "deposit"
    | "transfer"
    | "adjustment"
    | "receipt"
    | "shift"
    | "session"
    | "collection";
  readonly id: string;
  readonly no: string;
}
/** A transaction to post. `operation` names the row of `ledger.md` ("recharge", "place", "cancellation" …). */
export interface Entry {
  readonly document: Document;
  readonly operation: string;
  readonly legs: readonly Leg[];
  readonly reason?: string;
  readonly reverses?: string;
  readonly shiftId?: string | null;
}

/**
 * Posts a balanced transaction and moves the kept balances.
 * @returns the transaction's id
 * @throws AppError `balanceShort` when a purse, card, voucher or deposit would pass below zero (nothing is then kept)
 * @throws Error when the legs do not sum to zero or lack `earnedOn`: a fault of the program, never of the person
 */
export async function post(ctx: Ctx, entry: Entry): Promise<string> {
  const legs = entry.legs.filter((leg) => leg.amount !== 0);
  const sum = legs.reduce((total, leg) => total + leg.amount, 0);
  if (sum !== 0 || legs.length === 0 || legs.some((leg) => !Number.isSafeInteger(leg.amount)))
    throw new Error(`unbalanced ${entry.operation}: ${sum}`);
  for (const leg of legs)
    if (needsEarnedOn(leg.account) !== (leg.earnedOn !== undefined)) throw new Error(`earnedOn of ${leg.account} in ${entry.operation}`);
  const id = ctx.newId();
  const day = dayOf(ctx.now, ctx.venue.zone);
  const after = await moveBalances(ctx, legs);
  // One statement writes both: a posting belongs to its transaction from the first moment.
  await ctx.db
    .with("tx", (db) =>
      db.insertInto("ledger_tx").values({
        venue_id: ctx.venue.id,
        id,
        document_kind: entry.document.kind,
        document_id: entry.document.id,
        document_no: entry.document.no,
        operation: entry.operation,
        person_id: ctx.person.id,
        operator: ctx.person.name,
        shift_id: entry.shiftId ?? null,
        posted_at: ctx.now,
        day,
        idempotency_key: ctx.idempotencyKey,
        reverses: entry.reverses ?? null,
        reason: entry.reason ?? "",
      }),
    )
    .insertInto("posting")
    .values(
      legs.map((leg, seq) => ({
        venue_id: ctx.venue.id,
        tx_id: id,
        seq,
        account: leg.account,
        subject: leg.subject ?? "",
        amount: leg.amount,
        earned_on: leg.earnedOn ?? null,
        day,
        posted_at: ctx.now,
        balance_after: after[seq] ?? null,
      })),
    )
    .execute();
  return id;
}

/** Moves kept balances in a fixed order (no deadlocks) and gives the balance after each leg, by its place in `legs`. */
async function moveBalances(ctx: Ctx, legs: readonly Leg[]): Promise<(number | undefined)[]> {
  const after: (number | undefined)[] = legs.map(() => undefined);
  const order = legs
    .map((leg, seq) => ({ leg, seq, key: `${leg.account} ${leg.subject ?? ""}` }))
    .filter(({ leg }) => KEPT.has(leg.account))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.seq - b.seq));
  for (const { leg, seq } of order) {
    const subject = leg.subject ?? "";
    if (leg.amount < 0) {
      const row = await ctx.db
        .insertInto("balance")
        .values({ venue_id: ctx.venue.id, account: leg.account, subject, amount: -leg.amount })
        .onConflict((conflict) =>
          conflict.columns(["venue_id", "account", "subject"]).doUpdateSet((eb) => ({ amount: eb("balance.amount", "-", leg.amount) })),
        )
        .returning("amount")
        .executeTakeFirstOrThrow();
      after[seq] = row.amount;
      continue;
    }
    const row = await ctx.db
      .updateTable("balance")
      .set((eb) => ({ amount: eb("amount", "-", leg.amount) }))
      .where("venue_id", "=", ctx.venue.id)
      .where("account", "=", leg.account)
      .where("subject", "=", subject)
      .where("amount", ">=", leg.amount)
      .returning("amount")
      .executeTakeFirst();
    if (!row) {
      const have = await balanceOf(ctx, leg.account, subject);
      throw new AppError(
        "balanceShort",
        { purse: leg.account, have: yuan(have), need: yuan(leg.amount) },
        { account: leg.account, have: yuan(have), need: yuan(leg.amount) },
      );
    }
    after[seq] = row.amount;
  }
  return after;
}

/** What a subject holds on a kept account, fen ≥ 0. */
export async function balanceOf(ctx: Ctx, account: Account, subject: string): Promise<number> {
  const row = await ctx.db
    .selectFrom("balance")
    .select("amount")
    .where("venue_id", "=", ctx.venue.id)
    .where("account", "=", account)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return row?.amount ?? 0;
}

/**
 * Posts the mirror of a whole transaction, once. The unique mirror is held by the row lock on the document: callers lock it first.
 * @param shiftId the shift whose drawer pays cash back, where it is not the one that took it
 * @throws AppError `alreadyReversed`
 */
export async function reverse(ctx: Ctx, txId: string, operation: string, reason: string, shiftId?: string): Promise<string> {
  const earlier = await ctx.db
    .selectFrom("ledger_tx")
    .select("posted_at")
    .where("venue_id", "=", ctx.venue.id)
    .where("reverses", "=", txId)
    .executeTakeFirst();
  if (earlier) throw new AppError("alreadyReversed", { at: earlier.posted_at.toISOString() });
  const tx = await ctx.db
    .selectFrom("ledger_tx")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", txId)
    .executeTakeFirstOrThrow();
  const postings = await ctx.db
    .selectFrom("posting")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("tx_id", "=", txId)
    .orderBy("seq")
    .execute();
  return post(ctx, {
    document: { kind: tx.document_kind as Document["kind"], id: tx.document_id, no: tx.document_no },
    operation,
    reason,
    reverses: txId,
    shiftId: shiftId ?? tx.shift_id,
    legs: postings.map((row) => ({
      account: row.account as Account,
      subject: row.account === "tender.cash" && shiftId !== undefined ? shiftId : row.subject,
      amount: -row.amount,
      ...(row.earned_on === null ? {} : { earnedOn: row.earned_on }),
    })),
  });
}
