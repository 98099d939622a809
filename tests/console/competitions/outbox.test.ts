/** The tablet's record: unsent marks are sent in order, wait while two scores conflict, and end with the match or the board. */
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  type Access,
  hasConflict,
  Outbox,
  storeAccess,
  storedAccess,
  withStoredMarks,
} from "../../../src/console/domains/competitions/umpire/outbox";
import type { Input } from "../../../src/contract/core/call";
import { umpire, type UmpireMark, type UmpireView } from "../../../src/contract/competitions/umpire";
import { handle } from "../server";

const AT = "2026-11-22T01:30:00.000Z";
const point = (side: 0 | 1): UmpireMark => ({ kind: "point", side, at: AT });
const START: UmpireMark = { kind: "start", side: 0, at: AT };
const side = (name: string): UmpireView["home"] => ({ name, club: "", seed: null, players: [] });
const view = (more: Partial<UmpireView> = {}): UmpireView => ({
  matchId: "m-1",
  game: "公开赛",
  event: "男单",
  round: "决赛",
  court: "1 号",
  referee: "",
  state: "running",
  begunAt: AT,
  home: side("甲"),
  away: side("乙"),
  rules: { bestOf: 3, points: 21, winBy: 2, cap: 30, stop: true, deciding: null, timed: false, mayDraw: false },
  sport: "badminton",
  isDoubles: false,
  marks: [START],
  sets: [],
  version: 1,
  isConflict: false,
  isEnded: false,
  ...more,
});
const access = (more: Partial<Access> = {}): Access => ({
  venueId: "v-1",
  target: "match:m-1",
  token: "token",
  view: view(),
  marks: [START],
  ...more,
});

let office: UmpireView;
let sent: Input<typeof umpire.send>[];
let stop: () => void = () => undefined;
beforeEach(() => {
  localStorage.clear();
  office = view();
  sent = [];
  handle(umpire.view, () => office);
});
afterEach(() => stop());

/** Starts a record and waits until its first round of requests is over. */
async function open(opened: Access): Promise<Outbox> {
  const outbox = new Outbox(opened);
  const settled = new Promise<void>((resolve) => outbox.watch(resolve));
  stop = outbox.start();
  await settled;
  return outbox;
}

it("sends nothing more once the desk has ended the match", async () => {
  handle(umpire.send, (input) => {
    sent.push(input);
    return (office = view({ state: "finished", isEnded: true }));
  });
  const outbox = await open(access({ marks: [START, point(0), point(1)] }));
  await outbox.flush();
  expect(outbox.current().access).toMatchObject({ view: { isEnded: true }, marks: [START, point(0), point(1)] });
  expect(sent).toHaveLength(1);
});

it("sends no marks while the desk has another score, and the umpire's choice with the version that it was made over", async () => {
  handle(umpire.send, (input) => {
    sent.push(input);
    if (!input.marks.some(({ kind }) => kind === "score")) return (office = view({ sets: [[5, 2]], version: 4, isConflict: true }));
    return (office = view({ marks: [START, ...input.marks], sets: [[1, 0]], version: 5 }));
  });
  const outbox = await open(access({ marks: [START, point(0)] }));
  outbox.add(point(1));
  await outbox.flush();
  expect(sent).toHaveLength(1);
  expect(hasConflict(outbox.current().access)).toBe(true);
  // A tablet that is opened again still asks.
  expect(hasConflict(storedAccess() ?? access())).toBe(true);
  const chosen = new Promise<void>((resolve) => {
    outbox.watch(() => {
      if (outbox.current().access.view.version === 5) resolve();
    });
  });
  outbox.resolve([[1, 0]]);
  await chosen;
  expect(sent[1]).toMatchObject({ from: 1, version: 4, marks: [point(0), { kind: "point" }, { kind: "score", sets: [[1, 0]] }] });
  expect(hasConflict(outbox.current().access)).toBe(false);
});

it("stores no answer that comes after the board was left", async () => {
  let answer: () => void = () => undefined;
  const requested = new Promise<void>((resolve) => {
    handle(umpire.send, async (input) => {
      sent.push(input);
      resolve();
      await new Promise<void>((release) => {
        answer = release;
      });
      return view({ marks: [START, ...input.marks] });
    });
  });
  const outbox = new Outbox(access({ marks: [START, point(0)] }));
  const leave = outbox.start();
  const flushing = requested.then(() => undefined);
  await flushing;
  leave();
  storeAccess(undefined);
  answer();
  await outbox.flush();
  expect(storedAccess()).toBeUndefined();
  expect(sent).toHaveLength(1);
});

it("adds what is unsent to the same match only", () => {
  const stored = access({ marks: [START, point(0), point(1)] });
  const opened = access({ token: "another" });
  expect(withStoredMarks(opened, stored)).toMatchObject({ token: "another", marks: stored.marks });
  expect(withStoredMarks({ ...opened, view: view({ matchId: "m-2" }) }, stored).marks).toEqual([START]);
  // The desk has begun the record anew.
  expect(withStoredMarks({ ...opened, view: view({ marks: [] }), marks: [] }, stored).marks).toEqual([]);
});
