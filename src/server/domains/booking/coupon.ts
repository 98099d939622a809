/** A coupon of the venue on a booking: looked up for a choice, priced with it, taken once the order is written. */
import type { Ctx } from "../../http/context";
import type { MemberInfo } from "../../kernel/booker";
import type { Chosen } from "../../kernel/occupancy/choose";
import type { PriceOptions } from "../../kernel/price/chosen";
import { couponWorth, findVenueCoupon, redeemVenueCoupon } from "../../kernel/venue-coupons";

/** The coupon of a choice; undefined where none is named. */
interface ChosenCoupon {
  readonly worth: NonNullable<PriceOptions["coupon"]>;
  /** Takes it for the order. */
  readonly take: (orderId: string) => Promise<void>;
}

/** @throws AppError `badInput` at `couponCode` where it can't be used for this */
export async function couponFor(
  ctx: Ctx,
  { couponCode, day }: { readonly couponCode?: string | undefined; readonly day: string },
  member: MemberInfo | null,
  chosen: readonly Chosen[],
): Promise<ChosenCoupon | undefined> {
  if (couponCode === undefined) return undefined;
  const coupon = await findVenueCoupon(ctx, couponCode, { goodFor: "booking", memberId: member?.id ?? null, day, spans: chosen });
  return {
    worth: (lines) => couponWorth(ctx, coupon, lines),
    take: (id) => redeemVenueCoupon(ctx, coupon, { kind: "order", id }),
  };
}
