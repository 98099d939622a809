/** Checks of `npm run doctor` beyond the ledger: each is one query that finds violations. Amounts in fen. */
import { type RawBuilder, sql } from "kysely";
import type { Keep } from "../../server/retention";

/** One thing that is wrong: of what, and the figures that disagree. */
export interface Row {
  readonly subject: string;
  readonly detail: string;
}
type Check = (venue: string) => RawBuilder<Row>;

/** Accounts that a document's money comes from and returns to; money collected for it by scan is found by the payment's id. */
const MONEY = sql`(is_money(p.account) OR p.account = 'prepaid.order' AND EXISTS (SELECT FROM payment y WHERE y.venue_id = p.venue_id AND y.id = p.subject))`;

/** Per venue. */
export const VENUE_CHECKS: Readonly<Record<string, Check>> = {
  // From the documents alone, so that it also holds where the guard's own table would be wrong.
  "no ground is sold twice": (venue) => sql`
    WITH held AS (
      SELECT l.id, l.place_id, (l.day - DATE '2000-01-01') * 1440 + l.start_minute AS begins, (l.day - DATE '2000-01-01') * 1440 + l.end_minute AS ends
      FROM booking_line l JOIN booking_order o ON o.venue_id = l.venue_id AND o.id = l.order_id
      WHERE l.venue_id = ${venue} AND l.status = 'active' AND o.order_status NOT IN ('cancelled', 'expired')
      UNION ALL
      SELECT id, place_id, (day - DATE '2000-01-01') * 1440 + start_minute, (day - DATE '2000-01-01') * 1440 + end_minute
      FROM place_lock WHERE venue_id = ${venue} AND status = 'locked'),
    units AS (
      SELECT h.id, u.unit_id, h.begins, h.ends,
        max(h.ends) OVER (PARTITION BY u.unit_id ORDER BY h.begins, h.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS taken_until
      FROM held h JOIN place p ON p.venue_id = ${venue} AND p.id = h.place_id CROSS JOIN LATERAL unnest(p.unit_ids) AS u (unit_id))
    SELECT id AS subject, 'unit ' || unit_id || ' is taken by another until later' AS detail FROM units WHERE taken_until > begins`,
  "what is still to come stands on places that are on": (venue) => sql`
    SELECT o.no AS subject, p.name || ' is switched off' AS detail
    FROM booking_line l JOIN booking_order o ON o.venue_id = l.venue_id AND o.id = l.order_id
    JOIN place p ON p.venue_id = l.venue_id AND p.id = l.place_id
    WHERE l.venue_id = ${venue} AND l.status = 'active' AND NOT p.active AND o.ends_at > now()
      AND o.order_status IN ('reserved', 'paid', 'checked_in')`,
  "what members have spent is what was posted for them": (venue) => sql`
    WITH documents AS (
      SELECT 'order' AS kind, id, member_id FROM booking_order WHERE venue_id = ${venue} AND member_id IS NOT NULL
      UNION ALL SELECT 'sale', id, member_id FROM sale WHERE venue_id = ${venue} AND member_id IS NOT NULL
      UNION ALL SELECT 'fixed', id, member_id FROM fixed_contract WHERE venue_id = ${venue} AND member_id IS NOT NULL
      UNION ALL SELECT 'session', id, member_id FROM session_order WHERE venue_id = ${venue} AND member_id IS NOT NULL
      UNION ALL SELECT 'openPlay', id, member_id FROM open_play_ticket WHERE venue_id = ${venue} AND member_id IS NOT NULL
      UNION ALL SELECT 'activity', id, member_id FROM activity_join WHERE venue_id = ${venue} AND member_id IS NOT NULL
      UNION ALL SELECT 'voucher', id, member_id FROM voucher WHERE venue_id = ${venue} AND member_id IS NOT NULL
      UNION ALL SELECT 'card', id, member_id FROM holding WHERE venue_id = ${venue}
      UNION ALL SELECT 'roaming', id, member_id FROM roaming_payment WHERE venue_id = ${venue}),
    money AS (
      SELECT d.member_id, sum(p.amount) AS amount FROM documents d
      JOIN ledger_tx t ON t.venue_id = ${venue} AND t.document_kind = d.kind AND t.document_id = d.id
      JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id 
      WHERE ${MONEY} AND NOT (d.kind = 'roaming' AND p.account = 'clearing.venue') GROUP BY d.member_id)
    SELECT m.card_no AS subject, 'kept ' || m.spent || ', posted ' || coalesce(money.amount, 0) AS detail
    FROM member m LEFT JOIN money ON money.member_id = m.id WHERE m.venue_id = ${venue} AND m.spent <> coalesce(money.amount, 0)`,
  "a fixed contract's prepaid money and debt are what was paid less what was used": (venue) => sql`
    SELECT k.no AS subject, 'paid ' || k.paid || ', used ' || k.used || ', prepaid ' || coalesce(b.amount, 0) || ', owed ' || coalesce(r.amount, 0) AS detail
    FROM fixed_contract k LEFT JOIN balance b ON b.venue_id = k.venue_id AND b.account = 'prepaid.order' AND b.subject = k.id
    LEFT JOIN LATERAL (SELECT sum(p.amount) AS amount FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
      WHERE t.venue_id = ${venue} AND p.account LIKE 'receivable.%' AND (t.document_kind = 'fixed' AND t.document_id = k.id OR t.document_kind = 'order'
        AND t.document_id IN (SELECT order_id FROM fixed_occurrence c WHERE c.venue_id = ${venue} AND c.contract_id = k.id))) r ON true
    WHERE k.venue_id = ${venue} AND (coalesce(b.amount, 0) <> greatest(k.paid - k.used, 0) OR coalesce(r.amount, 0) <> greatest(k.used - k.paid, 0))`,
  "what a fixed contract used is what its settled occurrences cost": (venue) => sql`
    SELECT k.no AS subject, 'used ' || k.used || ', settled ' || coalesce(sum(c.price), 0) AS detail
    FROM fixed_contract k LEFT JOIN fixed_occurrence c ON c.venue_id = k.venue_id AND c.contract_id = k.id AND c.state = 'settled'
    WHERE k.venue_id = ${venue} GROUP BY k.no, k.used HAVING k.used <> coalesce(sum(c.price), 0)`,
  "an occurrence of a fixed contract stands in the grid as its contract says": (venue) => sql`
    SELECT c.id AS subject, c.state || ' ' || c.day || ' ' || c.place_id || ', order ' || o.order_status || ', line ' || l.status || ' ' || l.day || ' ' || l.place_id AS detail
    FROM fixed_occurrence c JOIN booking_order o ON o.venue_id = c.venue_id AND o.id = c.order_id
    JOIN booking_line l ON l.venue_id = c.venue_id AND l.id = c.line_id
    WHERE c.venue_id = ${venue} AND ((c.state IN ('leave', 'moved', 'cancelled')) <> (o.order_status = 'cancelled') AND NOT (c.state = 'planned' AND o.order_status = 'cancelled')
      OR o.kind <> 'fixed' OR (l.day, l.place_id, l.start_minute, l.end_minute, l.price) IS DISTINCT FROM (c.day, c.place_id, c.start_minute, c.end_minute, c.price))`,
  "no two price plans of equal priority share a place and a day": (venue) => sql`
    SELECT a.name AS subject, 'priority ' || a.priority || ', as ' || b.name AS detail FROM price_plan a
    JOIN price_plan b ON b.venue_id = a.venue_id AND b.program_id = a.program_id AND b.priority = a.priority AND b.id > a.id AND b.enabled
      AND b.valid_from <= a.valid_to AND b.valid_to >= a.valid_from
      AND (a.place_ids = '{}' OR b.place_ids = '{}' OR a.place_ids && b.place_ids)
    WHERE a.venue_id = ${venue} AND a.enabled`,
  "stock on hand is the sum of its movements and never below 0": (venue) => sql`
    SELECT coalesce(s.warehouse, m.warehouse) || ' ' || coalesce(s.product_id, m.product_id) AS subject,
      'on hand ' || coalesce(s.quantity, 0) || ', movements ' || coalesce(m.quantity, 0) AS detail
    FROM (SELECT warehouse, product_id, quantity FROM stock WHERE venue_id = ${venue}) s
    FULL JOIN (SELECT warehouse, product_id, sum(quantity) AS quantity FROM stock_movement WHERE venue_id = ${venue} GROUP BY warehouse, product_id) m
      ON m.warehouse = s.warehouse AND m.product_id = s.product_id
    WHERE coalesce(s.quantity, 0) <> coalesce(m.quantity, 0) OR s.quantity < 0`,
  "what stock is worth is the sum of its movements and of its postings": (venue) => sql`
    SELECT coalesce(v.product_id, m.product_id, p.product_id) AS subject, 'kept ' || coalesce(v.held, 0) || ' worth ' || coalesce(v.value, 0) || ', movements '
      || coalesce(m.held, 0) || ' worth ' || coalesce(m.value, 0) || ', postings ' || coalesce(p.value, 0) AS detail
    FROM (SELECT product_id, held, value FROM stock_value WHERE venue_id = ${venue}) v
    FULL JOIN (SELECT product_id, sum(quantity) AS held, sum(cost) AS value FROM stock_movement WHERE venue_id = ${venue} GROUP BY product_id) m USING (product_id)
    FULL JOIN (SELECT subject AS product_id, sum(amount) AS value FROM posting WHERE venue_id = ${venue} AND account IN ('stock.main', 'stock.shop')
      GROUP BY subject) p USING (product_id)
    WHERE (coalesce(v.held, 0), coalesce(v.value, 0)) IS DISTINCT FROM (coalesce(m.held, 0), coalesce(m.value, 0)) OR coalesce(v.value, 0) <> coalesce(p.value, 0)`,
  "what waits to be sent was not taken back": (venue) => sql`
    SELECT d.no AS subject, l.name || ': to send ' || i.quantity || ', left ' || l.quantity - l.returned AS detail
    FROM delivery d JOIN delivery_item i ON i.venue_id = d.venue_id AND i.delivery_id = d.id
    JOIN sale_line l ON l.venue_id = i.venue_id AND l.id = i.sale_line_id
    WHERE d.venue_id = ${venue} AND d.state = 'waiting' AND i.quantity > l.quantity - l.returned`,
  "a card's uses are those in its log": (venue) => sql`
    SELECT h.no AS subject, 'used ' || h.used || ', in the log ' || coalesce(u.times, 0) AS detail
    FROM holding h LEFT JOIN (SELECT holding_id, sum(times) AS times FROM holding_use WHERE venue_id = ${venue} AND kind = 'use' GROUP BY holding_id) u ON u.holding_id = h.id
    WHERE h.venue_id = ${venue} AND h.used <> coalesce(u.times, 0)`,
  "a card's balance is its price less what its uses earned": (venue) => sql`
    SELECT h.no AS subject, 'balance ' || coalesce(b.amount, 0) || ', price ' || h.price || ', carried ' || h.carried || ', earned ' || coalesce(u.value, 0) AS detail
    FROM holding h LEFT JOIN (SELECT holding_id, sum(value) AS value FROM holding_use WHERE venue_id = ${venue} GROUP BY holding_id) u ON u.holding_id = h.id
    LEFT JOIN balance b ON b.venue_id = h.venue_id AND b.account = 'card.value' AND b.subject = h.id
    WHERE h.venue_id = ${venue} AND h.kind <> 'period' AND h.state IN ('inactive', 'active', 'paused', 'used_up') AND coalesce(b.amount, 0) <> h.price + h.carried - coalesce(u.value, 0)`,
  "a period card's balance is its price less what its days earn": (venue) => sql`
    SELECT h.no AS subject, 'balance ' || coalesce(b.amount, 0) || ', price ' || h.price || ', carried ' || h.carried || ', earned ' || coalesce(e.amount, 0) AS detail
    FROM holding h LEFT JOIN (SELECT t.document_id, -sum(p.amount) AS amount FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
      WHERE t.venue_id = ${venue} AND t.document_kind = 'card' AND p.account = 'income.card_use' GROUP BY t.document_id) e ON e.document_id = h.id
    LEFT JOIN balance b ON b.venue_id = h.venue_id AND b.account = 'card.value' AND b.subject = h.id
    WHERE h.venue_id = ${venue} AND h.kind = 'period' AND h.state IN ('inactive', 'active', 'paused') AND coalesce(b.amount, 0) <> h.price + h.carried - coalesce(e.amount, 0)`,
  "a session's places left are its places less the attendees sold": (venue) => sql`
    SELECT s.id AS subject, 'left ' || s.left_place || ', places ' || s.max_place || ', sold ' || coalesce(o.heads, 0) AS detail
    FROM hall_booking s LEFT JOIN (SELECT hall_booking_id, sum(heads) AS heads FROM session_order WHERE venue_id = ${venue} AND status = 'booked' GROUP BY hall_booking_id) o
      ON o.hall_booking_id = s.id
    WHERE s.venue_id = ${venue} AND s.left_place <> s.max_place - coalesce(o.heads, 0)`,
  "a cancelled session has no booking that stands": (venue) => sql`
    SELECT o.no AS subject, 'session ' || s.id || ' is cancelled' AS detail FROM session_order o
    JOIN hall_booking s ON s.venue_id = o.venue_id AND s.id = o.hall_booking_id
    WHERE o.venue_id = ${venue} AND o.status = 'booked' AND s.status = 'cancelled'`,
  "a session's booking by package card has its uses in the card's log, less those that went back": (venue) => sql`
    SELECT o.no AS subject, o.status || ', attendees ' || o.heads || ', uses ' || coalesce(u.times, 0) AS detail FROM session_order o
    LEFT JOIN (SELECT document_id, sum(times) AS times FROM holding_use WHERE venue_id = ${venue} AND document_kind = 'session' GROUP BY document_id) u
      ON u.document_id = o.id
    WHERE o.venue_id = ${venue} AND o.holding_id IS NOT NULL AND (coalesce(u.times, 0) < 0 OR coalesce(u.times, 0) > o.heads
      OR o.status = 'booked' AND coalesce(u.times, 0) <> o.heads)`,
  "an open play's places left are its places less the attendees that joined": (venue) => sql`
    SELECT e.no AS subject, 'left ' || e.left_heads || ', places ' || e.capacity || ', joined ' || coalesce(t.heads, 0) AS detail
    FROM open_play e LEFT JOIN (SELECT open_play_id, sum(heads) AS heads FROM open_play_ticket WHERE venue_id = ${venue} AND state <> 'left' GROUP BY open_play_id) t
      ON t.open_play_id = e.id
    WHERE e.venue_id = ${venue} AND e.left_heads <> e.capacity - coalesce(t.heads, 0)`,
  "an open play that failed or was cancelled has nobody in it and no ground; one that stands has its ground": (venue) => sql`
    SELECT e.no AS subject, e.state || ', left ' || e.left_heads || ' of ' || e.capacity || ', order ' || coalesce(o.order_status, 'none') AS detail
    FROM open_play e LEFT JOIN booking_order o ON o.venue_id = e.venue_id AND o.id = e.order_id
    WHERE e.venue_id = ${venue} AND (e.state IN ('failed', 'cancelled') AND (e.left_heads <> e.capacity OR o.order_status <> 'cancelled')
      OR e.state IN ('open', 'confirmed') AND (o.kind IS DISTINCT FROM 'openPlay' OR o.order_status NOT IN ('paid', 'checked_in', 'finished')))`,
  "every head of an open play that is over came or was counted as one that did not": (venue) => sql`
    SELECT t.no AS subject, 'attendees ' || t.heads || ', came ' || t.entered || ', absent ' || t.absent || ', ' || t.state AS detail
    FROM open_play_ticket t JOIN open_play e ON e.venue_id = t.venue_id AND e.id = t.open_play_id
    WHERE t.venue_id = ${venue} AND t.state <> 'left' AND (e.state = 'finished' AND t.entered + t.absent <> t.heads
      OR e.state <> 'finished' AND t.absent > 0 OR (t.state = 'no_show') <> (t.absent = t.heads))`,
  "no live event is missing between the first and the last": (venue) => sql`
    SELECT 'outbox' AS subject, 'events ' || count(*) || ', numbers ' || min(id) || ' to ' || max(id) || ', counter ' || coalesce(max(c.value), 0) AS detail
    FROM outbox o LEFT JOIN counter c ON c.venue_id = o.venue_id AND c.name = 'outbox' WHERE o.venue_id = ${venue}
    HAVING count(*) <> max(o.id) - min(o.id) + 1 OR max(o.id) <> max(c.value)`,
};

