/** Slots of a draw as text, and the matches that they wait for. Pure. */
import { readFirst } from "./consolation";
import type { DrawnMatch, Slot } from "./drawn";

/** Returns a slot as stored in the racecard: "entry:<id>", "bye:", "winner:<key>", "place:<group>/<place>", "best:<place>/<number>", "pair:<round>/<number>", "first:<key>". */
export const slotText = (slot: Slot): string =>
  slot.kind === "entry"
    ? `entry:${slot.id}`
    : slot.kind === "place"
      ? `place:${slot.group}/${slot.place}`
      : slot.kind === "best"
        ? `best:${slot.place}/${slot.number}`
        : slot.kind === "first"
          ? `first:${slot.of}${slot.side === undefined ? "" : `/${slot.side}`}`
          : slot.kind === "pair"
            ? `pair:${slot.round}/${slot.number}`
            : slot.kind === "bye"
              ? "bye:"
              : `${slot.kind}:${slot.of}`;

/** Returns the round of a match of a Swiss system by its key, "S-<round>-<table>"; undefined for others. */
export const swissRound = (key: string): number | undefined => (key.startsWith("S-") ? Number(key.split("-")[1]) : undefined);

/** Parses a slot that is filled from other matches; undefined for an entry, a bye and an empty text. */
export function readSource(text: string): Slot | undefined {
  const [kind, of = ""] = text.split(":");
  if (kind === "winner" || kind === "loser") return { kind, of };
  if (kind === "first") return readFirst(text);
  const [first = 0, second = 0] = of.split("/").map(Number);
  if (kind === "place") return { kind, group: first, place: second };
  if (kind === "pair") return { kind, round: first, number: second };
  return kind === "best" ? { kind, place: first, number: second } : undefined;
}

/** Returns the matches that must be over before the slot is filled: one match, its group, all groups, or the round before. @param all of the event */
export function matchesBefore<M extends Pick<DrawnMatch, "key" | "group">>(slot: Slot, all: readonly M[]): readonly M[] {
  switch (slot.kind) {
    case "winner":
    case "loser":
    case "first":
      return all.filter(({ key }) => key === slot.of);
    case "place":
      return all.filter(({ group }) => group === slot.group);
    case "best":
      return all.filter(({ group }) => group !== null);
    case "pair":
      return all.filter(({ key }) => swissRound(key) === slot.round - 1);
    case "entry":
    case "bye":
      return [];
  }
}
