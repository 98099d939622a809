/** Joining the waitlist. */
import type { Parsed } from "../../../contract/core/call";
import type { waitlist, WaitlistEntry } from "../../../contract/waitlist/waitlist";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { bookerOf } from "../../kernel/booker";
import { checkTime } from "../../kernel/occupancy/choose";
import { span } from "../../../contract/core/time";
import { closedDays } from "../../kernel/holidays";
import { isOpen, loadPlaces } from "../../kernel/places";
import { placeLabel } from "../../kernel/place-words";
import { word } from "./words";
import { entryOf } from "./list";
import { freePlaces, startOf } from "./offer";

/**
 * Queues for a place, or for any place of a program, at a time at which none is free.
 * @throws AppError `missing`, `memberState`, `groupMember`, `waitlistFree`, `waitlistTwice`, and what a slot that cannot be booked is refused with
 */
export async function join(ctx: Ctx, input: Parsed<typeof waitlist.join>): Promise<WaitlistEntry> {
  const member = await bookerOf(ctx, input);
  const places = (await loadPlaces(ctx, { programId: input.programId })).filter(
    (place) => input.placeId === undefined || place.id === input.placeId,
  );
  const first = places.find((place) => isOpen(place, input.day, input.start, input.end)) ?? places[0];
  if (!first) throw new AppError("missing", { what: word("place", ctx.language) });
  checkTime(ctx, input.day, { place: first, start: input.start, end: input.end });
  if ((await closedDays(ctx, [input.day])).size > 0)
    throw new AppError("slotClosed", { place: placeLabel(first.name, ctx.language), time: `${input.day} ${span(input.start, input.end)}` });
  const wish = {
    program_id: input.programId,
    place_id: input.placeId ?? null,
    day: input.day,
    start_minute: input.start,
    end_minute: input.end,
  };
  const starts_at = startOf(ctx, input.day, input.start);
  if (starts_at <= ctx.now) throw new AppError("slotPast", { time: `${input.day} ${span(input.start, input.end)}` });
  const [free] = await freePlaces(ctx, wish, places);
  if (free)
    throw new AppError(
      "waitlistFree",
      { place: placeLabel(free.name, ctx.language), time: span(input.start, input.end) },
      { placeId: free.id },
    );
  const name = member?.name ?? input.name ?? "";
  const phone = member?.phone ?? input.phone ?? "";
  const id = ctx.newId();
  const joined = await ctx.db
    .insertInto("waitlist_entry")
    .values({
      venue_id: ctx.venue.id,
      id,
      ...wish,
      starts_at,
      member_id: member?.id ?? null,
      as_group: input.asGroup,
      name,
      phone,
      note: input.note,
      queued_at: ctx.now,
      person_id: ctx.person.id,
      operator: ctx.person.name,
      created_at: ctx.now,
    })
    // Skips a person who already waits for the same: two desks cannot queue one person twice.
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!joined) throw new AppError("waitlistTwice", { name });
  ctx.emit({ type: "changed", data: { resource: "waitlist", day: input.day } });
  return entryOf(ctx, id);
}
