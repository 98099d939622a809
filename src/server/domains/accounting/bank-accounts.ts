/** Bank accounts and what moves money to them: opening balances, cash from the safe, payouts of channels. */
import { type RawBuilder, sql } from "kysely";
import type { bankDeposits, bankPayouts } from "../../../contract/accounting/bank";
import type { Draft, RowOf } from "../../../contract/core/resource/define";
import { type Fen, fen, yuan } from "../../../contract/core/money";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
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
export async function transactionsOf(ctx: Ctx, kind: Document["kind"], id: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`SELECT t.id FROM ledger_tx t WHERE t.venue_id = ${ctx.venue.id} AND t.document_kind = ${kind}
    AND t.document_id = ${id} AND t.reverses IS NULL AND NOT EXISTS (SELECT FROM ledger_tx r WHERE r.venue_id = t.venue_id AND r.reverses = t.id)
    ORDER BY t.id`.execute(ctx.db);
  return rows.map((row) => row.id);
}

/** Rejects a day after today. */
function requirePast(ctx: Ctx, day: string): void {
  if (day > today(ctx))
    throw refuse(ctx, { zh: "日期不能在今天之后，没有入账", en: "The day can't be after today; nothing was posted" }, {}, "day");
}

/** Rejects a day before the account's opening day. */
function requireOpened(ctx: Ctx, { opening_day }: LockedAccount, day: string): void {
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
const stamp = async (ctx: Ctx, kind: "bankDeposit" | "bankPayout") => ({
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
  return { ...draft, ...(await stamp(ctx, "bankDeposit")) };
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
      { account: await ledgerOf(ctx, row.account), amount, subject: row.account },
      { account: "cash.safe", amount: -amount },
    ],
  });
}

async function cashInSafe(ctx: Ctx): Promise<Fen> {
  const { rows } = await sql<{ amount: number }>`SELECT coalesce(sum(amount), 0)::bigint AS amount FROM posting
    WHERE venue_id = ${ctx.venue.id} AND account = 'cash.safe'`.execute(ctx.db);
  return rows[0]?.amount ?? 0;
}

async function ledgerOf(ctx: Ctx, id: string): Promise<Account> {
  return (await lockAccountRow(ctx, id)).ledger_account as Account;
}

const TENDERS = {
  wechat: "tender.wechat",
  alipay: "tender.alipay",
  bank_card: "tender.bank_card",
  online: "tender.online",
} as const satisfies Readonly<Record<RowOf<typeof bankPayouts>["channel"], Account>>;

interface BillSum {
  readonly id: string;
  readonly day: string;
  readonly state: string;
  readonly net: number;
  readonly payoutId: string | null;
}
/** Returns the bills of a channel and its days, locked. */
async function billsOf(ctx: Ctx, { channel, fromDay, toDay }: Pick<Draft<typeof bankPayouts.fields>, "channel" | "fromDay" | "toDay">) {
  if (fromDay === null || toDay === null) return [];
  // Reads payout_id from the locked row: a subselect would see the bill as it was before the lock was granted.
  const { rows } =
    await sql<BillSum>`SELECT b.id, b.day::text AS day, b.state, b.taken - b.refunded - b.fee AS net, b.payout_id AS "payoutId"
    FROM channel_bill b WHERE b.venue_id = ${ctx.venue.id} AND b.channel = ${channel} AND b.day BETWEEN ${fromDay} AND ${toDay}
    ORDER BY b.day FOR UPDATE`.execute(ctx.db);
  return rows;
}

/** Refuses bills of which one is in a payout. @throws AppError `refused`, with its number */
async function refusePaidOut(ctx: Ctx, bills: readonly BillSum[]): Promise<void> {
  const paid = bills.find(({ payoutId }) => payoutId !== null);
  if (!paid) return;
  const payout = await ctx.db
    .selectFrom("bank_payout")
    .select("no")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", paid.payoutId)
    .executeTakeFirst();
  throw refuse(
    ctx,
    {
      zh: "{day} 的账单已登记在到账单 {no} 里，这次没有入账；请换日期，或先冲销那一单",
      en: "The bill of {day} is already paid out in {no}; nothing was posted. Choose other days, or reverse {no} first",
    },
    { day: paid.day, no: payout?.no ?? "" },
    "fromDay",
  );
}

export async function draftPayout(ctx: Ctx, draft: Draft<typeof bankPayouts.fields>) {
  let sums: { readonly gross: Fen; readonly fee: Fen } | undefined;
  await checkAll(ctx, [
    () => requirePast(ctx, draft.day),
    async () => requireOpened(ctx, await lockAccount(ctx, draft.account), draft.day),
    async () => {
      sums = await payoutSums(ctx, draft);
    },
  ]);
  return { ...draft, ...sums, ...(await stamp(ctx, "bankPayout")) };
}

