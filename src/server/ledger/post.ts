/**
 * The ledger's one door. Every movement of money or of a prepaid right goes through `post` (or `reverse`): a balanced set of postings
 * in whole fen, debit +, credit − (docs/ledger.md). Balances kept for speed move in the same transaction.
 */
import { type RawBuilder, sql } from "kysely";
import { AppError } from "../http/error";
import type { Ctx } from "../http/context";
import type { Language } from "../../contract/core/enums";
import { dayOf, formatInstant } from "../../contract/core/time";
import { yuan } from "../../contract/core/money";
import { requireCash } from "../kernel/drawer";

/** Accounts of `ledger.md`. */
export const ACCOUNTS = [
  "tender.cash",
  "tender.bank_card",
  "tender.wechat",
  "tender.alipay",
  "tender.online",
  "tender.transfer",
  "tender.other",
  "cash.safe",
  "bank.basic",
  "bank.general",
  "receivable.member",
  "receivable.coupon",
  "receivable.platform",
  "receivable.organization",
  "stock.main",
  "stock.shop",
  "clearing.venue",
  "purse.principal",
  "purse.gift",
  "card.value",
  "voucher.value",
  "prepaid.order",
  "deposit",
  "payable.supplier",
  "payable.coach",
  "payable.competitor",
  "income.place",
  "income.session",
  "income.product",
  "income.card_use",
  "income.card_breakage",
  "income.ticket",
  "income.coach",
  "income.activity",
  "income.groupon",
  "income.competition",
  "income.fee",
  "income.other",
  "discount.member",
  "discount.promotion",
  "discount.manual",
  "discount.bundle",
  "discount.coupon",
  "discount.rounding",
  "cost.gift",
  "cost.goods",
  "cost.handling",
  "cost.write_off",
  "cost.coach",
  "cost.other",
  "over_short",
  "opening",
] as const;
export type Account = (typeof ACCOUNTS)[number];

/** Liabilities whose balance per subject is kept, locked, and never below zero, as people call them. */
export const KEPT_WORDS: Readonly<Partial<Record<Account, Readonly<Record<Language, string>>>>> = {
  "purse.principal": { zh: "储值本金", en: "principal" },
  "purse.gift": { zh: "赠送金", en: "gift money" },
  "card.value": { zh: "卡内价值", en: "card value" },
  "voucher.value": { zh: "券内价值", en: "voucher value" },
  deposit: { zh: "押金", en: "deposit" },
  "prepaid.order": { zh: "预付款", en: "prepaid money" },
};
const KEPT: ReadonlySet<string> = new Set(Object.keys(KEPT_WORDS));
const needsEarnedOn = (account: Account): boolean =>
  account.startsWith("income.") || account.startsWith("discount.") || account.startsWith("cost.");

/** One leg: fen, debit +, credit −. `earnedOn` is required on income, discount and cost accounts. A leg of 0 fen is dropped. */
export interface Leg {
  readonly account: Account;
  readonly amount: number;
  readonly subject?: string;
  readonly earnedOn?: string;
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
  const { id, keeping, sent } = send(ctx, entry);
  // A transaction that only adds to balances cannot be refused.
  if (keeping.every(({ amount }) => amount <= 0)) ctx.write(sent);
  else await rejectShort(ctx, await sent);
  return id;
}

/** Operations that empty a drawer by its count. */
export const SHIFT_CLOSING: readonly string[] = ["shift difference", "shift handover"];

