/** The best of a place across groups: four best thirds of six groups, groups of different sizes, and no second match within a group. */
import { describe, expect, it } from "vitest";
import { placeBestNext, type RankedGroup, rankBestNext } from "../../src/engine/best-next";
import { drawEvent } from "../../src/engine/draw";
import { type CountedMatch, standings, type TieRule } from "../../src/engine/standings";
import { entrants } from "../support/entrants";

const FOOTBALL = { win: 3, draw: 1, loss: 0, abandoned: 0 };
const RULES: readonly TieRule[] = ["points", "headToHead", "pointDifference", "pointsFor", "lot"];
/** "A1-A2 3:1": a match with its goals. */
const match = (text: string): CountedMatch => {
  const [, home = "", away = "", h = "", a = ""] = /^(\w+)-(\w+) (\d+):(\d+)$/.exec(text) ?? [];
  const points = [Number(h), Number(a)] as const;
  const winner = points[0] === points[1] ? null : points[0] > points[1] ? 0 : 1;
  return { home, away, winner, walkover: false, sets: [0, 0], points };
};
const group = (number: number, played: readonly CountedMatch[], annulled: readonly string[] = []): RankedGroup => {
  const ids = [...new Set(played.flatMap(({ home, away }) => [home, away]))];
  const out = new Set(annulled);
  return { number, played, annulled: out, rows: standings(ids, played, RULES, FOOTBALL, "s", out, out) };
};

describe("the best of a place", () => {
  it("leaves out results against those below the size of the smallest group", () => {
    // B3 has beaten B4 5:0; without that match it has a win less, and A3 is ahead by goals.
    const a = group(1, ["A1-A2 2:0", "A1-A3 1:0", "A2-A3 1:0"].map(match));
    const b = group(2, ["B1-B2 2:0", "B1-B3 3:0", "B2-B3 1:0", "B1-B4 1:0", "B2-B4 1:0", "B3-B4 5:0"].map(match));
    const { rows, compared } = rankBestNext([a, b], 3, RULES, FOOTBALL, "s");
    expect(compared).toBe(3);
    expect(
      rows.map(({ id, group: of, played, points, pointsFor, pointsAgainst, decidedBy }) => [
        id,
        of,
        played,
        points,
        pointsFor,
        pointsAgainst,
        decidedBy,
      ]),
    ).toEqual([
      ["A3", 1, 2, 0, 0, 2, null],
      ["B3", 2, 2, 0, 0, 4, "pointDifference"],
    ]);
    // Negative control: in groups alike all matches count.
    const alike = group(1, ["A1-A2 2:0", "A1-A3 1:0", "A2-A3 1:0", "A1-A4 1:0", "A2-A4 1:0", "A3-A4 1:0"].map(match));
    const all = rankBestNext([alike, b], 3, RULES, FOOTBALL, "s");
    expect([all.compared, all.rows.map(({ id, points }) => [id, points])]).toEqual([
      null,
      [
        ["B3", 3],
        ["A3", 3],
      ],
    ]);
  });

  it("counts results of thirds where the smallest group has two entrants and so no third", () => {
    const a = group(1, ["A1-A2 2:0", "A1-A3 1:0", "A2-A3 1:0"].map(match));
    const b = group(2, ["B1-B2 2:0", "B1-B3 3:0", "B2-B3 1:0"].map(match));
    const c = group(3, ["C1-C2 1:0"].map(match));
    const { rows, compared } = rankBestNext([b, a, c], 3, RULES, FOOTBALL, "s");
    expect(compared).toBe(2);
    expect(rows.map(({ id, played, pointsAgainst, decidedBy }) => [id, played, pointsAgainst, decidedBy])).toEqual([
      ["A3", 2, 2, null],
      ["B3", 2, 4, "pointDifference"],
    ]);
  });

  it("passes over who has left, and counts the size of a group without those whose results are annulled", () => {
    const a = group(1, ["A1-A2 2:0", "A1-A3 1:0", "A2-A3 1:0"].map(match), ["A3"]);
    const b = group(2, ["B1-B2 2:0", "B1-B3 3:0", "B2-B3 1:0"].map(match));
    const { rows, compared } = rankBestNext([a, b], 2, RULES, FOOTBALL, "s");
    expect(compared).toBe(2);
    expect(rows.map(({ id, played }) => [id, played])).toEqual(
      [
        ["A2", 1],
        ["B2", 1],
      ].sort((x, y) => rows.findIndex(({ id }) => id === x[0]) - rows.findIndex(({ id }) => id === y[0])),
    );
    expect(rankBestNext([a, b], 3, RULES, FOOTBALL, "s").rows.map(({ id }) => id)).toEqual(["B3"]);
  });

  it("meets nobody of its own group in the first match, whichever four of six groups it comes from", () => {
    for (const lot of ["x", "y", "z"]) {
      const format = { kind: "groupsKnockout", groups: 6, through: 2, third: false, best: 4 } as const;
      const lines = drawEvent(entrants(24, 6, 0), format, { separate: false }, lot).stages[1]?.lines ?? [];
      const groupOf = (at: number): number[] => {
        const slot = lines[at];
        return slot?.kind === "place" ? [slot.group] : [];
      };
      const waiting = lines.flatMap((slot, at) => (slot.kind === "best" ? [at] : []));
      // As UEFA crosses them: all four meet winners.
      expect(waiting.map((at) => lines[at ^ 1])).toEqual(waiting.map(() => expect.objectContaining({ kind: "place", place: 1 })));
      const slots = waiting.map((at) => ({
        opponent: groupOf(at ^ 1),
        quarter: [0, 1, 2, 3].flatMap((i) => groupOf(at - (at % 4) + i)),
      }));
      for (let a = 1; a <= 6; a++)
        for (let b = a + 1; b <= 6; b++) {
          const through = [1, 2, 3, 4, 5, 6].filter((each) => each !== a && each !== b);
          const placed = placeBestNext(through, slots, lot);
          expect(placed.map((entrant) => entrant ?? -1).toSorted((one, two) => one - two)).toEqual([0, 1, 2, 3]);
          for (const [i, entrant] of placed.entries()) expect(slots[i]?.opponent).not.toContain(through[entrant ?? -1]);
        }
    }
  });
});
