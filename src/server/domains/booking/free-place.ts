/** A place given away: list price, discount 100 %, with a reason (states.md "Free place", ledger.md "free place"). */
import type { booking, BookingOrderDetail } from "../../../contract/booking/booking";
import type { Parsed } from "../../../contract/core/call";
import type { Ctx } from "../../http/context";
import { book } from "./book";
import { bookingMember } from "../../kernel/booker";
import { chooseRuns } from "../../kernel/occupancy/choose";
import { priceChosen } from "../../kernel/price/chosen";
import { priceForFree } from "../../kernel/price/price";
import { view } from "./view";

/**
 * Books runs of one day free of charge.
 * @throws AppError `missing`, `memberState`, `noPrice`, `slotTaken`, and what a slot that cannot be booked is refused with
 */
export async function freePlace(ctx: Ctx, input: Parsed<typeof booking.freePlace>): Promise<BookingOrderDetail> {
  const member = input.memberId === undefined ? null : await bookingMember(ctx, input.memberId);
  const chosen = await chooseRuns(ctx, input.day, input.runs);
  const lines = await priceChosen(ctx, input.day, chosen, null);
  const id = await book(ctx, {
    day: input.day,
    lines: lines.map((line) => ({ ...line, priced: priceForFree(line.priced, input.reason) })),
    member,
    name: input.name ?? "",
    phone: input.phone ?? "",
    status: "paid",
    payments: [],
    operation: "free place",
    discountReason: input.reason,
    remark: "",
    source: "desk",
  });
  return view(ctx, { id });
}
