-- The grid asks for lines that stand or were missed, which an index of the active ones alone can't give: each look at a day read every line
-- there ever was. Booking details ask for a day's lines whatever became of them.
DROP INDEX booking_line_day;
CREATE INDEX booking_line_day ON booking_line (venue_id, day, place_id);
