/** The courts of an open play: an order of kind "openPlay" in the grid, which costs nothing itself. */
import { bookingOrder, sources } from "../../../contract/core/states";
import type { Ctx } from "../../http/context";
import { book } from "../booking/book";
import { chooseRuns } from "../../kernel/occupancy/choose";
import { releaseLines } from "../../kernel/occupancy/release";
import { placesFreed } from "../../kernel/followers";
import type { PlayRow } from "./play";
import { word } from "./words";

/** Places and time. */
type Ground = Pick<PlayRow, "place_ids" | "day" | "start_minute" | "end_minute">;

/**
 * The runs of an open play's courts, checked against opening hours and clock; nothing is taken.
 * @throws AppError `missing`, `slotPast`, `slotTooFar`, `slotClosed`, `slotGrain`, `linkedChosen`
 */
export const runsOf = (ctx: Ctx, ground: Ground) =>
  chooseRuns(
    ctx,
    ground.day,
    [...new Set(ground.place_ids)].map((placeId) => ({ placeId, start: ground.start_minute, end: ground.end_minute })),
  );

/**
 * Takes the courts.
 * @returns the order's id
 * @throws AppError `slotTaken` and as `runsOf`
 */
export async function reserveCourts(ctx: Ctx, play: Ground & Pick<PlayRow, "title" | "no">): Promise<string> {
  const name = word("perHead", ctx.language);
  const free = { list: 0, discount: 0, price: 0, steps: [{ rule: "default" as const, name, matched: true, amount: 0, detail: "" }] };
  return book(ctx, {
    day: play.day,
    lines: (await runsOf(ctx, play)).map((run) => ({ ...run, priced: free })),
    member: null,
    name: play.title,
    phone: "",
    // Whoever joins pays for themselves: nothing is due for the courts.
    status: "paid",
    payments: [],
    operation: "place",
    discountReason: "",
    remark: play.no,
    source: "desk",
    kind: "openPlay",
  });
}

/** Frees the courts, which the waitlist is then offered. Call it when everything else is done. */
export async function freeCourts(ctx: Ctx, orderId: string | null): Promise<void> {
  if (orderId === null) return;
  await ctx.db
    .updateTable("booking_order")
    .set({ order_status: "cancelled" })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", orderId)
    .where("order_status", "in", sources(bookingOrder, "cancel"))
    .execute();
  const days = await releaseLines(ctx, orderId);
  for (const day of days) ctx.emit({ type: "booking_changed", orderId, data: { day } });
  await placesFreed(ctx, days);
}
