/** Adding, changing and deleting halls with their places: one save for the hall and its whole map. */
import type { z } from "zod";
import type { Parsed } from "../../../contract/core/call";
import type { HallDetail, HallDraft, halls, PlaceDraft } from "../../../contract/places/places";
import { clock, dayOf, wall } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { isOpen } from "../../kernel/places";
import { placeLabel } from "../../kernel/place-words";
import { placesIn, view } from "./halls";
import { unitsFor } from "./map";
import { refuseStanding, lockPlaces } from "./standing";
import { word } from "./words";

type Draft = z.output<typeof HallDraft>;
type Place = Awaited<ReturnType<typeof placesIn>>[number];

/**
 * Adds a hall with its places.
 * @throws AppError `missing` (program), `placeTwice`
 */
export async function create(ctx: Ctx, input: Parsed<typeof halls.create>): Promise<HallDetail> {
  const id = ctx.newId();
  checkTwice(ctx, input.places);
  const hours = await hoursFor(ctx, input);
  await ctx.db
    .insertInto("hall")
    .values({ venue_id: ctx.venue.id, id, ...columns(ctx, input), ...hours })
    .execute();
  await savePlaces(ctx, id, [], input.places);
  return saved(ctx, id);
}

/**
 * Changes a hall and its places. What is booked stays possible: a place with bookings to come keeps its units and stays on, the hall its
 * program and the hours in which it is booked.
 * @throws AppError `missing`, `hallChanged` where somebody saved since `version`, `hallUsed`, `placeBooked`, `placeUsed`, `placeTwice`
 */
export async function modify(ctx: Ctx, input: Parsed<typeof halls.modify>): Promise<HallDetail> {
  checkTwice(ctx, input.places);
  const { open_minutes, close_minutes } = await hoursFor(ctx, input);
  const before = await claim(ctx, input);
  const places = await placesIn(ctx, input.id);
  await checkSells(ctx, before, input, places);
  const all = places.map((place) => place.id);
  await lockPlaces(ctx, all);
  await refuseStanding(ctx, before.program_id === input.programId ? [] : all);
  const opening = { open: open_minutes, close: close_minutes, closed: input.closed };
  await refuseStanding(ctx, all, (one) => !isOpen(opening, one.day, one.start, one.end));
  await ctx.db
    .updateTable("hall")
    .set({ ...columns(ctx, input), open_minutes, close_minutes })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", input.id)
    .execute();
  await savePlaces(ctx, input.id, places, input.places);
  return saved(ctx, input.id);
}

/**
 * Deletes a hall that was never used.
 * @throws AppError `missing`, `hallUsed`
 */
export async function remove(ctx: Ctx, { id }: Parsed<typeof halls.delete>): Promise<Record<string, never>> {
  const { db, venue, language } = ctx;
  const hall = await db
    .selectFrom("hall")
    .select("name")
    .where("venue_id", "=", venue.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!hall) throw new AppError("missing", { what: word("hall", language) });
  const places = await placesIn(ctx, id);
  if (await hasSessions(ctx, id)) throw new AppError("hallUsed", { name: hall.name, why: word("hasSessions", language) });
  if (places.some((place) => place.used)) throw new AppError("hallUsed", { name: hall.name, why: word("hasBookings", language) });
  await deletePlaces(ctx, places);
  await db.deleteFrom("unit").where("venue_id", "=", venue.id).where("hall_id", "=", id).execute();
  await db.deleteFrom("hall").where("venue_id", "=", venue.id).where("id", "=", id).execute();
  publishChange(ctx, id);
  return {};
}

/** Takes the hall's row for this save, if nobody saved since. Who saves at once waits here and is then refused. */
async function claim(ctx: Ctx, { id, version }: { id: string; version: number }) {
  const { db, venue, language } = ctx;
  const hall = await db
    .selectFrom("hall")
    .selectAll()
    .where("venue_id", "=", venue.id)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!hall) throw new AppError("missing", { what: word("hall", language) });
  if (hall.version !== version) {
    const at = wall(hall.changed_at ?? ctx.now, venue.zone);
    const day = at.day === dayOf(ctx.now, venue.zone) ? "" : `${at.day.slice(5)} `;
    throw new AppError(
      "hallChanged",
      { by: hall.changed_by || word("system", language), at: `${day}${clock(at.minute)}` },
      { version: hall.version },
    );
  }
  await db
    .updateTable("hall")
    .set({ version: version + 1 })
    .where("venue_id", "=", venue.id)
    .where("id", "=", id)
    .execute();
  return hall;
}

/** A hall that has places or sessions stays what it is. */
async function checkSells(
  ctx: Ctx,
  before: { id: string; name: string; sells: string },
  input: Draft,
  places: readonly Place[],
): Promise<void> {
  if (before.sells === input.sells) return;
  const why = places.length > 0 ? "hasPlaces" : (await hasSessions(ctx, before.id)) ? "hasSessions" : undefined;
  if (why) throw new AppError("hallUsed", { name: before.name, why: word(why, ctx.language) });
}

