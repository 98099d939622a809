/** Holders of the venue's liabilities at the end of a day, and what is left on package cards. */
import { sql } from "kysely";
import { addDays, instant } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";

/** Accounts with a subject of their own, but for purses, whose members are rolled up. */
const BY_SUBJECT = ["card.value", "voucher.value", "prepaid.order", "deposit", "payable.supplier", "payable.coach", "payable.competitor"];

/** Returns how many subjects have a balance at the end of a day, by account. */
export async function readHolders(ctx: Ctx, day: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ account: string; holders: number }>`
    SELECT s.account, count(*)::int AS holders FROM (SELECT account, subject FROM posting
      WHERE venue_id = ${ctx.venue.id} AND account = ANY (${BY_SUBJECT}::text[]) AND day <= ${day} GROUP BY 1, 2 HAVING sum(amount) <> 0) s
    GROUP BY 1`.execute(ctx.db);
  return new Map(rows.map(({ account, holders }) => [account, holders]));
}

/** The package cards of a type: fen, cards with value left, uses left of those sold by uses, the first day on which one ends. */
interface Cards {
  readonly type: string;
  readonly name: string;
  readonly opening: number;
  readonly credit: number;
  readonly debit: number;
  readonly closing: number;
  readonly holders: number;
  readonly units: number;
  readonly expires: string | null;
}
/** Returns what package cards are worth at the end of a period and what moved them in it, by type. */
export async function readCards(ctx: Ctx, { from, to }: { readonly from: string; readonly to: string }): Promise<readonly Cards[]> {
  const end = instant(addDays(to, 1), 0, ctx.venue.zone);
  const { rows } = await sql<Cards>`
    WITH v AS (SELECT subject, -coalesce(sum(amount) FILTER (WHERE day < ${from}), 0)::bigint AS opening,
        coalesce(-sum(amount) FILTER (WHERE day >= ${from} AND amount < 0), 0)::bigint AS credit, coalesce(sum(amount) FILTER (WHERE day >= ${from} AND amount > 0), 0)::bigint AS debit,
        -sum(amount)::bigint AS closing
      FROM posting WHERE venue_id = ${ctx.venue.id} AND account = 'card.value' AND day <= ${to} GROUP BY subject)
    SELECT h.package_card_id AS type, coalesce(max(c.name), max(h.name)) AS name, sum(v.opening)::bigint AS opening, sum(v.credit)::bigint AS credit,
      sum(v.debit)::bigint AS debit, sum(v.closing)::bigint AS closing, (count(*) FILTER (WHERE v.closing <> 0))::int AS holders,
      coalesce(sum(u.units) FILTER (WHERE v.closing <> 0 AND h.kind = 'times'), 0)::int AS units,
      (min(h.expires_on) FILTER (WHERE v.closing <> 0))::text AS expires
    FROM v JOIN holding h ON h.venue_id = ${ctx.venue.id} AND h.id = v.subject
    LEFT JOIN package_card c ON c.venue_id = h.venue_id AND c.id = h.package_card_id
    CROSS JOIN LATERAL (SELECT coalesce((SELECT n.after FROM holding_use n WHERE n.venue_id = h.venue_id AND n.holding_id = h.id AND n.at < ${end}
      ORDER BY n.at DESC, n.id DESC LIMIT 1), h.times + h.bonus_times) AS units) u
    GROUP BY 1 HAVING sum(v.opening) <> 0 OR sum(v.credit) <> 0 OR sum(v.debit) <> 0 ORDER BY sum(v.closing) DESC, 1`.execute(ctx.db);
  return rows;
}
