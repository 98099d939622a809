/** Stages, rounds, sides and players of an event's matches, as records of their own. */
import { sql } from "kysely";
import type { Output } from "../../../contract/core/call";
import type { competitionRecords } from "../../../contract/competitions/competition-records";
import type { Ctx } from "../../http/context";
import { inVenue, type Route } from "../../http/serve";

interface OfEvent {
  readonly eventId: string;
}
type Records = typeof competitionRecords;

const OVER = sql`b.state IN ('finished', 'walkover', 'retired', 'dropped')`;
/** State of a stage or round, from its matches. */
const STATUS = sql<"planned">`CASE WHEN count(b.id) > 0 AND bool_and(${OVER}) THEN 'finished'
  WHEN bool_or(b.state NOT IN ('waiting', 'ready')) THEN 'running' ELSE 'planned' END`;
const START = sql<Date | null>`min(b.starts_at)`;
const END = sql<Date | null>`max(b.starts_at + b.minutes * interval '1 minute')`;
const at = (instant: Date | null): string | null => instant?.toISOString() ?? null;

async function racecards(ctx: Ctx, { eventId }: OfEvent): Promise<Output<Records["racecards"]>> {
  const { rows } = await sql<
    Omit<Output<Records["racecards"]>["content"][number], "end" | "start"> & { start: Date | null; end: Date | null }
  >`
    SELECT r.id, e.game_id AS game, r.event_id AS event, r.sequence, r.kind AS "racecardRule", s.group_quantity AS "groupQuantity",
      (SELECT max(cardinality(g.team_ids))::int FROM racecard_group g WHERE g.venue_id = r.venue_id AND g.racecard_id = r.id) AS "groupTeamQuantity",
      s.win_team_quantity AS "winTeamQuantity", s.inning_quantity AS "inningQuantity", s.inning_quantity / 2 + 1 AS "winInningQuantity",
      s.immediately_stop AS "immediatelyStop", s.inning_minutes AS "inningMinutes", s.rest_minutes AS "restMinutes",
      ${START} AS start, ${END} AS "end", ${STATUS} AS status
    FROM racecard r
    JOIN game_event e ON e.venue_id = r.venue_id AND e.id = r.event_id
    JOIN game_event_setting s ON s.venue_id = r.venue_id AND s.event_id = r.event_id
    LEFT JOIN battle b ON b.venue_id = r.venue_id AND b.racecard_id = r.id
    WHERE r.venue_id = ${ctx.venue.id} AND r.event_id = ${eventId}
    GROUP BY r.venue_id, r.id, e.game_id, s.venue_id, s.id ORDER BY r.sequence`.execute(ctx.db);
  return { content: rows.map(({ start, end, ...row }) => ({ ...row, start: at(start), end: at(end) })) };
}

async function rounds(ctx: Ctx, { eventId }: OfEvent): Promise<Output<Records["rounds"]>> {
  const { rows } = await sql<
    Omit<Output<Records["rounds"]>["content"][number], "end" | "start"> & { start: Date | null; end: Date | null }
  >`
    SELECT concat_ws('-', b.racecard_id, coalesce(b.group_no, 0), b.round) AS id, b.racecard_id AS "racecardId", b.group_no AS "group", b.round,
      count(*)::int AS battles, (count(*) FILTER (WHERE ${OVER}))::int AS finished, ${START} AS start, ${END} AS "end", ${STATUS} AS status
    FROM battle b WHERE b.venue_id = ${ctx.venue.id} AND b.event_id = ${eventId} AND b.tie_id IS NULL
    GROUP BY b.racecard_id, b.group_no, b.round, b.stage ORDER BY b.stage, b.group_no NULLS FIRST, b.round`.execute(ctx.db);
  return { content: rows.map(({ start, end, ...row }) => ({ ...row, start: at(start), end: at(end) })) };
}

/** Both sides of each match, home first. */
const SIDES = sql`CROSS JOIN LATERAL (VALUES ('home', b.home_id, 0), ('away', b.away_id, 1)) AS side (name, team_id, place)
  LEFT JOIN game_team t ON t.venue_id = b.venue_id AND t.id = side.team_id`;
const POINTS = sql`coalesce(sum(CASE WHEN side.place = 0 THEN i.home ELSE i.away END), 0)::int`;
const SETS = sql`CASE WHEN side.place = 0 THEN b.home_sets ELSE b.away_sets END`;

async function inningTeams(ctx: Ctx, { eventId }: OfEvent): Promise<Output<Records["inningTeams"]>> {
  const { rows } = await sql<Output<Records["inningTeams"]>["content"][number]>`
    SELECT concat_ws('-', b.id, i.number, side.name) AS id, b.id AS "battleId", i.number AS inning, side.name AS side, side.team_id AS "teamId",
      coalesce(t.name, '') AS "teamName", CASE WHEN side.place = 0 THEN i.home ELSE i.away END AS score,
      CASE WHEN side.place = 0 THEN i.home > i.away ELSE i.away > i.home END AS won
    FROM battle b JOIN inning i ON i.venue_id = b.venue_id AND i.battle_id = b.id ${SIDES}
    WHERE b.venue_id = ${ctx.venue.id} AND b.event_id = ${eventId} ORDER BY b.stage, b.sequence, b.id, i.number, side.place`.execute(
    ctx.db,
  );
  return { content: rows };
}

async function teamScores(ctx: Ctx, { eventId }: OfEvent): Promise<Output<Records["teamScores"]>> {
  const { rows } = await sql<Output<Records["teamScores"]>["content"][number]>`
    SELECT concat_ws('-', b.id, side.name) AS id, b.id AS "battleId", side.name AS side, side.team_id AS "teamId", coalesce(t.name, '') AS "teamName",
      ${SETS} AS sets, ${POINTS} AS points, b.winner = side.place AS won
    FROM battle b ${SIDES} LEFT JOIN inning i ON i.venue_id = b.venue_id AND i.battle_id = b.id
    WHERE b.venue_id = ${ctx.venue.id} AND b.event_id = ${eventId}
    GROUP BY b.venue_id, b.id, side.name, side.place, side.team_id, t.name ORDER BY b.stage, b.sequence, b.id, side.place`.execute(ctx.db);
  return { content: rows };
}

async function players(ctx: Ctx, { eventId }: OfEvent): Promise<Output<Records["players"]>> {
  const { rows } = await sql<Output<Records["players"]>["content"][number]>`
    SELECT concat_ws('-', b.id, m.id) AS id, b.id AS "battleId", m.id AS "playerId", m.name, m.team_id AS "teamId", p.position,
      ${SETS} AS sets, ${POINTS} AS points
    FROM battle_player p
    JOIN battle b ON b.venue_id = p.venue_id AND b.id = p.battle_id
    JOIN game_team_member m ON m.venue_id = p.venue_id AND m.id = p.member_id
    ${SIDES} LEFT JOIN inning i ON i.venue_id = b.venue_id AND i.battle_id = b.id
    WHERE p.venue_id = ${ctx.venue.id} AND b.event_id = ${eventId} AND side.team_id = m.team_id
    GROUP BY b.venue_id, b.id, side.place, m.venue_id, m.id, m.name, m.team_id, p.position
    ORDER BY b.stage, b.sequence, b.id, side.place, p.position`.execute(ctx.db);
  return { content: rows };
}

export const recordRoutes = (calls: Records): Route[] => inVenue(calls, { racecards, rounds, inningTeams, teamScores, players });
