import { useState } from "react";
import { booking, type BookingOrderDetail, type SlotRun } from "../../../../contract/booking/booking";
import { useCall } from "../../../api/use-call";
import { useT } from "../../../i18n/use-t";
import { notify } from "../../../ui/notices";
import { placeLabel } from "../../../ui/format-place";
import { slotCount } from "../words";
import { span } from "../../../../contract/core/time";
import type { BookerDraft } from "../../../desk/Booker";
import { PanelForm, ReasonField, reasonProblem, reasonOk } from "../../../ui/form/PanelForm";

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
  const act = async (): Promise<void> => {
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
    <PanelForm
      act={
        mode === "lock"
          ? t("booking.choice.lockDo", { slots: slotCount(slots, t) })
          : t("booking.choice.freeDo", { slots: slotCount(slots, t) })
      }
      icon={mode === "lock" ? "lock" : "tag"}
      pending={pending}
      ready={reasonOk(reason) && runs.length > 0}
      lacks={reasonProblem(reason, t)}
      error={error}
      back={t("booking.choice.back")}
      onAct={act}
      onBack={onBack}
    >
      <ul className="lines">
        {runs.map((run) => (
          <li key={`${run.placeId}@${run.start}`} className="ln">
            <span className="ln-what">
              <b>{placeLabel(run.placeName, t)}</b> {span(run.start, run.end)}
            </span>
          </li>
        ))}
      </ul>
      <ReasonField title={`${title} · ${t("booking.choice.reason")}`} value={reason} onValue={setReason} />
    </PanelForm>
  );
}
