/** A match as draws, schedules and scores show it. */
import { z } from "#zod";
import { Id } from "../core/call";
import { Instant } from "../core/time";

/** A side of a match: who, or where from. */
const Side = z.object({
  id: Id.nullable(),
  name: z.string(),
  club: z.string(),
  seed: z.number().int().nullable(),
  from: z.string(),
  /** Where from, as keys of matches say it: "winner:1-2-3", "place:1/2"; "" where it was drawn. */
  source: z.string(),
  /** Who of a team plays this rubber, "A/B"; "" elsewhere. */
  players: z.string(),
  /** All of it as prints and the hall show it: masked where the game's names are not public. */
  publicName: z.string(),
});
export type MatchSide = z.infer<typeof Side>;
/** A match as boards, brackets and screens show it. */
export const Match = z.object({
  id: Id,
  eventId: Id,
  event: z.string(),
  key: z.string(),
  stage: z.number().int(),
  group: z.number().int().nullable(),
  round: z.number().int(),
  third: z.boolean(),
  state: z.enum(["waiting", "ready", "running", "suspended", "finished", "walkover", "retired", "dropped"]),
  /** Of a rubber: its tie, and which it is ("MS1"); else null and "". */
  tieId: Id.nullable(),
  rubber: z.string(),
  /** Order within its round, or within its tie. */
  sequence: z.number().int(),
  /** A team tie: its sets are those of all its rubbers. */
  isTie: z.boolean(),
  /** Of a timed match: how many periods it has without extra ones; else 0. */
  periods: z.number().int(),
  /** Sets won by each, rubbers of a tie, all points of a timed match. */
  won: z.tuple([z.number().int(), z.number().int()]),
  home: Side,
  away: Side,
  sets: z.array(z.array(z.number().int())),
  /** Of each set: who won its last points, "h" and "a", as far as they were scored one by one. */
  runs: z.array(z.string()),
  winner: z.number().int().nullable(),
  court: z.object({ id: Id, name: z.string() }).nullable(),
  startsAt: Instant.nullable(),
  minutes: z.number().int(),
  begunAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  pinned: z.boolean(),
  referee: z.string(),
  reason: z.string(),
  version: z.number().int(),
  /** Its call to a court, once it is called and until it begins. */
  call: z
    .object({
      at: Instant,
      /** Whoever has not come by then may be recorded as a walkover. */
      comeBy: Instant,
      calls: z.number().int(),
      isOnCourt: z.boolean(),
      late: z.enum(["", "home", "away", "both"]),
    })
    .nullable(),
});
export type Match = z.infer<typeof Match>;
