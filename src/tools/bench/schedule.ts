/** The order of play of a large tournament: 300 matches of five events on eight courts, and an hour's delay in the middle of it. */
import { drawEvent } from "../../engine/draw";
import { playables } from "../../engine/playables";
import { replan } from "../../engine/replan";
import { clashes, plan } from "../../engine/schedule";
import { below, type Figure } from "./figures";

const EVENTS = 5;
const ENTRIES = 61;
const COURTS = 8;
const MINUTES = 30;
const LATE = 60;

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
      what: "a match an hour late in the middle of it: minutes by which the day ends later",
      value: `${worst} min, ${slowest.toFixed(0)} ms`,
      bar: "≤ 60 min",
      goal: "≤ 30 min",
      met: below(worst, LATE, LATE / 2),
      note: `the worst of all matches that begin then; ${percent(most)} of those that have not begun move`,
    },
  ];
}