/** Per venue: nothing is broken, but somebody should look. */
export const venueNotes = ({ keyHours }: Keep): Readonly<Record<string, Check>> => ({
  "no drawer has paid out more than was in it": (venue) => sql`
    SELECT s.no AS subject, s.operator || ', ' || s.state || ', holds ' || sum(p.amount) || ': a float was not entered, or cash came from elsewhere' AS detail
    FROM posting p JOIN shift s ON s.venue_id = p.venue_id AND s.id = p.subject
    WHERE p.venue_id = ${venue} AND p.account = 'tender.cash' GROUP BY s.venue_id, s.id HAVING sum(p.amount) < 0`,
  "no key of a retry is kept past its time": (venue) => sql`
    SELECT call || ' ' || key AS subject, 'kept since ' || at || ': the server clears old keys while it runs' AS detail
    FROM idempotency WHERE venue_id = ${venue} AND at < now() - make_interval(hours => ${keyHours + 1}::int)`,
});

/** Work that nobody does: the server is down, or a job fails. */
export const lateWork =
  (now: Date): Check =>
  (venue) =>
    sql`
    SELECT job AS subject, 'due ' || due_at || ', failed ' || tries || ' times: the server does it while it runs' AS detail
    FROM due WHERE venue_id = ${venue} AND (due_at < ${new Date(now.getTime() - 600_000)} OR tries > 3)`;

