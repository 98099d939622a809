/**
 * The umpire's tablet: opened by the code of a match or court with a PIN that ends with the match. It sees and scores that match only, and sends
 * what it has marked in order, each mark once however often it arrives.
 */
import { z } from "#zod";
import { addFault, withRule } from "../core/between";
import { SetScore } from "./battles";
import { Id, postJson, resource } from "../core/call";
import { SPORT_LABELS } from "./game-settings";
import { MATCH_STATES } from "./match";
import { Instant } from "../core/time";

/** Marks of one match at most: five long sets with all that may happen in them. */
export const MOST_MARKS = 3_000;
/** Marks that travel at once. */
export const MARKS_AT_ONCE = 200;

export const UmpireMark = z.object({
  kind: z.enum([
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
  ]),
  side: z.union([z.literal(0), z.literal(1)]).nullable(),
  at: Instant,
  points: z.int().min(1).max(3).optional(),
  sets: z.array(SetScore).max(15).optional(),
});
export type UmpireMark = z.infer<typeof UmpireMark>;

const Side = z.object({ name: z.string(), club: z.string(), seed: z.number().int().nullable(), players: z.array(z.string()) });

/** The match as the tablet has it. */
export const UmpireView = z.object({
  matchId: Id,
  game: z.string(),
  event: z.string(),
  round: z.string(),
  court: z.string(),
  referee: z.string(),
  state: z.enum(MATCH_STATES),
  begunAt: Instant.nullable(),
  home: Side,
  away: Side,
  rules: z.object({
    bestOf: z.number().int(),
    points: z.number().int(),
    winBy: z.number().int(),
    cap: z.number().int(),
    stop: z.boolean(),
    deciding: z.object({ points: z.number().int(), cap: z.number().int() }).nullable(),
    timed: z.boolean(),
    mayDraw: z.boolean(),
  }),
  sport: z.enum(Object.keys(SPORT_LABELS) as [keyof typeof SPORT_LABELS]),
  isDoubles: z.boolean(),
  /** All marks that the office has. */
  marks: z.array(UmpireMark),
  /** The score that the office has, and its version. */
  sets: z.array(z.array(z.number().int())),
  version: z.number().int(),
  /** The office has changed the score since the last mark: nothing is saved until the umpire has chosen one. */
  isConflict: z.boolean(),
  /** The tablet can score no more: the match is over, or the desk has ended its access. */
  isEnded: z.boolean(),
});
export type UmpireView = z.infer<typeof UmpireView>;

const access = { venueId: Id, token: z.string().min(20).max(80) };

export const umpire = resource({
  issue: postJson("/api/manage/competition/umpire/issue", {
    summary: "Issue a new PIN for the umpire of a match; the one before opens nothing any more",
    code: "score_modify",
    input: z.object({ id: Id }),
    output: z.object({ pin: z.string() }),
  }),
  issueToPlayers: postJson("/api/manage/competition/umpire/issue-to-players", {
    summary: "Issue new PINs for the players of a match",
    code: "score_modify",
    input: z.object({ id: Id }),
    output: z.object({ home: z.string(), away: z.string() }),
  }),
  open: postJson("/api/open/umpire/open", {
    summary: "Open a match on a tablet with its PIN; tries are limited, and a tablet before loses it",
    access: "public",
    effect: false,
    input: withRule(
      z.object({ venueId: Id, matchId: Id.optional(), courtId: Id.optional(), pin: z.string().regex(/^\d{6}$/) }),
      ({ matchId, courtId }, issues) => {
        if ((matchId === undefined) === (courtId === undefined)) addFault(issues, ["courtId"], "other");
      },
    ),
    output: z.object({ token: z.string(), view: UmpireView }),
  }),
  view: postJson("/api/open/umpire/view", {
    summary: "The match of a tablet",
    access: "public",
    effect: false,
    input: z.object(access),
    output: UmpireView,
  }),
  send: postJson("/api/open/umpire/send", {
    summary: "Send marks of a tablet in order; those that have arrived before are passed over",
    access: "public",
    effect: false,
    input: z.object({
      ...access,
      /** Number of the first mark, from 0. */
      from: z.int().min(0).max(MOST_MARKS),
      marks: z.array(UmpireMark).max(MARKS_AT_ONCE),
      /** Version of the score that the tablet knows. */
      version: z.int(),
    }),
    output: UmpireView,
  }),
});
