/** The check that standing lines and locks hold their cells. */
import { sql } from "kysely";
import { GRANULE } from "../../contract/core/time";
import type { Db } from "../db/client";
import { granules } from "../kernel/occupancy/cells";
import { type Finding, MOST } from "./identities";

interface Held {
  readonly id: string;
  readonly unit_ids: string[];
  readonly day: string;
  readonly start_minute: number;
  readonly end_minute: number;
}

/**
 * Each standing line and lock holds exactly its cells. The database finds those whose count or first cell looks wrong in the plain
 * case; around a clock change that is not yet a fault, so those are looked at by the cell.
 */
export async function checkCells(db: Db, venueId: string): Promise<Finding[]> {
  const venue = await db.selectFrom("venue").select("zone").where("id", "=", venueId).executeTakeFirst();
  if (!venue) return [];
  const { rows } = await sql<Held>`
    WITH held AS (
      SELECT l.id, l.place_id, l.day, l.start_minute, l.end_minute FROM booking_line l
      JOIN booking_order o ON o.venue_id = l.venue_id AND o.id = l.order_id
      WHERE l.venue_id = ${venueId} AND l.status = 'active' AND o.order_status NOT IN ('cancelled', 'expired')
      UNION ALL SELECT id, place_id, day, start_minute, end_minute FROM place_lock WHERE venue_id = ${venueId} AND status = 'locked')
    SELECT h.id, p.unit_ids, h.day, h.start_minute, h.end_minute FROM held h
    JOIN place p ON p.venue_id = ${venueId} AND p.id = h.place_id
    LEFT JOIN (SELECT holder_id, count(*) AS cells, min(slot_start) AS first, max(slot_start) AS last FROM occupancy WHERE venue_id = ${venueId} GROUP BY holder_id) c
      ON c.holder_id = h.id
    WHERE c.cells IS DISTINCT FROM (cardinality(p.unit_ids) * (h.end_minute - h.start_minute) / ${GRANULE}::int)
      OR c.first IS DISTINCT FROM (h.day + make_interval(mins => h.start_minute)) AT TIME ZONE ${venue.zone}
      OR c.last IS DISTINCT FROM (h.day + make_interval(mins => h.end_minute - ${GRANULE}::int)) AT TIME ZONE ${venue.zone}
    ORDER BY h.id LIMIT ${MOST}`.execute(db);
  const findings: Finding[] = [];
  for (const row of rows) {
    const cells = await db
      .selectFrom("occupancy")
      .select(["unit_id", "slot_start"])
      .where("venue_id", "=", venueId)
      .where("holder_id", "=", row.id)
      .execute();
    const times = granules(row.day, row.start_minute, row.end_minute, venue.zone) ?? [];
    const expectedCells = row.unit_ids.flatMap((unit) => times.map((at) => `${unit} ${at.toISOString()}`)).sort();
    const has = cells.map((cell) => `${cell.unit_id} ${cell.slot_start.toISOString()}`).sort();
    if (expectedCells.join() === has.join()) continue;
    findings.push({
      check: "each standing line and lock holds exactly its cells",
      subject: row.id,
      detail: `holds ${has.length} of ${expectedCells.length}`,
    });
  }
  return findings;
}
