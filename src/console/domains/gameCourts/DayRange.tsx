import type { GameCourts } from "../../../contract/gameCourts";
import { useT } from "../../i18n/useT";
import { WhenDay } from "../../ui/When";

/** The days on which a game has courts, and how many they are. */
export function DayRange({ game }: { game: Pick<GameCourts, "from" | "to" | "days"> }) {
  const t = useT();
  if (game.from === null) return <span className="mut">{t("gameCourts.noneLeft")}</span>;
  if (game.from === game.to) return <WhenDay day={game.from} />;
  return (
    <span className="nowrap">
      {game.from.slice(5)} – {game.to?.slice(5)} <span className="sec">{t("gameCourts.dayCount", { days: game.days })}</span>
    </span>
  );
}
