import { useT } from "../../../i18n/use-t";
import { useToday } from "../../../ui/today";
import { PlaceChips } from "../fields/PlaceChips";
import { DayInput } from "../../../ui/form/DayInput";

/** Days and places that a sync or a release goes over; no places: all of the program. */
export interface Reach {
  readonly from: string;
  readonly to: string;
  readonly placeIds: readonly string[];
}

/** The fields of a reach. */
export function ReachFields({ reach, programId, onReach }: { reach: Reach; programId: string; onReach: (change: Partial<Reach>) => void }) {
  const t = useT();
  const today = useToday();
  return (
    <>
      <div className="plan-two">
        {(["from", "to"] as const).map((key) => (
          <label key={key}>
            <span className="field-label">{t(`prices.${key}`)}</span>
            <DayInput value={reach[key]} min={today} onChange={(day) => onReach({ [key]: day })} />
          </label>
        ))}
      </div>
      <div>
        <span className="field-label">{t("prices.places")}</span>
        <PlaceChips value={reach.placeIds} programId={programId} onChange={(placeIds) => onReach({ placeIds })} />
      </div>
    </>
  );
}