/** Returns what a transaction takes out of drawers, fen by shift; its count may find a drawer emptier than it should be. */
function cashOut({ operation, legs }: Entry): Map<string, number> {
  const moved = new Map<string, number>();
  if (SHIFT_CLOSING.includes(operation)) return moved;
  for (const { account, subject = "", amount } of legs)
    if (account === "tender.cash" && subject !== "") moved.set(subject, (moved.get(subject) ?? 0) - amount);
  return new Map([...moved].filter(([, amount]) => amount > 0));
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
function send(ctx: Ctx, entry: Entry): { id: string; keeping: Keeping[]; sent: Promise<readonly Keeping[]> } {
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
  // In the order of the requests: the statement that fails first gives the reason, the others fail because of it.
  const sent = Promise.all([shared, ...balances, transaction, postings]).then(async () => {
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

const periodKey = (venue: string): RawBuilder<unknown> => sql`hashtextextended(${`period ${venue}`}, 0)`;

/**
 * Locks the books through a day: what would be dated there from now on is dated on the first day after. Waits for everything that is being
 * posted, and keeps others from posting until this change ends: what is read after it is what the period holds for good.
 */
export async function lockPeriod(ctx: Ctx, through: string): Promise<void> {
  await holdBooks(ctx);
  await sql`INSERT INTO period_lock (venue_id, through) VALUES (${ctx.venue.id}, ${through})
    ON CONFLICT (venue_id) DO UPDATE SET through = greatest(period_lock.through, excluded.through)`.execute(ctx.db);
}

/** The day on which a transaction is posted: within a locked period, the first open day after it. */
const datedOn = (venue: string, day: string): RawBuilder<unknown> =>
  sql`greatest(${day}::date, (SELECT through + 1 FROM period_lock WHERE venue_id = ${venue}))`;

/** Waits for everything that is being posted, and keeps others from posting until this change ends. */
export const holdBooks = (ctx: Ctx): Promise<unknown> => sql`SELECT pg_advisory_xact_lock(${periodKey(ctx.venue.id)})`.execute(ctx.db);

/**
 * Returns the day on which `day` is booked: itself, or the first open day where it is locked. Approvals of settlements wait until the
 * transaction ends, so `post` dates its legs alike.
 */
export async function bookingDay(ctx: Ctx, day: string): Promise<string> {
  await sql`SELECT pg_advisory_xact_lock_shared(${periodKey(ctx.venue.id)})`.execute(ctx.db);
  const { rows } = await sql<{ day: string }>`SELECT ${datedOn(ctx.venue.id, day)}::text AS day`.execute(ctx.db);
  return rows[0]?.day ?? day;
}

/** Returns the first day of the venue's books, and the last one that is locked. */
export async function openBooks(ctx: Ctx): Promise<{ readonly firstDay: string; readonly lockedThrough: string | null }> {
  const { rows } = await sql<{ firstDay: string; lockedThrough: string | null }>`
    SELECT least((SELECT (v.created_at AT TIME ZONE v.zone)::date FROM venue v WHERE v.id = ${ctx.venue.id}),
        (SELECT min(p.day) FROM posting p WHERE p.venue_id = ${ctx.venue.id}))::text AS "firstDay",
      (SELECT through::text FROM period_lock WHERE venue_id = ${ctx.venue.id}) AS "lockedThrough"`.execute(ctx.db);
  const [books] = rows;
  if (!books) throw new Error("a count without a row");
  return books;
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
  if (earlier) throw new AppError("alreadyReversed", { at: formatInstant(earlier.posted_at, ctx.venue.zone) });
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
  const heirs = await mergedInto(
    ctx,
    postings.map(({ subject }) => subject),
  );
  return post(ctx, {
    document: { kind: tx.document_kind as Document["kind"], id: tx.document_id, no: tx.document_no },
    operation,
    reason,
    reverses: txId,
    shiftId: shiftId ?? tx.shift_id,
    legs: postings.map((row) => ({
      account: row.account as Account,
      subject: row.account === "tender.cash" && shiftId !== undefined ? shiftId : (heirs.get(row.subject) ?? row.subject),
      amount: -row.amount,
      ...(row.earned_on === null ? {} : { earnedOn: row.earned_on }),
    })),
  });
}

/** Returns the heirs of members that were merged since, by the members' ids. */
export async function mergedInto(ctx: Ctx, subjects: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.db
    .selectFrom("member")
    .select(["id", "merged_into_id"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "in", [...subjects])
    .where("merged_into_id", "is not", null)
    .execute();
  return new Map(rows.map((row) => [row.id, row.merged_into_id ?? row.id]));
}
