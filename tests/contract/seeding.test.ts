/** Ranking lists are matched by name without losing a row, and past results give points. */
import { describe, expect, it } from "vitest";
import { byPast, byRanking, matchRanking, pastPoints } from "../../src/engine/seeding";

const row = (name: string, rank: number | null, points: number | null = null) => ({ name, rank, points });

describe("a ranking list", () => {
  it("finds entries by their name whatever its width, case, spaces and the order of a pair", () => {
    const entries = [
      { id: "1", name: "Lin  Dan", players: ["Lin Dan"] },
      { id: "2", name: "张三/李四", players: ["张三", "李四"] },
      { id: "3", name: "王五", players: ["王五"] },
    ];
    const { byEntry, found } = matchRanking([row("ＬＩＮ ＤＡＮ", 1), row("李四、张三", 2), row("赵六", 3)], entries);
    expect([...byEntry]).toEqual([
      ["1", { rank: 1, points: null }],
      ["2", { rank: 2, points: null }],
    ]);
    expect(found).toEqual(new Set([0, 1]));
  });
  it("adds the points of both players of a pair, and leaves a pair out of which it names only one", () => {
    const entries = [
      { id: "1", name: "红队", players: ["张三", "李四"] },
      { id: "2", name: "蓝队", players: ["王五", "赵六"] },
    ];
    const { byEntry, found } = matchRanking([row("张三", 3, 100), row("李四", 5, 50), row("王五", 1, 900)], entries);
    expect([...byEntry]).toEqual([["1", { rank: 8, points: 150 }]]);
    expect(found).toEqual(new Set([0, 1]));
  });
  it("takes no name for found that two entries or two rows have", () => {
    const same = [
      { id: "1", name: "张伟", players: ["张伟"] },
      { id: "2", name: "张伟", players: ["张伟"] },
    ];
    expect(matchRanking([row("张伟", 1)], same).found.size).toBe(0);
    expect(matchRanking([row("张伟", 1), row("张伟", 7)], same.slice(0, 1)).found.size).toBe(0);
  });
  it("orders by points, then by rank, and leaves those without either out", () => {
    const entry = (id: string, rank: number | null, points: number | null) => ({ id, rank, points });
    const order = byRanking([entry("a", 1, null), entry("b", 9, 10), entry("c", 5, 70), entry("d", null, null), entry("e", 2, null)]);
    expect(order.map(({ id }) => id)).toEqual(["c", "b", "a", "e"]);
  });
});

describe("past results", () => {
  it("give a third less with each doubling of the place, by the level of the game", () => {
    expect([1, 2, 3, 4, 5, 8, 9].map((place) => pastPoints(place, 100))).toEqual([100, 70, 49, 49, 34, 34, 24]);
    expect(pastPoints(1, 250)).toBe(250);
  });
  it("leave out who has none", () => {
    expect(byPast([{ past: null }, { past: 3 }, { past: 0 }, { past: 8 }])).toEqual([{ past: 8 }, { past: 3 }]);
  });
});
