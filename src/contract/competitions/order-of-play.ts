/** The order of play: fixed times on a board, or a queue from which matches are called; and the job that plans it. */
import { z } from "#zod";
import { Id } from "../core/call";
import { GameStatus } from "../core/states";
import { Day, Instant } from "../core/time";
import { Match } from "./match";

/** Fixed times on a board, or an order from which matches are called. */
export const OrderOfPlay = z.enum(["fixed", "queue"]);
export const QueueView = z.object({
  gameId: Id,
  game: z.string(),
  status: GameStatus,
  orderOfPlay: OrderOfPlay,
  courts: z.array(
    z.object({
      id: Id,
      name: z.string(),
      hall: z.string(),
      /** It is taken for the game at this time. */
      isOpen: z.boolean(),
      /** The match that is called to it or on it. */
      matchId: Id.nullable(),
      /** The match to call next, where the court is free. */
      nextId: Id.nullable(),
    }),
  ),
  /** Matches that are on, called or still to come, in the order of the queue. */
  matches: z.array(Match),
  queue: z.array(
    z.object({
      id: Id,
      /** The court whose list it is on; null: any court. */
      courtId: Id.nullable(),
      why: z.enum(["", "sides", "player", "referee", "rest"]),
      /** End of a rest. */
      until: Instant.nullable(),
      /** The match in which somebody is. */
      matchId: Id.nullable(),
    }),
  ),
});
export type QueueView = z.infer<typeof QueueView>;

const Clash = z.object({
  id: Id,
  with: Id.nullable(),
  why: z.enum(["court", "player", "rest", "order", "hours", "referee"]),
  player: z.string(),
});
export const ScheduleView = z.object({
  gameId: Id,
  game: z.string(),
  status: GameStatus,
  orderOfPlay: OrderOfPlay,
  days: z.array(Day),
  day: Day,
  courts: z.array(z.object({ id: Id, name: z.string(), hall: z.string(), hours: z.array(z.object({ start: Instant, end: Instant })) })),
  matches: z.array(Match),
  clashes: z.array(Clash),
  unplaced: z.number().int(),
  /** Shortest time of the day that somebody has between two matches, and the required one, minutes; null if nobody plays twice. */
  rest: z.object({ minutes: z.number().int(), least: z.number().int() }).nullable(),
});
export type ScheduleView = z.infer<typeof ScheduleView>;

/** Planning that runs outside the request. */
export const PlanJob = z.object({
  id: Id,
  state: z.enum(["running", "done", "cancelled", "failed"]),
  /** Matches placed so far, and all that are to be placed. */
  done: z.number().int(),
  total: z.number().int(),
  /** Once it is done: how many were placed, moved, and left without court time. */
  placed: z.number().int(),
  moved: z.number().int(),
  left: z.number().int(),
  /** Reason for which it failed. */
  reason: z.string(),
});
