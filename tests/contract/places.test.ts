/** Places after an elimination: from how long each entrant was in it. */
import { expect, it } from "vitest";
import { type EndedMatch, placesOf } from "../../src/engine/places";

const won = (home: string, away: string, round: number, bracket: EndedMatch["bracket"] = "knockout", third = false): EndedMatch => ({
  home,
  away,
  winner: 0,
  round,
  third,
  bracket,
});

it("share a place where they were out in the same round, and come behind who went out later", () => {
  const matches = [
    won("a", "h", 1),
    won("b", "g", 1),
    won("c", "f", 1),
    won("d", "e", 1),
    won("a", "d", 2),
    won("b", "c", 2),
    won("a", "b", 3),
  ];
  expect(Object.fromEntries(placesOf(matches))).toEqual({ a: 1, b: 2, c: 3, d: 3, e: 5, f: 5, g: 5, h: 5 });
  expect(Object.fromEntries(placesOf([...matches, won("d", "c", 3, "knockout", true)], [["x", "y"], ["z"]]))).toMatchObject({
    d: 3,
    c: 4,
    h: 5,
    x: 9,
    y: 9,
    z: 11,
  });
});

it("of double elimination count the second defeat", () => {
  const matches = [
    won("a", "d", 1, "winners"),
    won("b", "c", 1, "winners"),
    won("a", "b", 2, "winners"),
    won("c", "d", 1, "losers"),
    won("b", "c", 2, "losers"),
    won("b", "a", 1, "final"),
    won("a", "b", 2, "final"),
  ];
  expect(Object.fromEntries(placesOf(matches))).toEqual({ a: 1, b: 2, c: 3, d: 4 });
});

it("leave first place free where both finalists have left, and give it to who has no opponent", () => {
  const out = (home: string | null, away: string | null, round: number, winner: 0 | 1 | null): EndedMatch => ({
    ...won("", "", round),
    home,
    away,
    winner,
  });
  const semis = [won("a", "c", 1), won("b", "d", 1)];
  expect(Object.fromEntries(placesOf([...semis, out("a", "b", 2, null)]))).toEqual({ a: 2, b: 2, c: 3, d: 3 });
  expect(Object.fromEntries(placesOf([won("a", "c", 1), out("b", "d", 1, null), out("a", null, 2, 0)]))).toEqual({
    a: 1,
    c: 2,
    b: 2,
    d: 2,
  });
});
