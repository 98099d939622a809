/**
 * The only door to `occupancy`: whoever wants a place for a time, for whatever reason, takes its cells here, and the primary key (unit,
 * granule) decides between two who want the same. Cells are taken in one order, so that two who want several do not wait for each
 * other, and before anything else is locked but the order that they are for.
 */
import { sql } from "kysely";
import { span } from "../../../contract/core/time";
import { type Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { holdDue } from "../followers";
import { isOpen, type PlaceInfo } from "../places";
import { placeLabel } from "../place-words";
import { type Claim, type DatedClaim, type ClaimedCell, keyOf, cellsOf, units, times } from "./claimed";
import { holderOf, refusal } from "./refusal";

/** Locks may lie on days on which the venue is closed, what people play may not. */
interface Taking {
  readonly closedDays?: boolean;
}

/** A holder may vanish between the refusal and the look at who it is; then the cells are tried again, this often. */
const TRIES = 3;

/** As `reserveSeries`, for claims of one day. */
export const reserveCells = (ctx: Ctx, day: string, claims: readonly Claim[], taking?: Taking): Promise<void> =>
  reserveSeries(
    ctx,
    claims.map((claim) => ({ ...claim, day })),
    taking,
  );

/**
 * Takes all cells of the claims, or none: the refusal rolls the transaction back. Unpaid holds whose time is up are released where they
 * are in the way, whether or not a scheduler ran.
 * @throws AppError `slotTaken`, `data`: what was wanted, who holds it since when, and the nearest free alternatives; `placeChanged`;
 * `slotClosed` on a day on which the venue is closed, and at a time at which the hall is by now; `linkedChosen` where two claims want one cell
 */
export async function reserveSeries(ctx: Ctx, claims: readonly DatedClaim[], taking?: Taking): Promise<void> {
  const cells = cellsOf(ctx, claims);
  refuseShared(ctx, cells);
  await occupyCells(ctx, cells, taking);
}

/** Refuses claims that want each other's cells: the key of a cell that one of them just took would not tell the other. */
function refuseShared(ctx: Ctx, cells: readonly ClaimedCell[]): void {
  const at = cells.findIndex((cell, i) => cell.key === cells[i + 1]?.key);
  const [a, b] = [cells[at]?.claim, cells[at + 1]?.claim];
  if (at < 0 || !a || !b) return;
  const time = `${a.day} ${span(Math.max(a.start, b.start), Math.min(a.end, b.end))}`;
  throw new AppError("linkedChosen", { a: placeLabel(a.place.name, ctx.language), b: placeLabel(b.place.name, ctx.language), time });
}

async function occupyCells(ctx: Ctx, cells: readonly ClaimedCell[], taking: Taking = {}): Promise<void> {
  let requested = cells;
  for (let tries = 0; requested.length > 0; tries++) {
    const [inserted, shut] = await Promise.all([insertCells(ctx, requested), tries > 0 ? undefined : shutAmong(ctx, requested, taking)]);
    if (shut) throw closedOn(ctx, shut);
    if (inserted.size === 0) await refuseChanged(ctx, requested);
    requested = requested.filter((cell) => !inserted.has(cell.key));
    const [first] = requested;
    if (first === undefined) return;
    if (tries === 0 && (await expireHolds(ctx, requested)) > 0) continue;
    const holder = await holderOf(ctx, requested);
    const lostCell = holder && requested.find((cell) => cell.key === keyOf(holder.unit_id, holder.slot_start));
    if (lostCell || tries === TRIES) throw await refusal(ctx, holder, lostCell ?? first);
  }
}

/**
 * Takes all cells of a claim if they are free and the venue and the hall are open then, and nothing if not: for cells that nobody asked
 * for by name. Holds whose time is up count as taken.
 */
export async function reserveIfFree(ctx: Ctx, claim: DatedClaim): Promise<boolean> {
  const requested = cellsOf(ctx, [claim]);
  const [inserted, shut] = await Promise.all([insertCells(ctx, requested), shutAmong(ctx, requested, {})]);
  if (inserted.size === requested.length && !shut) return true;
  await deleteCells(
    ctx,
    requested.filter((cell) => inserted.has(cell.key)),
  );
  return false;
}

/**
 * Lets a holder hold these cells instead of those it has: takes what it lacks, then frees what it no longer needs, so that two who want
 * each other's cells are both refused and neither waits.
 * @throws AppError `slotTaken`
 */
export async function moveCells(ctx: Ctx, claim: DatedClaim): Promise<void> {
  const requested = cellsOf(ctx, [claim]);
  const own = await cellsHeldBy(ctx, claim);
  const has = new Set(own.map((cell) => cell.key));
  const needs = new Set(requested.map((cell) => cell.key));
  await occupyCells(
    ctx,
    requested.filter((cell) => !has.has(cell.key)),
  );
  await deleteCells(
    ctx,
    own.filter((cell) => !needs.has(cell.key)),
  );
}

/**
 * Refuses as taking the claim would now, and takes nothing: for previews. The claim's own holder does not count, nor do holds whose
 * time is up.
 * @throws AppError `slotTaken`
 */
export async function rejectIfOccupied(ctx: Ctx, claim: DatedClaim): Promise<void> {
  const requested = cellsOf(ctx, [claim]);
  const holder = await holderOf(
    ctx,
    requested,
    sql`c.holder_id <> ${claim.holderId} AND NOT coalesce(o.order_status = 'held' AND o.hold_until <= ${ctx.now}, false)`,
  );
  const lostCell = holder && requested.find((cell) => cell.key === keyOf(holder.unit_id, holder.slot_start));
  if (lostCell) throw await refusal(ctx, holder, lostCell);
}

async function cellsHeldBy(ctx: Ctx, claim: DatedClaim): Promise<ClaimedCell[]> {
  const rows = await ctx.db
    .selectFrom("occupancy")
    .select(["unit_id", "slot_start"])
    .where("venue_id", "=", ctx.venue.id)
    .where("holder_id", "=", claim.holderId)
    .execute();
  return rows.map((row) => ({ unitId: row.unit_id, slotStart: row.slot_start, claim, key: keyOf(row.unit_id, row.slot_start) }));
}

async function deleteCells(ctx: Ctx, cells: readonly ClaimedCell[]): Promise<void> {
  const [first] = cells;
  if (first === undefined) return;
  await sql`DELETE FROM occupancy c USING unnest(${units(cells)}, ${times(cells)}) AS w (unit_id, slot_start)
    WHERE c.venue_id = ${ctx.venue.id} AND c.holder_id = ${first.claim.holderId} AND c.unit_id = w.unit_id AND c.slot_start = w.slot_start`.execute(
    ctx.db,
  );
}

/** Places of the claims by id, in the order in which they are locked. */
const placesOf = (cells: readonly ClaimedCell[]): PlaceInfo[] =>
  [...new Map(cells.map(({ claim }) => [claim.place.id, claim.place])).values()].sort((a, b) => (a.id < b.id ? -1 : 1));

/**
 * Inserts what is free and returns the keys of what was inserted: nothing where a place is no longer what the claim believes. Its row is
 * held until the transaction ends, as its lines' foreign keys would hold it anyway; who switches it off or changes its units takes the
 * row whole and so comes before or after.
 */
async function insertCells(ctx: Ctx, cells: readonly ClaimedCell[]): Promise<Set<string>> {
  const holders = sql`${cells.map((cell) => cell.claim.holderId)}::text[]`;
  const places = placesOf(cells);
  const { rows } = await sql<{ unit_id: string; slot_start: Date }>`
    WITH ground AS MATERIALIZED (
      SELECT p.id FROM place p
      JOIN unnest(${places.map((place) => place.id)}::text[], ${places.map((place) => place.unitIds.join(" "))}::text[]) AS e (id, units)
        ON e.id = p.id AND e.units = array_to_string(p.unit_ids, ' ')
      WHERE p.venue_id = ${ctx.venue.id} AND p.active ORDER BY p.id FOR KEY SHARE OF p
    )
    INSERT INTO occupancy (venue_id, unit_id, slot_start, holder_id)
    SELECT ${ctx.venue.id}, * FROM unnest(${units(cells)}, ${times(cells)}, ${holders})
    WHERE (SELECT count(*) FROM ground) = ${places.length}
    ON CONFLICT DO NOTHING RETURNING unit_id, slot_start`.execute(ctx.db);
  return new Set(rows.map((row) => keyOf(row.unit_id, row.slot_start)));
}

/**
 * The first claim on a day on which the venue is closed, or at a time that its hall has closed since the claim was made. Asked once the
 * places are held: who closes a day, or a hall at some time, takes its places whole first, so that a booking is seen by the closing, or
 * sees it.
 */
async function shutAmong(ctx: Ctx, cells: readonly ClaimedCell[], taking: Taking): Promise<DatedClaim | undefined> {
  const days = taking.closedDays === true ? [] : [...new Set(cells.map((cell) => cell.claim.day))];
  const { rows } = await sql<HallNow>`
    SELECT id, open_minutes AS open, close_minutes AS close, closed_times AS closed, ARRAY(
      SELECT day::text FROM holiday WHERE venue_id = ${ctx.venue.id} AND kind = 'closed' AND day = ANY(${days}::date[])) AS shut
    FROM hall WHERE venue_id = ${ctx.venue.id} AND id = ANY(${[...new Set(cells.map(({ claim }) => claim.place.hallId))]}::text[])`.execute(
    ctx.db,
  );
  const halls = new Map(rows.map((row) => [row.id, row]));
  return cells.find(({ claim: { place, day, start, end } }) => {
    const now = halls.get(place.hallId);
    return now !== undefined && (now.shut.includes(day) || (isOpen(place, day, start, end) && !isOpen(now, day, start, end)));
  })?.claim;
}
/** A hall's hours as they are, and those of the days asked about on which the venue is closed. */
type HallNow = { readonly id: string; readonly shut: readonly string[] } & Pick<PlaceInfo, "open" | "close" | "closed">;

const closedOn = (ctx: Ctx, { place, day, start, end }: DatedClaim): AppError =>
  new AppError("slotClosed", { place: placeLabel(place.name, ctx.language), time: `${day} ${span(start, end)}` });

/** @throws AppError `placeChanged` where a place was switched off, or has other units than the claim believes */
async function refuseChanged(ctx: Ctx, cells: readonly ClaimedCell[]): Promise<void> {
  const places = placesOf(cells);
  const now = await ctx.db
    .selectFrom("place")
    .select(["id", "unit_ids"])
    .where("venue_id", "=", ctx.venue.id)
    .where("active", "=", true)
    .where(
      "id",
      "in",
      places.map((place) => place.id),
    )
    .execute();
  const unitsNow = new Map(now.map((row) => [row.id, row.unit_ids.join(" ")]));
  const changed = places.find((place) => unitsNow.get(place.id) !== place.unitIds.join(" "));
  if (changed) throw new AppError("placeChanged", { place: placeLabel(changed.name, ctx.language) });
}

/** Expires the holds on these cells whose time is up, and says how many there were. Asks first which are due at all: there are few, and an index knows them. */
async function expireHolds(ctx: Ctx, cells: readonly ClaimedCell[]): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    WITH due AS MATERIALIZED (
      SELECT id FROM booking_order WHERE venue_id = ${ctx.venue.id} AND order_status = 'held' AND hold_until <= ${ctx.now}
    )
    SELECT DISTINCT due.id FROM due
    JOIN booking_line l ON l.venue_id = ${ctx.venue.id} AND l.order_id = due.id
    JOIN occupancy c ON c.venue_id = l.venue_id AND c.holder_id = l.id
    JOIN unnest(${units(cells)}, ${times(cells)}) AS w (unit_id, slot_start) ON w.unit_id = c.unit_id AND w.slot_start = c.slot_start
    ORDER BY due.id`.execute(ctx.db);
  for (const { id } of rows) await holdDue(ctx, id);
  return rows.length;
}
