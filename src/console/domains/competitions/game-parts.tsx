/** Additions to the derived screens of games: the links of a game, and the role tags in use. */
import { Select } from "antd";
import { competitions } from "../../../contract/competitions/competitions";
import { useRead } from "../../api/use-read";
import type { AnyRow, ControlProps, Parts } from "../../resource/parts";
import { useSession } from "../../session/store";
import { Links } from "./Links";
import "./competitions.css";

function GameLinks({ row: { id } }: { row: AnyRow }) {
  return (
    <Links
      steps={[
        { to: `/addedServices/game_programs-list?game=${id}`, title: "competitions.game.events", code: "game_programs_list" },
        { to: `/addedServices/team-list?game=${id}`, title: "competitions.entries", code: "team_list" },
        {
          to: `/addedServices/game_programs-order-list?game=${id}&createdAtFrom=&createdAtTo=`,
          title: "competitions.game.payments",
          code: "game_programs_order_list",
        },
        { to: `/addedServices/game-set/${id}`, title: "competitions.game.pointsTieBreaks", code: "game_set" },
        { to: `/addedServices/game-booking-place-list/${id}`, title: "competitions.game.courts", code: "game_booking_place_list" },
        { to: `/addedServices/schedule-list?game=${id}`, title: "competitions.schedule.schedule", code: "schedule_list" },
        { to: `/addedServices/combat-team-member-list2?game=${id}`, title: "competitions.game.scores", code: "combat_team_member_list2" },
        { to: `/addedServices/live-score?game=${id}`, title: "competitions.game.hallScreen", code: "live_score" },
      ]}
    />
  );
}

/** Role tags, with those that other games of the venue have. */
function RoleTags({ value, ...props }: ControlProps) {
  const { venueId = "" } = useSession();
  const { data } = useRead(competitions.roleTags, { venueId });
  const tags: readonly unknown[] = Array.isArray(value) ? value : [];
  return (
    <Select
      {...props}
      mode="tags"
      tokenSeparators={[",", "，", "、"]}
      value={tags.map(String)}
      options={(data?.content ?? []).map(({ name }) => ({ value: name, label: name }))}
    />
  );
}

export const parts: Parts = { record: GameLinks, controls: { roleTags: RoleTags } };
