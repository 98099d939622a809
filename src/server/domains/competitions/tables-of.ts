/** Tables of groups, by the game's points and tie-breaks. */
import type { Output, Parsed } from "../../../contract/core/call";
import { isOver, type Match } from "../../../contract/competitions/match";
import type { matches } from "../../../contract/competitions/matches";
import { publicEntry } from "../../../contract/core/public-names";
import { annulledIn, countMatch, countTie } from "../../../engine/counted";
import { placeBestNext, rankBestNext, type RankedGroup } from "../../../engine/best-next";
import type { ScoreRules, SetScore, Side } from "../../../engine/scoring";
import { type Leaving, type Sport, SPORT_RULES, type SportRules } from "../../../engine/sports";
import { type CountedMatch, standings, swissOrder, type TablePoints, type TableRow, type TieRule } from "../../../engine/standings";
import type { Ctx } from "../../http/context";
import { eventOf } from "./event-of";
import { loadMatches } from "./load";
import { scoreRules, type Settings, settingsOf } from "./settings";
import { swissByes } from "./swiss";

interface Group extends RankedGroup {
  readonly left: number;
}

const winnerOf = ({ winner }: Match): Side | null => (winner === null ? null : winner === 0 ? 0 : 1);
const setsOf = ({ sets }: Match): SetScore[] => sets.map(([home = 0, away = 0]) => [home, away]);

/** Rules that count the results of an event. */
interface Counting {
  readonly rules: ScoreRules;
  readonly sport: SportRules;
  readonly allRubbers: boolean;
}

/** Counts a match as the regulations of its sport say; undefined while it is open. @param rubbers of ties */
export function countedBy({ rules, sport, allRubbers }: Counting, match: Match, rubbers: readonly Match[]): CountedMatch | undefined {
  const { home, away, state } = match;
  if ((state !== "finished" && state !== "walkover" && state !== "retired") || home.id === null || away.id === null) return undefined;
  const result = { home: home.id, away: away.id, state, winner: winnerOf(match) };
  if (!match.isTie) return countMatch({ ...result, sets: setsOf(match) }, rules, sport);
  const own = rubbers.filter(({ tieId }) => tieId === match.id);
  const played = own.map((rubber) => ({
    winner: winnerOf(rubber),
    sets: setsOf(rubber),
    state: rubber.state === "finished" || rubber.state === "walkover" || rubber.state === "retired" ? rubber.state : ("open" as const),
  }));
  return countTie(result, played, rules, sport, allRubbers);
}

/** The rules of a game's tables. */
async function tableRules(ctx: Ctx, gameId: string) {
  const row = await ctx.db
    .selectFrom("game_setting")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("game_id", "=", gameId)
    .executeTakeFirstOrThrow();
  const points: TablePoints = {
    win: row.win_integral,
    draw: row.draw_integral,
    loss: row.lost_integral,
    abandoned: row.abandonment_integral,
    narrowWin: row.narrow_win_integral ?? undefined,
    narrowLoss: row.narrow_loss_integral ?? undefined,
  };
  return { order: row.place_rule as TieRule[], points, sport: SPORT_RULES[row.sport as Sport], leaving: row.leaving as Leaving };
}

/** Returns the rules that count the results of an event. */
export const countingOf = (settings: Settings, sport: SportRules): Counting => {
  const { draws, ...rules } = scoreRules(settings);
  return { rules: { ...rules, mayDraw: draws }, sport, allRubbers: settings.all_rubbers };
};

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

export type TableBasis = Awaited<ReturnType<typeof readTableBasis>>;
/** Reads the data from which an event's tables are computed: the event, its settings, the rules of its game, and the seed of its draw. */
export async function readTableBasis(ctx: Ctx, eventId: string) {
  const event = await eventOf(ctx, eventId);
  const [gameRules, settings, draw] = await Promise.all([
    tableRules(ctx, event.game_id),
    settingsOf(ctx, eventId),
    ctx.db
      .selectFrom("game_draw")
      .select("random_seed")
      .where("venue_id", "=", ctx.venue.id)
      .where("event_id", "=", eventId)
      .where("state", "<>", "undone")
      .executeTakeFirst(),
  ]);
  const isSwiss = settings.racecard_rule === "swiss";
  // Annulled results would change the scores of everybody who has met the entry.
  const rules = isSwiss ? { ...gameRules, order: swissOrder(gameRules.order), leaving: "keep" as const } : gameRules;
  return { event, rules, settings, isSwiss, seed: draw?.random_seed ?? "" };
}

/**
 * Tables of an event's groups. The lot is the draw's own text, so that nobody can choose it later. Who has left is last, unless it had gone
 * through before: its matches in the knockout are walkovers then.
 */
