/** Additions to the derived list of matches: scoring is done on its own page. */
import { useEffect } from "react";
import { useNavigate } from "react-router";
import type { AnyRow, Parts } from "../../resource/parts";
import { Links } from "./Links";
import { entryCell, matchCell, WholeNames } from "./printed-names";
import "./competitions.css";

function ToScoring({ row, onClose }: { row: AnyRow; onClose: () => void }) {
  const navigate = useNavigate();
  useEffect(() => {
    onClose();
    void navigate(`/addedServices/combat-team-member-list2?match=${row.id}`);
  }, [navigate, onClose, row.id]);
  return null;
}

function MatchLinks({ row: { id } }: { row: AnyRow }) {
  return (
    <Links
      steps={[
        {
          to: `/addedServices/combat-team-member-list?match=${id}`,
          title: "matches.rubbers.lineUp",
          code: "combat_team_member_list",
        },
        { to: `/addedServices/combat-team-member-list2?match=${id}`, title: "matches.score", code: "combat_team_member_list2" },
      ]}
    />
  );
}

export const parts: Parts = {
  record: MatchLinks,
  actions: { score: ToScoring, amend: ToScoring },
  aside: WholeNames,
  cells: { title: matchCell, winnerName: entryCell("winnerName") },
};
