-- Customers book on the public page only once the venue has switched it on: how many days ahead, how many minutes of play a person and day, and until
-- how long before play an unpaid booking waits for them at the desk.
ALTER TABLE venue ADD COLUMN online_booking boolean NOT NULL DEFAULT false;
ALTER TABLE venue ADD COLUMN online_days_ahead int NOT NULL DEFAULT 7 CHECK (online_days_ahead >= 0);
ALTER TABLE venue ADD COLUMN online_day_minutes int NOT NULL DEFAULT 120 CHECK (online_day_minutes > 0);
ALTER TABLE venue ADD COLUMN online_hold_minutes int NOT NULL DEFAULT 30 CHECK (online_hold_minutes >= 0);
CREATE INDEX booking_order_online ON booking_order (venue_id, member_id, day) WHERE source = 'online';
