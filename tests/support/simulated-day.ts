/** Days of play from the queue, without a database: what the desk calls, how long it takes and who wins are drawn by lot. */
import { drawEvent } from "../../src/engine/draw";
import type { DrawnMatch } from "../../src/engine/drawn";
import { nextForfeit } from "../../src/engine/forfeits";
import { byUrgency, callOrder, type PlannedMatch, type QueuedMatch } from "../../src/engine/queue";
import { lots } from "../../src/engine/random";
import { entrants } from "./entrants";
import { leastTime, timeInHindsight, type TimedMatch } from "./least-time";

export interface SimulatedEvent {
  readonly entries: number;
  /** People of an entry, by its number from 0. */
  readonly peopleOf: (entry: number) => readonly string[];
  /** Minutes that its matches take beyond those of the others, as ties of teams do. */
  readonly longer?: number;
}
interface SimulatedDay {
  readonly minutes: number;
  /** Minutes in which no order of play can be done sooner. */
  readonly least: number;
  /** Minutes of a plan made afterwards, by whoever knows all results and how long each match takes. */
  readonly inHindsight: number;
  readonly unplayed: number;
  /** Faults: somebody on two courts, or without rest. */
  readonly faults: readonly string[];
}

const REST = 15;
/** Minutes that a desk expects a match to take. */
const EXPECTED = 30;

interface State {
  readonly id: string;
  readonly event: number;
  readonly drawn: DrawnMatch;
  home: string | null;
  away: string | null;
  state: "waiting" | "ready" | "busy" | "finished" | "walkover" | "dropped";
  start: number;
  end: number;
  court: string | null;
  /** What happens in it, whenever it is called. */
  readonly lot: { readonly minutes: number; readonly winner: 0 | 1; readonly isWalkover: boolean };
}

