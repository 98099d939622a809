-- Found each night: members whose membership has an end.
CREATE INDEX member_ends ON member (venue_id, expires_on) WHERE state = 'active' AND expires_on IS NOT NULL;
