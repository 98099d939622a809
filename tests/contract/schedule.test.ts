/** Schedules break no rule, whatever is drawn. How long one takes: `npm run bench -- schedule`. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawEvent } from "../../src/engine/draw";
import type { DrawnMatch, Format, Slot } from "../../src/engine/drawn";
import { playables } from "../../src/engine/playables";
import { matchesBefore, readSource, slotText } from "../../src/engine/slots";
import { replan } from "../../src/engine/replan";
import { clashes, plan, type Placed, type Playable, shortestRest, withPossible } from "../../src/engine/schedule";
import { entrants, knockout } from "../support/entrants";
import { FULL, runs } from "../support/forms";

const drawAll = (count: number, format: Format): DrawnMatch[] =>
  drawEvent(entrants(count, 4, 6), format, { separate: true }, "s").stages.flatMap((stage) => stage.matches);

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
      { numRuns: runs(60) },
    );
  });

  it("place 300 matches of five events on eight courts within a tenth of the least time", () => {
    const matches = Array.from({ length: 5 }, (_, i) =>
      playables(knockout(entrants(61, 8, 10), `e${i}`).stages[0]?.matches ?? [], `e${i}:`, 30, 20),
    ).flat();
    const hours = Array.from({ length: 8 }, (_, i) => ({ court: `k${i}`, start: 0, end: 3000 }));
    const { placed, left } = plan(matches, hours);
    expect(left).toEqual([]);
    expect(clashes(matches, hours, placed)).toEqual([]);
    const least = Math.ceil((matches.length * 30) / 8);
    expect(Math.max(...placed.map(({ start }) => start + 30))).toBeLessThanOrEqual(least * 1.1);
  });

  it("place double elimination, groups, round robins and long ties together as well", () => {
    const drawn = [
      playables(drawAll(48, { kind: "doubleElimination", reset: true }), "double:", 30, 20),
      playables(drawAll(32, { kind: "groupsKnockout", groups: 8, through: 2, third: true }), "groups:", 30, 20),
      playables(drawAll(12, { kind: "roundRobin" }), "robin:", 30, 20),
      playables(drawAll(16, { kind: "groupsKnockout", groups: 4, through: 2, third: false }), "ties:", 120, 30),
      playables(drawAll(40, { kind: "knockout", third: true }), "knockout:", 30, 20),
    ].flat();
    const hours = Array.from({ length: 8 }, (_, i) => ({ court: `k${i}`, start: 0, end: 4000 }));
    const { placed, left } = plan(drawn, hours);
    expect(drawn.length).toBeGreaterThan(290);
    expect(left).toEqual([]);
    expect(clashes(drawn, hours, placed)).toEqual([]);
    const minutes = new Map(drawn.map((match) => [match.id, match.minutes]));
    const least = Math.ceil([...minutes.values()].reduce((sum, each) => sum + each, 0) / 8);
    expect(Math.max(...placed.map(({ id, start }) => start + (minutes.get(id) ?? 0)))).toBeLessThanOrEqual(least * 1.1);
  });

  it("need no referee on two matches at once, nor while they are engaged elsewhere, a delay later neither", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 32 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 5 }),
        (count, courts, referees) => {
          const drawn = playables(knockout(entrants(count, 0, 0), "s").stages[0]?.matches ?? [], "", 30, 10);
          const matches = drawn.map((match, i): Playable => ({ ...match, officials: i % 4 === 3 ? [] : [`r${i % referees}`] }));
          const hours = Array.from({ length: courts }, (_, i) => ({ court: `k${i}`, start: 0, end: 3000 }));
          const engaged = [
            { who: "r0", start: 15, end: 75 },
            { who: "r1", start: 0, end: 40 },
          ];
          const byId = new Map(matches.map((match) => [match.id, match]));
          const twice = (placed: readonly Placed[], all: ReadonlyMap<string, Playable>): string[] => {
            const duties = placed.flatMap(({ id, start }) =>
              (all.get(id)?.officials ?? []).map((who) => ({ who, id, start, end: start + (all.get(id)?.minutes ?? 0) })),
            );
            const busy = [...duties, ...engaged.map((one) => ({ ...one, id: "elsewhere" }))];
            return duties.flatMap((one) =>
              busy
                .filter((two) => two.who === one.who && two.id !== one.id && one.start < two.end && two.start < one.end)
                .map(() => one.id),
            );
          };
          const first = plan(matches, hours, [], 0, engaged);
          expect(first.left).toEqual([]);
          expect([twice(first.placed, byId), clashes(matches, hours, first.placed)]).toEqual([[], []]);
          const [late] = [...first.placed].sort((a, b) => a.start - b.start);
          const slow = matches.map((match) => (match.id === late?.id ? { ...match, minutes: 90 } : match));
          const fixed = new Set([late?.id ?? ""]);
          const again = replan(slow, hours, first.placed, fixed, 0, engaged);
          const others = new Map(slow.map((match) => [match.id, match.id === late?.id ? { ...match, officials: [] } : match]));
          expect(again.left).toEqual([]);
          // The late match has begun, wherever its referee is; everybody else's are free.
          expect(twice(again.placed, others)).toEqual([]);
          const whole = new Map(slow.map((match) => [match.id, match]));
          if (late && !engaged.some(({ who, start }) => whole.get(late.id)?.officials?.includes(who) && start < late.start + 90))
            expect(twice(again.placed, whole)).toEqual([]);
        },
      ),
      { numRuns: runs(40) },
    );
  });

  it("need nobody who may play within two rounds on two courts, where people enter two events", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 12 }),
        fc.integer({ min: 2, max: 6 }),
        fc.constantFrom(0, 20),
        fc.nat(100),
        (count, courts, rest, lot) => {
          const people = Array.from({ length: count }, (_, i) => `p${i}`);
          const singles = knockout(entrants(count, 2, 0), `s${lot}`).stages[0]?.matches ?? [];
          const pairs = knockout(entrants(Math.floor(count / 2), 2, 0), `d${lot}`).stages[0]?.matches ?? [];
          const named = (event: string, matches: readonly DrawnMatch[], who: (entry: string) => string[]): Playable[] =>
            playables(matches, event, 30, rest).map((match) => ({
              ...match,
              event,
              players: match.players.flatMap((id) => who(id.slice(event.length))),
            }));
          const number = (entry: string): number => Number(entry.slice(1)) - 1;
          const all = withPossible([
            ...named("s:", singles, (entry) => [people[number(entry)] ?? ""]),
            ...named("d:", pairs, (entry) => [people[number(entry) * 2] ?? "", people[number(entry) * 2 + 1] ?? ""]),
          ]);
          const hours = Array.from({ length: courts }, (_, i) => ({ court: `k${i}`, start: 0, end: 6_000 }));
          const { placed, left } = plan(all, hours);
          expect(left).toEqual([]);
          const broken = (at: readonly Placed[]): string[] => {
            const of = new Map(at.map((one) => [one.id, one.start]));
            return all.flatMap((one, i) =>
              all.slice(i + 1).flatMap((two) => {
                const shared = [...one.players, ...(one.possible ?? [])].some((who) =>
                  [...two.players, ...(two.possible ?? [])].includes(who),
                );
                const apart = Math.abs((of.get(one.id) ?? 0) - (of.get(two.id) ?? 0));
                return one.event !== two.event && of.has(one.id) && of.has(two.id) && shared && apart < 30 + rest
                  ? [`${one.id} ${two.id}`]
                  : [];
              }),
            );
          };
          expect(broken(placed)).toEqual([]);
          // A delay later neither.
          const late = placed[lot % placed.length];
          const slow = all.map((match) => (match.id === late?.id ? { ...match, minutes: 60 } : match));
          const begun = new Set(placed.filter(({ start }) => start <= (late?.start ?? 0)).map(({ id }) => id));
          const again = replan(slow, hours, placed, begun, late?.start ?? 0);
          expect(again.left).toEqual([]);
          expect(broken(again.placed)).toEqual([]);
        },
      ),
      { numRuns: runs(20) },
    );
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

const five = (rest: number): Playable[] =>
  Array.from({ length: 5 }, (_, i) =>
    playables(knockout(entrants(61, 8, 10), `e${i}`).stages[0]?.matches ?? [], `e${i}:`, 30, rest),
  ).flat();

const endOf = (matches: readonly Playable[], placed: readonly Placed[]): number =>
  Math.max(0, ...placed.map(({ id, start }) => start + (matches.find((match) => match.id === id)?.minutes ?? 0)));
/** Minutes by which matches begin later than planned, in all. */
const latenessOf = (before: readonly Placed[], after: readonly Placed[]): number => {
  const planned = new Map(before.map(({ id, start }) => [id, start]));
  return after.reduce((sum, { id, start }) => sum + Math.max(0, start - (planned.get(id) ?? 0)), 0);
};

