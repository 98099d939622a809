import { useT } from "../../../i18n/use-t";
import { usePlaces } from "../../../ui/form/use-named";

/** Places as a form's field; none chosen: all. `programId` leaves only its places. */
export function PlaceChips({
  value = [],
  onChange,
  id,
  programId,
}: {
  value?: readonly string[];
  onChange?: (value: readonly string[]) => void;
  id?: string;
  programId?: string | null | undefined;
}) {
  const t = useT();
  const places = usePlaces().filter((place) => !programId || place.programId === programId);
  return (
    <div id={id} className="chips" role="group" aria-label={t("prices.places")}>
      <button type="button" aria-pressed={value.length === 0} onClick={() => onChange?.([])}>
        {t("prices.allPlaces")}
      </button>
      {places.map((place) => (
        <button
          key={place.id}
          type="button"
          title={place.hallName}
          aria-pressed={value.includes(place.id)}
          onClick={() => onChange?.(value.includes(place.id) ? value.filter((each) => each !== place.id) : [...value, place.id])}
        >
          {place.label}
        </button>
      ))}
    </div>
  );
}
