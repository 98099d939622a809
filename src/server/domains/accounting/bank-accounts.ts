/** Bank accounts and cash that is deposited from the safe. */
import { type RawBuilder, sql } from "kysely";
import type { bankDeposits } from "../../../contract/accounting/bank";
import type { Draft, RowOf } from "../../../contract/core/resource/define";
import { type Fen, fen, yuan } from "../../../contract/core/money";
import { type Ctx, today } from "../../http/context";
import { nameApproved, requireApproval } from "../../kernel/approval";
import { documentNumber } from "../../kernel/numbers";
import type { Account } from "../../ledger/accounts";
import { bookingDay } from "../../ledger/period";
import { type Document, post } from "../../ledger/post";
import { reverse } from "../../ledger/reverse";
import { checkAll, refuse } from "../../resource/refuse";

export const isOfBank = sql`p.account IN ('bank.basic', 'bank.general')`;
const LINES = (sum: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(SELECT ${sum} FROM bank_line l WHERE l.venue_id = t.venue_id AND l.account_id = t.id)`;
const BALANCE = sql`coalesce((SELECT sum(p.amount) FROM posting p WHERE p.venue_id = t.venue_id AND ${isOfBank} AND p.subject = t.id), 0)`;
/** Computed columns of an account `t`: amounts in fen; `waiting` counts its unmatched lines. */
export const ACCOUNT_COLUMNS = {
  balance: () => BALANCE,
  statement: () => sql`(t.opening + ${LINES(sql`coalesce(sum(l.amount), 0)`)})`,
  unmatched: () => LINES(sql`coalesce(sum(l.amount) FILTER (WHERE l.state = 'unmatched'), 0)`),
  pending: () => sql`(${BALANCE} - t.opening - ${LINES(sql`coalesce(sum(l.amount) FILTER (WHERE l.state <> 'unmatched'), 0)`)})`,
  waiting: () => LINES(sql`count(*) FILTER (WHERE l.state = 'unmatched')`),
  bankBalance: () => sql`(SELECT l.balance FROM bank_line l WHERE l.venue_id = t.venue_id AND l.account_id = t.id
    ORDER BY l.day DESC, l.created_at DESC, l.seq DESC LIMIT 1)`,
};

/** An account with its lock: whoever moves its money or matches its lines holds it. */
export interface LockedAccount {
  readonly id: string;
  readonly name: string;
  readonly ledger: Account;
  readonly opening_day: string;
  readonly mapping: readonly string[];
  /** First day of the lines by these columns; null: all. */
  readonly mapping_since: string | null;
}

/**
 * Locks an account that is in use.
 * @throws AppError `refused` for a closed one
 */
export async function lockAccount(ctx: Ctx, id: string): Promise<LockedAccount> {
  const row = await lockAccountRow(ctx, id);
  if (row.state === "closed")
    throw refuse(
      ctx,
      { zh: "“{name}”已停用，没有保存；请先启用", en: "“{name}” is closed; nothing was saved. Reopen it first" },
      { name: row.name },
    );
  return { ...row, ledger: row.ledger_account as Account };
}
const lockAccountRow = (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom("bank_account")
    .select(["id", "name", "state", "ledger_account", "opening_day", "mapping", "mapping_since"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();

/** Locks the account of a deposit, payout or line before the row itself. */
export const lockAccountOf = (table: "bank_deposit" | "bank_payout" | "bank_line") => async (ctx: Ctx, _on: string, id: string) => {
  await sql`SELECT FROM bank_account WHERE venue_id = ${ctx.venue.id}
    AND id = (SELECT account_id FROM ${sql.table(table)} WHERE venue_id = ${ctx.venue.id} AND id = ${id}) FOR UPDATE`.execute(ctx.db);
};

/** Returns the transactions of a document that are neither reversed nor reversals, in the order posted. */
export async function findTransactions(ctx: Ctx, kind: Document["kind"], id: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`SELECT t.id FROM ledger_tx t WHERE t.venue_id = ${ctx.venue.id} AND t.document_kind = ${kind}
    AND t.document_id = ${id} AND t.reverses IS NULL AND NOT EXISTS (SELECT FROM ledger_tx r WHERE r.venue_id = t.venue_id AND r.reverses = t.id)
    ORDER BY t.id`.execute(ctx.db);
  return rows.map((row) => row.id);
}

/** Rejects a day after today. */
export function requirePast(ctx: Ctx, day: string): void {
  if (day > today(ctx))
    throw refuse(ctx, { zh: "日期不能在今天之后，没有入账", en: "The day can't be after today; nothing was posted" }, {}, "day");
}

/** Rejects a day before the account's opening day. */
export function requireOpened(ctx: Ctx, { opening_day }: LockedAccount, day: string): void {
  if (day < opening_day)
    throw refuse(
      ctx,
      {
        zh: "这个账户从 {day} 启用，之前的已在期初余额里，没有入账",
        en: "This account starts on {day}; earlier money is part of its opening balance. Nothing was posted; choose {day} or later",
      },
      { day: opening_day },
      "day",
    );
}

/** Number, booking day and operator of a new deposit or payout. */
export const newDocumentFields = async (ctx: Ctx, kind: "bankDeposit" | "bankPayout") => ({
  no: await documentNumber(ctx, kind, today(ctx)),
  bookedOn: await bookingDay(ctx, today(ctx)),
  operator: ctx.person.name,
});

export async function draftDeposit(ctx: Ctx, draft: Draft<typeof bankDeposits.fields>) {
  await checkAll(ctx, [
    () => draft.amount === 0 && refuse(ctx, { zh: "金额须大于 0", en: "The amount must be above 0" }, {}, "amount"),
    () => requirePast(ctx, draft.day),
    async () => requireOpened(ctx, await lockAccount(ctx, draft.account), draft.day),
  ]);
  return { ...draft, ...(await newDocumentFields(ctx, "bankDeposit")) };
}

/** Moves the cash of a deposit from the safe to the bank. */
export async function postDeposit(ctx: Ctx, row: RowOf<typeof bankDeposits>): Promise<void> {
  const amount = fen(row.amount);
  // Serializes the venue's deposits, so that two of them can't count the same cash.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`safe ${ctx.venue.id}`}, 0))`.execute(ctx.db);
  const held = await cashInSafe(ctx);
  const { approval_limit: limit } = ctx.venue;
  if (amount > Math.min(limit, held)) {
    const approval = await requireApproval(ctx, {
      action: "bankEntry",
      subject: row.account,
      amount,
      content: { deposit: row.slipNo, day: row.day },
      rule:
        amount > held
          ? {
              zh: "账上保险柜里只有 {held} 元，存得更多须另一人同意",
              en: "The books have ¥{held} in the safe; depositing more needs a second person",
            }
          : { zh: "存现超过 {limit} 元须另一人同意", en: "A deposit above ¥{limit} needs a second person" },
      values: { limit: yuan(limit), held: yuan(held) },
      facts: [
        { label: { zh: "银行账户", en: "Bank account" }, value: row.accountName ?? "" },
        { label: { zh: "回单号", en: "Slip number" }, value: row.slipNo },
      ],
    });
    await nameApproved(ctx, approval, row.id);
  }
  await post(ctx, {
    document: { kind: "bankDeposit", id: row.id, no: row.no },
    operation: "cash deposited",
    reason: row.remark,
    legs: [
      { account: await lockLedgerAccount(ctx, row.account), amount, subject: row.account },
      { account: "cash.safe", amount: -amount },
    ],
  });
}

