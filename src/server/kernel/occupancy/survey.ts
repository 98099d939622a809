/**
 * Cells that are wanted for many days, looked at before they are taken: what is in the way at each place, and who. Taking them decides who
 * gets them.
 */
import { sql } from "kysely";
import type { Ctx } from "../../http/context";
import { granules } from "./cells";
import { hoursOf, isOpen, type PlaceInfo } from "../places";
import { word } from "../words";

/** A stretch of a day, minutes from midnight. */
interface Stretch {
  readonly day: string;
  readonly start: number;
  readonly end: number;
}
/** A place at a time of a day, wanted. */
export interface Wanted extends Stretch {
  readonly place: PlaceInfo;
}
/** Holder of cells, and the time since which they are held; a lock has no order. */
export interface GroundHolder {
  readonly name: string;
  readonly at: Date;
  readonly orderId: string | null;
}
/** Reason why a place cannot be booked for a stretch. The holder is known where the place is open and held, past or not. */
export interface GroundState {
  readonly problem: "closed" | "past" | "taken" | null;
  readonly holder: GroundHolder | null;
}

/**
 * Reads the occupancy of places at the times wanted, in one query however many they are.
 * @param places all that will be asked about
 * @param contractId whose kept cells count as free
 * @returns what keeps one of the places from one of those stretches
 */
export async function surveyGround(
  ctx: Ctx,
  places: readonly PlaceInfo[],
  wanted: readonly Stretch[],
  contractId: string | null = null,
): Promise<(place: PlaceInfo, at: Stretch) => GroundState> {
  const occupied = await occupiedCells(ctx, places, wanted, contractId);
  return (place, at) => {
    const times = openTimes(ctx, place, at);
    if (times === null) return { problem: "closed", holder: null };
    const found = place.unitIds.flatMap((unit) => times.map((time) => occupied.get(keyOf(unit, time)))).find((cell) => cell !== undefined);
    const holder = found ? { name: nameOf(ctx, found), at: found.at ?? ctx.now, orderId: found.order_id } : null;
    const past = times[0] !== undefined && times[0] <= ctx.now;
    return { problem: past ? "past" : holder ? "taken" : null, holder };
  };
}

/** The granules of a stretch within the opening hours; null where the place is closed, the slots do not fit or clocks skip it. */
function openTimes(ctx: Ctx, place: PlaceInfo, { day, start, end }: Stretch): Date[] | null {
  const { open } = hoursOf(place, day);
  const slot = place.slotMinutes;
  if (!isOpen(place, day, start, end) || (start - open) % slot !== 0 || (end - start) % slot !== 0) return null;
  return granules(day, start, end, ctx.venue.zone);
}

interface Taken {
  readonly unit_id: string;
  readonly slot_start: Date;
  readonly order_id: string | null;
  readonly name: string | null;
  readonly reason: string | null;
  readonly at: Date | null;
}

const keyOf = (unitId: string, at: Date): string => `${unitId} ${at.getTime()}`;

/** Returns the holders of cells. Expired unpaid holds and the contract's own reserved cells count as free. */
async function occupiedCells(
  ctx: Ctx,
  places: readonly PlaceInfo[],
  wanted: readonly Stretch[],
  contractId: string | null,
): Promise<Map<string, Taken>> {
  const { zone } = ctx.venue;
  const times = new Map<number, string>();
  for (const { day, start, end } of wanted)
    for (const at of granules(day, start, end, zone) ?? []) times.set(at.getTime(), at.toISOString());
  const units = [...new Set(places.flatMap((place) => place.unitIds))];
  const { rows } = await sql<Taken>`
    SELECT c.unit_id, c.slot_start, o.id AS order_id, o.name, k.reason, coalesce(o.created_at, k.created_at) AS at FROM occupancy c
    LEFT JOIN booking_line l ON l.venue_id = c.venue_id AND l.id = c.holder_id
    LEFT JOIN booking_order o ON o.venue_id = l.venue_id AND o.id = l.order_id
    LEFT JOIN place_lock k ON k.venue_id = c.venue_id AND k.id = c.holder_id
    WHERE c.venue_id = ${ctx.venue.id} AND c.unit_id = ANY (${units}::text[]) AND c.slot_start = ANY (${[...times.values()]}::timestamptz[])
      AND NOT (coalesce(o.order_status, '') = 'held' AND coalesce(o.hold_until, 'infinity') <= ${ctx.now})
      AND NOT EXISTS (SELECT FROM fixed_hold h WHERE h.venue_id = c.venue_id AND h.lock_id = c.holder_id AND h.contract_id = ${contractId ?? ""})`.execute(
    ctx.db,
  );
  return new Map(rows.map((row) => [keyOf(row.unit_id, row.slot_start), row]));
}

const nameOf = (ctx: Ctx, { order_id, name, reason }: Taken): string =>
  order_id === null ? (reason ?? "") : name || word("walkIn", ctx.language);
