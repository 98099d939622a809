/** What the dialogs of walkover and retirement add to what is derived: the sides by name, and what will be recorded. */
import { createContext, useContext } from "react";
import type { Match } from "../../../contract/matches";
import { useT } from "../../i18n/useT";
import type { ControlProps, Parts, PreviewProps } from "../../resource/parts";
import { scoreText, sideName } from "./names";

const SIDES = ["home", "away"] as const;
/** The match that the dialog is about. */
export const GivenUp = createContext<Match | undefined>(undefined);

function Side({ value, onChange }: ControlProps) {
  const t = useT();
  const match = useContext(GivenUp);
  return (
    <span className="comp-either" role="radiogroup" aria-label={t({ zh: "哪一方不能继续", en: "Which side can’t continue" })}>
      {match &&
        SIDES.map((side) => (
          <label key={side} className="row">
            <input type="radio" name="side" checked={value === side} onChange={() => onChange?.(side)} />
            {sideName(match[side])}
          </label>
        ))}
    </span>
  );
}

function Recorded({ values: { side }, end }: Pick<PreviewProps, "values"> & { end: string }) {
  const t = useT();
  const match = useContext(GivenUp);
  if (!match || (side !== "home" && side !== "away")) return null;
  const winner = sideName(side === "home" ? match.away : match.home);
  return (
    <p className="notice notice-info">
      <span>
        {t({ zh: "将记为", en: "Recorded as" })} <b>{t({ zh: "{winner} 胜", en: "{winner} wins" }, { winner })}</b> {scoreText(match)} {end}
      </span>
    </p>
  );
}

function Walkover(props: PreviewProps) {
  const t = useT();
  return <Recorded {...props} end={t({ zh: "对方弃权", en: "by walkover" })} />;
}
function Retirement(props: PreviewProps) {
  const t = useT();
  return <Recorded {...props} end={t({ zh: "对方退赛", en: "as the other side retired" })} />;
}

export const givingUp: Parts = { controls: { side: Side }, previews: { walkover: Walkover, retire: Retirement } };