export async function groupsOf(
  ctx: Ctx,
  { event, rules, settings, isSwiss, seed }: TableBasis,
  { all, leaving }: { readonly all?: readonly Match[]; readonly leaving?: string } = {},
): Promise<Group[]> {
  const eventId = event.id;
  const [left, loaded, groups] = await Promise.all([
    leftOf(ctx, eventId, leaving),
    all ?? loadMatches(ctx, { eventId, rubbers: true }),
    ctx.db
      .selectFrom("racecard_group as g")
      .innerJoin("racecard as r", (join) => join.onRef("r.venue_id", "=", "g.venue_id").onRef("r.id", "=", "g.racecard_id"))
      .where("g.venue_id", "=", ctx.venue.id)
      .where("r.event_id", "=", eventId)
      .select(["g.number", "g.team_ids"])
      .orderBy("g.number")
      .execute(),
  ]);
  const inKnockout = new Set(loaded.filter(({ group }) => group === null).flatMap(({ home, away }) => [home.id, away.id]));
  const out = new Set([...left].filter((id) => !inKnockout.has(id)));
  const counting = countingOf(settings, rules.sport);
  return groups.map(({ number, team_ids }) => {
    const own = loaded.filter(({ group, tieId }) => group === number && tieId === null);
    const played = own.flatMap((match) => countedBy(counting, match, loaded) ?? []);
    const ended = own.flatMap(({ home, away, state, winner }) =>
      home.id !== null && away.id !== null && (state === "finished" || state === "walkover" || state === "retired")
        ? [{ home: home.id, away: away.id, state, winner: winner === null ? null : winner === 0 ? (0 as const) : (1 as const) }]
        : [],
    );
    const annulled = annulledIn(ended, out, rules.leaving);
    return {
      number,
      annulled,
      played,
      left: own.filter((match) => !isOver(match)).length,
      rows: standings(
        team_ids,
        played,
        rules.order,
        rules.points,
        `${seed} ${number}`,
        new Set([...out, ...annulled]),
        annulled,
        isSwiss ? swissByes(team_ids, loaded, left) : undefined,
      ),
    };
  });
}

/** Groups that a line of a knockout comes from: "place:2/1" is group 2. */
const groupOfLine = (line: string): number[] => {
  const found = /^place:(\d+)\//.exec(line);
  return found ? [Number(found[1])] : [];
};

/**
 * Ranks the place after those that go through across all groups, and finds whom each line that waits for one of the best would have as the
 * tables stand; undefined where none go through so.
 */
export async function bestNextOf(ctx: Ctx, { event, rules, settings, seed }: TableBasis, groups: readonly Group[]) {
  if (settings.racecard_rule !== "groupsKnockout" || settings.best_next_quantity === 0) return undefined;
  const racecard = await ctx.db
    .selectFrom("racecard")
    .select("lines")
    .where("venue_id", "=", ctx.venue.id)
    .where("event_id", "=", event.id)
    .where("kind", "=", "knockout")
    .executeTakeFirst();
  const all = racecard?.lines ?? [];
  const waiting = all.flatMap((line, at) => (line.startsWith("best:") ? [at] : []));
  if (waiting.length === 0) return undefined;
  const place = Number(/^best:(\d+)/.exec(all[waiting[0] ?? 0] ?? "")?.[1] ?? 0);
  const { rows, compared } = rankBestNext(groups, place, rules.order, rules.points, seed);
  const advancing = rows.slice(0, waiting.length);
  const quarter = Math.max(2, all.length / 4);
  const lines = waiting.map((at) => ({
    opponent: groupOfLine(all[at ^ 1] ?? ""),
    quarter: all.slice(at - (at % quarter), at - (at % quarter) + quarter).flatMap(groupOfLine),
  }));
  const placed = placeBestNext(
    advancing.map(({ group }) => group),
    lines,
    seed,
  );
  return {
    place,
    compared,
    rows,
    count: waiting.length,
    entryByLine: new Map(waiting.map((at, i) => [all[at] ?? "", advancing[placed[i] ?? -1]?.id ?? null] as const)),
  };
}

export async function standingsView(ctx: Ctx, { eventId }: Parsed<typeof matches.standings>): Promise<Output<typeof matches.standings>> {
  const basis = await readTableBasis(ctx, eventId);
  const { event, settings, rules } = basis;
  const [groups, teams] = await Promise.all([
    groupsOf(ctx, basis),
    ctx.db
      .selectFrom("game_team")
      .select(["id", "name", "club"])
      .where("venue_id", "=", ctx.venue.id)
      .where("event_id", "=", eventId)
      .execute(),
  ]);
  const byId = new Map(teams.map((team) => [team.id, team]));
  /** Places of each group that go through by themselves. */
  const directPlaces = settings.racecard_rule === "groupsKnockout" ? settings.win_team_quantity : 0;
  const best = await bestNextOf(ctx, basis, groups);
  const isOverInAll = groups.every(({ left }) => left === 0);
  const bestIds = new Set(best?.rows.slice(0, best.count).map(({ id }) => id));
  const withNames = (row: TableRow, group: number, isAnnulled: boolean) => ({
    ...row,
    group,
    name: byId.get(row.id)?.name ?? "",
    publicName: publicEntry(byId.get(row.id)?.name ?? "", event),
    club: byId.get(row.id)?.club ?? "",
    isAnnulled,
  });
  return {
    eventId,
    event: event.title,
    rules: rules.order,
    isTeams: event.kind === "team" && settings.rubbers.length > 0,
    isTimed: settings.counting === "timed",
    draws: settings.counting === "timed" && settings.draws,
    isSwiss: basis.isSwiss,
    groups: groups.map(({ number, left, rows, annulled }) => ({
      number,
      left,
      rows: rows.map((row) => ({
        ...withNames(row, number, annulled.has(row.id)),
        through: !row.hasLeft && (row.place <= directPlaces || (isOverInAll && bestIds.has(row.id))),
      })),
    })),
    best: best
      ? {
          place: best.place,
          count: best.count,
          compared: best.compared,
          rows: best.rows.map((row) => ({ ...withNames(row, row.group, false), through: bestIds.has(row.id) })),
        }
      : null,
  };
}
