import type { GameCourts } from "../../../contract/gameCourts";
import { useLanguage, useT } from "../../i18n/useT";
import { shortDay } from "../../ui/sayTime";
import { useToday } from "../../ui/today";
import { WhenDay } from "../../ui/When";

/** The days on which a game has courts, and how many they are. */
export function DayRange({ game }: { game: Pick<GameCourts, "from" | "to" | "days"> }) {
  const t = useT();
  const language = useLanguage();
  const today = useToday();
  if (game.from === null) return <span className="mut">{t("gameCourts.noneLeft")}</span>;
  if (game.from === game.to) return <WhenDay day={game.from} />;
  return (
    <span className="nowrap">
      {shortDay(game.from, language, today)} – {shortDay(game.to ?? game.from, language, today)}{" "}
      <span className="sec">{t("gameCourts.dayCount", { days: game.days })}</span>
    </span>
  );
}
