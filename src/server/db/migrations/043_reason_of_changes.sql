-- Why an order was last changed, so that its log can say it, and what a cancellation keeps at least because a late move went before it.

ALTER TABLE booking_order
  ADD COLUMN reason text NOT NULL DEFAULT '',
  ADD COLUMN late_percent int NOT NULL DEFAULT 0 CHECK (late_percent BETWEEN 0 AND 100);