/** Computes the amount and fee of a payout, from its bills or as they are entered. @throws AppError `badInput` at the field */
async function payoutSums(ctx: Ctx, draft: Draft<typeof bankPayouts.fields>): Promise<{ readonly gross: Fen; readonly fee: Fen }> {
  const bills = await billsOf(ctx, draft);
  if (draft.fromDay !== null && bills.length === 0)
    throw refuse(
      ctx,
      {
        zh: "这些天没有载入账单，没有入账；请先对账，或不填日期、填金额",
        en: "No bill of these days is loaded; nothing was posted. Reconcile them first, or enter the amount instead of days",
      },
      {},
      "fromDay",
    );
  const open = bills.find(({ state }) => state !== "done");
  if (open)
    throw refuse(
      ctx,
      {
        zh: "{day} 的对账还没有完成，没有入账；请先完成对账",
        en: "The reconciliation of {day} is not finished; nothing was posted. Finish it first",
      },
      { day: open.day },
      "fromDay",
    );
  await refusePaidOut(ctx, bills);
  const net = bills.reduce((sum, bill) => sum + bill.net, 0);
  const gross = bills.length === 0 ? (draft.gross ?? 0) : net;
  const fee = draft.fee ?? 0;
  if (bills.length > 0 && ((draft.gross ?? net) !== net || fee !== 0))
    throw refuse(
      ctx,
      {
        zh: "按账单应到账 {net} 元，手续费已在对账时入账；没有入账，请不填金额和手续费",
        en: "The bills come to ¥{net} and their fees are posted; nothing was posted. Leave amount and fee empty",
      },
      { net: yuan(net) },
      draft.gross !== null && draft.gross !== net ? "gross" : "fee",
    );
  if (gross <= fee)
    throw refuse(ctx, { zh: "渠道金额须大于手续费，没有入账", en: "The amount must be above the fee; nothing was posted" }, {}, "gross");
  return { gross, fee };
}

/**
 * Clears the channel's account to the bank, less its fee. The fee gets its own transaction, because settlements sum a channel's fees by
 * transactions with a cost.handling leg.
 */
export async function postPayout(ctx: Ctx, row: RowOf<typeof bankPayouts>): Promise<void> {
  const [gross, fee] = [fen(row.gross ?? "0"), fen(row.fee ?? "0")];
  const { approval_limit: limit } = ctx.venue;
  if (fee > limit) {
    const approval = await requireApproval(ctx, {
      action: "bankEntry",
      subject: row.account,
      amount: fee,
      content: { payout: row.channel, day: row.day, gross },
      rule: { zh: "手续费超过 {limit} 元须另一人同意", en: "A fee above ¥{limit} needs a second person" },
      values: { limit: yuan(limit) },
      facts: [{ label: { zh: "渠道金额", en: "Amount of the channel" }, value: yuan(gross) }],
    });
    await nameApproved(ctx, approval, row.id);
  }
  const document = { kind: "bankPayout", id: row.id, no: row.no } as const;
  const tender = TENDERS[row.channel];
  if (fee > 0)
    await post(ctx, {
      document,
      operation: "payout fee",
      legs: [
        { account: "cost.handling", amount: fee, subject: row.channel, earnedOn: row.day },
        { account: tender, amount: -fee },
      ],
    });
  await post(ctx, {
    document,
    operation: "paid out to bank",
    reason: row.remark,
    legs: [
      { account: await ledgerOf(ctx, row.account), amount: gross - fee, subject: row.account },
      { account: tender, amount: fee - gross },
    ],
  });
  const bills = await billsOf(ctx, row);
  await refusePaidOut(ctx, bills);
  // Another bill of these days was loaded after the amount was computed.
  if (bills.length > 0 && bills.reduce((sum, { net }) => sum + net, 0) !== gross) throw new AppError("conflict");
  if (bills.length > 0)
    await ctx.db
      .updateTable("channel_bill")
      .set({ payout_id: row.id })
      .where("venue_id", "=", ctx.venue.id)
      .where(
        "id",
        "in",
        bills.map(({ id }) => id),
      )
      .execute();
}

/**
 * Reverses all that a deposit or payout posted.
 * @throws AppError `refused` while a statement line is matched with it
 */
export async function reverseMovement(ctx: Ctx, kind: "bankDeposit" | "bankPayout", id: string, reason: string) {
  const transactions = await transactionsOf(ctx, kind, id);
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
