-- Totals of members are searched as members are: by what their indexes have.
CREATE OR REPLACE VIEW member_total WITH (security_invoker = true) AS
SELECT m.venue_id, m.id, m.created_at, m.name, m.pinyin, m.card_no, m.phone, m.card_type_id, m.spent, m.last_visit_at AS last_visit,
  r.recharges, r.recharged, r.gifted, coalesce(p.amount, 0) AS principal, coalesce(g.amount, 0) AS gift, m.initials, m.card_key, m.phone_tail
FROM member m
LEFT JOIN balance p ON p.venue_id = m.venue_id AND p.subject = m.id AND p.account = 'purse.principal'
LEFT JOIN balance g ON g.venue_id = m.venue_id AND g.subject = m.id AND g.account = 'purse.gift'
LEFT JOIN LATERAL (
  SELECT count(*)::int AS recharges, coalesce(sum(e.principal), 0)::bigint AS recharged, coalesce(sum(e.gift), 0)::bigint AS gifted
  FROM recharge e WHERE e.venue_id = m.venue_id AND e.member_id = m.id AND e.revoked_at IS NULL
) r ON true;
