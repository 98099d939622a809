import "./open-play.css";
import type { OpenPlay } from "../../../contract/openPlay/open-play";
import { useT } from "../../i18n/use-t";
import { fillOf } from "./words";

/** Shows how many joined out of the capacity, with a mark at the minimum. */
export function JoinedBar({ play }: { play: Pick<OpenPlay, "attendees" | "capacity" | "minimum"> }) {
  const t = useT();
  const { attendees, capacity, minimum } = play;
  return (
    <span
      className="op-bar"
      role="img"
      aria-label={t("openPlay.attendeesOf", { attendees, capacity, minimum })}
      data-short={attendees < minimum || undefined}
    >
      <i style={{ width: `${fillOf(play)}%` }} />
      {minimum < capacity && <s style={{ left: `${(minimum * 100) / capacity}%` }} />}
    </span>
  );
}
