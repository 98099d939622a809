/**
 * An umpire's record of a match: marks one after the other, from which follow the score, who serves and from where, which side is at which
 * end, intervals, cards and time-outs. The tablet and the server work it out alike. Pure.
 */
import { type Played, type ScoreRules, type SetScore, setWinner, type Side, standingOf, withPeriod, withPoint } from "./scoring";
import type { Sport } from "./sports";

const MARKS = [
  "start",
  "point",
  "undo",
  "yellow",
  "red",
  "timeout",
  "injury",
  "resume",
  "ends",
  "serve",
  "players",
  "period",
  "score",
  "finish",
  "retire",
] as const;
export type MarkKind = (typeof MARKS)[number];

export interface Mark {
  readonly kind: MarkKind;
  /** The side that serves first, scores, is carded, stops or swaps players; null where a mark is of no side. */
  readonly side: Side | null;
  /** Time on the tablet, ISO 8601. */
  readonly at: string;
  /** Points of a basket; else 1. */
  readonly points?: number | undefined;
  /** The score that a "score" mark sets. */
  readonly sets?: readonly SetScore[] | undefined;
}

interface Service {
  /** The winner of a rally serves; both serve in turns of two; one serves a game; or nobody. */
  readonly turns: "rally" | "pairs" | "games" | "none";
  /** Service is from the right court at an even score and from the left one at an odd score. */
  readonly hasCourts: boolean;
  /** The winner of a set serves first in the next; else sides take turns. */
  readonly winnerServes: boolean;
  /** Seconds of the interval within a set and between sets; 0: none. */
  readonly midInterval: number;
  readonly setInterval: number;
  /** Points of the deciding set at which ends are changed. */
  readonly changeEndsAt: (points: number) => number;
  /** Seconds of a time-out and how many a side has in a set or, without sets of its own, in the match; 0: none. */
  readonly timeoutSeconds: number;
  readonly timeouts: number;
  readonly timeoutsBySet: boolean;
  /** Points that a red card gives the opponent; null: the sport has none. */
  readonly redCardPoints: 0 | 1 | null;
}

const half = (points: number): number => Math.ceil(points / 2);
const RALLY: Service = {
  turns: "rally",
  hasCourts: false,
  winnerServes: true,
  midInterval: 0,
  setInterval: 60,
  changeEndsAt: half,
  timeoutSeconds: 60,
  timeouts: 1,
  timeoutsBySet: true,
  redCardPoints: 0,
};
const TIMED: Service = { ...RALLY, turns: "none", setInterval: 120, timeouts: 2 };

/** Service, intervals, time-outs and red cards by sport: BWF Laws 8–16; ITTF 2.13–2.15, 3.4.4, 3.5.2; FIVB 12, 15, 18, 21; ITF rules 10, 29. */
export const SERVICE: Readonly<Record<Sport, Service>> = {
  badminton: { ...RALLY, hasCourts: true, midInterval: 60, setInterval: 120, timeoutSeconds: 0, timeouts: 0, redCardPoints: 1 },
  tableTennis: {
    ...RALLY,
    turns: "pairs",
    winnerServes: false,
    changeEndsAt: (points) => Math.floor(points / 2),
    timeoutsBySet: false,
    redCardPoints: 1,
  },
  tennis: { ...RALLY, turns: "games", winnerServes: false, setInterval: 120, timeoutSeconds: 0, timeouts: 0, redCardPoints: null },
  volleyball: { ...RALLY, winnerServes: false, setInterval: 180, timeoutSeconds: 30, timeouts: 2, redCardPoints: 1 },
  basketball: { ...TIMED, redCardPoints: null },
  football: { ...TIMED, timeoutSeconds: 0, timeouts: 0 },
  other: RALLY,
};

export interface UmpireSetup {
  readonly rules: ScoreRules;
  readonly sport: Sport;
  /** Two a side, who change service courts. */
  readonly isDoubles: boolean;
}

interface Pause {
  readonly kind: "mid" | "set" | "timeout" | "injury";
  /** Length in seconds; 0: open. */
  readonly seconds: number;
  readonly since: string;
  readonly side: Side | null;
}

