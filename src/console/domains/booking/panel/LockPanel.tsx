import { booking, type GridBooking } from "../../../../contract/booking/booking";
import { useCall } from "../../../api/use-call";
import { useLanguage, useT } from "../../../i18n/use-t";
import { useCan } from "../../../providers/access-control";
import { Button } from "../../../ui/Button";
import { Failure } from "../../../ui/Failure";
import { Icon } from "../../../ui/Icon";
import { notify } from "../../../ui/notices";
import { operatorName } from "../../../ui/operator";
import { dayTitle } from "../../../ui/format-days";
import { placeLabel } from "../../../ui/format-place";
import { span } from "../../../../contract/core/time";

/** The panel of a lock, or of another block that has no order: what it is for, and its release. */
export function LockPanel({
  held,
  place,
  today,
  onDone,
  onClose,
}: {
  held: GridBooking;
  place: string;
  today: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const language = useLanguage();
  const mayLock = useCan("booking_lock");
  const unlock = useCall(booking.unlock);
  const act = async (): Promise<void> => {
    try {
      await unlock.run({ id: held.id });
      notify.success(t("booking.order.unlocked"));
      onDone();
    } catch {
      // Shown below.
    }
  };
  return (
    <>
      <header className="hd">
        <div className="grow">
          <h2>{held.note || held.name || t("booking.order.unlockTitle")}</h2>
          <p>
            {dayTitle(held.day, today, language, t)} {placeLabel(place, t)} {span(held.start, held.end)}
          </p>
        </div>
        <Button kind="quiet" icon="close" aria-label={t("booking.order.close")} onClick={onClose} />
      </header>
      <div className="bd">
        <dl className="facts">
          <dt>{t("booking.order.state")}</dt>
          <dd>
            <span className="tag">
              <Icon name={held.kind === "lock" ? "lock" : "trophy"} />
              {t(`booking.kind.${held.kind}`)}
            </span>
          </dd>
          {held.name !== "" && (
            <>
              <dt>{t("booking.order.lockedBy")}</dt>
              <dd>{held.kind === "lock" ? operatorName(held.name, t) : held.name}</dd>
            </>
          )}
        </dl>
        {unlock.error && <Failure>{unlock.error.message}</Failure>}
      </div>
      {held.kind === "lock" && mayLock && (
        <footer className="ft">
          <div className="acts acts-2">
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- opened to act: Enter continues */}
            <Button kind="primary" autoFocus busy={unlock.pending} onClick={() => void act()}>
              {t("booking.order.unlock")}
            </Button>
          </div>
        </footer>
      )}
    </>
  );
}
