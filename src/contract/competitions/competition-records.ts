/**
 * Records of a competition as another system addresses them: stages, rounds, and what each side and player of a match did. They are written
 * by draws, line-ups and scores (`matches.ts`), and only read here. `docs/entities.md` says where each entity of the specification is.
 */
import { z } from "#zod";
import { get, Id, resource } from "../core/call";
import { Instant } from "../core/time";

/** A stage of an event: how it is played, and when by its matches. */
export const Racecard = z.object({
  id: Id,
  game: Id,
  event: Id,
  sequence: z.number().int(),
  racecardRule: z.string(),
  groupQuantity: z.number().int(),
  /** Entries of its largest group; null before the draw. */
  groupTeamQuantity: z.number().int().nullable(),
  /** Entries of each group that go on. */
  winTeamQuantity: z.number().int(),
  inningQuantity: z.number().int(),
  winInningQuantity: z.number().int(),
  immediatelyStop: z.boolean(),
  inningMinutes: z.number().int(),
  restMinutes: z.number().int(),
  start: Instant.nullable(),
  end: Instant.nullable(),
  status: z.enum(["planned", "running", "finished"]),
});
/** A round of a stage, in one group where the stage has groups. */
export const Round = z.object({
  id: z.string(),
  racecardId: Id,
  group: z.number().int().nullable(),
  round: z.number().int(),
  battles: z.number().int(),
  finished: z.number().int(),
  start: Instant.nullable(),
  end: Instant.nullable(),
  status: z.enum(["planned", "running", "finished"]),
});
/** One side of one set. */
export const InningTeam = z.object({
  id: z.string(),
  battleId: Id,
  inning: z.number().int(),
  side: z.enum(["home", "away"]),
  teamId: Id.nullable(),
  teamName: z.string(),
  score: z.number().int(),
  won: z.boolean(),
});
/** One side of a match. */
export const TeamScore = z.object({
  id: z.string(),
  battleId: Id,
  side: z.enum(["home", "away"]),
  teamId: Id.nullable(),
  teamName: z.string(),
  sets: z.number().int(),
  points: z.number().int(),
  won: z.boolean().nullable(),
});
/** A player in a match, with what the side scored while they played. */
export const BattlePlayer = z.object({
  id: z.string(),
  battleId: Id,
  playerId: Id,
  name: z.string(),
  teamId: Id,
  position: z.number().int(),
  sets: z.number().int(),
  points: z.number().int(),
});

const base = "/api/manage/competition";
const OfEvent = z.object({ eventId: Id });
const reads = ["game_list", "game_programs_list", "schedule_list"] as const;
const listOf = <T extends z.ZodType>(item: T) => z.object({ content: z.array(item) });

export const competitionRecords = resource({
  racecards: get(`${base}/racecard/list`, { summary: "Stages of an event", code: reads, input: OfEvent, output: listOf(Racecard) }),
  rounds: get(`${base}/rounds/list`, { summary: "Rounds of an event's stages", code: reads, input: OfEvent, output: listOf(Round) }),
  inningTeams: get(`${base}/inning-team/list`, {
    summary: "Sides of each set of an event",
    code: reads,
    input: OfEvent,
    output: listOf(InningTeam),
  }),
  teamScores: get(`${base}/team-score/list`, {
    summary: "What each side of each match scored",
    code: reads,
    input: OfEvent,
    output: listOf(TeamScore),
  }),
  players: get(`${base}/battle-player/list`, {
    summary: "Players of each match by its line-up, with what their side scored",
    code: reads,
    input: OfEvent,
    output: listOf(BattlePlayer),
  }),
});
