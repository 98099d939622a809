/**
 * Giving back what scan-to-pay collected and no document holds: income by itself in whole or in part, money that waits for a document in
 * whole. The ledger moves when it is requested; the channel carries it out afterwards, through every restart (refund.ts).
 */
import { yuan } from "../../contract/core/money";
import type { Collection } from "../../contract/sale/collections";
import type { sale } from "../../contract/sale/sale";
import type { Parsed } from "../../contract/core/call";
import type { Ctx } from "../http/context";
import { AppError } from "../http/error";
import { post } from "../ledger/post";
import { shiftOf, tenderAccount } from "../ledger/tender";
import { type Attempt, toScanPayment } from "./attempt";
import { isChannel } from "./channel";
import { returnCollection } from "./claim";
import { requestRefund } from "./refund";
import { failedRefunds } from "./refund-failed";
import { word } from "./words";

/**
 * Asks for the refund. The collection's row is the lock: two who ask at once are served one after the other, never more than was taken.
 * @returns the collection and the refund to send
 * @throws AppError `missing`, `collectionState`, `collectionHeld`, `collectionWhole`, `refundTooBig`
 */
export async function refundCollection(
  ctx: Ctx,
  input: Parsed<typeof sale.refundCollection>,
): Promise<{ readonly id: string; readonly refund: string }> {
  const row = await collections(ctx).where("id", "=", input.paymentId).forUpdate().executeTakeFirst();
  if (!row) return missing(ctx);
  const { id, no } = row;
  if (row.document_kind !== "collection") throw new AppError("collectionHeld", { no });
  const left = refundable(row);
  if (left === 0) throw new AppError("collectionState", { no: no || id }, { state: row.state });
  if (input.amount > left) throw new AppError("refundTooBig", { most: yuan(left) }, { most: yuan(left) });
  if (row.purpose === "document") {
    if (input.amount < left) throw new AppError("collectionWhole", { amount: yuan(left) });
    return { id, refund: await returnCollection(ctx, row, OPERATION, input.reason) };
  }
  const refund = await requestRefund(ctx, id, input.amount, left - input.amount);
  await post(ctx, {
    document: { kind: "collection", id, no },
    operation: OPERATION,
    reason: input.reason,
    shiftId: await shiftOf(ctx, ["scanCode"]),
    legs: [
      { account: "income.other", amount: input.amount, earnedOn: await earningDay(ctx, id) },
      { account: tenderAccount("scanCode", isChannel(row.channel) ? row.channel : "wechat"), amount: -input.amount },
    ],
  });
  for (const resource of ["sale", "venuePayments"] as const) ctx.emit({ type: "changed", orderId: id, data: { resource, id } });
  return { id, refund };
}
const OPERATION = "refund of a collection";

/**
 * The collection of that receipt number.
 * @throws AppError `missing`
 */
export async function collectionByNo(ctx: Ctx, { no }: Parsed<typeof sale.collection>): Promise<Collection> {
  const row = await collections(ctx).where("no", "=", no.toUpperCase()).executeTakeFirst();
  return row ? toCollection(ctx, row) : missing(ctx);
}

/** @throws AppError `missing` */
export async function collectionOf(ctx: Ctx, id: string): Promise<Collection> {
  const row = await collections(ctx).where("id", "=", id).executeTakeFirst();
  return row ? toCollection(ctx, row) : missing(ctx);
}

const collections = (ctx: Ctx) => ctx.db.selectFrom("payment").selectAll().where("venue_id", "=", ctx.venue.id).where("purpose", "<>", "");

const toCollection = async (ctx: Ctx, row: Attempt): Promise<Collection> => ({
  ...toScanPayment(ctx, row),
  at: row.at.toISOString(),
  operator: row.operator,
  refunded: yuan(row.refunded),
  refundable: yuan(refundable(row)),
  failed: (await failedRefunds(ctx, row.id)).map((refund) => ({
    id: refund.id,
    amount: yuan(refund.amount),
    why: word(refund.note, ctx.language),
  })),
});

/** Computes the amount of it that can still be refunded, fen. */
const refundable = (row: Attempt): number =>
  row.state === "succeeded" && row.document_kind === "collection" ? row.amount - row.refunded : 0;

/** The day on which it was earned: what goes back is taken off that day (ledger.md). */
async function earningDay(ctx: Ctx, id: string): Promise<string> {
  const row = await ctx.db
    .selectFrom("ledger_tx as t")
    .innerJoin("posting as p", (join) => join.onRef("p.venue_id", "=", "t.venue_id").onRef("p.tx_id", "=", "t.id"))
    .select("p.day")
    .where("t.venue_id", "=", ctx.venue.id)
    .where("t.document_kind", "=", "collection")
    .where("t.document_id", "=", id)
    .where("p.account", "=", "income.other")
    .orderBy("p.posted_at")
    .executeTakeFirstOrThrow();
  return row.day;
}

const missing = (ctx: Ctx): never => {
  throw new AppError("missing", { what: ctx.language === "zh" ? "收款" : "Payment" });
};
