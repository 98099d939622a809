/** Debts of members, from the ledger; the part that belongs to fixed contracts is paid at these. */
import { sql } from "kysely";
import type { Fen } from "../../contract/core/money";
import type { Ctx } from "../http/context";

interface Owed {
  readonly owed: Fen;
  readonly contracts: readonly { readonly id: string; readonly no: string; readonly owed: Fen }[];
}

/** All that a member owes, and what of it belongs to contracts, as of one moment. Fen. */
export async function owedBy(ctx: Ctx, memberId: string): Promise<Owed> {
  const { rows } = await sql<Owed>`SELECT
    (SELECT coalesce(sum(amount), 0)::bigint FROM posting WHERE venue_id = ${ctx.venue.id} AND account = 'receivable.member' AND subject = ${memberId}) AS owed,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'no', k.no, 'owed', k.used - k.paid) ORDER BY k.no), '[]') FROM fixed_contract k
      WHERE k.venue_id = ${ctx.venue.id} AND k.member_id = ${memberId} AND k.used > k.paid) AS contracts`.execute(ctx.db);
  return rows[0] ?? { owed: 0, contracts: [] };
}

/** Computes the part of it that is paid at the desk. */
export const owedHere = ({ owed, contracts }: Owed): Fen => Math.max(0, owed - contracts.reduce((sum, one) => sum + one.owed, 0));
