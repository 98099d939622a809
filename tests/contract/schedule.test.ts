/** Schedules break no rule, whatever is drawn. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawEvent } from "../../src/engine/draw";
import { clashes, plan, type Playable } from "../../src/engine/schedule";
import { entrants, knockout, playables } from "../support/entrants";

describe("schedules", () => {
  it("break no rule, whatever is drawn, and leave out only what has no court time", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 40 }),
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom(20, 30, 45),
        fc.constantFrom(0, 20, 40),
        fc.boolean(),
        (count, courts, minutes, rest, robin) => {
          const list = entrants(Math.min(count, robin ? 8 : 40), 0, 0);
          const { stages } = drawEvent(list, robin ? { kind: "roundRobin" } : { kind: "knockout", third: true }, { separate: false }, "s");
          const matches = playables(stages[0]?.matches ?? [], "", minutes, rest);
          const hours = Array.from({ length: courts }, (_, i) => ({ court: `k${i}`, start: 0, end: 600 }));
          const { placed, left } = plan(matches, hours);
          expect(clashes(matches, hours, placed).filter(({ why, with: other }) => why !== "order" || !left.includes(other ?? ""))).toEqual(
            [],
          );
          expect([...placed.map(({ id }) => id), ...left].sort()).toEqual(matches.map(({ id }) => id).sort());
        },
      ),
      { numRuns: 60 },
    );
  });

  it("place 300 matches of five events on eight courts within a tenth of the least time", () => {
    const matches = Array.from({ length: 5 }, (_, i) =>
      playables(knockout(entrants(61, 8, 10), `e${i}`).stages[0]?.matches ?? [], `e${i}:`, 30, 20),
    ).flat();
    const hours = Array.from({ length: 8 }, (_, i) => ({ court: `k${i}`, start: 0, end: 3000 }));
    const began = performance.now();
    const { placed, left } = plan(matches, hours);
    expect(performance.now() - began).toBeLessThan(5000);
    expect(left).toEqual([]);
    expect(clashes(matches, hours, placed)).toEqual([]);
    const least = Math.ceil((matches.length * 30) / 8);
    expect(Math.max(...placed.map(({ start }) => start + 30))).toBeLessThanOrEqual(least * 1.1);
  });

  it("keep what is fixed where it is", () => {
    const matches = playables(knockout(entrants(8, 0, 0), "x").stages[0]?.matches ?? [], "", 30, 0);
    const hours = [{ court: "a", start: 0, end: 600 }];
    const fixed = [{ id: "1-1-2", court: "a", start: 90 }];
    const { placed } = plan(matches, hours, fixed);
    expect(placed.find(({ id }) => id === "1-1-2")).toEqual(fixed[0]);
    expect(clashes(matches, hours, placed)).toEqual([]);
  });

  it.each([
    ["court", { id: "b", court: "1", start: 15 }],
    ["player", { id: "b", court: "2", start: 15 }],
    ["rest", { id: "b", court: "2", start: 35 }],
    ["hours", { id: "b", court: "2", start: 90 }],
  ] as const)("name a clash of %s", (why, second) => {
    const matches: Playable[] = [
      { id: "a", players: ["p"], after: [], minutes: 30, rest: 20 },
      { id: "b", players: why === "court" ? ["q"] : ["p"], after: [], minutes: 30, rest: 20 },
    ];
    const hours = ["1", "2"].map((court) => ({ court, start: 0, end: 100 }));
    const found = clashes(matches, hours, [{ id: "a", court: "1", start: 0 }, second]);
    expect(found).toMatchObject([{ id: "b", why, with: why === "hours" ? null : "a" }]);
  });
});
