/** Revoking a recharge: the mirror of the whole, once (ledger.md). */
import { formatInstant } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { reverseReferral } from "../../kernel/referrals";
import { withdrawRechargeCoupons } from "../../kernel/venue-coupons";
import { reverse } from "../../ledger/reverse";
import type { PaymentType } from "../../../contract/core/enums";
import { shiftOf } from "../../ledger/tender";
import { returnCollection } from "../../payment/claim";
import { word } from "./words";

/**
 * Takes a recharge back: purses, gift and money as the mirror of its transaction. Cash leaves the drawer of the shift that pays it out.
 * @param input.id the recharge, or any of its rows in the account log
 * @returns the id of the mirror's row of the principal, in the account log
 * @throws AppError `missing`, `notReversible` for what is no recharge, `alreadyReversed`, `balanceShort` where a purse would pass
 * below zero
 */
export async function revoke(ctx: Ctx, input: { id: string; reason: string }): Promise<string> {
  const id = await rechargeId(ctx, input.id);
  const recharge = await ctx.db
    .selectFrom("recharge")
    .select(["tx_id", "method", "revoked_at", "member_id", "paid", "offer_id", "raised_from"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!recharge) throw new AppError("missing", { what: word("rechargeDocument", ctx.language) });
  if (recharge.revoked_at) throw new AppError("alreadyReversed", { at: formatInstant(recharge.revoked_at, ctx.venue.zone) });
  const shiftId = (await shiftOf(ctx, [recharge.method as PaymentType])) ?? undefined;
  const mirror = await reverse(ctx, recharge.tx_id, "revocation", input.reason, shiftId);
  await returnScanned(ctx, id);
  await ctx.db.updateTable("recharge").set({ revoked_at: ctx.now }).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();
  await ctx.db
    .updateTable("payment")
    .set((eb) => ({ refunded: eb.ref("amount"), state: "refunded" }))
    .where("venue_id", "=", ctx.venue.id)
    .where("document_kind", "=", "recharge")
    .where("document_id", "=", id)
    .where("purpose", "=", "")
    .execute();
  await withdrawRechargeCoupons(ctx, id);
  await reverseReferral(ctx, id, input.reason);
  if (recharge.raised_from !== null) await lowerAgain(ctx, recharge.member_id, recharge.raised_from, recharge.offer_id);
  ctx.emit({ type: "changed", orderId: id, data: { resource: "members", id: recharge.member_id } });
  const row = await ctx.db
    .selectFrom("posting")
    .select(["tx_id", "seq"])
    .where("venue_id", "=", ctx.venue.id)
    .where("tx_id", "=", mirror)
    .where("account", "=", "purse.principal")
    .executeTakeFirstOrThrow();
  return `${row.tx_id}.${row.seq}`;
}

/** The card type that the recharge raised the member to is theirs no longer, where they still carry it. */
async function lowerAgain(ctx: Ctx, memberId: string, to: string, offerId: string | null): Promise<void> {
  await ctx.db
    .updateTable("member as m")
    .from("recharge_offer as o")
    .set({ card_type_id: to })
    .where("m.venue_id", "=", ctx.venue.id)
    .where("m.id", "=", memberId)
    .whereRef("o.venue_id", "=", "m.venue_id")
    .where("o.id", "=", offerId)
    .whereRef("o.raise_to_id", "=", "m.card_type_id")
    .execute();
}

/**
 * Refunds a scanned payment through its channel. The mirror entry has returned the money to the collection; from there it leaves by the
 * channel's account.
 */
async function returnScanned(ctx: Ctx, rechargeId: string): Promise<void> {
  const paid = await ctx.db
    .selectFrom("payment")
    .select(["id", "no", "amount", "channel", "part_of"])
    .where("venue_id", "=", ctx.venue.id)
    .where("document_kind", "=", "recharge")
    .where("document_id", "=", rechargeId)
    .where("purpose", "=", "document")
    .executeTakeFirst();
  if (paid) await returnCollection(ctx, paid, "refund of a collection");
}

async function rechargeId(ctx: Ctx, id: string): Promise<string> {
  const [txId = "", seq] = id.split(".");
  if (seq === undefined) return id;
  const tx = await ctx.db
    .selectFrom("ledger_tx")
    .select(["document_kind", "document_id", "reverses"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", txId)
    .executeTakeFirst();
  if (!tx) throw new AppError("missing", { what: word("rechargeDocument", ctx.language) });
  if (tx.document_kind !== "recharge" || tx.reverses !== null) {
    throw new AppError("notReversible", { why: word("notRecharge", ctx.language) });
  }
  return tx.document_id;
}
