/** Balances of the books by account: postings until the end of a day; income, discounts and costs of later days are deferred until then. */
import { sql } from "kysely";
import type { Days } from "../../../contract/core/rows-behind";
import { ENTRY_ACCOUNTS } from "../../../contract/finance/accounts";
import type { Ctx } from "../../http/context";
import { type Rollup, rolled, rolledWithin } from "../../rollups/rollup";

/** Category of an entry by hand or a booked bank line; "" otherwise. */
const CATEGORY = sql`CASE WHEN m.account IN ('cost.other', 'income.other') THEN coalesce((SELECT m.subject FROM ledger_tx t
  WHERE t.venue_id = m.venue_id AND t.id = m.tx_id AND t.document_kind IN ('manual', 'bankLine')), '') ELSE '' END`;

/** Movement of each account on a day, fen. */
const ACCOUNTS: Rollup = {
  name: "accounts",
  keys: ["account", "category"],
  figures: ["debit", "credit"],
  rows: (venue, on) => sql`
    SELECT m.day, m.account, ${CATEGORY} AS category, coalesce(sum(m.amount) FILTER (WHERE m.amount > 0), 0)::bigint AS debit,
      coalesce(-sum(m.amount) FILTER (WHERE m.amount < 0), 0)::bigint AS credit
    FROM account_move m WHERE m.venue_id = ${venue} AND ${on(sql`m.day`)} GROUP BY 1, 2, 3`,
  first: (venue) => sql`SELECT day AS first FROM ledger_tx WHERE venue_id = ${venue} ORDER BY posted_at LIMIT 1`,
};
export const accountRollups = [ACCOUNTS];

/** Balance and movement of an account, or of a category of it; fen, debit above zero. */
export interface Balance {
  readonly account: string;
  readonly category: string;
  readonly opening: number;
  readonly debit: number;
  readonly credit: number;
}
export const closingOf = ({ opening, debit, credit }: Balance): number => opening + debit - credit;

/** Returns opening balance and movement of all accounts in a period. Needs a `snapshot`. */
export async function readBalances(ctx: Ctx, days: Days): Promise<readonly Balance[]> {
  const { rows } = await sql<Balance>`
    SELECT x.account, x.category, sum(CASE WHEN x.inside THEN 0 ELSE x.debit - x.credit END)::bigint AS opening,
      sum(CASE WHEN x.inside THEN x.debit ELSE 0 END)::bigint AS debit, sum(CASE WHEN x.inside THEN x.credit ELSE 0 END)::bigint AS credit
    FROM ${await rolledWithin(ctx, ACCOUNTS, days)} x GROUP BY 1, 2 ORDER BY 1, 2`.execute(ctx.db);
  return rows;
}

/** Returns the movement of the accounts of the result by month: rows `month`, `account`, `category`, fen `net`. Needs a `snapshot`. */
export async function readMonths(
  ctx: Ctx,
  { from, to }: Days,
): Promise<readonly { readonly month: string; readonly account: string; readonly category: string; readonly net: number }[]> {
  const { rows } = await sql<{ month: string; account: string; category: string; net: number }>`
    SELECT to_char(x.day, 'YYYY-MM') AS month, x.account, x.category, sum(x.debit - x.credit)::bigint AS net
    FROM ${await rolled(ctx, ACCOUNTS, [from, to], "month")} x WHERE x.account = ANY (${Object.keys(ENTRY_ACCOUNTS)}::text[]) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(
    ctx.db,
  );
  return rows;
}