/** Since when the audit log is whole: months that were kept long enough are gone. */
const KEPT_SINCE = sql`(SELECT min(coalesce(begins, '-infinity')) FROM months.audit WHERE ends IS NOT NULL)`;

/** The audit log has the making of each row of a table that is audited, as far back as it is kept. */
export const auditCheck =
  (table: string): Check =>
  (venue) =>
    sql`
    SELECT ${table} || ' ' || r.id AS subject, 'its making is not in the audit log' AS detail FROM ${sql.table(table)} r
    WHERE r.venue_id = ${venue} AND NOT EXISTS (SELECT FROM audit_log a WHERE a.venue_id = r.venue_id AND a.object = ${table} AND a.object_id = r.id AND a.before IS NULL)
      AND (${KEPT_SINCE} = '-infinity' OR coalesce(to_jsonb(r) ->> 'created_at', to_jsonb(r) ->> 'at')::timestamptz >= ${KEPT_SINCE})`;

/** Tables of venues without the trigger `audit`: parts of documents, counters and what jobs keep, whose changes their documents log. */
export const UNAUDITED: readonly string[] = [
  "audit_log, balance, card_type_move_line, channel_bill_row, cms_statistics, coach_bank_number, counter, coupon_settlement_line, customer_code, customer_session, day_sheet, delivery_item, due",
  "fixed_hold, holding_use, idempotency, import_row, invoice_line, journal_entry, journal_line, ledger_tx, locked_line, locked_sale_line, message, occupancy, outbox, pay_code, plan_job, posting, preference, price_sheet",
  "rollup, rollup_day, rollup_touch, sale_line, sale_return_line, stock, stock_document_line, stock_movement, stock_value, synced_day, tax_line, umpire_mark, uploaded_file",
].flatMap((line) => line.split(", "));