export interface UmpireState {
  readonly hasStarted: boolean;
  readonly played: Played;
  /** Score of the set that is on; 0–0 once one is won and another follows. */
  readonly current: SetScore;
  readonly server: Side | null;
  readonly serviceCourt: "right" | "left" | null;
  /** Index of each side's player in the right service court. */
  readonly inRightCourt: readonly [0 | 1, 0 | 1];
  /** The side on the umpire's left. */
  readonly left: Side;
  readonly pause: Pause | null;
  readonly yellow: readonly [number, number];
  readonly red: readonly [number, number];
  /** Time-outs that each side has left. */
  readonly timeouts: readonly [number, number];
  /** Sides have changed ends since the mark before. */
  readonly hasChangedEnds: boolean;
  readonly isOver: boolean;
  readonly isFinished: boolean;
  readonly retired: Side | null;
  /** The mark that the next undo takes back. */
  readonly undoes: Mark | undefined;
}

const FIXED: ReadonlySet<MarkKind> = new Set(["start", "finish", "retire"]);
const other = (side: Side): Side => (side === 0 ? 1 : 0);

/** True if two records are the same as far as both go. */
export const hasSameStart = (one: readonly Mark[], other: readonly Mark[]): boolean =>
  one.slice(0, other.length).every((mark, i) => isSameMark(mark, other[i]));

const isSameMark = (one: Mark, another: Mark | undefined): boolean =>
  another !== undefined &&
  one.kind === another.kind &&
  one.side === another.side &&
  Date.parse(one.at) === Date.parse(another.at) &&
  (one.points ?? 1) === (another.points ?? 1) &&
  JSON.stringify(one.sets ?? []) === JSON.stringify(another.sets ?? []);

/** Returns the marks that stand: an undo takes the last one back, and the end of a pause with it. */
export function standingMarks(marks: readonly Mark[]): Mark[] {
  const standing: Mark[] = [];
  for (const mark of marks) {
    if (mark.kind !== "undo") {
      standing.push(mark);
      continue;
    }
    while (standing.at(-1)?.kind === "resume") standing.pop();
    const last = standing.at(-1);
    if (last && !FIXED.has(last.kind)) standing.pop();
  }
  return standing;
}

interface Draft {
  played: Played;
  server: Side | null;
  /** The side that served first in the set under way. */
  first: Side | null;
  left: Side;
  pause: Pause | null;
  swapped: [boolean, boolean];
  readonly yellow: [number, number];
  readonly red: [number, number];
  timeouts: [number, number];
  hasChangedEnds: boolean;
}

/** Returns the points to which a set is played, by its index. */
export const pointsOfSet = ({ bestOf, deciding, points }: ScoreRules, index: number): number =>
  (index === bestOf - 1 ? deciding?.points : undefined) ?? points;

/** Works out where a match stands. */
export function umpireState(setup: UmpireSetup, marks: readonly Mark[]): UmpireState {
  const { rules, sport, isDoubles } = setup;
  const service = SERVICE[sport];
  const standing = standingMarks(marks);
  const draft: Draft = {
    played: { sets: [], runs: [] },
    server: null,
    first: null,
    left: 0,
    pause: null,
    swapped: [false, false],
    yellow: [0, 0],
    red: [0, 0],
    timeouts: [service.timeouts, service.timeouts],
    hasChangedEnds: false,
  };
  for (const mark of standing) {
    draft.hasChangedEnds = false;
    apply(setup, draft, mark);
  }
  const { played, server } = draft;
  const { over } = standingOf(rules, played.sets);
  const last = played.sets.at(-1) ?? [0, 0];
  const isWon = !rules.timed && !over && setWinner(rules, last, played.sets.length - 1) !== undefined;
  const current: SetScore = isWon ? [0, 0] : last;
  const undone = standing.findLast(({ kind }) => kind !== "resume");
  return {
    hasStarted: standing.some(({ kind }) => kind === "start"),
    played,
    current,
    server: over && !rules.timed ? null : server,
    serviceCourt: server === null || !service.hasCourts || over ? null : (current[server] ?? 0) % 2 === 0 ? "right" : "left",
    inRightCourt: isDoubles ? [draft.swapped[0] ? 1 : 0, draft.swapped[1] ? 1 : 0] : [0, 0],
    left: draft.left,
    pause: draft.pause,
    yellow: draft.yellow,
    red: draft.red,
    timeouts: draft.timeouts,
    hasChangedEnds: draft.hasChangedEnds,
    isOver: over,
    isFinished: standing.some(({ kind }) => kind === "finish"),
    retired: standing.find(({ kind }) => kind === "retire")?.side ?? null,
    undoes: undone && !FIXED.has(undone.kind) ? undone : undefined,
  };
}

