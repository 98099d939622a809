import "../places/places.css";
import { useT } from "../../i18n/use-t";
import { usePlaces } from "../../ui/form/use-named";

/** Places as a form's field, hall by hall; each is pressed in or out. */
export function PlacePicker({
  value = [],
  onChange,
  id,
}: {
  value?: readonly string[];
  onChange?: (value: readonly string[]) => void;
  id?: string;
}) {
  const t = useT();
  const places = usePlaces();
  const halls = [...new Set(places.map((place) => place.hallName))];
  return (
    <div id={id} role="group" aria-label={t("places.bundle.places")} className="place-picker">
      {halls.map((hall) => (
        <div key={hall}>
          <span className="mut">{hall}</span>
          <div className="chips">
            {places
              .filter((place) => place.hallName === hall)
              .map((place) => (
                <button
                  key={place.id}
                  type="button"
                  aria-label={`${hall} ${place.label}`}
                  aria-pressed={value.includes(place.id)}
                  onClick={() => onChange?.(value.includes(place.id) ? value.filter((one) => one !== place.id) : [...value, place.id])}
                >
                  {place.label}
                </button>
              ))}
          </div>
        </div>
      ))}
    </div>
  );
}
