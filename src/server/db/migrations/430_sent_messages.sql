-- Messages to customers go out by the gateway: when one is tried next, how often it was, and why it was not sent. What waits already is left to people.
ALTER TABLE customer_message ADD COLUMN problem text CHECK (problem IN ('refused', 'unreachable', 'noPhone', 'withdrawn', 'late'));
ALTER TABLE customer_message ADD COLUMN tries integer NOT NULL DEFAULT 0;
ALTER TABLE customer_message ADD COLUMN next_at timestamptz;
ALTER TABLE customer_message DROP CONSTRAINT customer_message_state_check;
ALTER TABLE customer_message ADD CONSTRAINT customer_message_state_check CHECK (state IN ('waiting', 'sent', 'dropped', 'failed'));
CREATE INDEX customer_message_next ON customer_message (venue_id, next_at) WHERE state = 'waiting' AND next_at IS NOT NULL;