function apply(setup: UmpireSetup, draft: Draft, { kind, side, at, points = 1, sets = [] }: Mark): void {
  const service = SERVICE[setup.sport];
  switch (kind) {
    case "start":
      if (service.turns !== "none") draft.server = draft.first = side;
      return;
    case "point":
      draft.pause = null;
      if (side !== null) addPoint(setup, draft, side, at, points);
      return;
    case "red":
      if (side === null) return;
      draft.red[side]++;
      if (service.redCardPoints) addPoint(setup, draft, other(side), at, service.redCardPoints);
      return;
    case "yellow":
      if (side !== null) draft.yellow[side]++;
      return;
    case "timeout":
      if (side === null || draft.timeouts[side] === 0) return;
      draft.timeouts[side]--;
      draft.pause = { kind, seconds: service.timeoutSeconds, since: at, side };
      return;
    case "injury":
      draft.pause = { kind, seconds: 0, since: at, side };
      return;
    case "resume":
      draft.pause = null;
      return;
    case "ends":
      draft.left = other(draft.left);
      draft.hasChangedEnds = true;
      return;
    case "serve":
      if (draft.server === null) return;
      draft.server = other(draft.server);
      // In turns everything that follows shifts with it.
      if (service.turns !== "rally" && draft.first !== null) draft.first = other(draft.first);
      return;
    case "players":
      if (side !== null) draft.swapped[side] = !draft.swapped[side];
      return;
    case "period":
      draft.played = withPeriod(draft.played);
      return;
    case "score":
      draft.played = { sets, runs: sets.map(() => "") };
      draft.pause = null;
      return;
    default:
  }
}

function addPoint({ rules, sport, isDoubles }: UmpireSetup, draft: Draft, side: Side, at: string, points: number): void {
  const service = SERVICE[sport];
  const next = withPoint(rules, draft.played, side, points);
  if (next === draft.played) return;
  draft.played = next;
  if (rules.timed) return;
  const index = next.sets.length - 1;
  const set = next.sets[index] ?? [0, 0];
  const total = set[0] + set[1];
  const isDeciding = index === rules.bestOf - 1;
  const most = pointsOfSet(rules, index);
  if (service.turns === "rally") {
    // A pair that keeps the service changes its courts.
    if (draft.server === side && isDoubles && service.hasCourts) draft.swapped[side] = !draft.swapped[side];
    draft.server = side;
  } else if (service.turns === "pairs" && draft.first !== null) {
    const level = (most - 1) * 2;
    const turns = total < level ? Math.floor(total / 2) : total - level + level / 2;
    draft.server = turns % 2 === 0 ? draft.first : other(draft.first);
  } else if (service.turns === "games" && draft.server !== null) draft.server = other(draft.server);

  const isWon = setWinner(rules, set, index) !== undefined;
  const changeEnds = (): void => {
    draft.left = other(draft.left);
    draft.hasChangedEnds = true;
  };
  if (service.turns === "games") {
    // Ends are changed after every odd game of a set.
    if (total % 2 === 1) changeEnds();
  } else if (isWon && !standingOf(rules, next.sets).over) changeEnds();
  if (isWon) {
    if (standingOf(rules, next.sets).over) return;
    if (service.turns === "rally" || service.turns === "pairs") {
      draft.first = service.winnerServes ? side : draft.first === null ? null : other(draft.first);
      draft.server = draft.first;
    }
    draft.swapped = [false, false];
    if (service.timeoutsBySet) draft.timeouts = [service.timeouts, service.timeouts];
    draft.pause = { kind: "set", seconds: service.setInterval, since: at, side: null };
    return;
  }
  const high = set[side];
  const isFirst = set[other(side)] < high;
  if (service.midInterval > 0 && isFirst && high === half(most))
    draft.pause = { kind: "mid", seconds: service.midInterval, since: at, side: null };
  if (service.turns !== "games" && isDeciding && rules.bestOf > 1 && isFirst && high === service.changeEndsAt(most)) changeEnds();
}
