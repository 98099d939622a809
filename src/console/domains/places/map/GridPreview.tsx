import type { PlaceIcon } from "../../../../contract/places/places";
import { useT } from "../../../i18n/use-t";
import { placeLabel } from "../../../ui/format-place";
import { PlaceMark } from "../PlaceMark";
import { type DraftMap, sharedWith } from "./draft";

const ROWS = ["19:00", "19:30", "20:00"] as const;
const BOOKED = "19:30";

/** The booking grid as it will be: the columns in their order, and, for the selected place, which of them it takes along. */
export function GridPreview({
  usual,
  map,
  hallName,
  selected,
  onChoose,
}: {
  usual: PlaceIcon | null;
  map: DraftMap;
  hallName: string;
  selected: readonly string[];
  onChoose: (key: string) => void;
}) {
  const t = useT();
  const visible = map.filter((place) => place.on);
  const booked = selected.length === 1 ? selected[0] : undefined;
  const shut = new Set(booked === undefined ? [] : sharedWith(map, booked));
  return (
    <section className="map-preview" aria-label={t("places.preview")}>
      <h3>{t("places.preview")}</h3>
      {visible.length === 0 ? (
        <p className="mut">{t("places.previewNone")}</p>
      ) : (
        <>
          <p className="mut">{t("places.previewHint")}</p>
          <div className="map-preview-scroll" tabIndex={0} role="region" aria-label={t("places.preview")}>
            <table>
              <thead>
                <tr>
                  <td />
                  <th colSpan={visible.length} scope="colgroup">
                    {hallName || t("places.hallName")}
                  </th>
                </tr>
                <tr>
                  <td />
                  {visible.map((place) => (
                    <th key={place.key} scope="col">
                      <button type="button" aria-pressed={selected.includes(place.key)} onClick={() => onChoose(place.key)}>
                        <PlaceMark icon={place.icon ?? usual} />
                        {placeLabel(place.name, t)}
                      </button>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {ROWS.map((time) => (
                  <tr key={time}>
                    <th scope="row">{time}</th>
                    {visible.map((place) => {
                      const is = time !== BOOKED ? "free" : place.key === booked ? "booked" : shut.has(place.key) ? "shut" : "free";
                      return (
                        <td key={place.key} className={is}>
                          {is === "booked" ? t("places.previewBooked") : is === "shut" ? t("places.previewShut") : ""}
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  );
}
