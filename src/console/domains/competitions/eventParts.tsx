/** What the screens of events add to what is derived: where an event leads. */
import type { AnyRow, Parts } from "../../resource/parts";
import { Links } from "./Links";
import "./competitions.css";

function EventLinks({ row: { id } }: { row: AnyRow }) {
  return (
    <Links
      steps={[
        { to: `/addedServices/game_programs-set/${id}`, title: { zh: "赛制设置", en: "Format" }, code: "game_programs_set" },
        { to: `/addedServices/team-list?event=${id}`, title: { zh: "报名队伍", en: "Entries" }, code: "team_list" },
        { to: `/addedServices/draw-list?event=${id}`, title: { zh: "抽签", en: "Draw" }, code: "draw_list" },
        { to: `/addedServices/schedule-group-list?event=${id}`, title: { zh: "对阵", en: "Matches" }, code: "schedule_group_list" },
        { to: `/addedServices/schedule-group-list2?event=${id}`, title: { zh: "积分榜", en: "Standings" }, code: "schedule_group_list2" },
      ]}
    />
  );
}

export const parts: Parts = { record: EventLinks };
