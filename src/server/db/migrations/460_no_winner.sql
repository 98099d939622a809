-- A match may end without a winner: both sides have left, or a timed one is level. Nobody retires without an opponent who wins.
ALTER TABLE battle
  DROP CONSTRAINT battle_check1,
  ADD CONSTRAINT battle_winner CHECK (
    (winner IS NULL OR state IN ('finished', 'walkover', 'retired')) AND (winner IS NOT NULL OR state <> 'retired')
  );
