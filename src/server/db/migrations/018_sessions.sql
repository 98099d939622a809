-- Sessions that are planned, cancelled and entered; bookings of them that are given up.

-- A cancelled session leaves its time free for another one.
ALTER TABLE hall_booking DROP CONSTRAINT hall_booking_venue_id_hall_id_day_start_minute_key;
CREATE UNIQUE INDEX hall_booking_time ON hall_booking (venue_id, hall_id, day, start_minute) WHERE status <> 'cancelled';
CREATE INDEX hall_booking_running ON hall_booking (venue_id, ends_at) WHERE status IN ('on_shelf', 'off_shelf');

ALTER TABLE session_order
  ADD COLUMN status text NOT NULL DEFAULT 'booked' CHECK (status IN ('booked', 'cancelled')),
  ADD COLUMN entered int NOT NULL DEFAULT 0,
  ADD COLUMN refunded bigint NOT NULL DEFAULT 0 CHECK (refunded >= 0),
  ADD COLUMN fee bigint NOT NULL DEFAULT 0 CHECK (fee >= 0),
  ADD COLUMN reason text NOT NULL DEFAULT '',
  ADD COLUMN cancelled_at timestamptz,
  ADD CONSTRAINT session_order_entered_check CHECK (entered BETWEEN 0 AND heads),
  -- Of a booking that stands nothing was given back; of a cancelled one everything was, but the fee.
  ADD CONSTRAINT session_order_money_check CHECK (CASE WHEN status = 'booked' THEN refunded + fee = 0 ELSE refunded + fee = paid END);

-- Uses that go back to a card are found by what they were for.
CREATE INDEX holding_use_document ON holding_use (venue_id, document_kind, document_id) WHERE document_id <> '';
