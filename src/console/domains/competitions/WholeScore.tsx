import { useState } from "react";
import type { Match } from "../../../contract/matches";
import type { ScoreRules, SetScore } from "../../../engine/scoring";
import { useT } from "../../i18n/useT";
import { Button } from "../../ui/Button";
import { notify } from "../../ui/notices";

/** The score typed whole, as a score sheet brings it. */
export function WholeScore({
  match,
  sent,
  rules,
  send,
}: {
  match: Match;
  sent: readonly SetScore[];
  rules: ScoreRules;
  send: (sets: readonly SetScore[]) => Promise<void>;
}) {
  const t = useT();
  const [typed, setTyped] = useState<string>();
  if (match.state !== "running") return null;
  const text = typed ?? sent.map(([home, away]) => `${home}-${away}`).join(" ");
  return (
    <form
      className="comp-bar"
      onSubmit={(event) => {
        event.preventDefault();
        const sets = text
          .trim()
          .split(/[\s,，]+/)
          .filter(Boolean)
          .map((set) => set.split(/[-–:：]/).map(Number))
          .map(([home = Number.NaN, away = Number.NaN]): SetScore => [home, away]);
        if (sets.some((set) => set.some((one) => !Number.isInteger(one) || one < 0)) || sets.length > rules.bestOf) {
          notify.error(t({ zh: "请写成 21-15 18-21 的样子", en: "Write it like 21-15 18-21" }));
          return;
        }
        setTyped(undefined);
        void send(sets);
      }}
    >
      <label className="row">
        {t({ zh: "整场录入", en: "Whole score" })}
        <span className="input">
          <input value={text} placeholder="21-15 18-21 21-19" onChange={(event) => setTyped(event.target.value)} />
        </span>
      </label>
      <Button type="submit">{t({ zh: "保存比分", en: "Save score" })}</Button>
    </form>
  );
}
