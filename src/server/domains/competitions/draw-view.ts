/** Draws as they are shown: who is in one, its lines and matches, and the draws that were undone. */
import { sql } from "kysely";
import type { Parsed } from "../../../contract/core/call";
import { isOver, type Match } from "../../../contract/competitions/match";
import type { DrawView, matches } from "../../../contract/competitions/matches";
import { DRAW_METHOD } from "../../../engine/draw";
import type { Entrant } from "../../../engine/drawn";
import { publicEntry } from "../../../contract/core/public-names";
import type { Ctx } from "../../http/context";
import { eventOf } from "./event-of";
import { fromWords, loadMatches, roundsIn } from "./load";
import { formatSettings, settingsOf } from "./settings";

/** States of entries that are drawn: confirmed, paid or not. */
export const ENTERED: readonly string[] = ["confirmed", "paid", "checked_in"];
/** Entries that have left since the draw remain in its lines. */
const drawnBefore = sql<boolean>`(t.state = 'withdrawn' and exists (select from battle b
  where b.venue_id = t.venue_id and b.event_id = t.event_id and (b.home_id = t.id or b.away_id = t.id)))`;

export async function entrantsOf(ctx: Ctx, eventId: string) {
  return ctx.db
    .selectFrom("game_team as t")
    .select(["id", "name", "club", "seed", "state", "qualifying"])
    .where("venue_id", "=", ctx.venue.id)
    .where("event_id", "=", eventId)
    .where((eb) => eb.or([eb("state", "in", [...ENTERED, "abandoned"]), drawnBefore]))
    .orderBy(sql`seed nulls last`)
    .orderBy("name")
    .orderBy("id")
    .execute();
}

/** Entries in the lines and groups of the standing draw. */
export async function drawnIds(ctx: Ctx, eventId: string): Promise<Set<string>> {
  const racecards = await ctx.db
    .selectFrom("racecard")
    .select(["id", "lines"])
    .where("venue_id", "=", ctx.venue.id)
    .where("event_id", "=", eventId)
    .execute();
  const groups = await ctx.db
    .selectFrom("racecard_group")
    .select("team_ids")
    .where("venue_id", "=", ctx.venue.id)
    .where("racecard_id", "in", racecards.map(({ id }) => id).concat(""))
    .execute();
  const lines = racecards.flatMap((racecard) => racecard.lines);
  return new Set([
    ...lines.flatMap((line) => (line.startsWith("entry:") ? [line.slice("entry:".length)] : [])),
    ...groups.flatMap(({ team_ids }) => team_ids),
  ]);
}

/** Changes of the standing draw, in order. */
const changesOf = (ctx: Ctx, drawId: string) =>
  ctx.db
    .selectFrom("draw_change as c")
    .innerJoin("game_team as f", (join) => join.onRef("f.venue_id", "=", "c.venue_id").onRef("f.id", "=", "c.first_id"))
    .innerJoin("game_team as s", (join) => join.onRef("s.venue_id", "=", "c.venue_id").onRef("s.id", "=", "c.second_id"))
    .where("c.venue_id", "=", ctx.venue.id)
    .where("c.draw_id", "=", drawId)
    .select(["c.kind", "c.reason", "c.operator", "c.created_at", "c.first_id", "c.second_id", "f.name as first", "s.name as second"])
    .orderBy("c.created_at")
    .orderBy("c.id")
    .execute();

/** An entrant as it was drawn: "id|seed|club", the seed with a "q" before it in the qualifying. */
function recorded(text: string): Required<Entrant> {
  const [id = "", rank = "", ...club] = text.split("|");
  const seed = rank.replace("q", "");
  return { id, seed: seed === "" ? null : Number(seed), club: club.join("|"), qualifying: rank.startsWith("q") };
}

/** True of a match before the main draw: of a group, or of the qualifying. */
export const isBeforeMain = ({ group, key }: Pick<Match, "group" | "key">): boolean => group !== null || key.startsWith("Q");

/** Finds the entries that are out after their group or qualifying bracket, while the event has a main draw. */
export function luckyLosersOf(all: readonly Match[]): ReadonlySet<string | null> {
  const knockout = all.filter((match) => !isBeforeMain(match));
  if (knockout.length === 0) return new Set();
  const inKnockout = new Set(knockout.flatMap(({ home, away }) => [home.id, away.id]));
  const sectionOf = ({ group, key }: Match): string => (group === null ? key.slice(0, key.indexOf("-")) : String(group));
  const early = all.filter(isBeforeMain);
  const open = new Set(early.filter((match) => !isOver(match)).map(sectionOf));
  const out = early.flatMap((match) => (open.has(sectionOf(match)) ? [] : [match.home.id, match.away.id]));
  return new Set(out.filter((id) => id !== null && !inKnockout.has(id)));
}

