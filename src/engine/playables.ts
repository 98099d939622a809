/** Drawn matches as the schedule places them, each after those whose winners it waits for. Pure. */
import type { DrawnMatch } from "./drawn";
import type { Playable } from "./schedule";

/** @param event before the ids of its matches and players, so that several events can be planned together */
export const playables = (matches: readonly DrawnMatch[], event: string, minutes: number, rest: number): Playable[] =>
  matches.map((one) => ({
    id: `${event}${one.key}`,
    players: [one.home, one.away].flatMap((slot) => (slot.kind === "entry" ? [`${event}${slot.id}`] : [])),
    after: [one.home, one.away].flatMap((slot) =>
      slot.kind === "winner" || slot.kind === "loser"
        ? [`${event}${slot.of}`]
        : slot.kind === "place"
          ? matches.filter(({ group }) => group === slot.group).map(({ key }) => `${event}${key}`)
          : slot.kind === "best"
            ? matches.filter(({ group }) => group !== null).map(({ key }) => `${event}${key}`)
            : [],
    ),
    minutes,
    rest,
  }));
