-- A voided batch keeps its entries until the next batch has them, so that an export reads what is new and not all history again.
INSERT INTO journal_entry (venue_id, tx_id, day, batch_id)
  SELECT DISTINCT ON (m.venue_id, m.tx_id, m.day) m.venue_id, m.tx_id, m.day, b.id FROM journal_batch b
  JOIN account_move m ON m.venue_id = b.venue_id AND m.day BETWEEN b.start_day AND b.to_day
  WHERE b.state = 'voided' ORDER BY m.venue_id, m.tx_id, m.day, b.id
  ON CONFLICT DO NOTHING;
