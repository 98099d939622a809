-- A walk-in queues once for the same time, as a member does (waitlist_entry_once): who has no card is told by name and phone.
-- Of those who stand twice, whoever has the offer stays, else whoever came first.
UPDATE waitlist_entry e SET state = 'withdrawn'
FROM (
  SELECT venue_id, id, row_number() OVER (
    PARTITION BY venue_id, program_id, day, start_minute, end_minute, name, phone ORDER BY state, queued_at, id
  ) AS place FROM waitlist_entry WHERE state IN ('waiting', 'offered') AND member_id IS NULL
) twice
WHERE twice.venue_id = e.venue_id AND twice.id = e.id AND twice.place > 1;

CREATE UNIQUE INDEX waitlist_entry_walk_in ON waitlist_entry (venue_id, program_id, day, start_minute, end_minute, name, phone)
  WHERE state IN ('waiting', 'offered') AND member_id IS NULL;
