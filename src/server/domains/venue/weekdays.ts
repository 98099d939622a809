import type { Language } from "../../../contract/core/enums";
import { WEEKDAYS } from "../../../contract/members/card-types";

/** Returns weekdays in words, runs of three and more as a range: "周一至周五、周日". @param weekdays 1 = Monday, ascending */
export function weekdaysText(weekdays: readonly number[], language: Language): string {
  const names: Readonly<Record<string, Readonly<Record<Language, string>>>> = WEEKDAYS;
  const name = (day: number): string => names[String(day)]?.[language] ?? "";
  const runs: number[][] = [];
  for (const day of weekdays) {
    const last = runs.at(-1);
    if (last && last.at(-1) === day - 1) last.push(day);
    else runs.push([day]);
  }
  const parts = runs.flatMap((run) => {
    const [first = 0] = run;
    return run.length < 3 ? run.map(name) : [`${name(first)}${language === "zh" ? "至" : "–"}${name(run.at(-1) ?? first)}`];
  });
  return parts.join(language === "zh" ? "、" : ", ");
}
