/** Cards opened in a period: who enrolled a member is in the audit log, who sold a package card in its transaction. */
import { sql } from "kysely";
import type { ReportQuery } from "../../../contract/resource/report";
import type { Ctx } from "../../http/context";
import type { Figures } from "../../resource/report";
import { type Rollup, rolled } from "../../rollups/rollup";

const OPENINGS: Rollup = {
  name: "openings",
  keys: ["type", "operator"],
  figures: ["memberCards", "packageCards", "amount"],
  rows: (venue, on) => sql`
    SELECT c.day, c.type, c.operator, sum(c.member_cards) AS "memberCards", sum(c.package_cards) AS "packageCards", sum(c.amount)::bigint AS amount FROM (
      SELECT (m.created_at AT TIME ZONE v.zone)::date AS day, 'm.' || m.card_type_id AS type,
        coalesce((SELECT a.operator FROM audit_log a WHERE a.venue_id = m.venue_id AND a.object = 'member' AND a.object_id = m.id
          ORDER BY a.id LIMIT 1), '') AS operator, 1 AS member_cards, 0 AS package_cards, 0::bigint AS amount
      FROM member m JOIN venue v ON v.id = m.venue_id
      WHERE m.venue_id = ${venue} AND ${on(sql`m.created_at`, 2)} AND ${on(sql`(m.created_at AT TIME ZONE v.zone)::date`)}
      UNION ALL
      SELECT (t.posted_at AT TIME ZONE v.zone)::date, 'p.' || h.package_card_id, t.operator, 0, 1, s.amount
      FROM ledger_tx t JOIN venue v ON v.id = t.venue_id JOIN holding h ON h.venue_id = t.venue_id AND h.id = t.document_id
      CROSS JOIN LATERAL (SELECT coalesce(sum(p.amount), 0)::bigint AS amount FROM posting p WHERE p.venue_id = t.venue_id AND p.tx_id = t.id
        AND (is_money(p.account) OR p.account = 'prepaid.order')) s
      WHERE t.venue_id = ${venue} AND t.document_kind = 'card' AND t.operation = 'package card' AND t.reverses IS NULL
        AND ${on(sql`t.posted_at`, 2)} AND ${on(sql`(t.posted_at AT TIME ZONE v.zone)::date`)}
    ) c GROUP BY 1, 2, 3`,
  first: (venue) => sql`SELECT min(created_at)::date AS first FROM member WHERE venue_id = ${venue}`,
};
export const openingRollups = [OPENINGS];

/** The report of cards opened by type, day or operator. */
export async function openings(ctx: Ctx, { from, to, group, filter }: ReportQuery): Promise<readonly Figures[]> {
  const kinds = filter["kind"] as readonly string[] | undefined;
  const wanted = kinds?.length ? kinds.map((kind) => (kind === "member" ? "m" : "p")) : ["m", "p"];
  const key = group === "day" ? sql`x.day::text` : group === "operator" ? sql`x.operator` : sql`x.type`;
  const { rows } = await sql<Figures>`
    WITH g AS (
      SELECT ${key} AS key, sum(x."memberCards")::int AS "memberCards", sum(x."packageCards")::int AS "packageCards",
        sum(x."memberCards" + x."packageCards")::int AS cards, sum(x.amount)::bigint AS amount
      FROM ${await rolled(ctx, OPENINGS, [from, to])} x WHERE left(x.type, 1) = ANY (${wanted}::text[]) GROUP BY 1)
    SELECT g.*, ${
      group === "type"
        ? sql`coalesce((SELECT y.name FROM card_type y WHERE y.venue_id = ${ctx.venue.id} AND 'm.' || y.id = g.key),
            (SELECT k.name FROM package_card k WHERE k.venue_id = ${ctx.venue.id} AND 'p.' || k.id = g.key), '')`
        : sql`g.key`
    } AS name FROM g ORDER BY ${group === "day" ? sql`g.key` : sql`g.cards DESC, g.key`}`.execute(ctx.db);
  return rows;
}
