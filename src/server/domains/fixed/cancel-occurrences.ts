/** Giving occurrences up: the slots are free at once, the contract keeps what became of them. */
import { type ActionOf, bookingOrder, fixedOccurrence, next, sources } from "../../../contract/core/states";
import type { Ctx } from "../../http/context";
import { releaseCells } from "../../kernel/occupancy/release";
import { publishDays } from "./book";
import { type OccurrenceRow, wrongStateError } from "./contract";

/**
 * Moves planned occurrences by one action and frees their cells. The contract is locked; whoever waits for the freed slots is offered them
 * by the caller, when its transaction has done everything else (`placesFreed`).
 * @param paused whether resuming the contract books them again
 * @returns the days on which slots came free
 * @throws AppError `wrongState` where one was used or given up meanwhile
 */
export async function cancelOccurrences(
  ctx: Ctx,
  occurrences: readonly OccurrenceRow[],
  action: Extract<ActionOf<typeof fixedOccurrence>, "leave" | "move" | "cancel">,
  note: string,
  paused = false,
): Promise<string[]> {
  if (occurrences.length === 0) return [];
  const to = next(fixedOccurrence, "planned", action);
  if (to === undefined) throw wrongStateError(ctx, "planned", action);
  const given = await ctx.db
    .updateTable("fixed_occurrence")
    .set({ state: to, note, paused })
    .where("venue_id", "=", ctx.venue.id)
    .where(
      "id",
      "in",
      occurrences.map((one) => one.id),
    )
    .where("state", "in", sources(fixedOccurrence, action))
    .returning("id")
    .execute();
  const orders = await ctx.db
    .updateTable("booking_order")
    .set({ order_status: "cancelled" })
    .where("venue_id", "=", ctx.venue.id)
    .where(
      "id",
      "in",
      occurrences.map((one) => one.order_id),
    )
    .where("order_status", "in", sources(bookingOrder, "cancel"))
    .returning("id")
    .execute();
  if (given.length < occurrences.length || orders.length < occurrences.length) throw wrongStateError(ctx, "used", action);
  const lines = occurrences.map((one) => one.line_id);
  await ctx.db
    .updateTable("booking_line")
    .set({ status: "released" })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "in", lines)
    .execute();
  await releaseCells(ctx, lines);
  const days = occurrences.map((one) => one.day);
  publishDays(ctx, days);
  return days;
}
