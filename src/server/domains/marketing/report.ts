/** The marketing day report, and the rows that it is made of: counts from the documents, amounts from their postings. */
import { sql } from "kysely";
import { isMarketingAmount, MARKETING_FIGURES, marketingDays, marketingEntries } from "../../../contract/marketing/marketing-report";
import type { Ctx } from "../../http/context";
import { type Figures, serveReport } from "../../resource/report";
import { serveResource } from "../../resource/serve";

/** A row of each day. What happened lies within a day of its date in any zone, by which it is found. */
async function rows(ctx: Ctx, { from, to }: { readonly from: string; readonly to: string }): Promise<readonly Figures[]> {
  const figures = Object.keys(MARKETING_FIGURES).map(
    (figure) =>
      sql`coalesce(sum(${sql.ref(isMarketingAmount(figure) ? "e.amount" : "e.times")}) FILTER (WHERE e.kind = ${sql.lit(figure)}), 0)::bigint AS ${sql.ref(figure)}`,
  );
  const { rows: days } = await sql<Figures>`
    SELECT d.at::date::text AS day, d.at::date::text AS key, ${sql.join(figures)}
    FROM generate_series(${from}::date, ${to}::date, interval '1 day') AS d (at)
    LEFT JOIN marketing_entry e ON e.venue_id = ${ctx.venue.id} AND e.day = d.at::date
      AND e.created_at >= (${from}::date - 2)::timestamptz AND e.created_at < (${to}::date + 3)::timestamptz AND e.day BETWEEN ${from} AND ${to}
    GROUP BY d.at ORDER BY d.at`.execute(ctx.db);
  return days;
}

export const marketingReportRoutes = [
  ...serveReport(marketingDays, { rows }),
  ...serveResource(marketingEntries, { table: "marketing_entry", columns: { id: () => sql`t.id` }, daysOf: { day: "created_at" } }),
];
