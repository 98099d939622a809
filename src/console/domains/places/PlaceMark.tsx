import "./places.css";
import type { PlaceIcon } from "../../../contract/places/places";
import { PLACE_SHAPES } from "./icons";

/** A place's icon; decoration beside its name. Without one of its own, a plain court. */
export function PlaceMark({ icon }: { icon: PlaceIcon | null }) {
  return (
    <svg className="place-mark" viewBox="0 0 16 16" aria-hidden focusable="false">
      <path d={PLACE_SHAPES[icon ?? "court"]} />
    </svg>
  );
}
