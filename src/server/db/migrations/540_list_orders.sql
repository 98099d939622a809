-- Each list has its own order from an index: a page of it is read, and not sorted out of all rows.
CREATE INDEX album_order ON album (venue_id, position, id);
CREATE INDEX card_type_order ON card_type (venue_id, position, id);
CREATE INDEX hall_order ON hall (venue_id, position, id);
CREATE INDEX package_card_order ON package_card (venue_id, position, id);
CREATE INDEX product_class_order ON product_class (venue_id, position, id);
CREATE INDEX recharge_offer_order ON recharge_offer (venue_id, position, id);
CREATE INDEX cms_banner_item_order ON cms_banner_item (venue_id, sequence, id);
CREATE INDEX cms_category_order ON cms_category (venue_id, sequence, id);
CREATE INDEX venue_navigation_order ON venue_navigation (venue_id, sequence, id);
CREATE INDEX venue_service_order ON venue_service (venue_id, sequence, id);
CREATE INDEX video_platform_order ON video_platform (venue_id, sequence, id);
CREATE INDEX bundle_created ON bundle (venue_id, created_at DESC, id DESC);
CREATE INDEX club_member_created ON club_member (venue_id, created_at DESC, id DESC);
CREATE INDEX member_segment_created ON member_segment (venue_id, created_at DESC, id DESC);
CREATE INDEX message_consent_created ON message_consent (venue_id, created_at DESC, id DESC);
CREATE INDEX program_created ON program (venue_id, created_at, id);
CREATE INDEX promotion_created ON promotion (venue_id, created_at DESC, id DESC);
CREATE INDEX temporary_price_created ON temporary_price (venue_id, created_at DESC, id DESC);
CREATE INDEX reminder_order ON reminder (venue_id, at, id);
CREATE INDEX stock_movement_order ON stock_movement (venue_id, at DESC, id DESC);
DROP INDEX battle_starts;
CREATE INDEX battle_order ON battle (venue_id, starts_at NULLS FIRST, id);
CREATE INDEX member_spent ON member (venue_id, spent DESC NULLS LAST, id DESC);
-- Recharges are added up for the rows that show them, not for all that are counted.
CREATE OR REPLACE VIEW member_total WITH (security_invoker = true) AS
SELECT m.venue_id, m.id, m.created_at, m.name, m.pinyin, m.card_no, m.phone, m.card_type_id, m.spent, m.last_visit_at AS last_visit,
  r.recharges, r.recharged, r.gifted, coalesce(p.amount, 0) AS principal, coalesce(g.amount, 0) AS gift
FROM member m
LEFT JOIN balance p ON p.venue_id = m.venue_id AND p.subject = m.id AND p.account = 'purse.principal'
LEFT JOIN balance g ON g.venue_id = m.venue_id AND g.subject = m.id AND g.account = 'purse.gift'
LEFT JOIN LATERAL (
  SELECT count(*)::int AS recharges, coalesce(sum(e.principal), 0)::bigint AS recharged, coalesce(sum(e.gift), 0)::bigint AS gifted
  FROM recharge e WHERE e.venue_id = m.venue_id AND e.member_id = m.id AND e.revoked_at IS NULL
) r ON true;
