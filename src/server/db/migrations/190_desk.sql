-- The class of the order that holds a court: closing a court asks for it.
CREATE INDEX coach_class_order ON coach_class (venue_id, order_id) WHERE state = 'planned';

-- Checking in earlier than this before the start asks first.
ALTER TABLE venue ADD COLUMN early_check_in_minutes integer NOT NULL DEFAULT 60 CHECK (early_check_in_minutes BETWEEN 0 AND 1440);

-- Why a member was frozen, or let in again.
ALTER TABLE member ADD COLUMN state_reason text NOT NULL DEFAULT '';
