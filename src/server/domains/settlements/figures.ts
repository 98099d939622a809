/** Components of a settlement, from the postings: customers' money of each account, its channel fees, payments by coupons. */
import { sql } from "kysely";
import type { Ctx } from "../../http/context";
import { streamOf } from "../../ledger/streams";
import { TENDERS } from "../../ledger/takings";

interface AccountFigures {
  readonly account: string;
  /** Fen, all ≥ 0. */
  readonly received: number;
  readonly refunded: number;
  readonly fees: number;
}
const SUBSIDY = "receivable.coupon";
/** Account on which the platform's handling fees of games are owed. */
const PLATFORM = "receivable.platform";

/** A period by account. */
export async function byAccount(ctx: Ctx, from: string, to: string): Promise<readonly AccountFigures[]> {
  const { rows } = await sql<AccountFigures>`
    SELECT s.account, coalesce(sum(s.amount) FILTER (WHERE s.amount > 0 AND s.stream IS NOT NULL), 0)::bigint AS received,
      coalesce(-sum(s.amount) FILTER (WHERE s.amount < 0 AND s.stream IS NOT NULL AND NOT s.fee), 0)::bigint AS refunded,
      coalesce(-sum(s.amount) FILTER (WHERE s.fee), 0)::bigint AS fees
    FROM (
      SELECT p.account, p.amount, ${streamOf} AS stream, EXISTS (SELECT FROM posting f
        WHERE f.venue_id = p.venue_id AND f.tx_id = p.tx_id AND f.account = 'cost.handling') AS fee
      FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
      WHERE p.venue_id = ${ctx.venue.id} AND p.account = ANY (${[...TENDERS, SUBSIDY, PLATFORM]}::text[]) AND p.day BETWEEN ${from} AND ${to}
    ) s WHERE s.stream IS NOT NULL OR s.fee GROUP BY s.account ORDER BY s.account ^@ 'receivable.', s.account`.execute(ctx.db);
  return rows;
}

/**
 * Returns the handling fees that games owe the platform up to a day and that no settlement has paid, fen by game. Locks the games in the
 * order of their ids.
 */
export async function owedToPlatform(ctx: Ctx, until: string): Promise<readonly { readonly game: string; readonly owed: number }[]> {
  await sql`SELECT FROM game WHERE venue_id = ${ctx.venue.id} AND settled_handling > 0 ORDER BY id FOR UPDATE`.execute(ctx.db);
  const { rows } = await sql<{ game: string; owed: number }>`
    SELECT p.subject AS game, (-sum(p.amount))::bigint AS owed FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
    WHERE p.venue_id = ${ctx.venue.id} AND p.account = ${PLATFORM} AND (t.document_kind = 'entry' AND p.day <= ${until} OR t.document_kind = 'settlement')
    GROUP BY p.subject HAVING sum(p.amount) < 0 ORDER BY p.subject`.execute(ctx.db);
  return rows;
}

/** The figures of a settlement, fen: net = received − refunded − fees + subsidy. */
export async function figuresOf(ctx: Ctx, from: string, to: string) {
  const accounts = await byAccount(ctx, from, to);
  const money = accounts.filter(({ account }) => account !== SUBSIDY);
  const sum = (of: readonly AccountFigures[], name: "received" | "refunded" | "fees"): number =>
    of.reduce((all, row) => all + row[name], 0);
  const coupons = accounts.filter(({ account }) => account === SUBSIDY);
  const [received, refunded, fees] = [sum(money, "received"), sum(money, "refunded"), sum(money, "fees")];
  const subsidy = sum(coupons, "received") - sum(coupons, "refunded");
  const { rows } = await sql<{ earned: number }>`
    SELECT coalesce(-sum(amount), 0)::bigint AS earned FROM posting WHERE venue_id = ${ctx.venue.id} AND earned_on BETWEEN ${from} AND ${to}
      AND (account ^@ 'income.' OR account ^@ 'discount.')`.execute(ctx.db);
  return { received, refunded, fees, subsidy, net: received - refunded - fees + subsidy, earned: rows[0]?.earned ?? 0 };
}