/** The draw of an event, or who would be in it. */
export async function drawView(ctx: Ctx, { eventId }: Parsed<typeof matches.draw>): Promise<DrawView> {
  const event = await eventOf(ctx, eventId);
  const [settings, entries, history, racecards, all, game] = await Promise.all([
    settingsOf(ctx, eventId),
    entrantsOf(ctx, eventId),
    ctx.db
      .selectFrom("game_draw")
      .selectAll()
      .where("venue_id", "=", ctx.venue.id)
      .where("event_id", "=", eventId)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .execute(),
    ctx.db
      .selectFrom("racecard")
      .selectAll()
      .where("venue_id", "=", ctx.venue.id)
      .where("event_id", "=", eventId)
      .orderBy("sequence")
      .execute(),
    loadMatches(ctx, { eventId }),
    ctx.db
      .selectFrom("game")
      .select("short_title")
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", event.game_id)
      .executeTakeFirstOrThrow(),
  ]);
  const groups = await ctx.db
    .selectFrom("racecard_group")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("racecard_id", "in", racecards.map(({ id }) => id).concat(""))
    .orderBy("number")
    .execute();
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const line = (text: string): DrawView["stages"][number]["lines"][number] => {
    const [kind = "", id = ""] = text.split(":");
    const entry = byId.get(id);
    if (kind === "entry") {
      const name = entry?.name ?? "";
      return { kind, id, name, publicName: publicEntry(name, event), seed: entry?.seed ?? null, club: entry?.club ?? "" };
    }
    const name = fromWords(ctx, text, roundsIn(all));
    return { kind: kind === "bye" ? "bye" : "place", id: null, name, publicName: name, seed: null, club: "" };
  };
  const valid = history.find(({ state }) => state !== "undone");
  const drawn = valid ? await drawnIds(ctx, eventId) : undefined;
  const isDrawn = ({ id }: { readonly id: string }): boolean => drawn === undefined || drawn.has(id);
  const changes = valid ? await changesOf(ctx, valid.id) : [];
  const luckyLosers = luckyLosersOf(all);
  const isPaid = (state: string): boolean => state === "paid" || state === "checked_in";
  return {
    eventId,
    event: event.title,
    game: game.short_title,
    gameId: event.game_id,
    ...formatSettings(settings),
    separate: settings.separate_clubs,
    state: event.state as DrawView["state"],
    entrants: entries.filter(isDrawn).map(({ id, name, club, seed, state }) => ({
      id,
      name,
      publicName: publicEntry(name, event),
      club,
      seed,
      paid: isPaid(state),
    })),
    reserves: entries
      .filter((entry) => !isDrawn(entry) && ENTERED.includes(entry.state))
      .map(({ id, name, club, state }) => ({ id, name, club, paid: isPaid(state) })),
    luckyLosers: entries.filter(({ id, state }) => luckyLosers.has(id) && ENTERED.includes(state)).map(({ id, name }) => ({ id, name })),
    changes: changes.map(({ kind, reason, operator, created_at, first_id, second_id, first, second }) => ({
      at: created_at.toISOString(),
      operator,
      kind: kind as "swap",
      first: { id: first_id, name: first, publicName: publicEntry(first, event) },
      second: { id: second_id, name: second, publicName: publicEntry(second, event) },
      reason,
    })),
    draw: valid
      ? {
          seed: valid.random_seed,
          isRepeatable: valid.method === DRAW_METHOD,
          at: valid.created_at.toISOString(),
          operator: valid.operator,
          published: valid.state === "published",
          entrants: valid.entrants.map(recorded),
        }
      : null,
    history: history.map((each) => ({
      at: each.created_at.toISOString(),
      operator: each.operator,
      seed: each.random_seed,
      state: each.state,
      reason: each.reason,
    })),
    stages: racecards.map((racecard) => ({
      kind: racecard.kind as "groups",
      groups: groups
        .filter(({ racecard_id }) => racecard_id === racecard.id)
        .map(({ number, team_ids }) => ({ number, teams: team_ids.map((id) => line(`entry:${id}`)) })),
      lines: racecard.lines.map(line),
      matches: all.filter(({ stage }) => stage === racecard.sequence),
    })),
  };
}

/** Events of games that are not over. */
export async function openEvents(ctx: Ctx) {
  const content = await ctx.db
    .selectFrom("game_event as e")
    .innerJoin("game as g", (join) => join.onRef("g.venue_id", "=", "e.venue_id").onRef("g.id", "=", "e.game_id"))
    .where("e.venue_id", "=", ctx.venue.id)
    .innerJoin("game_event_setting as s", (join) => join.onRef("s.venue_id", "=", "e.venue_id").onRef("s.event_id", "=", "e.id"))
    .where("g.status", "<>", "cancelled")
    .select([
      "e.id",
      "e.title",
      "e.state",
      sql<string>`s.racecard_rule`.as("format"),
      "g.id as gameId",
      "g.short_title as game",
      "g.status",
      sql<number>`(select count(*) from game_team t where t.venue_id = e.venue_id and t.event_id = e.id and t.state in ('confirmed', 'paid', 'checked_in'))`.as(
        "entries",
      ),
    ])
    .orderBy(sql`case g.status when 'running' then 0 when 'closed' then 1 when 'signing_up' then 2 else 3 end`)
    .orderBy("g.game_start", "desc")
    .orderBy("g.id")
    .orderBy("e.created_at")
    .limit(300)
    .execute();
  return { content: content.map((row) => ({ ...row, status: row.status as "draft" })) };
}
