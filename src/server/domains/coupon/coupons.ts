/** The authority's coupons: their log, registering them, and finding one at the desk. */
import { sql } from "kysely";
import type { Output, Parsed } from "../../../contract/core/call";
import { coupon, type couponCodes } from "../../../contract/coupon/coupon";
import { yuan } from "../../../contract/core/money";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { usableCoupon } from "../../payment/coupon";
import { servicesOf } from "../../resource/serve";

/** Known codes that a refusal names before it says "…". */
const NAMED = 5;

/**
 * Registers coupons of one scheme; a code that is named twice is registered once.
 * @throws AppError `couponKnown`: none is registered
 */
export async function register(ctx: Ctx, input: Parsed<typeof couponCodes.register>): Promise<Output<typeof couponCodes.register>> {
  const codes = [...new Set(input.couponCodes)];
  const made = await ctx.db
    .insertInto("coupon")
    .values(
      codes.map((code) => ({
        venue_id: ctx.venue.id,
        id: ctx.newId(),
        code,
        scheme: input.scheme,
        face: input.face,
        threshold: input.threshold,
        starts_on: input.startsOn,
        ends_on: input.endsOn,
        state: input.endsOn < today(ctx) ? "expired" : "issued",
        used: 0,
        given_back: 0,
        created_at: ctx.now,
      })),
    )
    .onConflict((conflict) => conflict.columns(["venue_id", "code"]).doNothing())
    .returning("code")
    .execute();
  const fresh = new Set(made.map(({ code }) => code));
  const known = codes.filter((code) => !fresh.has(code));
  if (known.length > 0)
    throw new AppError("couponKnown", { codes: known.slice(0, NAMED).join(", ") + (known.length > NAMED ? ` … (${known.length})` : "") });
  ctx.emit({ type: "changed", data: { resource: "coupon" } });
  return { count: made.length };
}

/** Finds a coupon that can be used now. */
export async function find(ctx: Ctx, { code }: Parsed<typeof couponCodes.find>): Promise<Output<typeof couponCodes.find>> {
  const { scheme, face, threshold } = await usableCoupon(ctx, code);
  return { code, scheme, face: yuan(face), threshold: yuan(threshold) };
}

export const coupons = servicesOf(coupon, {
  table: "coupon",
  columns: {
    subsidy: () => sql`t.used - t.given_back`,
    documentNo: () => sql`coalesce(t.document_no, '')`,
    documentKind: () => sql`coalesce(t.document_kind, '')`,
    operator: () => sql`coalesce(t.operator, '')`,
  },
});
