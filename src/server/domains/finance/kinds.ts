/** Kinds of postings on a purse, as readers of the account log see them. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { KIND_LABELS, type LogKind } from "../../../contract/finance/account-logs";

const LOG_KINDS = Object.keys(KIND_LABELS) as LogKind[];

/**
 * SQL conditions for the kind of a movement, from the document, the operation and the direction; `t` is the transaction, `taken` the amount
 * deducted from the purse, fen. A credit to a purse from a document that deducted from it is a refund. The first match applies.
 */
const plain = sql`t.document_kind NOT IN ('recharge', 'referral', 'transfer', 'adjustment') AND t.operation NOT IN ('closing', 'fee')`;
const conditions = (taken: RawBuilder<unknown>): Readonly<Record<LogKind, RawBuilder<unknown>>> => ({
  recharge: sql`t.document_kind = 'recharge' AND t.reverses IS NULL`,
  referral: sql`t.document_kind = 'referral' AND t.reverses IS NULL`,
  revocation: sql`t.document_kind IN ('recharge', 'referral') AND t.reverses IS NOT NULL`,
  transfer: sql`t.document_kind = 'transfer'`,
  closing: sql`t.operation = 'closing' AND t.document_kind NOT IN ('recharge', 'transfer')`,
  fee: sql`t.operation = 'fee' AND t.document_kind NOT IN ('recharge', 'transfer')`,
  adjust: sql`t.document_kind = 'adjustment' AND t.operation NOT IN ('closing', 'fee')`,
  refund: sql`${taken} < 0 AND ${plain}`,
  booking: sql`${taken} > 0 AND t.document_kind IN ('order', 'fixed', 'session', 'openPlay') AND ${plain}`,
  packageCard: sql`${taken} > 0 AND t.document_kind = 'card' AND ${plain}`,
  roaming: sql`${taken} > 0 AND t.document_kind = 'roaming' AND ${plain}`,
  debt: sql`${taken} > 0 AND t.document_kind = 'debt' AND ${plain}`,
  sale: sql`${taken} > 0 AND t.document_kind NOT IN ('order', 'fixed', 'session', 'openPlay', 'card', 'roaming', 'debt') AND ${plain}`,
});
const POSTED = sql`p.amount`;

/** The kind of a movement; `taken` is what it takes from the purse, fen: by default the posting `p`. */
export const kindBy = (taken: RawBuilder<unknown>): RawBuilder<LogKind> => {
  const of = conditions(taken);
  return sql<LogKind>`CASE ${sql.join(
    LOG_KINDS.map((kind) => sql`WHEN ${of[kind]} THEN ${sql.lit(kind)}`),
    sql` `,
  )} END`;
};
export const kindOf: RawBuilder<LogKind> = kindBy(POSTED);

/** True of movements of these kinds; plain conditions, so that the planner sees how few there are. Unknown kinds match nothing. */
export function ofKinds(kinds: readonly string[], taken: RawBuilder<unknown> = POSTED): RawBuilder<SqlBool> {
  const of = conditions(taken);
  const known = LOG_KINDS.filter((kind) => kinds.includes(kind));
  if (known.length === 0) return sql<SqlBool>`false`;
  return sql<SqlBool>`(${sql.join(
    known.map((kind) => sql`(${of[kind]})`),
    sql` OR `,
  )})`;
}
