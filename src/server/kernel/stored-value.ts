/** Stored value that was paid for and that no invoice contains: counted by member, transfers on by transfers, joined by merges. */
import { sql } from "kysely";
import type { Fen } from "../../contract/core/money";
import type { Ctx } from "../http/context";

/**
 * Serializes changes of the venue's invoices, and transfers, merges and closings, which change what members may invoice. Acquired before rows of members
 * and of invoices are locked.
 */
export const lockInvoices = async (ctx: Ctx): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`invoice ${ctx.venue.id}`}, 0))`.execute(ctx.db);
};

/**
 * Amount that a member, and those merged into the member, paid for stored value and that no invoice contains: recharges, and the part of transfers that
 * was in none, less invoices and what closings paid out. Below zero where a recharge was taken back after it was invoiced.
 */
export async function readUninvoiced(ctx: Ctx, memberId: string): Promise<Fen> {
  const { rows } = await sql<{ left: Fen }>`
    WITH same_member AS (SELECT id FROM member WHERE venue_id = ${ctx.venue.id} AND (id = ${memberId} OR merged_into_id = ${memberId})),
    transfers AS (SELECT giver_id, receiver_id, coalesce(uninvoiced, amount) AS part FROM member_transfer
      WHERE venue_id = ${ctx.venue.id} AND state = 'done' AND purse = 'principal' AND (giver_id IN (SELECT id FROM same_member) OR receiver_id IN (SELECT id FROM same_member)))
    SELECT ((SELECT coalesce(sum(r.paid), 0) FROM recharge r WHERE r.venue_id = ${ctx.venue.id} AND r.member_id IN (SELECT id FROM same_member) AND r.revoked_at IS NULL)
      + (SELECT coalesce(sum(part) FILTER (WHERE receiver_id IN (SELECT id FROM same_member)), 0) - coalesce(sum(part) FILTER (WHERE giver_id IN (SELECT id FROM same_member)), 0) FROM transfers)
      - (SELECT coalesce(sum(p.amount), 0) FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
        WHERE p.venue_id = ${ctx.venue.id} AND p.account = 'purse.principal' AND p.subject IN (SELECT id FROM same_member) AND t.document_kind = 'closing')
      - (SELECT coalesce(sum(stored), 0) FROM invoice
        WHERE venue_id = ${ctx.venue.id} AND member_id IN (SELECT id FROM same_member) AND state NOT IN ('cancelled', 'reversed')))::bigint AS left`.execute(
    ctx.db,
  );
  return rows[0]?.left ?? 0;
}