/** Plays knockouts to their end on some courts, with entries that withdraw, walkovers, delays and matches that take long. */
export function playDay(events: readonly SimulatedEvent[], courts: number, seed: string): SimulatedDay {
  const lot = lots(seed);
  const left = new Set<string>();
  const peopleById = new Map<string, readonly string[]>();
  const all: State[] = events.flatMap(({ entries, peopleOf, longer = 0 }, event) => {
    const list = entrants(entries, 4, 0).map((entrant) => ({ ...entrant, id: `${event}/${entrant.id}` }));
    for (const [number, { id }] of list.entries()) peopleById.set(id, peopleOf(number));
    for (const { id } of list) if (lot.below(40) === 0) left.add(id);
    const drawn = drawEvent(list, { kind: "knockout", third: false }, { separate: false }, `${seed} ${event}`);
    return (drawn.stages[0]?.matches ?? []).map((match): State => {
      const [home, away] = [match.home, match.away].map((slot) => (slot.kind === "entry" ? slot.id : null));
      return {
        id: `${event}/${match.key}`,
        event,
        drawn: match,
        home: home ?? null,
        away: away ?? null,
        state: home !== null && away !== null ? "ready" : "waiting",
        start: 0,
        end: 0,
        court: null,
        lot: {
          minutes: longer + 20 + lot.below(21) + (lot.below(5) === 0 ? 5 + lot.below(11) : 0),
          winner: lot.below(2) === 0 ? 0 : 1,
          isWalkover: lot.below(15) === 0,
        },
      };
    });
  });
  // In the order in which the server lists them: by round.
  all.sort((a, b) => a.drawn.round - b.drawn.round);
  const feedersOf = ({ event, drawn }: State): string[] =>
    [drawn.home, drawn.away].flatMap((slot) => (slot.kind === "winner" ? [`${event}/${slot.of}`] : []));
  const people = ({ home, away }: State): string[] => [home, away].flatMap((id) => [...(peopleById.get(id ?? "") ?? [])]);
  const isOver = ({ state }: State): boolean => state === "finished" || state === "walkover" || state === "dropped";

  function decide(match: State, winner: 0 | 1 | null, state: "finished" | "walkover" | "dropped"): void {
    match.state = state;
    const id = winner === null ? null : winner === 0 ? match.home : match.away;
    for (const next of all) {
      if (next.event !== match.event) continue;
      if (next.drawn.home.kind === "winner" && next.drawn.home.of === match.drawn.key) next.home = id;
      if (next.drawn.away.kind === "winner" && next.drawn.away.of === match.drawn.key) next.away = id;
      if (next.state === "waiting" && next.home !== null && next.away !== null) next.state = "ready";
    }
  }
  function settle(): void {
    for (const event of events.keys())
      for (;;) {
        const own = all.filter((match) => match.event === event);
        const from = (slot: DrawnMatch["home"]): string => (slot.kind === "winner" ? `winner:${slot.of}` : "");
        const next = nextForfeit(
          own.map(({ id, drawn, state, home, away }) => ({
            id,
            key: drawn.key,
            group: null,
            state,
            home,
            away,
            homeFrom: from(drawn.home),
            awayFrom: from(drawn.away),
          })),
          left,
        );
        const match = own.find(({ id }) => id === next?.id);
        if (!next || !match) break;
        decide(match, next.winner, next.state);
      }
  }

  const faults: string[] = [];
  const courtNames = Array.from({ length: courts }, (_, i) => `${i + 1}`);
  let now = 0;
  settle();
  while (!all.every(isOver) && now < 10_000) {
    for (;;) {
      const planned = all.map((match): PlannedMatch => ({
        id: match.id,
        event: `${match.event}`,
        after: feedersOf(match),
        minutes: EXPECTED + (events[match.event]?.longer ?? 0),
        players: people(match),
        officials: [],
        rest: REST,
        state: match.state === "busy" ? "busy" : match.state === "ready" ? "ready" : match.state === "waiting" ? "waiting" : "over",
        court: match.court,
        endedAt: match.state === "finished" ? match.end : null,
      }));
      const byId = new Map(planned.map((match) => [match.id, match]));
      const order = byUrgency(planned);
      const queued: QueuedMatch[] = [...order.flatMap((id) => byId.get(id) ?? []), ...planned.filter(({ id }) => !order.includes(id))];
      const [next] = callOrder(queued, courtNames, now).nextByCourt;
      if (!next) break;
      const [court, id] = next;
      const match = all.find((one) => one.id === id);
      if (!match) break;
      if (match.lot.isWalkover) {
        decide(match, match.lot.winner, "walkover");
        settle();
        continue;
      }
      const others = all.filter((one) => one.state === "busy" || one.state === "finished");
      for (const who of people(match))
        if (others.some((one) => people(one).includes(who) && now < one.end + REST)) faults.push(`${match.id}: ${who}`);
      match.state = "busy";
      match.court = court;
      match.start = now;
      match.end = now + match.lot.minutes;
    }
    const busy = all.filter(({ state }) => state === "busy").toSorted((a, b) => a.end - b.end);
    const rested = all.filter(({ state, end }) => state === "finished" && end + REST > now).map(({ end }) => end + REST);
    now = Math.min(busy[0]?.end ?? 10_000, ...rested);
    for (const match of busy.filter(({ end }) => end <= now)) decide(match, match.lot.winner, "finished");
    settle();
  }
  const timed = all.map((match): TimedMatch => ({
    id: match.id,
    event: `${match.event}`,
    players: match.state === "finished" ? people(match) : [],
    after: feedersOf(match),
    minutes: match.state === "finished" ? match.end - match.start : 0,
    rest: REST,
  }));
  return {
    minutes: Math.max(...all.map(({ end }) => end)),
    least: leastTime(timed, courts),
    inHindsight: timeInHindsight(timed, courts),
    unplayed: all.filter((match) => !isOver(match)).length,
    faults,
  };
}