async function cashInSafe(ctx: Ctx): Promise<Fen> {
  const { rows } = await sql<{ amount: number }>`SELECT coalesce(sum(amount), 0)::bigint AS amount FROM posting
    WHERE venue_id = ${ctx.venue.id} AND account = 'cash.safe'`.execute(ctx.db);
  return rows[0]?.amount ?? 0;
}

export async function lockLedgerAccount(ctx: Ctx, id: string): Promise<Account> {
  return (await lockAccountRow(ctx, id)).ledger_account as Account;
}

/**
 * Reverses all that a deposit or payout posted.
 * @throws AppError `refused` while a statement line is matched with it
 */
export async function reverseMovement(ctx: Ctx, kind: "bankDeposit" | "bankPayout", id: string, reason: string) {
  const transactions = await findTransactions(ctx, kind, id);
  const line = await ctx.db
    .selectFrom("bank_line")
    .select("day")
    .where("venue_id", "=", ctx.venue.id)
    .where("tx_id", "in", [...transactions])
    .executeTakeFirst();
  if (line)
    throw refuse(
      ctx,
      {
        zh: "它已与 {day} 的银行流水核对，没有冲销；请先撤销核对",
        en: "It is matched with a statement line of {day} and was not reversed; undo the match first",
      },
      { day: line.day },
    );
  for (const tx of transactions) await reverse(ctx, tx, "bank movement reversed", reason);
  if (kind === "bankPayout")
    await ctx.db
      .updateTable("channel_bill")
      .set({ payout_id: null })
      .where("venue_id", "=", ctx.venue.id)
      .where("payout_id", "=", id)
      .execute();
  return { reversalReason: reason };
}
