/** A match as draws, schedules and scores show it, and the groups of its states. */
import { z } from "#zod";
import { Id } from "../core/call";
import { Instant } from "../core/time";

/** States of a match. */
export const MATCH_STATES = ["waiting", "ready", "running", "suspended", "finished", "walkover", "retired", "dropped"] as const;
type MatchState = (typeof MATCH_STATES)[number];
/** States of a match that has not begun. */
export const OPEN_STATES: readonly MatchState[] = ["waiting", "ready"];
/** States of a match that has begun and is not over. */
export const UNDER_WAY_STATES: readonly MatchState[] = ["running", "suspended"];
/** States of a match that can be played or continues: both sides are known. */
export const PLAYABLE_STATES: readonly MatchState[] = ["ready", ...UNDER_WAY_STATES];
/** States of a match of which nothing more is played. */
const OVER_STATES: readonly MatchState[] = ["finished", "walkover", "retired", "dropped"];
interface Stateful {
  readonly state: string;
}
const isIn =
  (states: readonly string[]) =>
  ({ state }: Stateful): boolean =>
    states.includes(state);
/** True while a match has not begun. */
export const isOpen = isIn(OPEN_STATES);
/** True once a match has begun, until it is over. */
export const isUnderWay = isIn(UNDER_WAY_STATES);
/** True while a match can be started or continues. */
export const isPlayable = isIn(PLAYABLE_STATES);
/** True once nothing more is played of a match. */
export const isOver = isIn(OVER_STATES);

/** A side of a match: the entry, or where it comes from. */
const Side = z.object({
  id: Id.nullable(),
  name: z.string(),
  club: z.string(),
  seed: z.number().int().nullable(),
  from: z.string(),
  /** The key of what the side comes from: "winner:1-2-3", "place:1/2"; "" where it was drawn. */
  source: z.string(),
  /** Players of a team in this rubber, "A/B"; "" elsewhere. */
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
  state: z.enum(MATCH_STATES),
  /** The tie of a rubber, and which rubber it is ("MS1"); else null and "". */
  tieId: Id.nullable(),
  rubber: z.string(),
  /** Order within its round, or within its tie. */
  sequence: z.number().int(),
  /** A team tie: its sets are those of all its rubbers. */
  isTie: z.boolean(),
  /** Periods of a timed match without extra ones; else 0. */
  periods: z.number().int(),
  /** Sets won by each, rubbers of a tie, all points of a timed match. */
  won: z.tuple([z.number().int(), z.number().int()]),
  home: Side,
  away: Side,
  sets: z.array(z.array(z.number().int())),
  /** Winners of the last points of each set, "h" and "a", as far as they were scored one by one. */
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
  /** Set if players score their matches themselves: the result that a side has entered and the other has not confirmed. */
  playersScore: z.boolean(),
  claim: z.object({ side: z.enum(["home", "away"]), sets: z.array(z.array(z.number().int())), isDisputed: z.boolean() }).nullable(),
});
export type Match = z.infer<typeof Match>;