const hasSessions = async (ctx: Ctx, hallId: string): Promise<boolean> =>
  (await ctx.db
    .selectFrom("hall_booking")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("hall_id", "=", hallId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Two places on offer with one name or on one spot cannot be distinguished. A place made of others uses their spots. */
function checkTwice(ctx: Ctx, places: readonly PlaceDraft[]): void {
  const seen = new Map<string, string>();
  for (const place of places.filter((one) => one.on)) {
    const spot = place.parts.length === 0 ? [`${place.row}:${place.column}`] : [];
    for (const mark of [`name ${place.name}`, ...spot]) {
      const other = seen.get(mark);
      if (other !== undefined)
        throw new AppError("placeTwice", { a: placeLabel(other, ctx.language), b: placeLabel(place.name, ctx.language) });
      seen.set(mark, place.name);
    }
  }
}

/** Writes the places as the draft has them, which the caller has taken whole. */
async function savePlaces(ctx: Ctx, hallId: string, before: readonly Place[], drafts: readonly PlaceDraft[]): Promise<void> {
  const { db, venue } = ctx;
  const known = new Map(before.map((place) => [place.id, place]));
  const ids = new Map(drafts.map((draft) => [draft.key, known.has(draft.key) ? draft.key : ctx.newId()]));
  const added: { id: string; name: string }[] = [];
  const units = unitsFor(
    before.map((place) => ({ id: place.id, unitIds: place.unit_ids })),
    drafts,
    (key) => {
      const unit = { id: ctx.newId(), name: drafts.find((draft) => draft.key === key)?.name ?? "" };
      added.push(unit);
      return unit.id;
    },
  );
  const dropped = before.filter((place) => !ids.has(place.id));
  const used = dropped.find((place) => place.used);
  if (used) throw new AppError("placeUsed", { place: placeLabel(used.name, ctx.language) });
  const regrounded = drafts.flatMap(({ key }) => {
    const place = known.get(key);
    return place && place.unit_ids.join() !== (units.get(key) ?? []).join() ? [key] : [];
  });
  const switchedOff = drafts.flatMap(({ key, on }) => (known.get(key)?.active && !on ? [key] : []));
  const losing = [...new Set([...regrounded, ...switchedOff])];
  refuseMixedPast(ctx, known, drafts, regrounded);
  await refuseStanding(ctx, losing);
  if (added.length > 0) {
    await db
      .insertInto("unit")
      .values(added.map((unit) => ({ venue_id: venue.id, hall_id: hallId, ...unit })))
      .execute();
  }
  await deletePlaces(ctx, dropped);
  for (const [position, draft] of drafts.entries()) {
    const leaf = spotOf(draft, drafts);
    const values = {
      name: draft.name,
      unit_ids: units.get(draft.key) ?? [],
      position,
      map_row: leaf.row,
      map_column: leaf.column,
      active: draft.on,
      icon: draft.icon ?? "",
    };
    const id = ids.get(draft.key) ?? "";
    if (known.has(draft.key)) await db.updateTable("place").set(values).where("venue_id", "=", venue.id).where("id", "=", id).execute();
    else
      await db
        .insertInto("place")
        .values({ venue_id: venue.id, id, hall_id: hallId, ...values })
        .execute();
  }
}

/**
 * A place with a past is not made of places with a past: what was booked on both at once, when they were apart, would read as sold twice.
 * @throws AppError `hallUsed`
 */
function refuseMixedPast(ctx: Ctx, known: ReadonlyMap<string, Place>, drafts: readonly PlaceDraft[], regrounded: readonly string[]): void {
  for (const { key, parts } of drafts) {
    const place = known.get(key);
    if (!place?.used || !regrounded.includes(key) || !parts.some((part) => known.get(part)?.used)) continue;
    throw new AppError("hallUsed", { name: placeLabel(place.name, ctx.language), why: word("hasBookings", ctx.language) });
  }
}

/** A place made of others is where the first of them is. */
function spotOf(draft: PlaceDraft, all: readonly PlaceDraft[]): { row: number; column: number } {
  const first = all.find((one) => one.key === draft.parts[0]);
  return first ? spotOf(first, all) : draft;
}

async function deletePlaces(ctx: Ctx, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return;
  const ids = places.map((place) => place.id);
  await ctx.db.deleteFrom("synced_day").where("venue_id", "=", ctx.venue.id).where("place_id", "in", ids).execute();
  await ctx.db.deleteFrom("place").where("venue_id", "=", ctx.venue.id).where("id", "in", ids).execute();
}

/**
 * The hall's own hours, or its program's, whose row is held: a program that gets other hours gives them to its halls before or after.
 * @throws AppError `missing`
 */
async function hoursFor(ctx: Ctx, draft: Draft): Promise<{ open_minutes: number[]; close_minutes: number[] }> {
  const program = await ctx.db
    .selectFrom("program")
    .select(["open_minutes", "close_minutes"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", draft.programId)
    .forShare()
    .executeTakeFirst();
  if (!program) throw new AppError("missing", { what: word("program", ctx.language) });
  if (!draft.ownHours || !draft.open || !draft.close) return program;
  return { open_minutes: draft.open, close_minutes: draft.close };
}

const columns = (ctx: Ctx, draft: Draft) => ({
  program_id: draft.programId,
  name: draft.name,
  max_row: draft.maxRow,
  max_column: draft.maxColumn,
  place_start: draft.placeStart,
  sells: draft.sells,
  position: draft.position,
  own_hours: draft.ownHours,
  closed_times: JSON.stringify(draft.closed),
  place_icon: draft.placeIcon ?? "",
  vr_url: draft.vrUrl,
  changed_by: ctx.person.name,
  changed_at: ctx.now,
});

function saved(ctx: Ctx, id: string): Promise<HallDetail> {
  publishChange(ctx, id);
  return view(ctx, { id });
}

/** Lists and grids show it. */
function publishChange(ctx: Ctx, id: string): void {
  ctx.emit({ type: "changed", data: { resource: "halls", id } });
  ctx.emit({ type: "booking_changed" });
}
