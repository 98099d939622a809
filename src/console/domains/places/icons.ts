/** Icons of places on the map: 16 × 16 outlines in the style of the shell's icons. */
import type { PlaceIcon } from "../../../contract/places/places";

export const PLACE_SHAPES: Record<PlaceIcon, string> = {
  court: "M2 3.5h12v9H2zM8 3.5v9M4.5 3.5v9M11.5 3.5v9",
  half: "M2 3.5h12v9H2zM8 3.5v9",
  hoop: "M4 2.5h8v5H4zM5.5 9.5h5M6 9.5l.6 4M10 9.5l-.6 4M8 7.5v2",
  net: "M2 13V4M14 13V4M2 5h12M2 9h12M5 5v4M8 5v4M11 5v4",
  table: "M1.5 6.5h13M3 6.5v6M13 6.5v6M8 4v2.5",
  goal: "M2.5 13V4h11v9M2.5 7h11M5.5 4v6M10.5 4v6M2.5 10h11",
  lane: "M1.5 4c2-1.3 3.2-1.3 4.3 0s2.3 1.3 4.4 0 3.2-1.3 4.3 0M1.5 8c2-1.3 3.2-1.3 4.3 0s2.3 1.3 4.4 0 3.2-1.3 4.3 0M1.5 12c2-1.3 3.2-1.3 4.3 0s2.3 1.3 4.4 0 3.2-1.3 4.3 0",
  star: "M8 2.2l1.8 3.7 4 .6-2.9 2.8.7 4L8 11.4l-3.6 1.9.7-4-2.9-2.8 4-.6z",
};
