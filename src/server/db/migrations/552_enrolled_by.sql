-- Who enrolled a member stands in the member, as who sold a card stands in its booking: the log is kept for some months only, and it would be
-- looked up for each card of a list. A release that does not know the column yet writes it by its default.
ALTER TABLE member ADD COLUMN enrolled_by text NOT NULL DEFAULT coalesce(current_setting('app.operator', true), '');
ALTER TABLE member DISABLE TRIGGER USER;
UPDATE member m SET enrolled_by = a.operator
FROM (SELECT DISTINCT ON (venue_id, object_id) venue_id, object_id, operator FROM audit_log WHERE object = 'member' ORDER BY venue_id, object_id, id) a
WHERE a.venue_id = m.venue_id AND a.object_id = m.id AND a.operator <> '';
ALTER TABLE member ENABLE TRIGGER USER;
-- The log keeps a change of it, too.
DROP TRIGGER audit_update ON member;
CREATE TRIGGER audit_update AFTER UPDATE OF venue_id, id, card_no, name, pinyin, initials, phone, gender, birthday, card_type_id, state, state_reason, expires_on, tags, memo,
  created_at, merged_into_id, merged_at, erased_at, referrer_id, photo, coach_id, family, enrolled_by
  ON member FOR EACH ROW EXECUTE FUNCTION audit_row();

CREATE OR REPLACE VIEW card_opening WITH (security_invoker = true) AS
SELECT m.venue_id, 'm.' || m.id AS id, m.created_at, (m.created_at AT TIME ZONE v.zone)::date AS day, 'member' AS kind, 'm.' || m.card_type_id AS type,
  coalesce(m.card_no, '') AS no, m.id AS member_id, m.card_type_id, NULL::text AS package_card_id,
  m.enrolled_by AS operator,
  1 AS member_cards, 0 AS package_cards, 0::bigint AS amount
FROM member m JOIN venue v ON v.id = m.venue_id
UNION ALL
SELECT t.venue_id, 'p.' || t.id, t.posted_at, (t.posted_at AT TIME ZONE v.zone)::date, 'package', 'p.' || h.package_card_id, t.document_no, h.member_id,
  NULL, h.package_card_id, t.operator, 0, 1,
  (SELECT coalesce(sum(p.amount), 0)::bigint FROM posting p WHERE p.venue_id = t.venue_id AND p.tx_id = t.id
    AND (is_money(p.account) OR p.account = 'prepaid.order'))
FROM ledger_tx t JOIN venue v ON v.id = t.venue_id JOIN holding h ON h.venue_id = t.venue_id AND h.id = t.document_id
WHERE t.document_kind = 'card' AND t.operation = 'package card' AND t.reverses IS NULL;
