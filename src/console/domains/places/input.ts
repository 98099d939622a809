/** A hall's form as it travels, and back. */
import type { Input } from "../../../contract/core/call";
import { type HallDetail, type halls, type PlaceIcon, PLACE_ICONS } from "../../../contract/places/places";
import type { Values } from "../../ui/form/FormPage";
import { numberOr, numberTyped, orNull, text } from "../../ui/form/read";
import type { HoursValue } from "../../ui/form/WeekHours";
import type { ClosedValue } from "./ClosedTimes";
import type { DraftMap, DraftPlace } from "./map/draft";

export const iconOf = (value: unknown): PlaceIcon | null => PLACE_ICONS.find((icon) => icon === value) ?? null;
const isHours = (value: unknown): value is HoursValue => typeof value === "object" && value !== null && "open" in value && "close" in value;
const isClosed = (value: unknown): value is ClosedValue[] => Array.isArray(value) && value.every((one) => typeof one === "object");
const isMap = (value: unknown): value is DraftMap =>
  Array.isArray(value) &&
  value.every((one: unknown): one is DraftPlace => typeof one === "object" && one !== null && "key" in one && "parts" in one);
const mapOf = (value: unknown): DraftMap => (isMap(value) ? value : []);

/** Converts the values of the fields to the input of the contract. */
export function hallInput(values: Values): Input<typeof halls.create> {
  const { hours, closed } = values;
  const ownHours = values["ownHours"] === true;
  const sells = values["sells"] === "capacity" ? "capacity" : "places";
  return {
    name: text(values["name"]),
    programId: text(values["programId"]),
    sells,
    maxRow: numberTyped(values["maxRow"]),
    maxColumn: numberTyped(values["maxColumn"]),
    placeStart: numberTyped(values["placeStart"]),
    position: numberOr(values["position"], 0),
    ownHours,
    ...(ownHours && isHours(hours) ? { open: [...hours.open], close: [...hours.close] } : {}),
    closed: isClosed(closed) ? closed.map(({ weekdays, start, end }) => ({ weekdays: [...weekdays], start, end })) : [],
    placeIcon: iconOf(values["placeIcon"]),
    vrUrl: orNull(values["vrUrl"]) ?? "",
    places:
      sells === "capacity"
        ? []
        : mapOf(values["places"]).map(({ key, name, row, column, icon, on, parts }) => ({
            key,
            name,
            row,
            column,
            icon,
            on,
            parts: [...parts],
          })),
  };
}

/** Returns the values of the fields for an existing hall. */
export function hallValues(hall: HallDetail): Values {
  return {
    version: hall.version,
    name: hall.name,
    programId: hall.programId,
    sells: hall.sells,
    maxRow: hall.maxRow,
    maxColumn: hall.maxColumn,
    placeStart: hall.placeStart,
    position: hall.position,
    ownHours: hall.ownHours,
    hours: { open: hall.open, close: hall.close },
    closed: hall.closed,
    placeIcon: hall.placeIcon ?? "",
    vrUrl: hall.vrUrl,
    places: hall.map.map(({ id, ...place }) => ({ ...place, key: id })),
  };
}
