/**
 * Offering slots that came free to those who wait for it, oldest first.
 *
 * An offer takes the slot at once, as an unpaid order of the one who waits: in the transaction that freed it, so that nobody can step
 * between, and through the same door as every booking. Paying that order accepts the offer, its running out lapses it, and the next is
 * offered. A hold that runs out while another books its slot is the exception: the one who books gets it, because an
 * offer made then would be undone by the refusal that names it.
 */
import type { Selectable } from "kysely";
import { maskPhone } from "../../../contract/core/phone";
import { WALK_IN } from "../../../contract/core/resource/labels";
import { clock, instant, MINUTE, wall, span } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { type GroundedDraft, orderNumber, writeOrder } from "../booking/book";
import { granules } from "../../kernel/occupancy/cells";
import { bookingMember, type MemberInfo } from "../../kernel/booker";
import { checkTime } from "../../kernel/occupancy/choose";
import { type ChosenLine, priceChosen } from "../../kernel/price/chosen";
import { closedDays } from "../../kernel/holidays";
import { isOpen, loadPlaces, type PlaceInfo } from "../../kernel/places";
import { placeLabel } from "../../kernel/place-words";
import type { WaitlistEntryTable } from "./rows";
import { reserveIfFree } from "../../kernel/occupancy/reserve";
import { word } from "./words";
import { addMessage, type Said } from "../../kernel/messages";

type EntryRow = Selectable<WaitlistEntryTable>;

/**
 * Offers what is free on these days to those who wait for it, in the order in which they queued. Last in a transaction that frees slots.
 */
export async function offerFreed(ctx: Ctx, days: readonly string[]): Promise<void> {
  if (days.length === 0) return;
  const waiting = await ctx.db
    .selectFrom("waitlist_entry")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("day", "in", [...new Set(days)])
    .where("state", "=", "waiting")
    .where("starts_at", ">", ctx.now)
    .orderBy("queued_at")
    .orderBy("id")
    .execute();
  if (waiting.length === 0) return;
  const [places, shut] = await Promise.all([
    loadPlaces(ctx),
    closedDays(
      ctx,
      waiting.map((entry) => entry.day),
    ),
  ]);
  for (const entry of waiting) {
    if (shut.has(entry.day)) continue;
    const free = await freePlaces(ctx, entry, places);
    if (free.length === 0 || !(await claim(ctx, entry))) continue;
    for (const place of free) if (await makeOffer(ctx, entry, place)) break;
  }
}

/**
 * Takes the wish for an offer, once there is a slot for it: a round that finds none must keep nobody else from offering what they free just
 * then. @returns false where another offers something to it, or did
 */
async function claim(ctx: Ctx, entry: EntryRow): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("waitlist_entry")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", entry.id)
    .where("state", "=", "waiting")
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row !== undefined;
}

/** The places that would do, are open at the time and look free, in the order of the grid. */
export async function freePlaces(
  ctx: Ctx,
  wanted: Pick<EntryRow, "program_id" | "place_id" | "day" | "start_minute" | "end_minute">,
  places: readonly PlaceInfo[],
): Promise<PlaceInfo[]> {
  const fitting = places.filter(
    (place) =>
      place.programId === wanted.program_id &&
      (wanted.place_id === null || place.id === wanted.place_id) &&
      isOpen(place, wanted.day, wanted.start_minute, wanted.end_minute),
  );
  const times = granules(wanted.day, wanted.start_minute, wanted.end_minute, ctx.venue.zone) ?? [];
  if (fitting.length === 0 || times.length === 0) return [];
  const claimed = await ctx.db
    .selectFrom("occupancy")
    .select("unit_id")
    .distinct()
    .where("venue_id", "=", ctx.venue.id)
    .where("unit_id", "in", [...new Set(fitting.flatMap((place) => place.unitIds))])
    .where("slot_start", "in", times)
    .execute();
  const busy = new Set(claimed.map((row) => row.unit_id));
  return fitting.filter((place) => !place.unitIds.some((unit) => busy.has(unit)));
}

/** Makes the offer, unless somebody was quicker or the one who waits may not book. @returns whether it was made */
async function makeOffer(ctx: Ctx, entry: EntryRow, place: PlaceInfo): Promise<boolean> {
  const found = await priced(ctx, entry, place);
  if (!found) return false;
  const { line, member } = found;
  const holderId = ctx.newId();
  if (!(await reserveIfFree(ctx, { ...line, day: entry.day, holderId }))) return false;
  const until = new Date(ctx.now.getTime() + ctx.venue.offer_minutes * MINUTE);
  const draft: GroundedDraft = {
    day: entry.day,
    lines: [{ ...line, holderId }],
    member,
    name: entry.name,
    phone: entry.phone,
    status: "held",
    payments: [],
    operation: "place",
    discountReason: "",
    remark: entry.note,
    asGroup: entry.as_group,
    source: "desk",
    holdUntil: until,
  };
  const orderId = await writeOrder(ctx, draft, await orderNumber(ctx));
  await ctx.db
    .updateTable("waitlist_entry")
    .set({ state: "offered", order_id: orderId })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", entry.id)
    .where("state", "=", "waiting")
    .execute();
  const what: Said = (language) => `${placeLabel(place.name, language)} ${entry.day} ${span(entry.start_minute, entry.end_minute)}`;
  await addMessage(ctx, {
    kind: "booking",
    title: (language) => word("offerTitle", language, { name: entry.name || WALK_IN[language], what: what(language) }),
    text: (language) => word("offerText", language, { until: clock(wall(until, ctx.venue.zone).minute), phone: maskPhone(entry.phone) }),
    resource: "bookingOrders",
    resourceId: orderId,
  });
  ctx.emit({ type: "changed", data: { resource: "waitlist", day: entry.day } });
  return true;
}

/** The run at today's price; undefined where it has none, cannot be booked so, or the member may not book now. */
async function priced(ctx: Ctx, entry: EntryRow, place: PlaceInfo): Promise<{ line: ChosenLine; member: MemberInfo | null } | undefined> {
  const run = { place, start: entry.start_minute, end: entry.end_minute };
  try {
    checkTime(ctx, entry.day, run);
    const member = entry.member_id === null ? null : await bookingMember(ctx, entry.member_id);
    const [line] = await priceChosen(ctx, entry.day, [run], member, { asGroup: entry.as_group });
    return line && { line, member };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** The instant at which a wish begins. */
export const startOf = (ctx: Ctx, day: string, start: number): Date => instant(day, start, ctx.venue.zone);
