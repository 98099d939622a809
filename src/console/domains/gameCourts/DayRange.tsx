import type { GameCourts } from "../../../contract/gameCourts/game-courts";
import { useLanguage, useT } from "../../i18n/use-t";
import { shortDay } from "../../ui/format-time";
import { useToday } from "../../ui/today";
import { WhenDay } from "../../ui/When";

/** The days on which a game has courts, and how many they are. */
export function DayRange({ game }: { game: Pick<GameCourts, "firstDay" | "lastDay" | "days"> }) {
  const t = useT();
  const language = useLanguage();
  const today = useToday();
  if (game.firstDay === null) return <span className="mut">{t("gameCourts.noneLeft")}</span>;
  if (game.firstDay === game.lastDay) return <WhenDay day={game.firstDay} />;
  return (
    <span className="nowrap">
      {shortDay(game.firstDay, language, today)} – {shortDay(game.lastDay ?? game.firstDay, language, today)}{" "}
      <span className="sec">{t("gameCourts.dayCount", { days: game.days })}</span>
    </span>
  );
}
