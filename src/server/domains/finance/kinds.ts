/** What a posting on a purse is to the people who read the account log. */
import { type RawBuilder, sql } from "kysely";
import type { AccountLog } from "../../../contract/finance";

export type LogKind = AccountLog["kind"];

/**
 * Kind of movement, from the document, the operation and the direction; `t` is the transaction, `p` the posting. What comes back to a
 * purse from a document that took from it is a refund.
 */
export const kindOf: RawBuilder<LogKind> = sql<LogKind>`CASE
  WHEN t.document_kind = 'recharge' THEN CASE WHEN t.reverses IS NULL THEN 'recharge' ELSE 'revocation' END
  WHEN t.document_kind = 'transfer' THEN 'transfer'
  WHEN t.operation = 'closing' THEN 'closing'
  WHEN t.operation = 'fee' THEN 'fee'
  WHEN t.document_kind = 'adjustment' THEN 'adjust'
  WHEN p.amount < 0 THEN 'refund'
  WHEN t.document_kind IN ('order', 'session') THEN 'booking'
  WHEN t.document_kind = 'card' THEN 'packageCard'
  ELSE 'sale' END`;
