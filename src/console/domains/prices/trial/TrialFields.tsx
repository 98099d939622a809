import { clock, GRANULE } from "../../../../contract/core/time";
import { useT } from "../../../i18n/use-t";
import { useCardTypes, usePlaces } from "../../../ui/form/use-named";
import { DayInput } from "../../../ui/form/DayInput";

/** The question: one place, one stretch of a day, one level of customer. */
export interface TrialDraft {
  readonly placeId: string;
  readonly day: string;
  readonly start: number;
  readonly minutes: number;
  /** Empty: a walk-in. */
  readonly cardTypeId: string;
}
const STARTS = Array.from({ length: 48 }, (_, half) => half * GRANULE);
const LENGTHS = [30, 60, 90, 120, 180] as const;

/** Fields of a trial price; `programId` leaves only its places. */
export function TrialFields({
  draft,
  set,
  programId,
}: {
  draft: TrialDraft;
  set: (change: Partial<TrialDraft>) => void;
  programId?: string | null | undefined;
}) {
  const t = useT();
  const places = usePlaces().filter((place) => !programId || place.programId === programId);
  const types = useCardTypes();
  return (
    <div className="trial-fields">
      <label>
        <span className="field-label">{t("prices.place")}</span>
        <span className="input">
          <select value={draft.placeId} onChange={(event) => set({ placeId: event.target.value })}>
            {places.map((place) => (
              <option key={place.id} value={place.id}>
                {place.hallName} · {place.label}
              </option>
            ))}
          </select>
        </span>
      </label>
      <label>
        <span className="field-label">{t("prices.day")}</span>
        <DayInput value={draft.day} onChange={(day) => set({ day })} />
      </label>
      <label>
        <span className="field-label">{t("prices.start")}</span>
        <span className="input">
          <select value={draft.start} onChange={(event) => set({ start: Number(event.target.value) })}>
            {STARTS.map((minute) => (
              <option key={minute} value={minute}>
                {clock(minute)}
              </option>
            ))}
          </select>
        </span>
      </label>
      <label>
        <span className="field-label">{t("prices.length")}</span>
        <span className="input">
          <select value={draft.minutes} onChange={(event) => set({ minutes: Number(event.target.value) })}>
            {LENGTHS.map((minutes) => (
              <option key={minutes} value={minutes}>
                {t("prices.minutes", { minutes })}
              </option>
            ))}
          </select>
        </span>
      </label>
      <label>
        <span className="field-label">{t("prices.level")}</span>
        <span className="input">
          <select value={draft.cardTypeId} onChange={(event) => set({ cardTypeId: event.target.value })}>
            <option value="">{t("prices.classes.walkIn")}</option>
            {(types.data?.content ?? []).map((type) => (
              <option key={type.id} value={type.id}>
                {type.name}
              </option>
            ))}
          </select>
        </span>
      </label>
    </div>
  );
}
