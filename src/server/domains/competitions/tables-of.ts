/** Tables of groups, by the game's points and tie-breaks. */
import type { Output, Parsed } from "../../../contract/call";
import type { Match, matches } from "../../../contract/matches";
import { publicEntry } from "../../../contract/publicNames";
import { type CountedMatch, standings, type TableRow, type TieRule } from "../../../engine/standings";
import type { Ctx } from "../../http/context";
import { eventOf } from "./eventOf";
import { loadMatches } from "./load";
import { settingsOf } from "./settings";

const OVER = ["finished", "walkover", "retired", "dropped"];
export const isOver = ({ state }: Pick<Match, "state">): boolean => OVER.includes(state);

interface Group {
  readonly number: number;
  readonly left: number;
  readonly rows: readonly TableRow[];
}

/** A match as the table counts it; who did not come lost every set, and of a tie every rubber. */
function counted(match: Match, needed: number, rubbers: number): CountedMatch | undefined {
  const { home, away } = match;
  if (!isOver(match) || match.state === "dropped" || home.id === null || away.id === null) return undefined;
  const winner = match.winner === null ? null : match.winner === 0 ? 0 : 1;
  const sum = (at: 0 | 1): number => match.sets.reduce((total, set) => total + (set[at] ?? 0), 0);
  const won = (at: 0 | 1): number => match.sets.filter((set) => (set[at] ?? 0) > (set[1 - at] ?? 0)).length;
  const walkover = match.state === "walkover";
  const all = (count: number): [number, number] => (winner === null ? [0, 0] : winner === 0 ? [count, 0] : [0, count]);
  return {
    home: home.id,
    away: away.id,
    winner,
    walkover,
    ...(match.isTie ? { rubbers: walkover ? all(rubbers) : match.won } : {}),
    sets: match.periods > 0 ? [0, 0] : walkover ? all(match.isTie ? needed * rubbers : needed) : [won(0), won(1)],
    points: [sum(0), sum(1)],
  };
}

/** The rules of a game's tables. */
async function rulesOf(ctx: Ctx, gameId: string) {
  const row = await ctx.db
    .selectFrom("game_setting")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("game_id", "=", gameId)
    .executeTakeFirstOrThrow();
  return {
    order: row.place_rule as TieRule[],
    points: { win: row.win_integral, draw: row.draw_integral, loss: row.lost_integral, abandoned: row.abandonment_integral },
  };
}

/** Entries that have left an event. @param leaving one more, whose state has not moved yet */
export async function leftOf(ctx: Ctx, eventId: string, leaving = ""): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom("game_team")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("event_id", "=", eventId)
    .where("state", "in", ["withdrawn", "abandoned"])
    .execute();
  return new Set([...rows.map(({ id }) => id), leaving]);
}

/**
 * Tables of an event's groups. The lot is the draw's own text, so that nobody can choose it later. Who has left is last, unless it had gone
 * through before: its matches in the knockout are walkovers then.
 */
export async function groupsOf(
  ctx: Ctx,
  eventId: string,
  { all, leaving }: { readonly all?: readonly Match[]; readonly leaving?: string } = {},
): Promise<Group[]> {
  const event = await eventOf(ctx, eventId);
  const [rules, settings, left, loaded, groups, draw] = await Promise.all([
    rulesOf(ctx, event.game_id),
    settingsOf(ctx, eventId),
    leftOf(ctx, eventId, leaving),
    all ?? loadMatches(ctx, { eventId }),
    ctx.db
      .selectFrom("racecard_group as g")
      .innerJoin("racecard as r", (join) => join.onRef("r.venue_id", "=", "g.venue_id").onRef("r.id", "=", "g.racecard_id"))
      .where("g.venue_id", "=", ctx.venue.id)
      .where("r.event_id", "=", eventId)
      .select(["g.number", "g.team_ids"])
      .orderBy("g.number")
      .execute(),
    ctx.db
      .selectFrom("game_draw")
      .select("random_seed")
      .where("venue_id", "=", ctx.venue.id)
      .where("event_id", "=", eventId)
      .where("state", "<>", "undone")
      .executeTakeFirst(),
  ]);
  const through = new Set(loaded.filter(({ group }) => group === null).flatMap(({ home, away }) => [home.id, away.id]));
  const out = new Set([...left].filter((id) => !through.has(id)));
  const needed = Math.floor(settings.inning_quantity / 2) + 1;
  return groups.map(({ number, team_ids }) => {
    const own = loaded.filter(({ group }) => group === number);
    const played = own.flatMap((match) => counted(match, needed, Math.floor(settings.rubbers.length / 2) + 1) ?? []);
    return {
      number,
      left: own.filter((match) => !isOver(match)).length,
      rows: standings(team_ids, played, rules.order, rules.points, `${draw?.random_seed ?? ""} ${number}`, out),
    };
  });
}

export async function standingsView(ctx: Ctx, { eventId }: Parsed<typeof matches.standings>): Promise<Output<typeof matches.standings>> {
  const event = await eventOf(ctx, eventId);
  const [groups, settings, rules, teams] = await Promise.all([
    groupsOf(ctx, eventId),
    settingsOf(ctx, eventId),
    rulesOf(ctx, event.game_id),
    ctx.db
      .selectFrom("game_team")
      .select(["id", "name", "club"])
      .where("venue_id", "=", ctx.venue.id)
      .where("event_id", "=", eventId)
      .execute(),
  ]);
  const byId = new Map(teams.map((team) => [team.id, team]));
  const through = settings.racecard_rule === "groupsKnockout" ? settings.win_team_quantity : 0;
  return {
    eventId,
    event: event.title,
    rules: rules.order,
    isTeams: event.kind === "team" && settings.rubbers.length > 0,
    isTimed: settings.counting === "timed",
    draws: settings.counting === "timed" && settings.draws,
    groups: groups.map(({ number, left, rows }) => ({
      number,
      left,
      rows: rows.map((row) => ({
        ...row,
        name: byId.get(row.id)?.name ?? "",
        publicName: publicEntry(byId.get(row.id)?.name ?? "", event),
        club: byId.get(row.id)?.club ?? "",
        through: row.place <= through && !row.hasLeft,
      })),
    })),
  };
}
