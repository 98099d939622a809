/** Explains the chosen format in the form of an event's settings, with the number of its matches. */
import { Form } from "antd";
import { FORMAT_NAMES, type FormatName } from "../../../contract/competitions/game-words";
import { countMatches } from "../../../engine/draw";
import { formatFrom } from "../../../engine/drawn";
import { useT } from "../../i18n/use-t";
import type { AnyRow } from "../../resource/parts";

const MEANINGS = {
  knockout: "competitions.format.knockout",
  doubleElimination: "competitions.format.doubleElimination",
  roundRobin: "competitions.format.roundRobin",
  groupsKnockout: "competitions.format.groupsKnockout",
  qualifying: "competitions.format.qualifying",
  swiss: "competitions.format.swiss",
  monrad: "competitions.format.monrad",
} as const satisfies Readonly<Record<FormatName, string>>;

/** Example numbers of entries, used while nobody has entered. */
const EXAMPLES = [8, 16, 32];

export function FormatNote({ row }: { row?: AnyRow | undefined }) {
  const t = useT();
  const form = Form.useFormInstance();
  const chosen: unknown = Form.useWatch("racecardRule", form);
  const values: unknown = Form.useWatch([], form);
  const name = FORMAT_NAMES.find((each) => each === chosen);
  if (name === undefined || typeof values !== "object" || values === null) return null;
  const of: Readonly<Record<string, unknown>> = { ...row, ...values };
  const number = (key: string): number => {
    const value = Number(of[key] ?? 0);
    return Number.isInteger(value) && value >= 0 && value <= 512 ? value : 0;
  };
  const qualifiers = Math.max(1, number("qualifierQuantity"));
  const format = formatFrom({
    format: name,
    groups: Math.max(1, number("groupQuantity")),
    through: Math.max(1, number("winTeamQuantity")),
    best: number("bestNextQuantity"),
    third: of["thirdPlace"] === true,
    reset: of["grandReset"] === true,
    crossing: "",
    rounds: Math.min(20, number("swissRounds")),
    placesTo: ["8", "16", "32", "all"].find((each) => each === of["placesTo"]) ?? "none",
    consolation: ["plate", "feedIn"].find((each) => each === of["consolation"]) ?? "none",
    qualifiers,
  });
  const entries = Number(row?.["entries"] ?? 0);
  const counts = (entries > 1 ? [entries] : EXAMPLES).flatMap((count) => {
    // Only the number of qualifiers matters, unless losers play on.
    const matches = countMatches(format, count, Math.max(qualifiers + 1, Math.floor(count / 2)));
    return matches === undefined ? [] : [t("competitions.format.count", { count, matches })];
  });
  return (
    <p className="sec" role="note" aria-live="polite">
      {t(MEANINGS[name])} {counts.length > 0 ? counts.join(t("list.and")) : t("competitions.format.tooFew")}
    </p>
  );
}
