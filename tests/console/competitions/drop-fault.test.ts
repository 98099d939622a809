/** Conflicts of a dragged match are shown before it is dropped. */
import { expect, it } from "vitest";
import { findDropProblem } from "../../../src/console/domains/competitions/drop-problem";

const minuteOf = (at: string): number => Number(at);
const side = (id: string | null, source = "") => ({ id, source });
const match = (key: string, startsAt: string | null, court: string | null, home = side(`${key}h`), away = side(`${key}a`)) => ({
  id: key,
  eventId: "e",
  key,
  startsAt,
  minutes: 30,
  court: court === null ? null : { id: court },
  home,
  away,
});
const COURT = { id: "1", hours: [{ start: "540", end: "720" }] };
const first = match("1-1-1", "540", "1");
const busy = match("1-1-2", "600", "2", side("x"));
const dragged = match("1-2-1", null, null, side(null, "winner:1-1-1"), side("x"));
const all = [first, busy, dragged];

it.each([
  ["hours", 520],
  ["hours", 700],
  ["court", 555],
  ["player", 590],
  [undefined, 630],
] as const)("%s at %i", (why, start) => expect(findDropProblem(dragged, COURT, start, all, minuteOf)).toBe(why));

it("order, where it waits for a match that is not over, or another waits for it", () => {
  const other = { ...COURT, id: "3" };
  expect(findDropProblem(match("1-2-1", null, null, side(null, "winner:1-1-1")), other, 550, all, minuteOf)).toBe("order");
  const final = match("1-3-1", "630", "2", side(null, "winner:1-2-1"));
  expect(findDropProblem(match("1-2-1", null, null), other, 610, [...all, final], minuteOf)).toBe("order");
  expect(findDropProblem(match("1-2-1", null, null), other, 600, [...all, final], minuteOf)).toBeUndefined();
});
