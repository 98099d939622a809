/** The call queue: the first match that can be played goes to the first free court. */
import { expect, it } from "vitest";
import { byUrgency, callOrder, type PlannedMatch, type QueuedMatch } from "../../src/engine/queue";
import { lots } from "../../src/engine/random";

const match = (id: string, more: Partial<QueuedMatch> = {}): QueuedMatch => ({
  id,
  players: [`${id}h`, `${id}a`],
  officials: [],
  rest: 20,
  state: "ready",
  court: null,
  endedAt: null,
  ...more,
});

it("calls matches in their order to free courts", () => {
  const all = [match("1", { state: "busy", court: "A" }), match("2"), match("3")];
  expect([...callOrder(all, ["A", "B", "C"], 0).nextByCourt]).toEqual([
    ["B", "2"],
    ["C", "3"],
  ]);
});

it("passes over matches whose sides are open, whose players play or rest, and whose referee is busy", () => {
  const all = [
    match("on", { state: "busy", court: "A", players: ["p"], officials: ["r"] }),
    match("done", { state: "over", players: ["q"], endedAt: 90 }),
    match("open", { state: "waiting" }),
    match("plays", { players: ["p", "x"] }),
    match("rests", { players: ["q", "y"] }),
    match("judged", { officials: ["r"] }),
    match("free"),
  ];
  const { obstacles, nextByCourt } = callOrder(all, ["A", "B"], 100);
  expect(nextByCourt.get("B")).toBe("free");
  expect(Object.fromEntries(obstacles)).toEqual({
    open: { why: "sides" },
    plays: { why: "player", match: "on" },
    rests: { why: "rest", match: "done", until: 110 },
    judged: { why: "referee", match: "on" },
  });
  expect(callOrder(all, ["B"], 110).nextByCourt.get("B")).toBe("rests");
});

it("sends a match of a court's list to that court only", () => {
  const all = [match("1", { court: "B" }), match("2")];
  expect([...callOrder(all, ["A", "B"], 0).nextByCourt]).toEqual([
    ["A", "2"],
    ["B", "1"],
  ]);
});

it("never offers two courts matches with a player in common", () => {
  const all = [match("1", { players: ["p", "q"] }), match("2", { players: ["p", "r"] })];
  expect([...callOrder(all, ["A", "B"], 0).nextByCourt]).toEqual([["A", "1"]]);
});

it("plays any queue to its end with nobody on two courts and everybody rested", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const { below } = lots(`queue ${seed}`);
    const people = Array.from({ length: 10 }, (_, i) => `p${i}`);
    let all: QueuedMatch[] = Array.from({ length: 15 }, (_, i) => {
      const home = people[below(10)] ?? "";
      const away = people.filter((one) => one !== home)[below(9)] ?? "";
      return match(`${i}`, { players: [home, away], rest: 15, court: below(5) === 0 ? "A" : null });
    });
    const endOf = new Map<string, number>();
    const lastEnd = new Map<string, number>();
    for (let now = 0; now < 2_000 && all.some(({ state }) => state !== "over"); now += 5) {
      all = all.map((one) => (one.state === "busy" && (endOf.get(one.id) ?? 0) <= now ? { ...one, state: "over", endedAt: now } : one));
      for (const [court, id] of callOrder(all, ["A", "B", "C"], now).nextByCourt) {
        const called = all.find((one) => one.id === id);
        for (const who of called?.players ?? []) {
          expect(all.some(({ state, players }) => state === "busy" && players.includes(who))).toBe(false);
          expect(now).toBeGreaterThanOrEqual((lastEnd.get(who) ?? -15) + 15);
        }
        const end = now + 20 + 5 * below(6);
        endOf.set(id, end);
        for (const who of called?.players ?? []) lastEnd.set(who, end);
        all = all.map((one) => (one.id === id ? { ...one, state: "busy", court } : one));
      }
    }
    expect(all.filter(({ state }) => state !== "over")).toEqual([]);
  }
});

it("puts the longest way to the end first, and of equal ones the players with most left to play", () => {
  const planned = (id: string, more: Partial<PlannedMatch>): PlannedMatch => ({
    ...match(id),
    event: "S",
    after: [],
    minutes: 30,
    ...more,
  });
  const all = [
    planned("plate", { event: "P", players: ["x", "y"] }),
    planned("semi 1", { players: ["a", "b"] }),
    planned("semi 2", { players: ["c", "d"] }),
    planned("pairs", { event: "D", players: ["c", "d", "e", "f"] }),
    planned("final", { state: "waiting", players: [], after: ["semi 1", "semi 2"] }),
  ];
  expect(byUrgency(all).slice(0, 2)).toEqual(["semi 2", "semi 1"]);
  expect(byUrgency(all).at(-1)).toBe("final");
  const oneDone = all.map((one) => (one.id === "semi 2" ? { ...one, state: "over" as const, endedAt: 0 } : one));
  expect(byUrgency(oneDone)[0]).toBe("semi 1");
});
