-- What card types, recharge offers and package cards allow, beyond their prices.
ALTER TABLE card_type RENAME CONSTRAINT card_type_venue_id_name_key TO card_type_name;
ALTER TABLE card_type
  ADD COLUMN kind text NOT NULL DEFAULT 'prepaid' CHECK (kind IN ('prepaid', 'credit')),
  -- Days ahead that its members may book, where it differs from the venue's.
  ADD COLUMN days_ahead int CHECK (days_ahead >= 0),
  -- Days of the week (1 Monday … 7) and hours in which its members may play; empty and null: always.
  ADD COLUMN weekdays text[] NOT NULL DEFAULT '{}',
  ADD COLUMN start_minute int CHECK (start_minute BETWEEN 0 AND 1440),
  ADD COLUMN end_minute int CHECK (end_minute BETWEEN 0 AND 1440),
  ADD COLUMN fee bigint CHECK (fee >= 0),
  ADD COLUMN deposit bigint CHECK (deposit >= 0),
  ADD COLUMN credit_limit bigint CHECK (credit_limit >= 0),
  -- Members who have spent this much move up to that type.
  ADD COLUMN upgrade_spent bigint CHECK (upgrade_spent > 0),
  ADD COLUMN upgrade_to_id text,
  ADD COLUMN memo text NOT NULL DEFAULT '',
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
  ADD CONSTRAINT card_type_upgrade CHECK ((upgrade_spent IS NULL) = (upgrade_to_id IS NULL) AND upgrade_to_id IS DISTINCT FROM id),
  ADD CONSTRAINT card_type_upgrade_to FOREIGN KEY (venue_id, upgrade_to_id) REFERENCES card_type (venue_id, id),
  ADD CONSTRAINT card_type_hours CHECK ((start_minute IS NULL) = (end_minute IS NULL) AND start_minute < end_minute);
CREATE INDEX card_type_created ON card_type (venue_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX recharge_offer_name ON recharge_offer (venue_id, name);
ALTER TABLE recharge_offer
  ADD COLUMN raise_to_id text,
  -- How often one member may take it; null: as often as they like.
  ADD COLUMN per_person int CHECK (per_person > 0),
  ADD COLUMN valid_from date,
  ADD COLUMN valid_to date,
  ADD COLUMN memo text NOT NULL DEFAULT '',
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
  ADD CONSTRAINT recharge_offer_raise FOREIGN KEY (venue_id, raise_to_id) REFERENCES card_type (venue_id, id),
  ADD CONSTRAINT recharge_offer_days CHECK (valid_from <= valid_to);
CREATE INDEX recharge_offer_created ON recharge_offer (venue_id, created_at DESC, id DESC);
CREATE INDEX recharge_offer_taken ON recharge (venue_id, offer_id, member_id) WHERE offer_id IS NOT NULL;
-- The card type that an offer raised the member from, for its revocation.
ALTER TABLE recharge ADD COLUMN raised_from text;

ALTER TABLE package_card RENAME CONSTRAINT package_card_venue_id_name_key TO package_card_name;
ALTER TABLE package_card DROP CONSTRAINT package_card_times_check;
ALTER TABLE package_card
  ADD CONSTRAINT package_card_times CHECK (CASE kind WHEN 'period' THEN times = 0 AND bonus_times = 0 ELSE times > 0 END),
  -- Opens every sport, not that of its program alone.
  ADD COLUMN every_sport boolean NOT NULL DEFAULT false,
  ADD COLUMN activation text NOT NULL DEFAULT 'purchase' CHECK (activation IN ('purchase', 'firstUse', 'fixedDate')),
  -- Days after its sale in which a card that its first use activates must be used.
  ADD COLUMN activate_within int NOT NULL DEFAULT 365 CHECK (activate_within > 0),
  ADD COLUMN weekdays text[] NOT NULL DEFAULT '{}',
  ADD COLUMN start_minute int CHECK (start_minute BETWEEN 0 AND 1440),
  ADD COLUMN end_minute int CHECK (end_minute BETWEEN 0 AND 1440),
  ADD COLUMN most_a_day int CHECK (most_a_day > 0),
  ADD COLUMN most_a_week int CHECK (most_a_week > 0),
  ADD COLUMN most_a_month int CHECK (most_a_month > 0),
  -- People that may come in by it together.
  ADD COLUMN people int CHECK (people > 0),
  ADD COLUMN transferable boolean NOT NULL DEFAULT true,
  ADD COLUMN transfer_fee bigint CHECK (transfer_fee >= 0),
  ADD COLUMN refundable boolean NOT NULL DEFAULT true,
  ADD COLUMN refund_percent numeric(5,2) NOT NULL DEFAULT 0 CHECK (refund_percent BETWEEN 0 AND 100),
  ADD COLUMN memo text NOT NULL DEFAULT '',
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
  ADD CONSTRAINT package_card_hours CHECK ((start_minute IS NULL) = (end_minute IS NULL) AND start_minute < end_minute);
CREATE INDEX package_card_created ON package_card (venue_id, created_at DESC, id DESC);
