/** Booking a series: all its cells in one go, then an ordinary order of one line for each occurrence. */
import { clock, instant, span } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { documentNumbers } from "../../kernel/numbers";
import { placeLabel } from "../../kernel/place-words";
import { toTrace } from "../../kernel/price/price";
import { reserveSeries } from "../../kernel/occupancy/reserve";
import { changed, type ContractRow } from "./contract";
import type { Planned } from "./series";
import { word } from "./words";

/**
 * Takes the cells of all occurrences that are not skipped, or refuses, and writes them into the grid. The contract is locked.
 * @returns how many were booked, and their value in fen
 * @throws AppError `slotTaken`, `fixedBlocked`, `fixedNothing`, `linkedChosen` where two of them want the same cells
 */
export async function bookSeries(ctx: Ctx, contract: ContractRow, series: readonly Planned[]): Promise<{ count: number; value: number }> {
  const bookable = series.filter((one) => !one.skipped);
  if (bookable.length === 0) throw new AppError("fixedNothing");
  // Occupied cells are left for the taking to find, which names the holder and offers others.
  const blocked = bookable.find((one) => one.problem !== null && one.problem !== "taken");
  if (blocked) {
    throw new AppError(
      "fixedBlocked",
      {
        day: blocked.day,
        place: placeLabel(blocked.place.name, ctx.language),
        time: span(blocked.start, blocked.end),
        why: word(blocked.problem ?? "", ctx.language),
      },
      { day: blocked.day, placeId: blocked.place.id, problem: blocked.problem },
    );
  }
  const made = bookable.map((one) => ({ ...one, id: ctx.newId(), orderId: ctx.newId(), holderId: ctx.newId() }));
  await reserveSeries(ctx, made);
  const { zone } = ctx.venue;
  const own = { venue_id: ctx.venue.id };
  const day = today(ctx);
  // Locks the day's counter until commit, so it comes after whatever may wait.
  const numbers = await documentNumbers(ctx, "order", day, made.length);
  await ctx.db
    .insertInto("booking_order")
    .values(
      made.map((one, i) => ({
        ...own,
        id: one.orderId,
        no: numbers[i] ?? "",
        source: "fixed",
        kind: "fixed",
        member_id: contract.member_id,
        card_type_id: contract.card_type_id,
        as_group: contract.as_group,
        name: contract.name,
        phone: contract.phone,
        program_id: contract.program_id,
        day: one.day,
        start_minute: one.start,
        end_minute: one.end,
        starts_at: instant(one.day, one.start, zone),
        ends_at: instant(one.day, one.end, zone),
        places: `${placeLabel(one.place.name, "zh")} ${clock(one.start)}–${clock(one.end)}`,
        list: one.priced.list,
        discount: one.priced.discount,
        total: one.priced.price,
        // The contract answers for the money: nothing is due at the desk, and what is earned is posted after the use.
        order_status: "paid",
        pay_status: one.priced.price === 0 ? "paid" : "unpaid",
        hold_until: null,
        remark: contract.no,
        person_id: ctx.person.id,
        operator: ctx.person.name,
        created_at: ctx.now,
      })),
    )
    .execute();
  await ctx.db
    .insertInto("booking_line")
    .values(
      made.map((one) => ({
        ...own,
        id: one.holderId,
        order_id: one.orderId,
        place_id: one.place.id,
        day: one.day,
        start_minute: one.start,
        end_minute: one.end,
        list: one.priced.list,
        discount: one.priced.discount,
        price: one.priced.price,
        trace: JSON.stringify(toTrace(one.priced)),
      })),
    )
    .execute();
  await ctx.db
    .insertInto("fixed_occurrence")
    .values(
      made.map((one) => ({
        ...own,
        id: one.id,
        contract_id: contract.id,
        order_id: one.orderId,
        line_id: one.holderId,
        place_id: one.place.id,
        day: one.day,
        start_minute: one.start,
        end_minute: one.end,
        ends_at: instant(one.day, one.end, zone),
        price: one.priced.price,
        state: "planned",
        created_at: ctx.now,
      })),
    )
    .execute();
  publishDays(
    ctx,
    made.map((one) => one.day),
  );
  changed(ctx, contract.id);
  return { count: made.length, value: made.reduce((sum, one) => sum + one.priced.price, 0) };
}

/** Tells the grids of the days that something changed in them. */
export function publishDays(ctx: Ctx, days: readonly string[]): void {
  for (const day of new Set(days)) ctx.emit({ type: "booking_changed", data: { day } });
}
