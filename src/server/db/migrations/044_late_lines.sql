-- A percent has two decimals; and the line that was moved late keeps its own, so that its neighbours stay free.

ALTER TABLE booking_order ALTER COLUMN late_percent TYPE numeric(5,2);
ALTER TABLE booking_line ADD COLUMN late_percent numeric(5,2) NOT NULL DEFAULT 0 CHECK (late_percent BETWEEN 0 AND 100);
