/**
 * Plans a closing: the affected active lines, the possible new place of each, and the cells left to lock. Has no side effects, so that
 * preview and apply compute the same plan and compare the results by a fingerprint.
 */
import { createHash } from "node:crypto";
import { addDays, daysBetween, GRANULE, instant } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { hoursOf, isOpen, loadPlaces, type PlaceInfo } from "../../kernel/places";
import { word } from "./words";
import { refundsOfCourts } from "../coaches/close";
import { refundsOfGround } from "../openPlay/cancel";
import { type ClosingInput, type Hit, hitsOf } from "./hits";
import { cellKey, halves, type Occupied, occupiedOn, shares, unitsOf } from "./occupied";
import { withAttended, withPartPayments } from "./worth";

/** Most days that one closing covers. */
const MOST_DAYS = 31;

/** A stretch of a place that will be locked. */
export interface LockRun {
  readonly place: PlaceInfo;
  readonly day: string;
  readonly start: number;
  readonly end: number;
}
export interface Plan {
  readonly places: readonly PlaceInfo[];
  readonly hits: readonly Hit[];
  readonly locks: readonly LockRun[];
  readonly fingerprint: string;
}

/**
 * Plans a closing over what is booked now.
 * @throws AppError `closingTooLong`, `slotClosed`, `missing`
 */
export async function plan(ctx: Ctx, input: ClosingInput): Promise<Plan> {
  const count = daysBetween(input.from, input.to) + 1;
  if (count < 1 || count > MOST_DAYS) throw new AppError("closingTooLong", { days: MOST_DAYS });
  const all = await loadPlaces(ctx);
  const places = all.filter((place) => input.placeIds.includes(place.id));
  if (places.length < new Set(input.placeIds).size) throw new AppError("missing", { what: word("place", ctx.language) });
  const days = Array.from({ length: count }, (_, i) => addDays(input.from, i));
  const occupied = await occupiedOn(ctx, days);
  const found = await hitsOf(ctx, input, all, places);
  const chosen = withPartPayments(chooseTargets(all, found.hits, occupied, input), found.orders);
  const orderIds = [...found.orders.keys()];
  const hits = withAttended(chosen, new Map([...(await refundsOfGround(ctx, orderIds)), ...(await refundsOfCourts(ctx, orderIds))]));
  const locks = days.flatMap((day) => locksOf(ctx, input, day, all, places, occupied));
  if (locks.length === 0 && hits.length === 0) throw new AppError("slotClosed", { place: places[0]?.name ?? "", time: input.from });
  return { places, hits, locks, fingerprint: fingerprintOf(hits, locks) };
}

/**
 * Gives each hit the nearest place of its hall, else of its program, that is free for all of its time and is promised to no other. Of a
 * booking that finds places for some of its lines only, none moves unless it was asked for: who came together plays together.
 */
function chooseTargets(all: readonly PlaceInfo[], hits: readonly Hit[], occupied: Occupied, input: ClosingInput): Hit[] {
  const closed = unitsOf(all.filter((place) => input.placeIds.includes(place.id)));
  const promised = new Set<string>();
  const cellsOf = (hit: Hit, place: PlaceInfo): string[] =>
    place.unitIds.flatMap((unit) => halves(hit.start, hit.end).map((minute) => cellKey(unit, hit.day, minute)));
  const nearest = (hit: Hit, taken: ReadonlySet<string>): PlaceInfo | null => {
    const own = all.indexOf(hit.place);
    const near = all
      .filter((place) => place.programId === hit.place.programId && place.slotMinutes === hit.place.slotMinutes && !shares(place, closed))
      .filter((place) => place.unitIds.length === hit.place.unitIds.length && isOpen(place, hit.day, hit.start, hit.end))
      .map((place) => ({ place, away: Math.abs(all.indexOf(place) - own) + (place.hallId === hit.place.hallId ? 0 : all.length) }))
      .sort((a, b) => a.away - b.away)
      .map(({ place }) => place);
    return near.find((place) => cellsOf(hit, place).every((cell) => !occupied.taken.has(cell) && !taken.has(cell))) ?? null;
  };
  const chosen = new Map<string, Hit>();
  for (const orderId of new Set(hits.map((hit) => hit.orderId))) {
    const own = hits.filter((hit) => hit.orderId === orderId);
    const promisedIds = new Set(promised);
    const found = own.map((hit) => {
      const place = nearest(hit, promisedIds);
      if (place && !input.refundLineIds.includes(hit.lineId)) for (const cell of cellsOf(hit, place)) promisedIds.add(cell);
      return { ...hit, found: place };
    });
    const whole = found.every((hit) => hit.found !== null || input.refundLineIds.includes(hit.lineId));
    for (const hit of found) {
      const moves = !input.refundLineIds.includes(hit.lineId) && (whole || input.moveLineIds.includes(hit.lineId));
      const to = moves ? hit.found : null;
      if (to) for (const cell of cellsOf(hit, to)) promised.add(cell);
      chosen.set(hit.lineId, { ...hit, to });
    }
  }
  return hits.map((hit) => chosen.get(hit.lineId) ?? hit);
}

/**
 * Stretches to lock on a day: what of the closed places lies in opening hours, is not over and not locked already. Where a lock covers
 * some units of a place, the places of its other units are locked in its stead.
 */
function locksOf(
  ctx: Ctx,
  input: ClosingInput,
  day: string,
  all: readonly PlaceInfo[],
  places: readonly PlaceInfo[],
  occupied: Occupied,
): LockRun[] {
  const done = new Set(occupied.locked);
  const runs: LockRun[] = [];
  const bySize = [...all].sort((a, b) => b.unitIds.length - a.unitIds.length);
  for (const place of [...places].sort((a, b) => b.unitIds.length - a.unitIds.length)) {
    const { open, close } = hoursOf(place, day);
    const from = Math.max(open, Math.floor(input.start / GRANULE) * GRANULE);
    for (const minute of halves(from, Math.min(close, input.end))) {
      if (instant(day, minute + GRANULE, ctx.venue.zone) <= ctx.now) continue;
      const free = new Set(place.unitIds.filter((unit) => !done.has(cellKey(unit, day, minute))));
      for (const part of bySize) {
        if (part !== place && part.unitIds.length >= place.unitIds.length) continue;
        if (!part.unitIds.every((unit) => free.has(unit))) continue;
        for (const unit of part.unitIds) {
          free.delete(unit);
          done.add(cellKey(unit, day, minute));
        }
        const last = runs.find((run) => run.place === part && run.end === minute);
        if (last) runs[runs.indexOf(last)] = { ...last, end: minute + GRANULE };
        else runs.push({ place: part, day, start: minute, end: minute + GRANULE });
      }
    }
  }
  return runs;
}

function fingerprintOf(hits: readonly Hit[], locks: readonly LockRun[]): string {
  const texts = {
    hits: hits.map((hit) => [hit.lineId, hit.state, hit.place.id, hit.day, hit.start, hit.end, hit.price, hit.worth, hit.to?.id ?? null]),
    locks: locks.map((run) => [run.place.id, run.day, run.start, run.end]),
  };
  return createHash("sha256").update(JSON.stringify(texts)).digest("hex");
}
