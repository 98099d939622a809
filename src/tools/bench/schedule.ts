/** The order of play of a large tournament: 300 matches of five events on eight courts, and an hour's delay in the middle of it. */
import { drawEvent } from "../../engine/draw";
import { playables } from "../../engine/playables";
import { replan } from "../../engine/replan";
import { clashes, plan } from "../../engine/schedule";
import { planInThread } from "../../server/domains/competitions/plan-thread";
import { below, type Figure } from "./figures";

const EVENTS = 5;
const ENTRIES = 61;
const COURTS = 8;
const MINUTES = 30;
const LATE = 60;

/** The longest time in which the thread did nothing else. */
class LoopGaps {
  private last = performance.now();
  private longest = 0;
  private readonly timer = setInterval(() => this.note(), 1);
  private note(): void {
    const now = performance.now();
    this.longest = Math.max(this.longest, now - this.last);
    this.last = now;
  }
  stop(): number {
    this.note();
    clearInterval(this.timer);
    return this.longest;
  }
}

const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;

export async function measureSchedule(): Promise<Figure[]> {
  const matches = Array.from({ length: EVENTS }, (_, event) => {
    const entrants = Array.from({ length: ENTRIES }, (_each, i) => ({ id: `e${i}`, club: `c${(i * 7) % 10}`, seed: i < 8 ? i + 1 : null }));
    const { stages } = drawEvent(entrants, { kind: "knockout", third: false }, { separate: true }, `e${event}`);
    return playables(stages[0]?.matches ?? [], `e${event}:`, MINUTES, 20);
  }).flat();
  const hours = Array.from({ length: COURTS }, (_, i) => ({ court: `k${i}`, start: 0, end: 3000 }));
  const began = performance.now();
  const { placed, left } = plan(matches, hours);
  const ms = performance.now() - began;
  const broken = clashes(matches, hours, placed).length + left.length;
  const least = Math.ceil((matches.length * MINUTES) / COURTS);
  const ratio = (Math.max(...placed.map(({ start }) => start)) + MINUTES) / least;

  const middle = placed.map(({ start }) => start).toSorted((a, b) => a - b)[Math.floor(placed.length / 2)] ?? 0;
  const begun = new Set(placed.filter(({ start }) => start <= middle).map(({ id }) => id));
  const endOf = (all: typeof placed): number => Math.max(...all.map(({ start }) => start)) + MINUTES;
  let worst = 0;
  let most = 0;
  let slowest = 0;
  for (const late of placed.filter(({ start }) => start === middle)) {
    const now = matches.map((match) => (match.id === late.id ? { ...match, minutes: match.minutes + LATE } : match));
    const from = performance.now();
    const { moved, placed: after } = replan(now, hours, placed, begun, middle + 5);
    slowest = Math.max(slowest, performance.now() - from);
    worst = Math.max(worst, endOf([...after]) - endOf(placed));
    most = Math.max(most, moved.length / (matches.length - begun.size));
  }
  const large = drawEvent(
    Array.from({ length: 512 }, (_, i) => ({ id: `e${i}`, club: "", seed: i < 32 ? i + 1 : null })),
    { kind: "knockout", third: false },
    { separate: false },
    "large",
  );
  const many = playables(large.stages[0]?.matches ?? [], "l:", MINUTES, 20);
  const free = Array.from({ length: 2 * COURTS }, (_, i) => ({ court: `k${i}`, start: 0, end: 3000 }));
  const gaps = new LoopGaps();
  const started = performance.now();
  const thread = await planInThread(
    { matches: many, hours: free, fixed: [], from: 0, engaged: [] },
    () => undefined,
    new AbortController().signal,
  );
  const lasted = performance.now() - started;
  const held = gaps.stop();
  const what = `order of play: ${matches.length} matches of ${EVENTS} events on ${COURTS} courts`;
  return [
    {
      what,
      value: `${ms.toFixed(0)} ms, ${broken} broken rules`,
      bar: "< 5 s, none",
      goal: "< 1 s, none",
      met: broken > 0 ? "no" : below(ms, 5_000, 1_000),
      note: "draws of 61 with seeds and clubs, 20 minutes' rest",
    },
    {
      what: `${what}, against the least time`,
      value: `${ratio.toFixed(3)} ×`,
      bar: "≤ 1.10 ×",
      goal: "≤ 1.05 ×",
      met: below(ratio, 1.1, 1.05),
      note: "the least: all minutes of play on all courts without a gap",
    },
    {
      what: `order of play of a draw of 512 on ${2 * COURTS} courts: the longest that another call is held`,
      value: `${held.toFixed(0)} ms, planned in ${(lasted / 1000).toFixed(1)} s, ${thread.left.length} left out`,
      bar: "< 100 ms, none",
      goal: "< 50 ms, none",
      met: thread.left.length > 0 ? "no" : below(held, 100, 50),
      note: "the longest time in which the serving thread answers nothing while the plan is made in its own",
    },
    {
      what: "a match an hour late in the middle of it: minutes by which the day ends later",
      value: `${worst} min, ${slowest.toFixed(0)} ms`,
      bar: "≤ 60 min",
      goal: "≤ 30 min",
      met: below(worst, LATE, LATE / 2),
      note: `the worst of all matches that begin then; ${percent(most)} of those that have not begun move`,
    },
  ];
}
