/** Booking at the desk: hold, reserve for payment on arrival, or pay at once. */
import type { booking, BookingOrderDetail } from "../../../contract/booking/booking";
import type { Parsed } from "../../../contract/core/call";
import { yuan } from "../../../contract/core/money";
import { type Ctx, need } from "../../http/context";
import { AppError, badField } from "../../http/error";
import { book, type OrderDraft } from "./book";
import { couponFor } from "./coupon";
import { checkCardType } from "./card-type";
import { coverWith, priceBeside } from "./card-uses";
import { bookerOf } from "../../kernel/booker";
import { chooseRuns } from "../../kernel/occupancy/choose";
import { readPrices, sumOf } from "../../kernel/price/chosen";
import { view } from "./view";

const STATUS = { hold: "held", reserve: "reserved", pay: "paid" } as const;

/**
 * Books runs of one day for a member or a walk-in.
 * @throws AppError `forbidden` (booking_reserve, booking_pay, booking_discount, package_card_use), `cardUsesChanged`, `cardUsedUp`, `cardNotUsable`,
 * `priceChanged`, `slotTaken`, `slotPast`, `slotClosed`, `slotTooFar`, `slotGrain`, `linkedChosen`, `noPrice`, `missing`, `memberState`,
 * `groupMember`, `discountTooBig`, `paymentSum`, `memberNeeded`, `balanceShort`
 */
export async function create(ctx: Ctx, input: Parsed<typeof booking.create>): Promise<BookingOrderDetail> {
  return view(ctx, { id: await placeOrder(ctx, input) });
}

/**
 * As `create`; gives only the order's id.
 * @param origin where the order comes from, and as what; the desk sells single bookings
 */
export async function placeOrder(
  ctx: Ctx,
  input: Parsed<typeof booking.create>,
  origin: Pick<OrderDraft, "source" | "kind" | "holdUntil"> = { source: "desk" },
): Promise<string> {
  if (input.mode === "reserve") need(ctx, "booking_reserve");
  if (input.mode === "pay") need(ctx, "booking_pay");
  if (input.discount) need(ctx, "booking_discount");
  const places = input.runs.map((run) => ({ id: run.placeId }));
  const [member, chosen] = await Promise.all([
    bookerOf(ctx, input),
    chooseRuns(ctx, input.day, input.runs),
    readPrices(ctx, input.day, places),
  ]);
  checkCardType(ctx, member, input.day, chosen);
  if (input.cards.length > 0 && input.mode !== "pay") throw badField("cards", "onlyPaying");
  const coupon = await couponFor(ctx, input, member, chosen);
  const lines = await priceBeside(ctx, { ...input, chosen, member, coupon: coupon?.worth }, (plain) =>
    coverWith(ctx, member?.id ?? null, input.day, plain, input.cards),
  );
  const { total } = sumOf(lines);
  if (input.expectedTotal !== undefined && input.expectedTotal !== total) {
    throw new AppError("priceChanged", { from: yuan(input.expectedTotal), to: yuan(total) }, { total: yuan(total) });
  }
  const id = await book(ctx, {
    day: input.day,
    lines,
    member,
    name: input.name ?? "",
    phone: input.phone ?? "",
    status: STATUS[input.mode],
    payments: input.payments,
    operation: "place",
    discountReason: input.discount?.reason ?? "",
    remark: input.remark,
    asGroup: input.asGroup,
    ...origin,
  });
  await coupon?.take(id);
  return id;
}
