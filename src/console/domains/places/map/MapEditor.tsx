import { useId, useRef, useState } from "react";
import type { PlaceIcon } from "../../../../contract/places/places";
import { useT } from "../../../i18n/use-t";
import { Button } from "../../../ui/Button";
import {
  addPlace,
  type DraftMap,
  joinPlaces,
  movePlace,
  namesOf,
  nextName,
  numberByMap,
  placeAt,
  placeOf,
  removePlace,
  type Size,
  type Spot,
  splitPlace,
} from "./draft";
import { GridPreview } from "./GridPreview";
import { MapGrid } from "./MapGrid";
import { PlacePanel } from "./PlacePanel";

/**
 * The map of a hall as a form's field: places on rows and columns, moved by pointer or keys, split into halves and joined into larger
 * ones, and beside it the grid that comes of it.
 */
export function MapEditor({
  value = [],
  onChange,
  id,
  size,
  start,
  hallName,
  usual,
}: {
  value?: DraftMap;
  onChange?: (map: DraftMap) => void;
  id?: string;
  size: Size;
  /** Number of the first place. */
  start: number;
  hallName: string;
  /** Icon of places without one of their own. */
  usual: PlaceIcon | null;
}) {
  const t = useT();
  const hint = useId();
  const root = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [many, setMany] = useState(false);
  const [announcement, setAnnouncement] = useState("");
  const keys = selected.filter((key) => placeOf(value, key));
  const names = (of: readonly string[]): string => namesOf(value, of).join(t("shell.listComma"));

  /** Moves the focus back to the map, because the pressed control of a place disappears when it is pressed. */
  const toMap = (): void => root.current?.querySelector<HTMLElement>('[data-spot][tabindex="0"]')?.focus();

  const choose = (key: string, more: boolean): void =>
    setSelected((before) =>
      more || many
        ? before.includes(key)
          ? before.filter((one) => one !== key)
          : [...before, key]
        : before.length === 1 && before[0] === key
          ? []
          : [key],
    );
  const add = (spot: Spot): void => {
    const name = nextName(value, start);
    const next = addPlace(value, spot, start);
    onChange?.(next);
    setSelected([next.at(-1)?.key ?? ""]);
    setAnnouncement(t("places.added", { name }));
  };
  const move = (key: string, to: Spot): void => {
    if (to.row < 1 || to.column < 1 || to.row > size.rows || to.column > size.columns) return;
    onChange?.(movePlace(value, key, to));
    setAnnouncement(t("places.moved", { name: names([key]), spot: t("places.spot", { ...to }) }));
  };
  const split = (key: string): void => {
    const next = splitPlace(value, key, size);
    if (!next) return;
    toMap();
    onChange?.(next);
    setSelected([key]);
    setAnnouncement(
      t("places.splitDone", { name: names([key]), parts: namesOf(next, placeOf(next, key)?.parts ?? []).join(t("shell.listComma")) }),
    );
  };
  const join = (): void => {
    const next = joinPlaces(value, keys);
    const made = next.find((place) => !placeOf(value, place.key));
    if (!made) return;
    onChange?.(next);
    setSelected([made.key]);
    setMany(false);
    setAnnouncement(t("places.joinDone", { names: names(keys), name: made.name }));
  };
  const remove = (key: string): void => {
    if (value.some((place) => place.parts.includes(key))) {
      setAnnouncement(t("places.removePartOf"));
      return;
    }
    toMap();
    onChange?.(removePlace(value, key));
    setAnnouncement(t(placeOf(value, key)?.used ? "places.off" : "places.removed", { name: names([key]) }));
  };
  const onSpot = (spot: Spot, more: boolean): void => {
    const here = placeAt(value, spot);
    if (here) choose(here.key, more);
    else add(spot);
  };

  return (
    <div className="map-editor" id={id} ref={root} role="group" aria-label={t("places.mapTitle")}>
      <div className="map-bar">
        <Button icon="link" spent={keys.length < 2} title={t("places.joinHint")} onClick={join}>
          {t("places.join")}
        </Button>
        <button type="button" className="btn" aria-pressed={many} onClick={() => setMany(!many)}>
          {t("places.many")}
        </button>
        <Button
          icon="repeat"
          why={value.length === 0 ? t("places.mapEditor.mapNoPlacesYet") : undefined}
          whyInTooltip
          onClick={() => {
            onChange?.(numberByMap(value, start));
            setAnnouncement(t("places.numbered", { from: start }));
          }}
        >
          {t("places.number")}
        </Button>
        <span className="sr" role="status">
          {announcement}
        </span>
      </div>
      <p className="mut map-hint" id={hint}>
        {t("places.mapHint")}
      </p>
      <div className="map-two">
        <MapGrid usual={usual} map={value} size={size} selected={keys} hint={hint} onSpot={onSpot} onMove={move} onRemove={remove} />
        <PlacePanel
          map={value}
          selected={keys}
          canSplit={placeOf(value, keys[0])?.parts.length === 0 && splitPlace(value, keys[0] ?? "", size) !== undefined}
          onChange={(map) => onChange?.(map)}
          onMove={move}
          onSplit={split}
          onRemove={remove}
        />
      </div>
      <GridPreview usual={usual} map={value} hallName={hallName} selected={keys} onChoose={(key) => choose(key, false)} />
    </div>
  );
}
