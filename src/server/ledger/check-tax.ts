/** The identities of output tax. */
import { sql } from "kysely";
import type { Checks } from "./identities";
import { NO_SALES, SERVICE_OF } from "./tax-accounts";

/** Tax in a sum of gross amounts `g` at a percent `p`, fen, as `taxIn` rounds it. */
const TAX_OF = (g: string, p: string) => sql.raw(`(2 * ${g} * ${p} + 100 + ${p}) / (2 * (100 + ${p}))`);
const PERCENT = sql.raw("CASE WHEN rate ~ '^[0-9]+$' THEN rate::int ELSE 0 END");

export const TAX_CHECKS: Checks = {
  "the output tax of a transaction is that of its tax lines": (venue) => sql`
    SELECT coalesce(p.tx_id, l.tx_id) AS subject, 'output ' || coalesce(p.output, 0) || ' lines ' || coalesce(l.output, 0) || ', stored value ' || coalesce(p.stored, 0)
      || ' lines ' || coalesce(l.stored, 0) AS detail
    FROM (SELECT p.tx_id, coalesce(-sum(p.amount) FILTER (WHERE p.account = 'tax.output'), 0) AS output, coalesce(sum(p.amount) FILTER (WHERE p.account = 'tax.prepaid'), 0) AS stored
      FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
      WHERE p.venue_id = ${venue} AND p.account IN ('tax.output', 'tax.prepaid') AND t.document_kind <> 'bankLine' GROUP BY p.tx_id) p
    FULL JOIN (SELECT tx_id, coalesce(sum(tax) FILTER (WHERE purse = ''), 0) AS output, coalesce(sum(tax) FILTER (WHERE purse <> ''), 0) AS stored
      FROM tax_line WHERE venue_id = ${venue} GROUP BY tx_id) l ON l.tx_id = p.tx_id
    WHERE coalesce(p.output, 0) <> coalesce(l.output, 0) OR coalesce(p.stored, 0) <> coalesce(l.stored, 0)`,
  "the output tax of a document is that of what it sells and did not give back, by rate": (venue) => sql`
    SELECT document_id AS subject, service || ' ' || rate || ': sold ' || gross || ', tax ' || tax AS detail FROM (
      SELECT document_id, service, class_id, rate, ${PERCENT} AS percent, sum(gross)::bigint AS gross, sum(tax)::bigint AS tax FROM tax_line
      WHERE venue_id = ${venue} AND earned_on IS NOT NULL GROUP BY document_kind, document_id, service, class_id, rate) d
    WHERE gross < 0 OR tax <> ${TAX_OF("gross", "percent")}`,
  // Only documents whose days all had output tax: sales before the rule have no lines.
  "the tax lines of a document cover what it sold: taxed with it, or paid by stored value that was": (venue) => sql`
    SELECT s.document_id AS subject, s.document_kind || ': sold ' || s.sold || ', tax lines ' || coalesce(l.covered, 0) AS detail FROM (
      SELECT t.document_kind, t.document_id,
        coalesce(-sum(p.amount) FILTER (WHERE p.account IN (${sql.join(Object.keys(SERVICE_OF))}) OR p.account ^@ 'discount.'), 0) AS sold
      FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id JOIN venue v ON v.id = t.venue_id
      LEFT JOIN LATERAL (SELECT r.output_tax FROM invoice_rule r WHERE r.venue_id = t.venue_id AND r.from_day <= (t.posted_at AT TIME ZONE v.zone)::date
        ORDER BY r.from_day DESC LIMIT 1) r ON true
      WHERE t.venue_id = ${venue} AND t.document_kind NOT IN (${sql.join([...NO_SALES])})
        AND EXISTS (SELECT FROM invoice_rule WHERE venue_id = ${venue} AND output_tax)
      GROUP BY 1, 2 HAVING bool_and(coalesce(r.output_tax, false))) s
    LEFT JOIN (SELECT document_kind, document_id, sum(CASE WHEN purse = '' THEN gross ELSE -gross END) AS covered FROM tax_line
      WHERE venue_id = ${venue} GROUP BY 1, 2) l ON l.document_kind = s.document_kind AND l.document_id = s.document_id
    WHERE s.sold <> coalesce(l.covered, 0)`,
  "taxed stored value is in the purse, and its tax is gone when it is": (venue) => sql`
    SELECT d.member_id AS subject, d.purse || ': taxed ' || d.gross || ', tax ' || d.tax || ', balance ' || coalesce(b.amount, 0) AS detail FROM (
      SELECT member_id, purse, sum(gross)::bigint AS gross, sum(tax)::bigint AS tax, bool_or(gross < 0 OR tax < 0 OR gross = 0 AND tax <> 0) AS broken
      FROM (SELECT member_id, purse, rate, sum(gross) AS gross, sum(tax) AS tax FROM tax_line WHERE venue_id = ${venue} AND purse <> '' GROUP BY 1, 2, 3) r GROUP BY 1, 2) d
    LEFT JOIN balance b ON b.venue_id = ${venue} AND b.account = 'purse.' || d.purse AND b.subject = d.member_id
    WHERE d.broken OR d.gross > coalesce(b.amount, 0)`,
};