/** A plain shift: every match stays on its court and in its order, and begins as soon as court, people and earlier rounds let it. */
function shifted(
  matches: readonly Playable[],
  hours: readonly { readonly court: string; readonly start: number; readonly end: number }[],
  placed: readonly Placed[],
  fixed: ReadonlySet<string>,
  from: number,
): Placed[] {
  const byId = new Map(matches.map((match) => [match.id, match]));
  const done = placed.filter(({ id }) => fixed.has(id));
  for (const { id, court, start: old } of [...placed].sort((a, b) => a.start - b.start)) {
    const match = byId.get(id);
    if (!match || fixed.has(id)) continue;
    const feeders = match.after.map((each) => done.find((one) => one.id === each));
    if (feeders.includes(undefined)) continue;
    const isClash = (start: number): boolean =>
      done.some((one) => {
        const other = byId.get(one.id);
        if (!other) return false;
        // Never before what it follows from.
        if (match.after.includes(one.id)) return start < one.start + other.minutes + match.rest;
        const rest = match.players.some((player) => other.players.includes(player))
          ? Math.max(match.rest, other.rest)
          : one.court === court
            ? 0
            : Number.NEGATIVE_INFINITY;
        return start < one.start + other.minutes + rest && one.start < start + match.minutes + rest;
      });
    let start = Math.max(old, from);
    const end = Math.max(...hours.map((each) => each.end));
    while (start + match.minutes <= end && isClash(start)) start += 5;
    if (start + match.minutes <= end) done.push({ id, court, start });
  }
  return done;
}

