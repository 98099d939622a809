/** Cells that a claim asks for. */
import type { Ctx } from "../../http/context";
import { type Cell, granules } from "./cells";
import type { Chosen } from "./choose";
import { sql } from "kysely";

/** A run and the line or lock that will hold it. */
export interface Claim extends Chosen {
  readonly holderId: string;
}
/** A claim of a series, which has a day of its own. */
export interface DatedClaim extends Claim {
  readonly day: string;
}
export interface ClaimedCell extends Cell {
  readonly claim: DatedClaim;
  readonly key: string;
}

export const keyOf = (unitId: string, slotStart: Date): string => `${unitId} ${slotStart.toISOString()}`;

/** Cells in the order in which everybody takes them. */
export function cellsOf(ctx: Ctx, claims: readonly DatedClaim[]): ClaimedCell[] {
  const cells = claims.flatMap((claim) => {
    const times = granules(claim.day, claim.start, claim.end, ctx.venue.zone) ?? [];
    return claim.place.unitIds.flatMap((unitId) => times.map((slotStart) => ({ unitId, slotStart, claim, key: keyOf(unitId, slotStart) })));
  });
  return cells.sort((a, b) => (a.key < b.key ? -1 : 1));
}

export const units = (cells: readonly Cell[]) => sql`${cells.map((cell) => cell.unitId)}::text[]`;
export const times = (cells: readonly Cell[]) => sql`${cells.map((cell) => cell.slotStart.toISOString())}::timestamptz[]`;
