import { useId } from "react";
import { PLACE_ICONS } from "../../../../contract/places/places";
import { useT } from "../../../i18n/use-t";
import { Button } from "../../../ui/Button";
import { PlaceMark } from "../PlaceMark";
import { changePlace, type DraftMap, namesOf, placeOf, shiftPlace, type Spot, combinedPlacesOf } from "./draft";

/** Edits the selected place: name, icon, whether it is booked, its position in the order, halves. */
export function PlacePanel({
  map,
  selected,
  canSplit,
  onChange,
  onMove,
  onSplit,
  onRemove,
}: {
  map: DraftMap;
  selected: readonly string[];
  canSplit: boolean;
  onChange: (map: DraftMap) => void;
  onMove: (key: string, to: Spot) => void;
  onSplit: (key: string) => void;
  onRemove: (key: string) => void;
}) {
  const t = useT();
  const id = useId();
  const place = selected.length === 1 ? placeOf(map, selected[0]) : undefined;
  const comma = t("shell.listComma");
  if (!place)
    return (
      <section className="map-panel mut" aria-live="polite">
        {selected.length > 1 ? t("places.selected", { names: namesOf(map, selected).join(comma) }) : t("places.nothing")}
      </section>
    );
  const { key, row, column } = place;
  const wholes = combinedPlacesOf(map, key);
  const change = (values: Parameters<typeof changePlace>[2]): void => onChange(changePlace(map, key, values));
  return (
    <section className="map-panel" aria-label={place.name}>
      <label htmlFor={`${id}-name`}>{t("places.placeName")}</label>
      <input
        id={`${id}-name`}
        className="input"
        value={place.name}
        maxLength={20}
        autoComplete="off"
        onChange={(event) => change({ name: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.ctrlKey) event.preventDefault(); // the hall is saved with its own button
        }}
      />
      {place.parts.length > 0 && <p className="sec">{t("places.madeOf", { names: namesOf(map, place.parts).join(comma) })}</p>}
      {wholes.length > 0 && <p className="sec">{t("places.partOf", { names: wholes.map((one) => one.name).join(comma) })}</p>}
      <div className="map-icons" role="group" aria-label={t("places.icon")}>
        <button type="button" aria-pressed={place.icon === null} onClick={() => change({ icon: null })}>
          {t("places.iconDefault")}
        </button>
        {PLACE_ICONS.map((icon) => (
          <button
            key={icon}
            type="button"
            aria-label={t(`places.icons.${icon}`)}
            title={t(`places.icons.${icon}`)}
            aria-pressed={place.icon === icon}
            onClick={() => change({ icon })}
          >
            <PlaceMark icon={icon} />
          </button>
        ))}
      </div>
      <label className="row">
        <input type="checkbox" className="check" checked={place.on} onChange={(event) => change({ on: event.target.checked })} />
        {t("places.on")}
      </label>
      {!place.on && <p className="mut">{t("places.offHint")}</p>}
      <div className="map-moves">
        {place.parts.length === 0 && (
          <>
            <Button icon="chevron-left" aria-label={t("places.moveLeft")} onClick={() => onMove(key, { row, column: column - 1 })} />
            <Button icon="chevron-up" aria-label={t("places.moveUp")} onClick={() => onMove(key, { row: row - 1, column })} />
            <Button icon="chevron-down" aria-label={t("places.moveDown")} onClick={() => onMove(key, { row: row + 1, column })} />
            <Button icon="chevron-right" aria-label={t("places.moveRight")} onClick={() => onMove(key, { row, column: column + 1 })} />
          </>
        )}
        <Button spent={map[0]?.key === key} onClick={() => onChange(shiftPlace(map, key, -1))}>
          {t("places.earlier")}
        </Button>
        <Button spent={map.at(-1)?.key === key} onClick={() => onChange(shiftPlace(map, key, 1))}>
          {t("places.later")}
        </Button>
      </div>
      <div className="map-moves">
        {place.parts.length === 0 && (
          <Button
            icon="columns"
            why={canSplit ? undefined : t("places.placePanel.thereNoFreeSpot")}
            whyInTooltip
            onClick={() => onSplit(key)}
          >
            {t("places.split")}
          </Button>
        )}
        {(!place.used || place.on) && (
          <Button
            icon={place.used ? "minus" : "trash"}
            why={wholes.length > 0 ? t("places.removePartOf") : undefined}
            onClick={() => onRemove(key)}
          >
            {place.used ? t("places.off") : place.parts.length > 0 ? t("places.apart") : t("places.removePlace")}
          </Button>
        )}
      </div>
    </section>
  );
}
