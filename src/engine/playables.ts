/** Drawn matches as the schedule places them, each after those whose winners it waits for. Pure. */
import type { DrawnMatch } from "./drawn";
import type { Playable } from "./schedule";
import { matchesBefore } from "./slots";

/** @param event before the ids of its matches and players, so that several events can be planned together */
export const playables = (matches: readonly DrawnMatch[], event: string, minutes: number, rest: number): Playable[] =>
  matches.map((one) => ({
    id: `${event}${one.key}`,
    players: [one.home, one.away].flatMap((slot) => (slot.kind === "entry" ? [`${event}${slot.id}`] : [])),
    after: [one.home, one.away].flatMap((slot) => matchesBefore(slot, matches).map(({ key }) => `${event}${key}`)),
    minutes,
    rest,
  }));
