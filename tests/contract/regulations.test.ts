/** Tables of groups by the regulations of each sport: three-way ties worked out by hand, walkovers, retirements, and who leaves. */
import { describe, expect, it } from "vitest";
import { SPORT_LABELS, TIE_RULE_LABELS } from "../../src/contract/competitions/game-settings";
import { annulledIn, countMatch, countTie, type EndedResult } from "../../src/engine/counted";
import type { ScoreRules, SetScore } from "../../src/engine/scoring";
import { type Sport, SPORT_RULES, SPORTS } from "../../src/engine/sports";
import { standings, TIE_RULES } from "../../src/engine/standings";

const SETS = { stop: true, deciding: null, timed: false, mayDraw: false, winBy: 2, cap: 0 } as const;
const PLAY: Readonly<Record<Sport, ScoreRules>> = {
  badminton: { ...SETS, bestOf: 3, points: 21, cap: 30 },
  tableTennis: { ...SETS, bestOf: 5, points: 11 },
  tennis: { ...SETS, bestOf: 3, points: 6, cap: 7, deciding: { points: 10, cap: 0 } },
  volleyball: { ...SETS, bestOf: 5, points: 25, deciding: { points: 15, cap: 0 } },
  basketball: { ...SETS, bestOf: 4, points: 21, timed: true },
  football: { ...SETS, bestOf: 2, points: 21, timed: true, mayDraw: true },
  other: { ...SETS, bestOf: 3, points: 21, cap: 30 },
};

/** "A B 21-10 21-15": home, away, sets. "A B w/o" and "A B 21-10 15-3 ret": home did not come, or gave up. */
function resultOf(text: string): EndedResult {
  const [home = "", away = "", ...tokens] = text.split(" ");
  const last = tokens.at(-1);
  const sets = tokens
    .filter((token) => token.includes("-"))
    .map((token): SetScore => {
      const [a = 0, b = 0] = token.split("-").map(Number);
      return [a, b];
    });
  if (last === "w/o") return { home, away, state: "walkover", winner: 1, sets };
  if (last === "ret") return { home, away, state: "retired", winner: 1, sets };
  const won = (side: 0 | 1): number => sets.filter((set) => set[side] > set[side === 0 ? 1 : 0]).length;
  const goals = (side: 0 | 1): number => sets.reduce((sum, set) => sum + set[side], 0);
  const by = won(0) === won(1) ? goals : won;
  return { home, away, state: "finished", winner: by(0) === by(1) ? null : by(0) > by(1) ? 0 : 1, sets };
}

function tableOf(sport: Sport, results: readonly string[], left: readonly string[] = []) {
  const ended = results.map(resultOf);
  const rules = SPORT_RULES[sport];
  const annulled = annulledIn(ended, new Set(left), rules.leaving);
  const ids = [...new Set(ended.flatMap(({ home, away }) => [home, away]))].sort();
  const counted = ended.map((result) => countMatch(result, PLAY[sport], rules));
  return standings(ids, counted, rules.order, rules.points, "lot", new Set([...left, ...annulled]), annulled);
}
const rowsOf = (...input: Parameters<typeof tableOf>): string[] =>
  tableOf(...input).map(({ id, points, decidedBy }) => `${id} ${points}${decidedBy ? ` ${decidedBy}` : ""}`);

