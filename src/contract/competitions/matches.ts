/** Draws, schedules and scores of competitions. */
import { z } from "#zod";
import { get, Id, postJson, Reason, resource } from "../core/call";
import { SPORT_LABELS } from "./game-settings";
import { FORMAT_NAMES } from "./game-words";
import { Match } from "./match";
import { Standings } from "./standings";
import { OrderOfPlay, PlanJob, QueueView, ScheduleView } from "./order-of-play";
import { GameStatus } from "../core/states";
import { Day, Instant } from "../core/time";

const base = "/api/manage/competition";

const Line = z.object({
  kind: z.enum(["entry", "bye", "place"]),
  id: Id.nullable(),
  name: z.string(),
  publicName: z.string(),
  seed: z.number().int().nullable(),
  club: z.string(),
});
export const DrawView = z.object({
  eventId: Id,
  event: z.string(),
  game: z.string(),
  gameId: Id,
  format: z.enum(FORMAT_NAMES),
  groups: z.number().int(),
  through: z.number().int(),
  /** The best of the next place across all groups, who go through besides. */
  best: z.number().int(),
  third: z.boolean(),
  reset: z.boolean(),
  crossing: z.string(),
  /** Rounds of a Swiss system; 0: derived from the number of entries. */
  rounds: z.number().int(),
  placesTo: z.string(),
  consolation: z.string(),
  qualifiers: z.number().int(),
  separate: z.boolean(),
  state: z.enum(["planned", "drawn", "running", "finished"]),
  /** Entrants in the draw, or in a draw yet to be made. */
  entrants: z.array(
    z.object({
      id: Id,
      name: z.string(),
      publicName: z.string(),
      club: z.string(),
      seed: z.number().int().nullable(),
      paid: z.boolean(),
    }),
  ),
  /** Standing draw. */
  draw: z
    .object({
      seed: z.string(),
      /** False of a draw that an earlier way of drawing made: the present one does not repeat it. */
      isRepeatable: z.boolean(),
      at: Instant,
      operator: z.string(),
      published: z.boolean(),
      /** Entrants of the draw, as they were then: the data from which it is repeated. */
      entrants: z.array(z.object({ id: Id, seed: z.number().int().nullable(), club: z.string(), qualifying: z.boolean() })),
    })
    .nullable(),
  history: z.array(z.object({ at: Instant, operator: z.string(), seed: z.string(), state: z.string(), reason: z.string() })),
  /** Confirmed entries outside the standing draw, who may replace others. */
  reserves: z.array(z.object({ id: Id, name: z.string(), club: z.string(), paid: z.boolean() })),
  /** Entries that were out in a group, who may take a place in the knockout. */
  luckyLosers: z.array(z.object({ id: Id, name: z.string() })),
  /** Changes of the standing draw, in order. The first entry of a replacement goes and the second comes. */
  changes: z.array(
    z.object({
      at: Instant,
      operator: z.string(),
      kind: z.enum(["swap", "late", "luckyLoser"]),
      first: z.object({ id: Id, name: z.string(), publicName: z.string() }),
      second: z.object({ id: Id, name: z.string(), publicName: z.string() }),
      reason: z.string(),
    }),
  ),
  stages: z.array(
    z.object({
      kind: z.enum(["groups", "swiss", "qualifying", "knockout", "losers", "final", "places", "plate"]),
      groups: z.array(z.object({ number: z.number().int(), teams: z.array(Line) })),
      lines: z.array(Line),
      matches: z.array(Match),
    }),
  ),
});
export type DrawView = z.infer<typeof DrawView>;

const LineupPlayer = z.object({
  id: Id,
  name: z.string(),
  sex: z.string(),
  captain: z.boolean(),
  shirt: z.string(),
  plays: z.boolean(),
});
const Lineup = z.object({
  match: Match,
  home: z.array(LineupPlayer),
  away: z.array(LineupPlayer),
  /** Rubbers of a tie in order, with the players of each. */
  rubbers: z.array(z.object({ match: Match, home: z.array(Id), away: z.array(Id) })),
});
export type Lineup = z.infer<typeof Lineup>;

