/** Form of an event's settings: tells what is locked at its state, and what a change of minutes does before it is saved. */
import { useEffect, useRef } from "react";
import { gameEventSettings } from "../../../contract/competitions/competitions";
import { callsOf } from "../../../contract/core/resource/calls";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import type { AnyRow, Parts, QuestionProps } from "../../resource/parts";
import { Ask } from "../../ui/Ask";
import { FormatNote } from "./FormatNote";

function Locks({ row }: { row?: AnyRow | undefined }) {
  const t = useT();
  const open = Number(row?.["openMatches"] ?? 0);
  const begun = Number(row?.["begunMatches"] ?? 0);
  if (open + begun === 0) return null;
  return (
    <p className="sec" role="note">
      {begun > 0
        ? t("competitions.eventSetting.matchesBegunFormatSets", { begun, open })
        : t("competitions.eventSetting.drawMadeFormatCant", {})}
    </p>
  );
}

/** Asks before other minutes are given to matches that are drawn. */
function MinutesQuestion({ input, onAnswer, onRefusal }: QuestionProps) {
  const t = useT();
  const { id, inningMinutes, restMinutes } = input as { id: string; inningMinutes: number; restMinutes: number };
  const { data, error } = useRead(callsOf(gameEventSettings).view, { id });
  const answered = useRef(false);
  const open = data?.openMatches ?? 0;
  const isUntouched = data && (open === 0 || (data.inningMinutes === inningMinutes && data.restMinutes === restMinutes));
  useEffect(() => {
    if (answered.current || (!error && !isUntouched)) return;
    answered.current = true;
    if (error) onRefusal(error);
    else onAnswer(input);
  }, [error, input, isUntouched, onAnswer, onRefusal]);
  if (!data || isUntouched) return null;
  return (
    <Ask
      title={t("competitions.eventSetting.changeMinutesMatches", { open })}
      answers={[
        { title: t("competitions.eventSetting.goBack"), act: () => onAnswer(undefined) },
        { title: t("competitions.eventSetting.changeSave"), kind: "primary", act: () => onAnswer(input) },
      ]}
      onClose={() => onAnswer(undefined)}
    >
      {t("competitions.eventSetting.matchMinutesRestMinutes", {
        minutesBefore: data.inningMinutes,
        minutes: inningMinutes,
        restBefore: data.restMinutes,
        rest: restMinutes,
      })}
    </Ask>
  );
}

function Notes({ row }: { row?: AnyRow | undefined }) {
  return (
    <>
      <FormatNote row={row} />
      <Locks row={row} />
    </>
  );
}

export const parts: Parts = { form: Notes, question: MinutesQuestion };
