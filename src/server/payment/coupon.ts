/** A coupon of the authority as a tender: taking it for a document, once, and what becomes of it when the document gives money back. */
import type { Selectable } from "kysely";
import { yuan } from "../../contract/core/money";
import { coupon as machine, sources } from "../../contract/core/states";
import { clock, wall } from "../../contract/core/time";
import type { CouponTable } from "../domains/coupon/rows";
import { type Ctx, need, today } from "../http/context";
import { AppError } from "../http/error";
import type { Document, Leg } from "../ledger/post";
import { tenderAccount } from "../ledger/tender";

/** Payment to be made by a coupon. */
interface CouponPayment {
  readonly code: string;
  /** Fen, at most its face; what its face is more is lost. */
  readonly amount: number;
  /** Fen of all that is paid with it: what its threshold is held against. */
  readonly due: number;
  /** The payment's row. */
  readonly paymentId: string;
}

/**
 * Takes a coupon for a document: the authority owes what it pays.
 * @returns the debit leg
 * @throws AppError `forbidden` (coupon_use), `couponUnknown`, `couponSpent`, `couponEnded`, `couponThreshold`, `couponFace`
 */
export async function redeemCoupon(ctx: Ctx, document: Document, { code, amount, due, paymentId }: CouponPayment): Promise<Leg> {
  need(ctx, "coupon_use");
  const claimed = await ctx.db
    .updateTable("coupon")
    .set({
      state: "used",
      payment_id: paymentId,
      used: amount,
      document_kind: document.kind,
      document_id: document.id,
      document_no: document.no,
      used_at: ctx.now,
      operator: ctx.person.name,
    })
    .where("venue_id", "=", ctx.venue.id)
    .where("code", "=", code)
    .where("state", "in", sources(machine, "use"))
    .where("starts_on", "<=", today(ctx))
    .where("ends_on", ">=", today(ctx))
    .where("face", ">=", amount)
    .where("threshold", "<=", due)
    .returning("scheme")
    .executeTakeFirst();
  if (!claimed) throw refusalOf(ctx, code, await couponOf(ctx, code), { amount, due });
  ctx.emit({ type: "changed", data: { resource: "coupon" } });
  return { account: tenderAccount("SportsExpertUserCoupon"), amount, subject: claimed.scheme };
}

/**
 * The coupon of a code, where it can pay today.
 * @throws AppError `couponUnknown`, `couponSpent`, `couponEnded`
 */
export async function usableCoupon(ctx: Ctx, code: string): Promise<Selectable<CouponTable>> {
  const row = await couponOf(ctx, code);
  const usable = row?.state === "issued" && row.starts_on <= today(ctx) && row.ends_on >= today(ctx);
  if (!usable) throw refusalOf(ctx, code, row);
  return row;
}

/**
 * Gives back a part of what a coupon paid: the authority owes so much less. A coupon of which nothing is left paid is given back itself.
 * @returns its credit leg
 */
export async function refundCoupon(ctx: Ctx, paymentId: string, refund: number): Promise<Leg> {
  const row = await ctx.db
    .updateTable("coupon")
    .set((eb) => ({
      given_back: eb("given_back", "+", refund),
      state: eb
        .case()
        .when(eb("given_back", "+", refund), "=", eb.ref("used"))
        .then("returned")
        .else(eb.ref("state"))
        .end(),
    }))
    .where("venue_id", "=", ctx.venue.id)
    .where("payment_id", "=", paymentId)
    .where("state", "in", sources(machine, "giveBack"))
    .returning("scheme")
    .executeTakeFirstOrThrow();
  ctx.emit({ type: "changed", data: { resource: "coupon" } });
  return { account: tenderAccount("SportsExpertUserCoupon"), amount: -refund, subject: row.scheme };
}

const couponOf = (ctx: Ctx, code: string) =>
  ctx.db.selectFrom("coupon").selectAll().where("venue_id", "=", ctx.venue.id).where("code", "=", code).executeTakeFirst();

/** Why a coupon cannot pay; without `asked` its threshold and face are not in question. */
function refusalOf(
  ctx: Ctx,
  code: string,
  row: Selectable<CouponTable> | undefined,
  asked?: { readonly amount: number; readonly due: number },
): AppError {
  if (!row) return new AppError("couponUnknown", { code });
  if (row.used_at !== null) {
    const at = wall(row.used_at, ctx.venue.zone);
    return new AppError("couponSpent", { code, no: row.document_no ?? "", at: `${at.day} ${clock(at.minute)}` });
  }
  if (!asked || row.state !== "issued" || row.starts_on > today(ctx) || row.ends_on < today(ctx))
    return new AppError("couponEnded", { code, from: row.starts_on, to: row.ends_on });
  if (row.threshold > asked.due) return new AppError("couponThreshold", { code, threshold: yuan(row.threshold), due: yuan(asked.due) });
  return new AppError("couponFace", { code, face: yuan(row.face), amount: yuan(asked.amount) });
}
