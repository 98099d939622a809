/** Payouts of payment channels to bank accounts, less their fees. */
import { sql } from "kysely";
import type { bankPayouts } from "../../../contract/accounting/bank";
import type { Draft, RowOf } from "../../../contract/core/resource/define";
import { type Fen, fen, yuan } from "../../../contract/core/money";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { nameApproved, requireApproval } from "../../kernel/approval";
import type { Account } from "../../ledger/accounts";
import { post } from "../../ledger/post";
import { checkAll, refuse } from "../../resource/refuse";
import { lockLedgerAccount, lockAccount, requireOpened, requirePast, newDocumentFields } from "./bank-accounts";

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
async function lockBills(ctx: Ctx, { channel, fromDay, toDay }: Pick<Draft<typeof bankPayouts.fields>, "channel" | "fromDay" | "toDay">) {
  if (fromDay === null || toDay === null) return [];
  // Reads payout_id from the locked row: a subselect would see the bill as it was before the lock was granted.
  const { rows } =
    await sql<BillSum>`SELECT b.id, b.day::text AS day, b.state, b.taken - b.refunded - b.fee AS net, b.payout_id AS "payoutId"
    FROM channel_bill b WHERE b.venue_id = ${ctx.venue.id} AND b.channel = ${channel} AND b.day BETWEEN ${fromDay} AND ${toDay}
    ORDER BY b.day FOR UPDATE`.execute(ctx.db);
  return rows;
}

/** Refuses bills of which one is in a payout. @throws AppError `refused`, with its number */
async function rejectPaidOutBills(ctx: Ctx, bills: readonly BillSum[]): Promise<void> {
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
  return { ...draft, ...sums, ...(await newDocumentFields(ctx, "bankPayout")) };
}

/** Computes the amount and fee of a payout, from its bills or as they are entered. @throws AppError `badInput` at the field */
async function payoutSums(ctx: Ctx, draft: Draft<typeof bankPayouts.fields>): Promise<{ readonly gross: Fen; readonly fee: Fen }> {
  const bills = await lockBills(ctx, draft);
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
  await rejectPaidOutBills(ctx, bills);
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
      { account: await lockLedgerAccount(ctx, row.account), amount: gross - fee, subject: row.account },
      { account: tender, amount: fee - gross },
    ],
  });
  const bills = await lockBills(ctx, row);
  await rejectPaidOutBills(ctx, bills);
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
