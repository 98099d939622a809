import { type DragEvent, type KeyboardEvent, useRef, useState } from "react";
import type { PlaceIcon } from "../../../../contract/places/places";
import { useT } from "../../../i18n/use-t";
import { Icon } from "../../../ui/Icon";
import { PlaceMark } from "../PlaceMark";
import { type DraftMap, frameOf, groundOf, namesOf, placeAt, sharedWith, type Size, type Spot } from "./draft";

const STEPS: Readonly<Record<string, Spot>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};
const DRAGGED = "text/x-place";

/** Rows and columns of spots: one cursor, moved by arrows; places are dragged, or moved with Shift and arrows. */
export function MapGrid({
  usual,
  map,
  size,
  selected,
  hint,
  onSpot,
  onMove,
  onRemove,
}: {
  usual: PlaceIcon | null;
  map: DraftMap;
  size: Size;
  selected: readonly string[];
  /** Id of the text that tells the keys. */
  hint: string;
  /** A spot was pressed; `more`: beside what is selected. */
  onSpot: (spot: Spot, more: boolean) => void;
  onMove: (key: string, to: Spot) => void;
  onRemove: (key: string) => void;
}) {
  const t = useT();
  const root = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<Spot>({ row: 1, column: 1 });
  const at = { row: Math.min(cursor.row, size.rows), column: Math.min(cursor.column, size.columns) };
  const chosen = new Set(selected.flatMap((key) => groundOf(map, key)));
  const go = (spot: Spot): void => {
    const next = { row: Math.max(1, Math.min(size.rows, spot.row)), column: Math.max(1, Math.min(size.columns, spot.column)) };
    setCursor(next);
    root.current?.querySelector<HTMLElement>(`[data-spot="${next.row}:${next.column}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, spot: Spot): void => {
    const place = placeAt(map, spot);
    const step = STEPS[event.key];
    if (step) {
      const to = { row: spot.row + step.row, column: spot.column + step.column };
      if (event.shiftKey && place) onMove(place.key, to);
      go(to);
    } else if (event.key === "Enter" || event.key === " ") onSpot(spot, event.shiftKey);
    else if (event.key === "x" && place) onSpot(spot, true);
    else if (event.key === "Delete" && place) onRemove(place.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const drop = (event: DragEvent, spot: Spot): void => {
    const key = event.dataTransfer.getData(DRAGGED);
    if (key === "") return;
    event.preventDefault();
    onMove(key, spot);
    go(spot);
  };
  const rows = Array.from({ length: size.rows }, (_, i) => i + 1);
  const columns = Array.from({ length: size.columns }, (_, i) => i + 1);
  return (
    <div className="map-scroll">
      <div
        ref={root}
        className="map-grid"
        role="grid"
        aria-label={t("places.mapTitle")}
        aria-describedby={hint}
        aria-multiselectable
        style={{ gridTemplateColumns: `repeat(${size.columns}, minmax(64px, 96px))`, gridTemplateRows: `repeat(${size.rows}, 64px)` }}
      >
        {map.map((place) => {
          const frame = place.on ? frameOf(map, place.key) : undefined;
          return (
            frame && (
              <div
                key={place.key}
                aria-hidden
                className={selected.includes(place.key) ? "map-frame on" : "map-frame"}
                style={{
                  gridRow: `${frame.rows[0]} / ${frame.rows[1] + 1}`,
                  gridColumn: `${frame.columns[0]} / ${frame.columns[1] + 1}`,
                }}
              >
                <span>{place.name}</span>
              </div>
            )
          );
        })}
        {rows.map((row) => (
          <div role="row" className="map-row" key={row}>
            {columns.map((column) => {
              const spot = { row, column };
              const place = placeAt(map, spot);
              const shares = place ? namesOf(map, sharedWith(map, place.key)) : [];
              const name = place
                ? [t(place.on ? "places.spotTaken" : "places.spotOff", { name: place.name, ...spot })]
                    .concat(shares.length > 0 ? t("places.shares", { names: shares.join(t("shell.listComma")) }) : [])
                    .join(t("shell.listComma"))
                : t("places.spotFree", { ...spot });
              return (
                <div
                  key={column}
                  role="gridcell"
                  data-spot={`${row}:${column}`}
                  tabIndex={at.row === row && at.column === column ? 0 : -1}
                  aria-label={name}
                  aria-selected={place !== undefined && chosen.has(place.key)}
                  className={place ? (place.on ? "map-spot taken" : "map-spot taken off") : "map-spot"}
                  style={{ gridRow: row, gridColumn: column }}
                  draggable={place !== undefined}
                  onFocus={() => setCursor(spot)}
                  onClick={(event) => onSpot(spot, event.shiftKey || event.ctrlKey || event.metaKey)}
                  onKeyDown={(event) => onKeyDown(event, spot)}
                  onDragStart={(event) => {
                    if (place) event.dataTransfer.setData(DRAGGED, place.key);
                  }}
                  onDragOver={(event) => event.preventDefault()}
                  onDrop={(event) => drop(event, spot)}
                >
                  {place ? (
                    <>
                      <PlaceMark icon={place.icon ?? usual} />
                      <b>{place.name}</b>
                      {shares.length > 0 && <Icon name="link" size="s" />}
                    </>
                  ) : (
                    <Icon name="plus" size="s" />
                  )}
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