export const matches = resource({
  events: get("/api/open/programs/search", {
    summary: "Events of games that are not over, to choose from",
    code: [
      "game_programs_list",
      "draw_list",
      "schedule_list",
      "schedule_group_list",
      "schedule_group_list2",
      "schedule_team_list",
      "combat_team_member_list",
      "combat_team_member_list2",
      "live_score",
      "test",
    ],
    input: z.object({ venueId: Id }),
    output: z.object({
      content: z.array(
        z.object({
          id: Id,
          title: z.string(),
          gameId: Id,
          game: z.string(),
          status: GameStatus,
          state: z.string(),
          format: z.string(),
          entries: z.number().int(),
        }),
      ),
    }),
  }),
  draw: get(`${base}/draw/view`, {
    summary: "The draw of an event, or who would be in it",
    code: ["draw_list", "test"],
    input: z.object({ eventId: Id }),
    output: DrawView,
  }),
  makeDraw: postJson(`${base}/draw/make`, {
    summary: "Draw an event; the random seed is recorded",
    code: "draw_make",
    input: z.object({ eventId: Id, seed: z.string().trim().min(1).max(60).optional() }),
    output: DrawView,
  }),
  undoDraw: postJson(`${base}/draw/undo`, {
    summary: "Undo a draw that is not published; needs a reason",
    code: "draw_make",
    input: z.object({ eventId: Id, reason: Reason }),
    output: DrawView,
  }),
  publishDraw: postJson(`${base}/draw/publish`, {
    summary: "Publish a draw: it stays as it is",
    code: "draw_make",
    input: z.object({ eventId: Id }),
    output: DrawView,
  }),
  swapLines: postJson(`${base}/draw/swap`, {
    summary: "Exchange the places of two entries of a draw that have not played; recorded with its reason",
    code: "draw_make",
    input: z.object({ eventId: Id, firstId: Id, secondId: Id, reason: Reason }),
    output: DrawView,
  }),
  replaceEntry: postJson(`${base}/draw/replace`, {
    summary: "Give the place of an entry that does not play to a late entry or a lucky loser; recorded with its reason",
    code: "draw_make",
    input: z.object({ eventId: Id, outId: Id, inId: Id, reason: Reason }),
    output: DrawView,
  }),
  schedule: get(`${base}/schedule/view`, {
    summary: "Courts and matches of a game on a day, with every broken rule",
    code: "schedule_list",
    input: z.object({ gameId: Id, day: Day.optional() }),
    output: ScheduleView,
  }),
  plan: postJson(`${base}/schedule/plan`, {
    summary: "Start to place matches on the game's courts: those without a time, or all that are not begun or pinned",
    code: "schedule_modify",
    input: z.object({ gameId: Id, again: z.boolean().default(false) }),
    output: PlanJob,
  }),
  planJob: get(`${base}/schedule/plan-job`, {
    summary: "The planning of a game that runs or ran last",
    code: "schedule_list",
    input: z.object({ gameId: Id }),
    output: z.object({ job: PlanJob.nullable() }),
  }),
  cancelPlan: postJson(`${base}/schedule/plan-cancel`, {
    summary: "Cancel the planning of a game that runs; the schedule stays as it was",
    code: "schedule_modify",
    input: z.object({ gameId: Id }),
    output: z.object({ job: PlanJob.nullable() }),
  }),
  place: postJson(`${base}/schedule/place`, {
    summary: "Put a match on a court and time, or take it off",
    code: "schedule_modify",
    input: z.object({ id: Id, courtId: Id.nullable(), startsAt: Instant.nullable() }),
    output: Match,
  }),
  queue: get(`${base}/queue/view`, {
    summary: "Matches of a game in the order in which they are called, and the next one of each free court",
    code: "schedule_list",
    input: z.object({ gameId: Id }),
    output: QueueView,
  }),
  call: postJson(`${base}/queue/call`, {
    summary: "Call a match to a free court; needs its players rested unless they agree to play at once",
    code: "schedule_modify",
    input: z.object({ id: Id, courtId: Id, withoutRest: z.boolean().default(false) }),
    output: QueueView,
  }),
  markCall: postJson(`${base}/queue/mark`, {
    summary: "Mark a called match: called again, on court, a side late, or not called any more",
    code: "schedule_modify",
    input: z.object({ id: Id, mark: z.enum(["again", "onCourt", "late", "undo"]), side: z.enum(["home", "away", "both"]).default("both") }),
    output: QueueView,
  }),
  orderQueue: postJson(`${base}/queue/order`, {
    summary: "Put a match before another one of the queue, or last, and on the list of a court or of any",
    code: "schedule_modify",
    input: z.object({ id: Id, beforeId: Id.nullable(), courtId: Id.nullable() }),
    output: QueueView,
  }),
  standings: get(`${base}/standings`, {
    summary: "Tables of an event's groups, with the rule that decided each place",
    code: "schedule_group_list2",
    input: z.object({ eventId: Id }),
    output: Standings,
  }),
  ofTeam: get(`${base}/schedule/team`, {
    summary: "Matches of one entry",
    code: "schedule_team_list",
    input: z.object({ teamId: Id }),
    output: z.object({ team: z.string(), event: z.string(), matches: z.array(Match) }),
  }),
  board: get(`${base}/score/board`, {
    summary: "Matches of a game to score, those that run first",
    code: ["combat_team_member_list2", "combat_team_member_list", "schedule_team_list"],
    input: z.object({ gameId: Id }),
    output: z.object({
      game: z.string(),
      rules: z.array(
        z.object({
          eventId: Id,
          bestOf: z.number().int(),
          points: z.number().int(),
          winBy: z.number().int(),
          /** 0: none. */
          cap: z.number().int(),
          stop: z.boolean(),
          /** Rules of the last set, if they differ. */
          deciding: z.object({ points: z.number().int(), cap: z.number().int() }).nullable(),
          /** Periods with a running score, whose number is `bestOf`. */
          timed: z.boolean(),
          /** Matches of groups may be draws. */
          draws: z.boolean(),
          periodMinutes: z.number().int().nullable(),
          unit: z.enum(["point", "goal", "set"]),
          sport: z.enum(Object.keys(SPORT_LABELS) as [keyof typeof SPORT_LABELS]),
          /** For ties: all rubbers are played, decided or not. */
          allRubbers: z.boolean(),
        }),
      ),
      matches: z.array(Match),
    }),
  }),
  hall: get(`${base}/score/hall`, {
    summary: "Matches of a game for the hall screen, those that run first; names are masked where the game's are not public",
    code: "live_score",
    input: z.object({ gameId: Id }),
    output: z.object({ game: z.string(), orderOfPlay: OrderOfPlay, matches: z.array(Match) }),
  }),
  lineup: get(`${base}/battle/lineup`, {
    summary: "Players of both sides of a match, and who plays",
    code: ["combat_team_member_list", "combat_team_member_list2"],
    input: z.object({ id: Id }),
    output: Lineup,
  }),
  saveLineup: postJson(`${base}/battle/lineup-modify`, {
    summary: "Say who plays in a match that has not begun",
    code: "score_modify",
    input: z.object({ id: Id, memberIds: z.array(Id).max(60) }),
    output: Lineup,
  }),
  saveTie: postJson(`${base}/battle/tie-lineup-modify`, {
    summary: "Say who of one team plays each rubber of a tie; rubbers that have begun stay",
    code: "score_modify",
    input: z.object({
      id: Id,
      side: z.enum(["home", "away"]),
      rubbers: z.array(z.object({ rubber: z.string().max(4), memberIds: z.array(Id).max(2) })).max(15),
    }),
    output: Lineup,
  }),
  correction: get(`${base}/battle/correction`, {
    summary: "Matches that correcting a result changes, and what keeps it from being corrected",
    code: "score_modify",
    input: z.object({ id: Id }),
    output: z.object({
      changes: z.array(z.object({ match: Match, what: z.enum(["emptied", "unstarted", "walkoverUndone"]) })),
      /** A following match that has a score. */
      blockedBy: Match.nullable(),
    }),
  }),
  delay: postJson(`${base}/schedule/delay`, {
    summary: "A match is late: it takes longer or begins later, and as few others as can be move for it",
    code: "schedule_modify",
    input: z.object({ id: Id, minutes: z.int().min(5).max(480) }),
    output: z.object({ moved: z.number().int(), left: z.number().int(), open: z.number().int() }),
  }),
});
