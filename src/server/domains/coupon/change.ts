/** Registering coupons and taking them back; taking them for a document is a payment's (`payment/coupon.ts`). */
import type { Output, Parsed } from "../../../contract/call";
import { coupon } from "../../../contract/coupon";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { word } from "./words";

/** Known codes that a refusal names before it says "…". */
const NAMED = 5;

/**
 * Registers coupons of one scheme; a code that is named twice is registered once.
 * @throws AppError `couponKnown`: none is registered
 */
export async function register(ctx: Ctx, input: Parsed<typeof coupon.register>): Promise<Output<typeof coupon.register>> {
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
        payment_id: null,
        document_kind: null,
        document_id: null,
        document_no: null,
        used_at: null,
        operator: null,
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

/**
 * Takes back a coupon that nobody used; the audit log keeps what it was.
 * @throws AppError `missing`, `couponKept`
 */
export async function withdraw(ctx: Ctx, { id }: Parsed<typeof coupon.withdraw>): Promise<Record<string, never>> {
  const gone = await ctx.db
    .deleteFrom("coupon")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .where("state", "=", "issued")
    .returning("id")
    .executeTakeFirst();
  if (!gone) {
    const row = await ctx.db
      .selectFrom("coupon")
      .select("code")
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", id)
      .executeTakeFirst();
    throw row ? new AppError("couponKept", { code: row.code }) : new AppError("missing", { what: word("coupon", ctx.language) });
  }
  ctx.emit({ type: "changed", data: { resource: "coupon" } });
  return {};
}
