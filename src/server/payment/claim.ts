/** A scan-to-pay collection made for a document: taking it for that document, or giving it back when nobody did. */
import type { Selectable } from "kysely";
import type { PaymentTable } from "../domains/booking/rows";
import type { Ctx } from "../http/context";
import { AppError } from "../http/error";
import { type Document, type Leg, post } from "../ledger/post";
import { shiftOf, tenderAccount } from "../ledger/tender";
import { addMessage } from "../kernel/messages";
import { yuan } from "../../contract/core/money";
import { isChannel } from "./channel";
import { requestRefund } from "./refund";

/** A collection that no document took by then goes back to the customer: the desk's form was lost or refused. */
export const UNCLAIMED_MS = 30 * 60_000;
const BATCH = 50;

/**
 * Makes a paid collection a payment of the document, once. The money stands ready on `prepaid.order` under the payment's id.
 * @returns the debit leg
 * @throws AppError `scanNotPaid` where it is not paid, of another amount, or taken already
 */
export async function claimCollection(
  ctx: Ctx,
  document: Document,
  payment: { readonly amount: number; readonly paymentId?: string | undefined },
): Promise<Leg> {
  const id = payment.paymentId ?? "";
  const claimed = await ctx.db
    .updateTable("payment")
    .set({ document_kind: document.kind, document_id: document.id })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .where("purpose", "=", "document")
    .where("document_kind", "=", "collection")
    .where("state", "=", "succeeded")
    .where("amount", "=", payment.amount)
    .returning("part_of")
    .executeTakeFirst();
  if (!claimed) throw new AppError("scanNotPaid", { why: id === "" ? "paymentId" : await reasonOf(ctx, id, payment.amount) });
  return { account: "prepaid.order", amount: payment.amount, subject: claimed.part_of ?? id };
}

/**
 * Cuts a paid collection that nobody took yet into parts, one for each document that it pays, so that each is claimed and refunded by
 * itself. Its own row becomes the first part; the money stays on `prepaid.order` under its id.
 * @param amounts fen of each part; they sum to the collection
 * @returns the payment ids of the parts
 * @throws AppError `scanNotPaid` as `claimCollection`
 */
export async function splitCollection(ctx: Ctx, id: string, amounts: readonly number[]): Promise<string[]> {
  const whole = amounts.reduce((sum, amount) => sum + amount, 0);
  const [first = 0, ...others] = amounts;
  const row = await ctx.db
    .updateTable("payment")
    .set({ amount: first })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .where("purpose", "=", "document")
    .where("document_kind", "=", "collection")
    .where("state", "=", "succeeded")
    .where("amount", "=", whole)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new AppError("scanNotPaid", { why: await reasonOf(ctx, id, whole) });
  const parts = others.map((amount, i) => {
    const part = ctx.newId();
    // The channel's number is the whole's alone; refunds name the whole to it.
    return { ...row, id: part, document_id: part, amount, no: `${row.no}-${i + 2}`, channel_ref: null, part_of: id };
  });
  await ctx.db.insertInto("payment").values(parts).execute();
  return [id, ...parts.map((part) => part.id)];
}

async function reasonOf(ctx: Ctx, id: string, amount: number): Promise<string> {
  const row = await ctx.db
    .selectFrom("payment")
    .select(["state", "amount", "document_kind"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .where("purpose", "=", "document")
    .executeTakeFirst();
  if (!row) return "paymentId";
  if (row.document_kind !== "collection") return ctx.language === "zh" ? "已用于另一单" : "it paid for another document";
  return row.amount === amount ? row.state : `${yuan(row.amount)} ≠ ${yuan(amount)}`;
}

/** Gives a collection whose money stands ready on `prepaid.order` back through its channel, whole. @returns the refund's id */
export async function returnCollection(
  ctx: Ctx,
  { id, no, amount, channel, part_of }: Pick<Selectable<PaymentTable>, "id" | "no" | "amount" | "channel" | "part_of">,
  operation: string,
  reason = "",
): Promise<string> {
  const refund = await requestRefund(ctx, id, amount, 0);
  await post(ctx, {
    document: { kind: "collection", id, no },
    operation,
    reason,
    shiftId: await shiftOf(ctx, ["scanCode"]),
    legs: [
      { account: "prepaid.order", amount, subject: part_of ?? id },
      { account: tenderAccount("scanCode", isChannel(channel) ? channel : "wechat"), amount: -amount },
    ],
  });
  return refund;
}

const UNCLAIMED = {
  zh: (no: string, amount: string) => `扫码收款 ${no}（${amount}）没有用于任何单据，已自动退回`,
  en: (no: string, amount: string) => `Collection ${no} (${amount}) was used for no document and went back by itself`,
} as const;

/** Gives back what was collected for a document that never came. */
export async function returnUnclaimed(ctx: Ctx): Promise<boolean> {
  const rows = await ctx.db
    .selectFrom("payment")
    .select(["id", "no", "amount", "channel", "part_of"])
    .where("venue_id", "=", ctx.venue.id)
    .where("purpose", "=", "document")
    .where("document_kind", "=", "collection")
    .where("state", "=", "succeeded")
    // A payment that names its order is settled with it first (booking/late-payment).
    .where((eb) =>
      eb.or([
        eb.and([eb("for_order_id", "is", null), eb("at", "<", new Date(ctx.now.getTime() - UNCLAIMED_MS))]),
        eb("at", "<", new Date(ctx.now.getTime() - 2 * UNCLAIMED_MS)),
      ]),
    )
    .orderBy("at")
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const row of rows) {
    await returnCollection(ctx, row, "unclaimed collection");
    await addMessage(ctx, { kind: "payment", title: (language) => UNCLAIMED[language](row.no, yuan(row.amount)) });
  }
  return rows.length === BATCH;
}
