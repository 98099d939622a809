/** Cards opened in a period, by type, day or operator. */
import { sql } from "kysely";
import type { ReportQuery } from "../../../contract/core/resource/report";
import type { Ctx } from "../../http/context";
import type { Figures } from "../../resource/report";
import { type Rollup, rolled } from "../../rollups/rollup";

const OPENINGS: Rollup = {
  name: "openings",
  keys: ["type", "operator"],
  figures: ["memberCards", "packageCards", "amount"],
  rows: (venue, on) => sql`
    SELECT c.day, c.type, c.operator, sum(c.member_cards) AS "memberCards", sum(c.package_cards) AS "packageCards", sum(c.amount)::bigint AS amount
    FROM card_opening c WHERE c.venue_id = ${venue} AND ${on(sql`c.created_at`, 2)} AND ${on(sql`c.day`)} GROUP BY 1, 2, 3`,
  first: (venue) => sql`SELECT min(created_at)::date AS first FROM member WHERE venue_id = ${venue}`,
};
export const openingRollups = [OPENINGS];

/** The report of cards opened by type, day or operator. */
export async function openings(ctx: Ctx, { from, to, group, filter }: ReportQuery): Promise<readonly Figures[]> {
  const kinds = filter["kind"] as readonly string[] | undefined;
  const prefixes = kinds?.length ? kinds.map((kind) => (kind === "member" ? "m" : "p")) : ["m", "p"];
  const key = group === "day" ? sql`x.day::text` : group === "operator" ? sql`x.operator` : sql`x.type`;
  const { rows } = await sql<Figures>`
    WITH g AS (
      SELECT ${key} AS key, sum(x."memberCards")::int AS "memberCards", sum(x."packageCards")::int AS "packageCards",
        sum(x."memberCards" + x."packageCards")::int AS cards, sum(x.amount)::bigint AS amount
      FROM ${await rolled(ctx, OPENINGS, [from, to], group === "day" ? "day" : "month")} x WHERE left(x.type, 1) = ANY (${prefixes}::text[]) GROUP BY 1)
    SELECT g.*, ${
      group === "type"
        ? sql`coalesce((SELECT y.name FROM card_type y WHERE y.venue_id = ${ctx.venue.id} AND 'm.' || y.id = g.key),
            (SELECT k.name FROM package_card k WHERE k.venue_id = ${ctx.venue.id} AND 'p.' || k.id = g.key), '')`
        : sql`g.key`
    } AS name FROM g ORDER BY ${group === "day" ? sql`g.key` : sql`g.cards DESC, g.key`}`.execute(ctx.db);
  return rows;
}
