-- Whether people rest or work on a day of the calendar: fixed bookings skip holidays, never make-up workdays.
ALTER TABLE holiday ADD COLUMN kind text NOT NULL DEFAULT 'holiday' CHECK (kind IN ('holiday', 'workday'));
