/** Joining the waitlist. */
import type { Parsed } from "../../../contract/call";
import type { waitlist, WaitlistEntry } from "../../../contract/waitlist";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { bookingMember, chooseRuns, span } from "../booking/choose";
import { loadPlaces, placeLabel } from "../booking/places";
import { word } from "../booking/words";
import { entryOf } from "./list";
import { freePlaces, startOf } from "./offer";

/**
 * Queues for a place, or for any place of a program, at a time at which none is free.
 * @throws AppError `missing`, `memberState`, `waitlistFree`, `waitlistTwice`, and what a slot that cannot be booked is refused with
 */
export async function join(ctx: Ctx, input: Parsed<typeof waitlist.join>): Promise<WaitlistEntry> {
  const member = input.memberId === undefined ? null : await bookingMember(ctx, input.memberId);
  const places = (await loadPlaces(ctx, { programId: input.programId })).filter(
    (place) => input.placeId === undefined || place.id === input.placeId,
  );
  const [first] = places;
  if (!first) throw new AppError("missing", { what: word("place", ctx.language) });
  await chooseRuns(ctx, input.day, [{ placeId: first.id, start: input.start, end: input.end }]);
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
  if (free) throw new AppError("waitlistFree", { place: placeLabel(free.name), time: span(input.start, input.end) }, { placeId: free.id });
  const name = member?.name ?? input.name ?? "";
  const phone = member?.phone ?? input.phone ?? "";
  await refuseTwice(ctx, wish, { memberId: member?.id ?? null, name, phone });
  const id = ctx.newId();
  await ctx.db
    .insertInto("waitlist_entry")
    .values({
      venue_id: ctx.venue.id,
      id,
      ...wish,
      starts_at,
      member_id: member?.id ?? null,
      name,
      phone,
      note: input.note,
      queued_at: ctx.now,
      person_id: ctx.person.id,
      operator: ctx.person.name,
      created_at: ctx.now,
    })
    .execute();
  ctx.emit({ type: "changed", data: { resource: "waitlist", day: input.day } });
  return entryOf(ctx, id);
}

async function refuseTwice(
  ctx: Ctx,
  wish: { program_id: string; day: string; start_minute: number; end_minute: number },
  who: { memberId: string | null; name: string; phone: string },
): Promise<void> {
  const same = await ctx.db
    .selectFrom("waitlist_entry")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("program_id", "=", wish.program_id)
    .where("day", "=", wish.day)
    .where("start_minute", "=", wish.start_minute)
    .where("end_minute", "=", wish.end_minute)
    .where("state", "in", ["waiting", "offered"])
    .where((eb) =>
      who.memberId !== null
        ? eb("member_id", "=", who.memberId)
        : eb.and([eb("member_id", "is", null), eb("name", "=", who.name), eb("phone", "=", who.phone)]),
    )
    .executeTakeFirst();
  if (same) throw new AppError("waitlistTwice", { name: who.name });
}