describe("three equal by the sport's own order", () => {
  it.each<{ sport: Sport; source: string; results: string[]; table: string[] }>([
    {
      sport: "badminton",
      source: "BWF General Competition Regulations 16.2.3: games won less games lost; of the two left 16.2.2, their match",
      // A, B and C have two wins each. Games: A 5–2, B 4–3, C 4–3; B beat C.
      results: [
        "A B 21-10 21-10",
        "B C 21-10 21-10",
        "C A 21-10 10-21 21-10",
        "A D 21-10 21-10",
        "B D 21-10 10-21 21-10",
        "C D 21-10 21-10",
      ],
      table: ["A 2", "B 2 setDifference", "C 2 headToHeadOfTwo", "D 0 wins"],
    },
    {
      sport: "badminton",
      source: "BWF General Competition Regulations 16.2.4: the games are level, then points won less points lost",
      // Games of A, B and C are 5–2 each. Points: A 0 + 0 + 22, B 0 + 4 + 22, C 0 − 4 + 22.
      results: [
        "A B 21-19 15-21 21-17",
        "B C 21-19 19-21 21-17",
        "C A 21-19 15-21 21-17",
        "A D 21-10 21-10",
        "B D 21-10 21-10",
        "C D 21-10 21-10",
      ],
      table: ["B 2", "A 2 pointDifference", "C 2 pointDifference", "D 0 wins"],
    },
    {
      sport: "tableTennis",
      source: "ITTF Handbook 3.7.5.2: only the matches among those equal, by the ratio of games",
      // Among A, B and C: games A 5–4, B 4–5, C 5–5. What they did against D does not count.
      results: [
        "A B 11-5 11-5 5-11 11-5",
        "B C 11-5 5-11 11-5 5-11 11-5",
        "C A 11-5 5-11 11-5 5-11 11-5",
        "A D 11-5 5-11 11-5 5-11 11-5",
        "B D 11-0 11-0 11-0",
        "C D 11-5 11-5 11-5",
      ],
      table: ["A 5", "C 5 tiedSetRatio", "B 5 tiedSetRatio", "D 3 points"],
    },
    {
      sport: "tennis",
      source: "ATP Finals, semi-final qualifying procedure d: percentage of sets, then of games",
      // Sets of A, B and C are 5–2 each; games: A 12–8, 11–13, 12–0, that is 35–21; B 8–12, 13–11, 12–4, 33–27; C 11–13, 13–11, 12–6, 36–30.
      results: ["A B 6-4 4-6 6-4", "B C 6-4 4-6 6-4", "C A 6-4 4-6 6-4", "A D 6-0 6-0", "B D 6-2 6-2", "C D 6-3 6-3"].map((line) =>
        // The deciding set is a match tie-break to ten, which counts as one game.
        line.replace(/(\d)-(\d) (\d)-(\d) 6-4$/, "$1-$2 $3-$4 10-8"),
      ),
      table: ["A 2", "B 2 pointRatio", "C 2 pointRatio", "D 0 wins"],
    },
    {
      sport: "volleyball",
      source: "FIVB pool ranking criteria 1 and 2: matches won, then points 3–2–1–0",
      // Two wins each. A beats B 3–2 (2+1), B beats C 3–0 (3+0), C beats A 3–1 (3+0); all beat D 3–0. A 5, B 7, C 6.
      results: [
        "A B 25-20 20-25 25-20 20-25 15-10",
        "B C 25-20 25-20 25-20",
        "C A 25-20 20-25 25-20 25-20",
        "A D 25-10 25-10 25-10",
        "B D 25-10 25-10 25-10",
        "C D 25-10 25-10 25-10",
      ],
      table: ["B 7", "C 6 points", "A 5 points", "D 0 wins"],
    },
    {
      sport: "volleyball",
      source: "FIVB pool ranking criteria 1: more matches won are before more points",
      // A wins twice by 3–2 and loses 0–3: 4 points; B wins once 3–0 and loses twice 2–3: 5 points.
      results: [
        "A B 25-20 20-25 25-20 20-25 15-10",
        "A C 25-20 20-25 25-20 20-25 15-10",
        "D A 25-10 25-10 25-10",
        "B D 25-10 25-10 25-10",
        "C B 25-20 20-25 25-20 20-25 15-10",
        "D C 25-10 25-10 25-10",
      ],
      table: ["D 6", "A 4 points", "B 5 wins", "C 3 points"],
    },
    {
      sport: "basketball",
      source: "FIBA Official Basketball Rules, D.2.2 example 2",
      results: ["A B 100-55", "B C 100-85", "A C 90-85", "B D 75-80", "A D 120-75", "C D 65-55"],
      table: ["A 6", "B 4 points", "C 4 tiedPointDifference", "D 4 headToHead"],
    },
    {
      sport: "football",
      source: "FIFA World Cup Regulations: goal difference, then goals, in all matches of the group",
      // Goals: A 5–2, B 4–3, C 3–2; A +3, then B and C +1 with 4 and 3 goals.
      results: ["A B 2-0", "B C 2-1", "C A 1-0", "A D 3-1", "B D 2-0", "C D 1-0"],
      table: ["A 6", "B 6 pointDifference", "C 6 pointsFor", "D 0 points"],
    },
  ])("$sport — $source", ({ sport, results, table }) => expect(rowsOf(sport, results)).toEqual(table));
});

