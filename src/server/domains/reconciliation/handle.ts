/**
 * Handling a difference of a bill. What is not only explained moves the channel's tender to what the bill says: against other income or cost,
 * the claim on the channel, or its fees.
 */
import type { Selectable } from "kysely";
import type { Parsed } from "../../../contract/core/call";
import type { BillRow, Handling, reconciliation } from "../../../contract/reconciliation/reconciliation";
import { type Ctx, today } from "../../http/context";
import { type Leg, post } from "../../ledger/post";
import { reverse } from "../../ledger/reverse";
import { tenderAccount } from "../../ledger/tender";
import { refuse } from "../../resource/refuse";
import { find, missing, toRow } from "./shown";
import type { ChannelBillRowTable, ChannelBillTable } from "./rows";

/** The leg against the tender, whose difference is `amount` fen, or null where nothing is posted. */
function against(handling: Handling, amount: number, channel: string, earnedOn: string): Leg | null {
  if (handling === "explain") return null;
  if (handling === "claim") return { account: "receivable.platform", amount: -amount, subject: channel };
  if (handling === "fee") return { account: "cost.handling", amount: -amount, subject: channel, earnedOn };
  return { account: amount > 0 ? "income.other" : "cost.other", amount: -amount, subject: `bill.${channel}`, earnedOn };
}

/** The row and its bill, locked. @throws AppError `missing`, `refused` where the bill is finished or there is no difference */
async function lockRow(ctx: Ctx, id: string): Promise<{ row: Selectable<ChannelBillRowTable>; bill: Selectable<ChannelBillTable> }> {
  const mine = ctx.db.selectFrom("channel_bill_row").selectAll().where("venue_id", "=", ctx.venue.id).where("id", "=", id);
  const known = await mine.executeTakeFirst();
  if (!known) throw missing(ctx);
  // The bill first, as loading and finishing do.
  const bill = await find(ctx, known.bill_id).forUpdate().executeTakeFirstOrThrow();
  const row = await mine.executeTakeFirst();
  if (!row) throw missing(ctx);
  if (bill.state === "done") throw refuse(ctx, { zh: "对账已完成，不能再改", en: "The bill is finished and can't be changed" });
  if (row.result === "matched" || row.result === "fee")
    throw refuse(ctx, { zh: "这一行没有差异，不用处理", en: "This row has no difference to handle" });
  return { row, bill };
}

/**
 * Handles a difference, with its reason.
 * @throws AppError `missing`, `refused` where the bill is finished, there is no difference, or it is handled already
 */
export async function handle(ctx: Ctx, { id, handling, note }: Parsed<typeof reconciliation.handle>): Promise<BillRow> {
  const { row, bill } = await lockRow(ctx, id);
  if (row.handled_at !== null)
    throw refuse(ctx, {
      zh: "这一行已处理，没有改变；要改请先重新打开",
      en: "This row is handled already and is unchanged; open it again to change it",
    });
  const amount = row.theirs - row.ours;
  if (handling === "fee" && amount > 0)
    throw refuse(ctx, {
      zh: "账单比我方多，不会是手续费；没有记账，请选更正或申诉",
      en: "The bill has more than we do, which is no fee; nothing was posted. Choose a correction or a claim",
    });
  const leg = against(handling, amount, bill.channel, bill.day <= today(ctx) ? bill.day : today(ctx));
  const tender: Leg = { account: tenderAccount(bill.channel === "wechat" ? "WeChat" : "Alipay"), amount };
  const tx_id =
    leg &&
    (await post(ctx, {
      document: { kind: "bill", id: bill.id, no: `${bill.channel} ${bill.day}` },
      operation: `bill ${handling}`,
      legs: [tender, leg],
      reason: note,
    }));
  return write(ctx, row, { handling, note, tx_id, handled_by: ctx.person.name, handled_at: ctx.now });
}

/**
 * Opens a handled difference again; what it posted is reversed.
 * @throws AppError `missing`, `refused` where the bill is finished, the difference is open, or its claim is settled
 */
export async function reopen(ctx: Ctx, { id, note }: Parsed<typeof reconciliation.reopen>): Promise<BillRow> {
  const { row } = await lockRow(ctx, id);
  if (row.handled_at === null) throw refuse(ctx, { zh: "这一行还没有处理，没有改变", en: "This row is not handled yet; nothing changed" });
  if (row.claim_end !== null)
    throw refuse(ctx, {
      zh: "这笔申诉已结清，不能再打开，没有改变",
      en: "The claim for this row is settled; it can't be opened again and nothing changed",
    });
  await undoHandling(ctx, row.tx_id, note);
  return write(ctx, row, { handling: null, note: "", tx_id: null, handled_by: "", handled_at: null });
}

/** Reverses what a handling posted, if anything. */
export async function undoHandling(ctx: Ctx, txId: string | null, reason: string): Promise<void> {
  if (txId !== null) await reverse(ctx, txId, "bill handling undone", reason);
}

async function write(
  ctx: Ctx,
  { id, bill_id }: { id: string; bill_id: string },
  values: Pick<Selectable<ChannelBillRowTable>, "handling" | "note" | "tx_id" | "handled_by" | "handled_at">,
): Promise<BillRow> {
  const done = await ctx.db
    .updateTable("channel_bill_row")
    .set(values)
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.emit({ type: "changed", data: { resource: "reconciliation", id: bill_id } });
  return toRow(done);
}
