import { useId } from "react";
import { booking } from "../../../contract/booking/booking";
import type { VoucherLook } from "../../../contract/marketing/groupon";
import { clock, DAY_MINUTES, GRANULE } from "../../../contract/core/time";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { useSession } from "../../session/store";
import { useToday } from "../../ui/today";
import { DayInput } from "../../ui/form/DayInput";

export interface SlotDraft {
  readonly placeId: string;
  readonly day: string;
  readonly start: number;
}
const STARTS = Array.from({ length: DAY_MINUTES / GRANULE }, (_, i) => i * GRANULE);
const MORNING = 6 * 60;

/** Court, day and time that a voucher of court time books in the grid; none: the court is booked by hand. */
export function SlotPicker({
  voucher,
  slot,
  onSlot,
}: {
  readonly voucher: VoucherLook;
  readonly slot: SlotDraft | undefined;
  readonly onSlot: (slot: SlotDraft | undefined) => void;
}) {
  const t = useT();
  const id = useId();
  const today = useToday();
  const { venue } = useSession();
  const read = useRead(
    booking.places,
    { venueId: venue?.venueId ?? "" },
    { enabled: venue !== null && venue !== undefined, staleTime: 60_000 },
  );
  const halls = (read.data?.halls ?? []).filter(({ programId }) => programId === voucher.program);
  const places = (read.data?.places ?? []).filter(({ hallId }) => halls.some((hall) => hall.id === hallId));
  const draft = slot ?? { placeId: "", day: today, start: 18 * 60 };
  const change = (more: Partial<SlotDraft>): void => {
    const next = { ...draft, ...more };
    onSlot(next.placeId === "" ? undefined : next);
  };
  return (
    <div className="voucher-slot" role="group" aria-labelledby={`${id}-t`}>
      <span id={`${id}-t`} className="field-label">
        {t("marketing.slotPicker.bookCourtGridOptional")}
      </span>
      <span className="row wrap">
        <span className="input">
          <select aria-label={t("marketing.court")} value={draft.placeId} onChange={(event) => change({ placeId: event.target.value })}>
            <option value="">{t("marketing.slotPicker.noCourt")}</option>
            {halls.map((hall) => (
              <optgroup key={hall.id} label={hall.name}>
                {places
                  .filter(({ hallId }) => hallId === hall.id)
                  .map((place) => (
                    <option key={place.id} value={place.id}>
                      {place.name}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        </span>
        {slot && (
          <>
            <DayInput aria-label={t("common.day")} min={today} value={draft.day} onChange={(day) => change({ day })} />
            <span className="input">
              <select
                aria-label={t("marketing.slotPicker.begins")}
                value={draft.start}
                onChange={(event) => change({ start: Number(event.target.value) })}
              >
                {STARTS.filter((start) => start >= MORNING).map((start) => (
                  <option key={start} value={start}>
                    {clock(start)}
                  </option>
                ))}
              </select>
            </span>
          </>
        )}
      </span>
    </div>
  );
}
