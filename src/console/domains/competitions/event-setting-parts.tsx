/** Form of an event's settings: tells what is locked at its state, and what a change of minutes does before it is saved. */
import { useEffect, useRef } from "react";
import { gameEventSettings } from "../../../contract/competitions/competitions";
import { callsOf } from "../../../contract/core/resource/calls";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import type { AnyRow, Parts, QuestionProps } from "../../resource/parts";
import { Ask } from "../../ui/Ask";

function Locks({ row }: { row?: AnyRow | undefined }) {
  const t = useT();
  const open = Number(row?.["openMatches"] ?? 0);
  const begun = Number(row?.["begunMatches"] ?? 0);
  if (open + begun === 0) return null;
  return (
    <p className="sec" role="note">
      {begun > 0
        ? t(
            {
              zh: "已有 {begun} 场对阵开始：赛制、局数、分数和计分方式不能再改；每场分钟和休息分钟只影响未开始的 {open} 场。",
              en: "{begun} matches have begun: format, sets, points and scoring can’t be changed. Minutes and rest change the {open} matches that have not.",
            },
            { begun, open },
          )
        : t(
            {
              zh: "已抽签：赛制不能再改，撤销抽签后才能改；局数、分数在第一场开始前仍可修改。",
              en: "The draw is made: the format can’t be changed until it is undone. Sets and points may change until the first match begins.",
            },
            {},
          )}
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
      title={t({ zh: "修改 {open} 场未开始对阵的时间？", en: "Change the minutes of {open} matches?" }, { open })}
      answers={[
        { title: t({ zh: "不修改", en: "Go back" }), act: () => onAnswer(undefined) },
        { title: t({ zh: "修改并保存", en: "Change and save" }), kind: "primary", act: () => onAnswer(input) },
      ]}
      onClose={() => onAnswer(undefined)}
    >
      {t(
        {
          zh: "每场 {minutesBefore} → {minutes} 分钟，休息 {restBefore} → {rest} 分钟。开始时间不变；因此冲突的场次在赛程页标红，可在那里重排。",
          en: "A match: {minutesBefore} → {minutes} minutes, rest: {restBefore} → {rest} minutes. Starting times stay; the schedule marks what clashes then, and can plan it anew.",
        },
        { minutesBefore: data.inningMinutes, minutes: inningMinutes, restBefore: data.restMinutes, rest: restMinutes },
      )}
    </Ask>
  );
}

export const parts: Parts = { form: Locks, question: MinutesQuestion };
