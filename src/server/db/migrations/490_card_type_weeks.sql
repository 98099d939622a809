-- What a card type allows on each day of the week, and what its members pay for goods of single classes.
ALTER TABLE card_type
  -- Minutes from midnight, Monday first; a day whose ends are equal is not usable.
  ADD COLUMN usable_from int[] NOT NULL DEFAULT '{0,0,0,0,0,0,0}' CHECK (cardinality(usable_from) = 7),
  ADD COLUMN usable_to int[] NOT NULL DEFAULT '{1440,1440,1440,1440,1440,1440,1440}' CHECK (cardinality(usable_to) = 7),
  -- "<class>:<percent of the list price>".
  ADD COLUMN class_percents text[] NOT NULL DEFAULT '{}';
-- One range for all days was kept in weekdays, start_minute and end_minute: the release before still reads these.
UPDATE card_type SET
  usable_from = ARRAY(
    SELECT CASE WHEN weekdays = '{}' OR day::text = ANY (weekdays) THEN coalesce(start_minute, 0) ELSE 0 END
    FROM generate_series(1, 7) day ORDER BY day),
  usable_to = ARRAY(
    SELECT CASE WHEN weekdays = '{}' OR day::text = ANY (weekdays) THEN coalesce(end_minute, 1440) ELSE 0 END
    FROM generate_series(1, 7) day ORDER BY day)
WHERE weekdays <> '{}' OR start_minute IS NOT NULL;
