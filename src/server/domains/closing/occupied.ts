/** The half hours of units that lines and locks occupy. */
import { GRANULE } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import type { PlaceInfo } from "../../kernel/places";

/** Holder of each half hour of each unit; keys are `unit day minute`. */
export interface Occupied {
  readonly taken: ReadonlySet<string>;
  readonly locked: ReadonlySet<string>;
}
export const cellKey = (unit: string, day: string, minute: number): string => `${unit} ${day} ${minute}`;
export const unitsOf = (places: readonly PlaceInfo[]): Set<string> => new Set(places.flatMap((place) => place.unitIds));
export const shares = (place: PlaceInfo, units: ReadonlySet<string>): boolean => place.unitIds.some((unit) => units.has(unit));
export const halves = (start: number, end: number): number[] =>
  Array.from({ length: Math.ceil((end - start) / GRANULE) }, (_, i) => start + i * GRANULE);

/** Returns the cells that lines and locks hold on these days. */
export async function occupiedOn(ctx: Ctx, days: readonly string[]): Promise<Occupied> {
  const lines = await ctx.db
    .selectFrom("booking_line as l")
    .innerJoin("place as p", (join) => join.onRef("p.venue_id", "=", "l.venue_id").onRef("p.id", "=", "l.place_id"))
    .select(["p.unit_ids", "l.day", "l.start_minute", "l.end_minute"])
    .where("l.venue_id", "=", ctx.venue.id)
    .where("l.status", "=", "active")
    .where("l.day", "in", [...days])
    .execute();
  const locks = await ctx.db
    .selectFrom("place_lock as k")
    .innerJoin("place as p", (join) => join.onRef("p.venue_id", "=", "k.venue_id").onRef("p.id", "=", "k.place_id"))
    .select(["p.unit_ids", "k.day", "k.start_minute", "k.end_minute"])
    .where("k.venue_id", "=", ctx.venue.id)
    .where("k.status", "=", "locked")
    .where("k.day", "in", [...days])
    .execute();
  const cells = (rows: typeof lines): string[] =>
    rows.flatMap((row) =>
      row.unit_ids.flatMap((unit) => halves(row.start_minute, row.end_minute).map((minute) => cellKey(unit, row.day, minute))),
    );
  const locked = new Set(cells(locks));
  return { locked, taken: new Set([...cells(lines), ...locked]) };
}