/** Tables of venues whose changes are audited by row. */
export const AUDITED = sql<{ name: string }>`
  SELECT c.relname AS name FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> ALL (${UNAUDITED})
    AND (SELECT count(*) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname IN ('venue_id', 'id') AND NOT a.attisdropped) = 2 ORDER BY 1`;

/** Checks of the whole database: the safeguards are enabled. */
export const DATABASE_CHECKS: Readonly<Record<string, RawBuilder<Row>>> = {
  "every table of venues is under row-level security": sql`
    SELECT c.relname AS subject, 'row-level security is off' AS detail FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'venue_id' AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname NOT IN ('person_venue', 'preference')
      AND NOT (c.relrowsecurity AND c.relforcerowsecurity)`,
  "the application's role cannot pass row-level security": sql`
    SELECT rolname AS subject, 'superuser or BYPASSRLS' AS detail FROM pg_roles WHERE rolname = 'venue_app' AND (rolsuper OR rolbypassrls)
    UNION ALL SELECT 'venue_app', 'there is no such role' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'venue_app')`,
  "guards of the ledger and the audit log are on": sql`
    SELECT c.relname AS subject, g.tgname || ' is off' AS detail FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
    WHERE c.relnamespace = 'public'::regnamespace AND NOT g.tgisinternal AND g.tgenabled NOT IN ('O', 'A')
    UNION ALL SELECT wanted.table_name, 'no trigger ' || wanted.trigger_name
    FROM (VALUES ('ledger_tx', 'append_only'), ('ledger_tx', 'balanced'), ('posting', 'append_only'), ('posting', 'fresh_tx'), ('audit_log', 'append_only'), ('closing_hit', 'append_only'))
      AS wanted (table_name, trigger_name)
    WHERE NOT EXISTS (SELECT FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relname = wanted.table_name AND g.tgname = wanted.trigger_name)`,
  "the application may not change the ledger or the audit log": sql`
    SELECT table_name AS subject, 'venue_app may ' || privilege_type AS detail FROM information_schema.role_table_grants
    WHERE grantee = 'venue_app' AND table_schema = 'public' AND table_name IN ('ledger_tx', 'posting', 'audit_log') AND privilege_type NOT IN ('SELECT', 'INSERT')`,
};
