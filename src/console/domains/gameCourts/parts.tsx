/** Additions to the derived list of games' courts: the link to its form, days as a range, and the courts of a game day by day. */
import { useNavigate } from "react-router";
import type { gameCourts } from "../../../contract/gameCourts/game-courts";
import { useT } from "../../i18n/use-t";
import { partsOf } from "../../resource/parts";
import { can } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { DayRange } from "./DayRange";
import { Courts } from "./Courts";

const FORM = "/addedServices/game-booking-place-form";

function Take() {
  const t = useT();
  const navigate = useNavigate();
  if (!can("game_court_take")) return null;
  return (
    <Button kind="primary" icon="plus" onClick={() => void navigate(FORM)}>
      {t("gameCourts.create")}
    </Button>
  );
}

export const parts = partsOf<typeof gameCourts>({
  aside: Take,
  cells: { firstDay: (row) => <DayRange game={row} /> },
  record: ({ row, again }) => <Courts gameId={row.id} onChanged={again} form={`${FORM}/${row.id}`} />,
});
