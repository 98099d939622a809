/**
 * The ledger's one door. Every movement of money or of a prepaid right goes through `post` (or `reverse`): a balanced set of postings
 * in whole fen, debit +, credit − (docs/ledger.md). Balances kept for speed move in the same transaction.
 */
import { sql } from "kysely";
import { AppError } from "../http/error";
import type { Ctx } from "../http/context";
import { dayOf } from "../../contract/core/time";
import { yuan } from "../../contract/core/money";
import { requireCash } from "../kernel/drawer";
import { type Account, KEPT_WORDS } from "./accounts";
import { datedOn, periodKey } from "./period";
import { type TaxLine, taxOf } from "./tax";

const KEPT: ReadonlySet<string> = new Set(Object.keys(KEPT_WORDS));
const needsEarnedOn = (account: Account): boolean =>
  account.startsWith("income.") || account.startsWith("discount.") || account.startsWith("cost.") || account === "tax.sales";

/** One leg: fen, debit +, credit −. `earnedOn` is required on income, discount and cost accounts. A leg of 0 fen is dropped. */
export interface Leg {
  readonly account: Account;
  readonly amount: number;
  readonly subject?: string;
  readonly earnedOn?: string;
  /** On a discount of goods: their class, whose tax it lowers. */
  readonly taxClass?: string;
}
/** Document that the transaction belongs to. */
export interface Document {
  readonly kind:
    | "recharge"
    | "debt"
    | "cardFee"
    | "order"
    | "fixed"
    | "sale"
    | "card"
    | "voucher"
    | "entry"
    | "deposit"
    | "transfer"
    | "adjustment"
    | "closing"
    | "receipt"
    | "stock"
    | "supplier"
    | "shift"
    | "session"
    | "openPlay"
    | "collection"
    | "activity"
    | "manual"
    | "couponSettlement"
    | "settlement"
    | "bill"
    | "bankAccount"
    | "bankDeposit"
    | "bankPayout"
    | "bankLine"
    | "withdraw"
    | "coachClass"
    | "referral"
    | "roaming";
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
 * @throws AppError `balanceShort` when a purse, card, voucher or deposit would pass below zero (nothing is then kept), `drawerShort` when
 * more cash would leave a drawer than it should hold
 * @throws Error when the legs do not sum to zero or lack `earnedOn`: a fault of the program, never of the person
 */
export async function post(ctx: Ctx, entry: Entry): Promise<string> {
  for (const [shiftId, amount] of cashOut(entry)) await requireCash(ctx, shiftId, amount);
  const taxed = await taxOf(ctx, entry);
  const { id, keeping, sent } = send(ctx, taxed ? { ...entry, legs: [...entry.legs, ...taxed.legs] } : entry, taxed?.lines ?? []);
  // A transaction that only adds to balances cannot be refused.
  if (keeping.every(({ amount }) => amount <= 0)) ctx.write(sent);
  else await rejectShort(ctx, await sent);
  return id;
}

/** Operations that empty a drawer by its count. */
export const SHIFT_CLOSING: readonly string[] = ["shift difference", "shift handover"];

/** Returns what a transaction takes out of drawers, fen by shift; its count may find a drawer emptier than it should be. */
function cashOut({ operation, legs }: Entry): Map<string, number> {
  const sums = new Map<string, number>();
  if (SHIFT_CLOSING.includes(operation)) return sums;
  for (const { account, subject = "", amount } of legs)
    if (account === "tender.cash" && subject !== "") sums.set(subject, (sums.get(subject) ?? 0) - amount);
  return new Map([...sums].filter(([, amount]) => amount > 0));
}

/** Sum of a transaction's legs on one stored account of one subject. */
interface Keeping {
  readonly account: Account;
  readonly subject: string;
  /** Fen, debit +: what is taken from the balance. */
  amount: number;
}
/** Returns the key of a stored balance. */
const keyOf = ({ account, subject = "" }: { account: Account; subject?: string | undefined }): string => `${account} ${subject}`;

/**
 * Writes the balances in a fixed order (no deadlocks), the transaction, and the postings with the balance after each. The statements are requested
 * together and run in this order: one round trip. Each writes rows of one venue by a plain condition, which a database spread by venue runs too.
 * @returns also, by `sent`, what could not be taken because its balance was too small
 */
function send(ctx: Ctx, entry: Entry, taxes: readonly TaxLine[]): { id: string; keeping: Keeping[]; sent: Promise<readonly Keeping[]> } {
  const legs = checked(entry);
  const id = ctx.newId();
  const day = dayOf(ctx.now, ctx.venue.zone);
  const venue = ctx.venue.id;
  const keeping = sortedBalances(legs);
  const { document } = entry;
  const laterByKey = new Map(keeping.map((kept) => [keyOf(kept), 0]));
  const rows = legs
    .map((leg, seq) => ({ leg, seq }))
    .reverse()
    .map(({ leg, seq }) => {
      const later = laterByKey.get(keyOf(leg));
      if (later !== undefined) laterByKey.set(keyOf(leg), later + leg.amount);
      return sql`(${seq}::int, ${leg.account}::text, ${leg.subject ?? ""}::text, ${leg.amount}::bigint, ${leg.earnedOn ?? null}::date, ${later ?? null}::bigint)`;
    })
    .reverse();
  // A statement of its own: the insertions must see the lock that this may have waited for.
  const shared = sql`SELECT pg_advisory_xact_lock_shared(${periodKey(venue)})`.execute(ctx.db);
  const balances = keeping.map(({ account, subject, amount }) =>
    amount > 0
      ? sql`UPDATE balance SET amount = amount - ${amount} WHERE venue_id = ${venue} AND account = ${account} AND subject = ${subject}
          AND amount >= ${amount}`.execute(ctx.db)
      : sql`INSERT INTO balance (venue_id, account, subject, amount) VALUES (${venue}, ${account}, ${subject}, ${-amount})
          ON CONFLICT (venue_id, account, subject) DO UPDATE SET amount = balance.amount + excluded.amount`.execute(ctx.db),
  );
  const transaction =
    sql`INSERT INTO ledger_tx (venue_id, id, document_kind, document_id, document_no, operation, person_id, operator, shift_id, posted_at, day,
      idempotency_key, reverses, reason)
    SELECT ${venue}, ${id}, ${document.kind}, ${document.id}, ${document.no}, ${entry.operation}, ${ctx.person.id}, ${ctx.person.name}, ${entry.shiftId ?? null},
      ${ctx.now}::timestamptz, ${datedOn(venue, day)}, ${ctx.idempotencyKey}, ${entry.reverses ?? null}, ${entry.reason ?? ""}
    RETURNING id`.execute(ctx.db);
  const postings = sql<{
    amount: number;
  }>`INSERT INTO posting (venue_id, tx_id, seq, account, subject, amount, earned_on, day, posted_at, balance_after, corrects)
    SELECT t.venue_id, t.id, leg.seq, leg.account, leg.subject, leg.amount, greatest(leg.earned_on, CASE WHEN leg.earned_on IS NOT NULL THEN l.through + 1 END),
      t.day, t.posted_at, b.amount + leg.later, CASE WHEN leg.earned_on <= l.through THEN leg.earned_on END
    FROM ledger_tx t CROSS JOIN (VALUES ${sql.join(rows)}) AS leg (seq, account, subject, amount, earned_on, later)
    LEFT JOIN period_lock l ON l.venue_id = ${venue}
    LEFT JOIN balance b ON b.venue_id = ${venue} AND b.account = leg.account AND b.subject = leg.subject AND leg.later IS NOT NULL
    WHERE t.venue_id = ${venue} AND t.id = ${id}
    RETURNING amount`.execute(ctx.db);
  const lines = taxes.map(({ service, classId, rate, purse, memberId, earnedOn, gross, tax }, seq) =>
    sql`INSERT INTO tax_line (venue_id, tx_id, seq, document_kind, document_id, day, service, class_id, rate, purse, member_id, earned_on, gross, tax)
      SELECT venue_id, id, ${seq}, document_kind, document_id, day, ${service}, ${classId}, ${rate}, ${purse}, ${memberId}, ${earnedOn}, ${gross}, ${tax}
      FROM ledger_tx WHERE venue_id = ${venue} AND id = ${id}`.execute(ctx.db),
  );
  // In the order of the requests: the statement that fails first gives the reason, the others fail because of it.
  const sent = Promise.all([shared, ...balances, transaction, postings, ...lines]).then(async () => {
    verifyInserted(entry, legs, (await postings).rows);
    const changes = await Promise.all(balances);
    return keeping.filter((_, i) => changes[i]?.numAffectedRows === 0n);
  });
  return { id, keeping, sent };
}

/**
 * Verifies that every leg was written, and nothing left over. The database's own check comes with the commit; where its triggers rest, this is
 * the only one.
 * @throws Error a fault of the program: the change is undone
 */
function verifyInserted(entry: Entry, legs: readonly Leg[], rows: readonly { readonly amount: number }[]): void {
  const sum = rows.reduce((total, row) => total + row.amount, 0);
  if (sum !== 0 || rows.length !== legs.length)
    throw new Error(`${entry.operation}: ${rows.length} of ${legs.length} postings were written, in sum ${sum}`);
}

function checked(entry: Entry): Leg[] {
  const legs = entry.legs.filter((leg) => leg.amount !== 0);
  const sum = legs.reduce((total, leg) => total + leg.amount, 0);
  if (sum !== 0 || legs.length === 0 || legs.some((leg) => !Number.isSafeInteger(leg.amount)))
    throw new Error(`unbalanced ${entry.operation}: ${sum}`);
  for (const leg of legs)
    if (needsEarnedOn(leg.account) !== (leg.earnedOn !== undefined)) throw new Error(`earnedOn of ${leg.account} in ${entry.operation}`);
  return legs;
}

/** The kept balances that the legs move, in the order in which everybody moves them. */
function sortedBalances(legs: readonly Leg[]): Keeping[] {
  const byKey = new Map<string, Keeping>();
  for (const { account, subject = "", amount } of legs.filter((leg) => KEPT.has(leg.account))) {
    const known = byKey.get(keyOf({ account, subject }));
    if (known) known.amount += amount;
    else byKey.set(keyOf({ account, subject }), { account, subject, amount });
  }
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, keeping]) => keeping);
}

/** Rejects the transaction where a balance was too small. */
async function rejectShort(ctx: Ctx, short: readonly Keeping[]): Promise<void> {
  const [first] = short;
  if (!first) return;
  const { account, subject, amount } = first;
  const have = yuan(await balanceOf(ctx, account, subject));
  throw balanceShort(ctx, account, have, yuan(amount));
}

/** The refusal of a kept balance that is too small; amounts in yuan. */
export const balanceShort = (ctx: Ctx, account: Account, have: string, need: string): AppError =>
  new AppError("balanceShort", { purse: KEPT_WORDS[account]?.[ctx.language] ?? "", have, need }, { account, have, need });

/** Returns a subject's balance on a stored account, fen ≥ 0. */
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
