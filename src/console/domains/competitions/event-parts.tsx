/** Additions to the derived screens of events: the links of an event, and the game's usual fee in the form of a new one. */
import { Form } from "antd";
import { useEffect, useRef } from "react";
import { games } from "../../../contract/competitions/competitions";
import { callsOf } from "../../../contract/core/resource/calls";
import { useRead } from "../../api/use-read";
import type { AnyRow, Parts } from "../../resource/parts";
import { Links } from "./Links";
import "./competitions.css";

function EventLinks({ row: { id } }: { row: AnyRow }) {
  return (
    <Links
      steps={[
        { to: `/addedServices/game_programs-set/${id}`, title: "competitions.event.format", code: "game_programs_set" },
        { to: `/addedServices/team-list?event=${id}`, title: "competitions.entries", code: "team_list" },
        { to: `/addedServices/draw-list?event=${id}`, title: "competitions.drawList.draw", code: "draw_list" },
        { to: `/addedServices/schedule-group-list?event=${id}`, title: "competitions.event.matches", code: "schedule_group_list" },
        { to: `/addedServices/schedule-group-list2?event=${id}`, title: "competitions.event.standings", code: "schedule_group_list2" },
      ]}
    />
  );
}

/** A new event takes over the usual fee of its game, until somebody types another. */
function UsualFee({ row }: { row?: AnyRow | undefined }) {
  const form = Form.useFormInstance();
  const game: unknown = Form.useWatch("game", form);
  const fee: unknown = Form.useWatch("fee", form);
  const filledFee = useRef("");
  const id = typeof game === "string" ? game : "";
  const { data } = useRead(callsOf(games).view, { id }, { enabled: row === undefined && id !== "" });
  const usual = data && (data.fee ?? "");
  useEffect(() => {
    if (usual === undefined || fee === usual || form.isFieldTouched("fee")) return;
    // A value that a draft restored counts as typed, too.
    if (fee !== "" && fee !== filledFee.current) return;
    filledFee.current = usual;
    form.setFieldValue("fee", usual);
  }, [form, usual, fee]);
  return null;
}

export const parts: Parts = { record: EventLinks, form: UsualFee };
