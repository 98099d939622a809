/**
 * Giving synced days back to live prices: what was written down for them is forgotten, and plans count there again. Bookings that stand
 * keep their price. What a day would cost then comes from the same function that prices it at the desk.
 */
import type { Parsed } from "../../../contract/core/call";
import type { PriceSync, priceSync as calls, ReleasePreview } from "../../../contract/prices/price-sync";
import { daysBetween, GRANULE } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { hoursOf, loadPlaces, type PlaceInfo } from "../../kernel/places";
import { placeLabels } from "../../kernel/place-words";
import { halfHour } from "../../kernel/price/price";
import { type Consumer, type PriceRules, syncedKey } from "../../kernel/price/rules";
import { loadRules } from "../../kernel/price/tariff";
import { type Outcome, samplesOf } from "./samples";
import { beginRun, toSync } from "./sync";
import { soldHalves } from "./sync-plan";
import { word } from "./words";

const CONSUMERS: readonly Consumer[] = ["walkIn", "member", "group"];
type Draft = Parsed<typeof calls.releasePreview>;
type Slot = Outcome<"repriced" | "kept" | "lost">;
interface Reach {
  readonly places: readonly PlaceInfo[];
  readonly synced: readonly { placeId: string; day: string; planName: string }[];
  readonly slots: readonly Slot[];
}

/** Returns the effect of the release. @throws AppError `missing` */
export async function releasePreview(ctx: Ctx, input: Draft): Promise<ReleasePreview> {
  const { synced, slots } = await reachOf(ctx, input);
  return {
    plans: [...new Set(synced.map((one) => one.planName))].sort(),
    days: synced.length,
    slots: slots.length,
    ...countOf(slots),
    samples: samplesOf(slots),
  };
}

/**
 * Gives the synced days back to live prices, and writes that into the log of syncs.
 * @throws AppError `missing`, `releaseNothing`, `syncRunning`
 */
export async function release(ctx: Ctx, input: Draft): Promise<PriceSync> {
  const { id } = await beginRun(ctx, {
    kind: "release",
    plan_id: "",
    plan_name: "",
    program_id: input.programId,
    program_name: "",
    first_day: input.from,
    last_day: input.to,
    place_ids: input.placeIds,
    places: "",
    total: daysBetween(input.from, input.to) + 1,
  });
  // Read only now that no sync can write beside it; the run then says what it found.
  const { places, synced, slots } = await reachOf(ctx, input);
  const days = synced.map((one) => one.day).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) throw new AppError("releaseNothing", { from: input.from, to: input.to });
  const ids = new Set(synced.map((one) => one.placeId));
  const of = places.filter((place) => ids.has(place.id));
  await ctx.db
    .deleteFrom("synced_day")
    .where("venue_id", "=", ctx.venue.id)
    .where("place_id", "in", [...ids])
    .where("day", ">=", first)
    .where("day", "<=", last)
    .execute();
  const row = await ctx.db
    .updateTable("price_sync")
    .set({
      plan_name: [...new Set(synced.map((one) => one.planName))].sort().join(", "),
      program_name: of[0]?.programName ?? "",
      first_day: first,
      last_day: last,
      place_ids: of.map((place) => place.id),
      places: placeLabels(
        of.map((place) => place.name),
        "zh",
      ),
      state: "done",
      done: synced.length,
      total: synced.length,
      ...countOf(slots),
      finished_at: ctx.now,
    })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.emit({ type: "changed", data: { resource: "priceSync", id: row.id } });
  ctx.emit({ type: "booking_changed" });
  return toSync(ctx, row);
}

async function reachOf(ctx: Ctx, { programId, placeIds, from, to }: Draft): Promise<Reach> {
  const all = await loadPlaces(ctx, { programId });
  const places = placeIds.length === 0 ? all : all.filter((place) => placeIds.includes(place.id));
  if (places.length < new Set(placeIds).size) throw new AppError("missing", { what: word("place", ctx.language) });
  const first = from > today(ctx) ? from : today(ctx);
  const ids = places.map((place) => place.id);
  if (places.length === 0 || first > to) return { places, synced: [], slots: [] };
  const synced = await ctx.db
    .selectFrom("synced_day")
    .select(["place_id as placeId", "day", "plan_name as planName"])
    .where("venue_id", "=", ctx.venue.id)
    .where("place_id", "in", ids)
    .where("day", ">=", first)
    .where("day", "<=", to)
    .orderBy("day")
    .orderBy("place_id")
    .execute();
  const [rules, sold] = [await loadRules(ctx, places, first, to), await soldHalves(ctx, ids, first, to)];
  const byId = new Map(places.map((place) => [place.id, place]));
  const slots = synced.flatMap(({ placeId, day }) => {
    const place = byId.get(placeId);
    const ofProgram = place && rules.get(place.programId);
    return ofProgram ? slotsOf(place, day, ofProgram, sold.get(syncedKey(placeId, day)) ?? new Set()) : [];
  });
  return { places, synced, slots };
}

function slotsOf(place: PlaceInfo, day: string, rules: PriceRules, sold: ReadonlySet<number>): Slot[] {
  const live = { ...rules, synced: new Map() };
  const priceOf = (by: PriceRules, start: number, consumer: Consumer): number | null => {
    let sum = 0;
    for (let minute = start; minute < start + place.slotMinutes; minute += GRANULE) {
      const half = halfHour(by, { placeId: place.id, day, minute, consumer, cardTypeId: null });
      if (half === null) return null;
      sum += half.price;
    }
    return sum;
  };
  const slots: Slot[] = [];
  const { open, close } = hoursOf(place, day);
  for (let start = open; start + place.slotMinutes <= close; start += place.slotMinutes) {
    const end = start + place.slotMinutes;
    const [from, to] = [priceOf(rules, start, "walkIn"), priceOf(live, start, "walkIn")];
    const differs = CONSUMERS.some((consumer) => priceOf(rules, start, consumer) !== priceOf(live, start, consumer));
    let isReplaced = false;
    for (let half = start / GRANULE; half < end / GRANULE; half++) isReplaced ||= sold.has(half);
    const outcome = !differs ? "same" : isReplaced ? "kept" : to === null ? "lost" : "repriced";
    slots.push({ place, day, start, end, outcome, from, to });
  }
  return slots;
}

function countOf(slots: readonly Slot[]): Record<Slot["outcome"], number> {
  const counts = { repriced: 0, kept: 0, lost: 0, same: 0 };
  for (const { outcome } of slots) counts[outcome]++;
  return counts;
}
