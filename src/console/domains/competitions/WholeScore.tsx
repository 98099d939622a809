import { type RefObject, useState } from "react";
import { faultOf, type ScoreRules, type SetScore } from "../../../engine/scoring";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { setName } from "./names";

const textOf = (sets: readonly SetScore[]): string => sets.map(([home, away]) => `${home}-${away}`).join(" ");
/** Reads sets typed as "21-15 18-21"; what is no number is NaN. */
export const parseSets = (text: string): SetScore[] =>
  text
    .trim()
    .split(/[\s,，]+/)
    .filter(Boolean)
    .map((set) => set.split(/[-–:：]/))
    .map(([home = "", away = ""]): SetScore => [Number(home || Number.NaN), Number(away || Number.NaN)]);

/** The score typed whole, as a score sheet brings it; of a match that waits, it starts it too. */
export function WholeScore({
  sent,
  rules,
  field,
  enter,
}: {
  sent: readonly SetScore[];
  rules: ScoreRules;
  field: RefObject<HTMLInputElement | null>;
  enter: (sets: readonly SetScore[]) => Promise<boolean>;
}) {
  const t = useT();
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState("");
  const text = typed ?? textOf(sent);
  const faultIn = (sets: readonly SetScore[]): string => {
    if (sets.flat().some((one) => !Number.isInteger(one))) return t("matches.writeLike2115");
    const found = faultOf(rules, sets);
    if (!found) return "";
    const why = (
      {
        impossible: "matches.wholeScore.suchScoreCant",
        open: "matches.wholeScore.notOver",
        tooMany: "matches.wholeScore.matchOverBefore",
      } as const
    )[found.why];
    const set = setName(found.set - 1, rules.timed ? rules.bestOf : 0);
    return t("matches.wholeScore.inSet", { set: t(set), why: t(why) });
  };
  return (
    <form
      className="comp-bar"
      onSubmit={(event) => {
        event.preventDefault();
        const sets = parseSets(text);
        const found = faultIn(sets);
        setFault(found);
        if (found !== "") return;
        void enter(sets).then((saved) => {
          if (saved) setTyped(undefined);
        });
      }}
    >
      <label className="row">
        {t("matches.wholeScore.wholeScore")}
        <span className="input">
          <input
            ref={field}
            value={text}
            inputMode="numeric"
            placeholder="21-15 18-21 21-19"
            aria-invalid={fault !== "" || undefined}
            aria-describedby={fault === "" ? undefined : "whole-score-fault"}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setTyped(event.target.value)}
          />
        </span>
      </label>
      <Button type="submit">{t("matches.wholeScore.saveScore")}</Button>
      <span id="whole-score-fault" className={fault === "" ? "sec" : "bad"} role={fault === "" ? undefined : "alert"}>
        {fault || t("matches.wholeScore.pressDigitBeginEnter")}
      </span>
    </form>
  );
}