describe("a match that is not played to its end", () => {
  const count = (sport: Sport, text: string) => {
    const { sets, points, walkover, narrow } = countMatch(resultOf(text), PLAY[sport], SPORT_RULES[sport]);
    return { sets, points, walkover, narrow };
  };
  it.each<[Sport, string, string, SetScore, SetScore, boolean]>([
    ["badminton", "A B 21-10 15-3 ret", "the rest goes to the opponent", [1, 2], [36, 52], false],
    ["tableTennis", "A B 11-5 10-3 ret", "ITTF Handbook 3.7.5.1: no point for an unfinished match", [1, 3], [21, 39], true],
    ["tennis", "A B 6-4 5-2 ret", "the rest goes to the opponent; a match tie-break is one game", [1, 2], [11, 12], false],
    ["volleyball", "A B 25-20 24-10 ret", "FIVB 6.4.3: an incomplete team keeps its points and sets", [1, 3], [49, 96], false],
    ["badminton", "A B w/o", "21–0", [0, 2], [0, 42], true],
    ["tableTennis", "A B w/o", "11–0", [0, 3], [0, 33], true],
    ["tennis", "A B w/o", "6–0", [0, 2], [0, 12], true],
    ["volleyball", "A B w/o", "FIVB 6.4.1: 0–25 for each set", [0, 3], [0, 75], true],
    ["basketball", "A B w/o", "FIBA 20.2.1: 20–0", [0, 0], [0, 20], true],
    ["football", "A B w/o", "FIFA Disciplinary Code: 3–0", [0, 0], [0, 3], true],
    ["basketball", "A B 10-20 5-8 ret", "FIBA 21.2.1: the opponent leads, so the score stands", [0, 0], [15, 28], false],
    ["basketball", "A B 20-10 5-8 ret", "FIBA 21.2.1: the opponent does not lead, so 2–0", [0, 0], [0, 2], false],
  ])("%s: %s (%s)", (sport, text, _source, sets, points, walkover) => expect(count(sport, text)).toMatchObject({ sets, points, walkover }));

  it("is narrow where the last set of all decides, given up or not", () => {
    expect(count("volleyball", "A B 25-20 20-25 25-20 20-25 15-10").narrow).toBe(true);
    expect(count("volleyball", "A B 25-20 20-25 25-20 25-20").narrow).toBe(false);
    expect(count("volleyball", "A B 25-20 25-20 3-4 ret").narrow).toBe(true);
  });

  it("of a tie counts the rubbers that were played, and gives the opponent those that are missing", () => {
    const tie = { home: "A", away: "B", state: "retired", winner: 1 } as const;
    const rubber = (state: "finished" | "open" | "retired", winner: 0 | 1 | null, ...sets: SetScore[]) => ({ state, winner, sets });
    const rubbers = [
      rubber("finished", 0, [21, 10], [21, 10]),
      rubber("retired", 1, [21, 10], [5, 3]),
      rubber("open", null, [11, 2]),
      rubber("open", null),
      rubber("open", null),
    ];
    const counted = countTie(tie, rubbers, PLAY.badminton, SPORT_RULES.badminton, false);
    // 42–20 and 21–10 5–21 0–21, then 11–21 0–21 and 0–21 0–21.
    expect(counted).toMatchObject({ rubbers: [1, 3], sets: [3, 6], points: [79, 156] });
    const none = countTie({ ...tie, state: "walkover" }, rubbers, PLAY.badminton, SPORT_RULES.badminton, false);
    expect(none).toMatchObject({ rubbers: [0, 3], sets: [0, 6], points: [0, 126], walkover: true });
    const all = countTie({ ...tie, state: "walkover" }, rubbers, PLAY.badminton, SPORT_RULES.badminton, true);
    expect(all).toMatchObject({ rubbers: [0, 5], sets: [0, 10] });
  });
});

describe("leaving a group", () => {
  const results = ["A B 21-10 21-10", "C A 21-10 21-10", "A D 21-10 15-3 ret", "B C 21-10 21-10", "B D 21-10 21-10", "C D 21-10 21-10"];

  it("annuls all results of a badminton player that retires from a match (BWF General Competition Regulations 16.2)", () => {
    const table = tableOf("badminton", results);
    expect(table.map(({ id, won, played }) => [id, won, played])).toEqual([
      ["B", 2, 2],
      ["C", 1, 2],
      ["D", 0, 2],
      ["A", 0, 0],
    ]);
  });

  it("keeps them in table tennis, with no point for the unfinished match (ITTF Handbook 3.7.5.1)", () => {
    const row = tableOf("tableTennis", ["A B 11-5 11-5 11-5", "A C 11-5 5-3 ret", "B C 11-5 11-5 11-5"]).find(({ id }) => id === "A");
    expect(row).toMatchObject({ played: 2, won: 1, points: 2, hasLeft: false });
  });

  it("annuls them in basketball only once the team has left", () => {
    const played = ["A B 80-70", "A C w/o", "B C 60-50"];
    expect(tableOf("basketball", played).find(({ id }) => id === "A")).toMatchObject({ played: 2, points: 2, hasLeft: false });
    expect(tableOf("basketball", played, ["A"]).map(({ id, played: count }) => `${id} ${count}`)).toEqual(["B 1", "C 1", "A 0"]);
  });
});

it("has a label for every sport and tie-break, and ends every order with the lot", () => {
  expect(Object.keys(SPORT_LABELS)).toEqual([...SPORTS]);
  expect(new Set(Object.keys(TIE_RULE_LABELS))).toEqual(new Set(TIE_RULES));
  for (const sport of SPORTS) expect([sport, SPORT_RULES[sport].order.at(-1)]).toEqual([sport, "lot"]);
});
