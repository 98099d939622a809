import type { HallSession } from "../../../contract/capacitySessions/capacity-sessions";
import { useT } from "../../i18n/use-t";
import { Money } from "../../ui/Money";
import { StatusTag } from "../../ui/StatusTag";
import { percentOf, SESSION_TONE, spanOf } from "./words";

/** A session on the board: when, how full, the price per head, its state. */
export function SessionCard({
  session,
  hall,
  chosen,
  focusable,
  onChoose,
}: {
  session: HallSession;
  /** True if the hall is shown: only if there are several. */
  hall: boolean;
  chosen: boolean;
  focusable: boolean;
  onChoose: () => void;
}) {
  const t = useT();
  const { maxPlace, leftPlace, status } = session;
  const soldPlaces = maxPlace - leftPlace;
  const full = leftPlace === 0;
  return (
    <button
      type="button"
      className="sess"
      data-session={session.id}
      data-state={status}
      data-full={full || undefined}
      aria-pressed={chosen}
      tabIndex={focusable ? 0 : -1}
      onClick={onChoose}
    >
      <span className="sess-top">
        <b>{spanOf(session)}</b>
        {status === "on_shelf" && (
          <span className="sess-left">{full ? t("capacitySessions.full") : t("capacitySessions.leftCount", { left: leftPlace })}</span>
        )}
      </span>
      <span className="sess-what">
        <span className="sess-name">{[session.name, hall ? session.hallName : ""].filter(Boolean).join(" · ") || session.hallName}</span>
        {status !== "on_shelf" && <StatusTag tone={SESSION_TONE[status]}>{t(`capacitySessions.states.${status}`)}</StatusTag>}
      </span>
      <span className="sess-bar">
        <i style={{ width: `${percentOf(soldPlaces, maxPlace)}%` }} />
      </span>
      <span className="sess-foot">
        <span>{t("capacitySessions.soldOf", { sold: soldPlaces, places: maxPlace })}</span>
        {session.entered > 0 && <span>{t("capacitySessions.enteredCount", { entered: session.entered })}</span>}
        <span className="sess-price">
          ¥<Money value={session.price} />
        </span>
      </span>
    </button>
  );
}
