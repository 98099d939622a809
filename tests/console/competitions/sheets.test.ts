/** Print-outs: a draw on pages, score sheets in batches, cross tables of groups. */
import { expect, it } from "vitest";
import { seenBy } from "../../../src/console/domains/competitions/CrossTable";
import { LINES, sheetsOf } from "../../../src/console/domains/competitions/DrawSheets";
import { matchesOf } from "../../../src/console/domains/competitions/SheetBatch";
import type { Match } from "../../../src/contract/competitions/match";

const side = (id: string | null) => ({ id, name: id ?? "", club: "", seed: null, from: "", source: "", players: "", publicName: id ?? "" });
const match = (id: string, more: Partial<Match> = {}): Match => ({
  id,
  eventId: "e1",
  event: "男单",
  key: `1-1-${id}`,
  stage: 1,
  group: null,
  round: 1,
  third: false,
  state: "ready",
  tieId: null,
  rubber: "",
  sequence: 0,
  isTie: false,
  periods: 0,
  won: [0, 0],
  home: side("a"),
  away: side("b"),
  sets: [],
  runs: [],
  winner: null,
  court: null,
  startsAt: null,
  minutes: 30,
  begunAt: null,
  endedAt: null,
  pinned: false,
  referee: "",
  reason: "",
  version: 1,
  call: null,
  playersScore: false,
  claim: null,
  ...more,
});

it.each([2, 4, 8, 16, 32, 64, 128])("has each match of a draw of %i on one page, and no page with more lines than fit", (lines) => {
  for (const paper of ["A4", "A3"] as const) {
    const sheets = sheetsOf(lines, paper);
    const shown = sheets.flatMap(({ columns }) =>
      columns.flatMap(({ round, from, count }) => Array.from({ length: count }, (_, i) => `${round}-${from + i + 1}`)),
    );
    const all = Array.from({ length: Math.log2(lines) }, (_, r) =>
      Array.from({ length: lines / 2 ** (r + 1) }, (_each, i) => `${r + 1}-${i + 1}`),
    ).flat();
    expect(shown.toSorted()).toEqual(all.toSorted());
    for (const { columns } of sheets) expect((columns[0]?.count ?? 0) * 2).toBeLessThanOrEqual(LINES[paper]);
    expect(sheets).toHaveLength(lines <= LINES[paper] ? 1 : lines / LINES[paper] + 1);
  }
});

it("prints the sheets of a court, an event or a round that are still to be played", () => {
  const all = [
    match("1", { court: { id: "k1", name: "1 号" } }),
    match("2", { eventId: "e2" }),
    match("3", { round: 2 }),
    match("4", { state: "finished" }),
    match("5", { isTie: true }),
  ];
  const chosen = (batch: Partial<Parameters<typeof matchesOf>[1]>) =>
    matchesOf(all, { court: "", round: "", event: "", ...batch }, ({ round }) => String(round)).map(({ id }) => id);
  expect(chosen({})).toEqual(["1", "2", "3"]);
  expect(chosen({ court: "k1" })).toEqual(["1"]);
  expect(chosen({ event: "e2" })).toEqual(["2"]);
  expect(chosen({ round: "2" })).toEqual(["3"]);
});

it("reads a result from the side of its row", () => {
  const played = match("1", {
    sets: [
      [21, 15],
      [18, 21],
      [21, 9],
    ],
    won: [2, 1],
    winner: 0,
    state: "finished",
  });
  expect(seenBy(played, "a")).toBe(played);
  expect(seenBy(played, "b")).toMatchObject({
    sets: [
      [15, 21],
      [21, 18],
      [9, 21],
    ],
    won: [1, 2],
    winner: 1,
  });
});
