import { useState } from "react";
import { booking, type BookingOrderDetail, type SlotRun } from "../../../../contract/booking";
import { useCall } from "../../../api/useCall";
import { useT } from "../../../i18n/useT";
import { Button } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { notify } from "../../../ui/notices";
import { placeLabel, slotCount, span } from "../words";
import type { BookerDraft } from "./Booker";

/** Locks the chosen places, or gives them free of charge: both need a reason, which the log keeps. */
export function ReasonForm({
  mode,
  day,
  runs,
  slots,
  booker,
  where,
  onBack,
  onDone,
  onRefresh,
}: {
  mode: "lock" | "free";
  day: string;
  runs: readonly (SlotRun & { placeName: string })[];
  slots: number;
  booker: BookerDraft;
  where: string;
  onBack: () => void;
  onDone: (order: BookingOrderDetail | undefined) => void;
  onRefresh: () => void;
}) {
  const t = useT();
  const [reason, setReason] = useState("");
  const lock = useCall(booking.lock);
  const free = useCall(booking.freePlace);
  const { pending, error } = mode === "lock" ? lock : free;
  const ready = reason.trim().length >= 2 && runs.length > 0 && !pending;
  const act = async (): Promise<void> => {
    if (!ready) return;
    const plain = runs.map(({ placeId, start, end }) => ({ placeId, start, end }));
    const member = booker.walkIn ? undefined : booker.member;
    const who = member ? { memberId: member.id } : { name: booker.name.trim(), phone: booker.phone };
    try {
      if (mode === "lock") {
        await lock.run({ day, runs: plain, reason: reason.trim() });
        notify.success(t("booking.choice.locked", { places: where }));
        onDone(undefined);
      } else {
        const order = await free.run({ day, runs: plain, reason: reason.trim(), ...who });
        notify.success(t("booking.choice.freed", { places: where }));
        onDone(order);
      }
    } catch {
      onRefresh();
    }
  };
  const title = mode === "lock" ? t("booking.choice.lockTitle") : t("booking.choice.freeTitle");
  return (
    <form
      className="panel-form"
      onSubmit={(event) => {
        event.preventDefault();
        void act();
      }}
    >
      <div className="bd">
        <ul className="lines">
          {runs.map((run) => (
            <li key={`${run.placeId}@${run.start}`} className="ln">
              <span className="ln-what">
                <b>{placeLabel(run.placeName, t)}</b> {span(run.start, run.end)}
              </span>
            </li>
          ))}
        </ul>
        <label>
          <span className="sec-t">
            {title} · {t("booking.choice.reason")}
          </span>
          <span className="input">
            <input
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form appears because it was asked for
              autoFocus
              value={reason}
              maxLength={200}
              placeholder={t("booking.choice.reasonHint")}
              onChange={(event) => setReason(event.target.value)}
            />
          </span>
        </label>
        {error && (
          <p className="notice notice-error" role="alert">
            <Icon name="error" />
            {error.message}
          </p>
        )}
      </div>
      <footer className="ft">
        <div className="acts acts-2">
          <Button kind="primary" type="submit" busy={pending} disabled={!ready} icon={mode === "lock" ? "lock" : "tag"}>
            {mode === "lock"
              ? t("booking.choice.lockDo", { slots: slotCount(slots, t) })
              : t("booking.choice.freeDo", { slots: slotCount(slots, t) })}
          </Button>
          <Button onClick={onBack}>{t("booking.choice.back")}</Button>
        </div>
      </footer>
    </form>
  );
}