describe("a delay", () => {
  const matches = five(20);
  const hours = Array.from({ length: 8 }, (_, i) => ({ court: `k${i}`, start: 0, end: 3000 }));
  const { placed } = plan(matches, hours);
  const last = Math.max(...placed.map(({ start }) => start));

  it.each([0.1, 0.3, 0.5, 0.7])(
    "of an hour, at %f of the way, ends no later and is no later in all than a shift of the courts, and breaks no rule",
    (way) => {
      const at = Math.floor((last * way) / 30) * 30;
      for (const late of placed.filter(({ start }) => start === at).slice(0, FULL ? 8 : 2)) {
        const now = matches.map((match) => (match.id === late.id ? { ...match, minutes: match.minutes + 60 } : match));
        const begun = new Set(placed.filter(({ start }) => start <= at).map(({ id }) => id));
        const done = replan(now, hours, placed, begun, at + 5);
        expect(clashes(now, hours, done.placed)).toEqual([]);
        expect(done.left).toEqual([]);
        expect(done.moved.filter((id) => begun.has(id))).toEqual([]);
        const shift = shifted(now, hours, placed, begun, at + 5);
        expect(endOf(now, done.placed)).toBeLessThanOrEqual(endOf(now, shift));
        expect(latenessOf(placed, done.placed)).toBeLessThanOrEqual(latenessOf(placed, shift));
      }
    },
  );

  it("never ends the day later, makes matches later in all or drops more than a plain shift does, on random days", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 24 }),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(0, 10, 20),
        fc.constantFrom(10, 20, 45, 60),
        fc.boolean(),
        fc.nat(1_000),
        fc.constantFrom(0, 30, 90),
        (count, courts, rest, late, isRobin, pick, spare) => {
          const list = entrants(isRobin ? Math.min(count, 8) : count, 2, 3);
          const drawn = drawEvent(list, isRobin ? { kind: "roundRobin" } : { kind: "knockout", third: true }, { separate: false }, "s");
          const all = playables(drawn.stages[0]?.matches ?? [], "", 30, rest);
          const open = (end: number) => Array.from({ length: courts }, (_, i) => ({ court: `k${i}`, start: 0, end }));
          const first = plan(all, open(10_000)).placed;
          const day = open(endOf(all, first) + spare);
          const delayed = first[pick % first.length];
          if (!delayed) return;
          const begun = new Set(first.filter(({ start }) => start <= delayed.start).map(({ id }) => id));
          const now = all.map((match) => (match.id === delayed.id ? { ...match, minutes: match.minutes + late } : match));
          const done = replan(now, day, first, begun, delayed.start);
          const shift = shifted(now, day, first, begun, delayed.start);
          // A match that began in time may now run beyond the hours, or into a match that has begun.
          const broken = clashes(now, day, done.placed).filter(
            ({ id, with: other }) => !begun.has(id) || (other !== null && !begun.has(other)),
          );
          expect(broken.filter(({ with: other, id }) => id !== delayed.id && other !== null && !done.left.includes(other))).toEqual([]);
          expect(done.placed.length).toBeGreaterThanOrEqual(shift.length);
          if (done.placed.length > shift.length) return;
          expect(endOf(now, done.placed)).toBeLessThanOrEqual(endOf(now, shift));
          expect(latenessOf(first, done.placed)).toBeLessThanOrEqual(latenessOf(first, shift));
          // Rounds stay in order: nothing begins before what it follows from is over.
          const at = new Map(done.placed.map((one) => [one.id, one.start]));
          const wrong = now.filter(
            ({ id, after }) =>
              !begun.has(id) && at.has(id) && after.some((each) => !at.has(each) || (at.get(each) ?? 0) + 30 > (at.get(id) ?? 0)),
          );
          expect(wrong).toEqual([]);
        },
      ),
      { numRuns: FULL ? 1_000 : 150 },
    );
  });

  it("of ten minutes in the first match of a draw of 16 on two courts moves no match by more than ten, and drops none", () => {
    const all = playables(knockout(entrants(16, 4, 0), "s").stages[0]?.matches ?? [], "", 30, 10);
    const day = ["1", "2"].map((court) => ({ court, start: 540, end: 840 }));
    const first = plan(all, day).placed;
    expect(first).toHaveLength(15);
    const [opening] = [...first].sort((a, b) => a.start - b.start);
    const now = all.map((match) => (match.id === opening?.id ? { ...match, minutes: 40 } : match));
    const begun = new Set(first.filter(({ start }) => start === 540).map(({ id }) => id));
    const done = replan(now, day, first, begun, 545);
    expect(done.left).toEqual([]);
    for (const { id, start } of done.placed) expect(start - (first.find((one) => one.id === id)?.start ?? 0)).toBeLessThanOrEqual(10);
  });

  it("ends the day as early as it can before it saves moves", () => {
    // c fits into the gap before d, if d moves a little; on its own court it would wait for an hour.
    const all = ["a", "c", "d", "e"].map((id): Playable => ({ id, players: [id], after: [], minutes: id === "c" ? 40 : 30, rest: 0 }));
    const day = ["1", "2"].map((court) => ({ court, start: 0, end: 600 }));
    const before = [
      { id: "a", court: "1", start: 0 },
      { id: "c", court: "1", start: 30 },
      { id: "e", court: "2", start: 0 },
      { id: "d", court: "2", start: 60 },
    ];
    const now = all.map((match) => (match.id === "a" ? { ...match, minutes: 90 } : match));
    const fixed = new Set(["a", "e"]);
    const done = replan(now, day, before, fixed, 5);
    expect(endOf(now, shifted(now, day, before, fixed, 5))).toBe(130);
    expect(endOf(now, done.placed)).toBe(100);
    expect(done.moved).toHaveLength(2);
    expect(clashes(now, day, done.placed)).toEqual([]);
  });

  it("that hurts nobody moves nothing", () => {
    const { id } = placed.at(-1) ?? { id: "" };
    const now = matches.map((match) => (match.id === id ? { ...match, minutes: 90 } : match));
    expect(replan(now, hours, placed, new Set([id]), 0).moved).toEqual([]);
  });

  it("leaves out what no court has time for any more, with what follows from it", () => {
    const four = playables(knockout(entrants(4, 0, 0), "x").stages[0]?.matches ?? [], "", 30, 0);
    const short = [{ court: "a", start: 0, end: 90 }];
    const before = plan(four, short).placed;
    const now = four.map((match) => (match.id === before[0]?.id ? { ...match, minutes: 60 } : match));
    const done = replan(now, short, before, new Set([before[0]?.id ?? ""]), 0);
    expect(clashes(now, short, done.placed).filter(({ with: other }) => !done.left.includes(other ?? ""))).toEqual([]);
    expect(done.left).toHaveLength(1);
  });

  it("know the shortest rest of people and of rounds, and what it should be", () => {
    const match = (id: string, players: string[], after: string[] = []): Playable => ({ id, players, after, minutes: 40, rest: 30 });
    const all = [match("a", ["p", "q"]), match("b", ["r", "s"]), match("c", ["p", "t"]), match("final", [], ["a", "b"])];
    const at = (...starts: number[]) => starts.map((start, i) => ({ id: all[i]?.id ?? "", court: `k${i}`, start }));
    expect(shortestRest(all, at(0, 0))).toBeNull();
    expect(shortestRest(all, at(0, 0, 75))).toEqual({ minutes: 35, least: 30 });
    expect(shortestRest(all, at(0, 20, 75, 70))).toEqual({ minutes: 10, least: 30 });
    expect(shortestRest(all, at(0, 0, 20))).toEqual({ minutes: -20, least: 30 });
  });
});

describe("a slot of a draw", () => {
  const slots = [
    { kind: "winner", of: "W-1-2" },
    { kind: "loser", of: "L-2-1" },
    { kind: "place", group: 2, place: 1 },
    { kind: "best", place: 3, number: 2 },
  ] as const satisfies readonly Slot[];

  it("is read from its text as it was written", () => {
    expect(slots.map((slot) => readSource(slotText(slot)))).toEqual(slots);
    expect(["", "bye:", slotText({ kind: "entry", id: "e-1" })].map(readSource)).toEqual([undefined, undefined, undefined]);
  });

  it("waits for its match, for its whole group, or for all groups", () => {
    const all = [
      { key: "G-1-1", group: 1 },
      { key: "G-2-1", group: 2 },
      { key: "G-2-2", group: 2 },
      { key: "W-1-2", group: null },
    ];
    const keys = (slot: Slot) => matchesBefore(slot, all).map(({ key }) => key);
    expect(slots.map(keys)).toEqual([["W-1-2"], [], ["G-2-1", "G-2-2"], ["G-1-1", "G-2-1", "G-2-2"]]);
    expect([{ kind: "bye" } as const, { kind: "entry", id: "e-1" } as const].map(keys)).toEqual([[], []]);
  });
});
