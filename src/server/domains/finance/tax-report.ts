/** Output tax by month and rate, from the tax lines of the books. */
import { sql } from "kysely";
import { RATES, SERVICES } from "../../../contract/accounting/invoices";
import type { Label } from "../../../contract/core/resource/label";
import type { ReportQuery } from "../../../contract/core/resource/report";
import { outputTax } from "../../../contract/finance/tax-report";
import type { Ctx } from "../../http/context";
import { type Figures, serveReport } from "../../resource/report";

interface Row {
  readonly key: string;
  readonly below: string | null;
  readonly gross: number;
  readonly tax: number;
}

/** Returns a row for each rate with the services below it, or for each month with the rates below it. */
async function rows(ctx: Ctx, { from, to, group }: ReportQuery): Promise<readonly Figures[]> {
  const byMonth = group === "month";
  const { rows: found } = await sql<Row>`
    SELECT ${byMonth ? sql`to_char(day, 'YYYY-MM')` : sql`rate`} AS key, ${byMonth ? sql`rate` : sql`service`} AS below, sum(gross)::bigint AS gross, sum(tax)::bigint AS tax
    FROM tax_line WHERE venue_id = ${ctx.venue.id} AND purse = '' AND day BETWEEN ${from} AND ${to}
    GROUP BY GROUPING SETS ((1), (1, 2)) ORDER BY 1, 2 NULLS FIRST`.execute(ctx.db);
  const nameOf = (names: Readonly<Record<string, Label>>, key: string): string => names[key]?.[ctx.language] ?? key;
  return found
    .toSorted((a, b) => (byMonth ? 0 : ORDER.indexOf(a.key) - ORDER.indexOf(b.key)))
    .map(({ key, below, gross, tax }) => ({
      ...(below === null
        ? { key, name: byMonth ? key : nameOf(RATES, key) }
        : { key: `${key}/${below}`, level: 1, name: nameOf(byMonth ? RATES : SERVICES, below) }),
      gross,
      net: gross - tax,
      tax,
    }));
}
/** Rates, the highest first. */
const ORDER = Object.keys(RATES).toSorted((a, b) => (Number(b) || -1) - (Number(a) || -1));

export const taxReportRoutes = serveReport(outputTax, { rows });
