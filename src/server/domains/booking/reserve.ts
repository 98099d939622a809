/** Keeping a hold until it is paid on arrival (states.md "held → reserved"). */
import type { booking, BookingOrderDetail } from "../../../contract/booking/booking";
import type { Parsed } from "../../../contract/core/call";
import type { Ctx } from "../../http/context";
import { acceptOffer } from "../../kernel/offers";
import { lockOrder, moveOrder } from "../../kernel/orders";
import { view } from "./view";

/**
 * Makes a reservation of a hold: it no longer runs out.
 * @throws AppError `missing`, `wrongState`
 */
export async function reserve(ctx: Ctx, input: Parsed<typeof booking.reserve>): Promise<BookingOrderDetail> {
  const order = await lockOrder(ctx, input.id);
  await moveOrder(ctx, order, "reserve", () => ({ hold_until: null }));
  await acceptOffer(ctx, order.id);
  return view(ctx, { id: order.id });
}
