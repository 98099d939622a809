/** Drawing events: the random seed and who was drawn are recorded, so that anybody can repeat it; published, a draw stays. */
import { sql } from "kysely";
import type { Parsed } from "../../../contract/call";
import type { DrawView, matches } from "../../../contract/matches";
import { drawEvent, type Entrant, type Format, type Slot } from "../../../engine/draw";
import type { Ctx } from "../../http/context";
import { refuse } from "../../resource/refuse";
import { eventOf } from "./eventOf";
import { announceMatches, fromWords, loadMatches } from "./load";

/** Who is drawn: entries that were confirmed, paid or not. */
const DRAWN = ["confirmed", "paid", "checked_in"] as const;

async function entrantsOf(ctx: Ctx, eventId: string) {
  return ctx.db
    .selectFrom("game_team")
    .select(["id", "name", "club", "seed", "state"])
    .where("venue_id", "=", ctx.venue.id)
    .where("event_id", "=", eventId)
    .where("state", "in", [...DRAWN, "abandoned"])
    .orderBy(sql`seed nulls last`)
    .orderBy("name")
    .orderBy("id")
    .execute();
}

export async function settingsOf(ctx: Ctx, eventId: string) {
  return ctx.db
    .selectFrom("game_event_setting")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("event_id", "=", eventId)
    .executeTakeFirstOrThrow();
}
type Settings = Awaited<ReturnType<typeof settingsOf>>;

/** The format of an event's settings, as the engine reads it. */
export const formatOf = (settings: Pick<Settings, "racecard_rule" | "group_quantity" | "win_team_quantity" | "third_place">): Format =>
  settings.racecard_rule === "roundRobin"
    ? { kind: "roundRobin" }
    : settings.racecard_rule === "groupsKnockout"
      ? { kind: "groupsKnockout", groups: settings.group_quantity, through: settings.win_team_quantity, third: settings.third_place }
      : { kind: "knockout", third: settings.third_place };

const textOf = (slot: Slot): string =>
  slot.kind === "entry"
    ? `entry:${slot.id}`
    : slot.kind === "place"
      ? `place:${slot.group}/${slot.place}`
      : slot.kind === "bye"
        ? "bye:"
        : `${slot.kind}:${slot.of}`;

/**
 * Draws an event and makes its stages, groups and matches.
 * @throws AppError `refused` while sign-up is open, entries wait, or it is drawn already
 */
export async function makeDraw(ctx: Ctx, input: Parsed<typeof matches.makeDraw>): Promise<DrawView> {
  const event = await eventOf(ctx, input.eventId, true);
  if (event.state !== "planned")
    throw refuse(ctx, { zh: "该项目已抽签；要重抽先撤销并写明原因", en: "The event is drawn; undo the draw with a reason to draw anew" });
  if (!["closed", "running"].includes(event.gameStatus)) throw refuse(ctx, { zh: "报名截止后才能抽签", en: "Close sign-up, then draw" });
  const waiting = await ctx.db
    .selectFrom("game_team")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("venue_id", "=", ctx.venue.id)
    .where("event_id", "=", event.id)
    .where("state", "=", "applied")
    .executeTakeFirstOrThrow();
  if (waiting.count > 0)
    throw refuse(
      ctx,
      { zh: "还有 {count} 支队伍待审核，没有抽签", en: "{count} entries are still to be reviewed; nothing was drawn" },
      { count: waiting.count },
    );
  const settings = await settingsOf(ctx, event.id);
  const entries = (await entrantsOf(ctx, event.id)).filter(({ state }) => state !== "abandoned");
  const format = formatOf(settings);
  const least = format.kind === "groupsKnockout" ? format.groups * 2 : 2;
  if (entries.length < least)
    throw refuse(
      ctx,
      { zh: "至少 {least} 支队伍才能抽签，现有 {has} 支", en: "A draw takes {least} entries; it has {has}" },
      { least, has: entries.length },
    );
  const seed = input.seed ?? ctx.newId();
  const entrants: Entrant[] = entries.map(({ id, club, seed: rank }) => ({ id, club, seed: rank }));
  const drawn = drawEvent(entrants, format, { separate: settings.separate_clubs }, seed);
  const own = { venue_id: ctx.venue.id };
  await ctx.db
    .insertInto("game_draw")
    .values({
      ...own,
      id: ctx.newId(),
      event_id: event.id,
      random_seed: seed,
      entrants: entrants.map(({ id, seed: rank, club }) => `${id}|${rank ?? ""}|${club}`),
      state: "drawn",
      operator: ctx.person.name,
      created_at: ctx.now,
    })
    .execute();
  for (const [i, stage] of drawn.stages.entries()) {
    const racecard = ctx.newId();
    await ctx.db
      .insertInto("racecard")
      .values({ ...own, id: racecard, event_id: event.id, sequence: i + 1, kind: stage.kind, lines: stage.lines.map(textOf) })
      .execute();
    if (stage.groups.length > 0)
      await ctx.db
        .insertInto("racecard_group")
        .values(stage.groups.map((team_ids, g) => ({ ...own, racecard_id: racecard, number: g + 1, team_ids: [...team_ids] })))
        .execute();
    const idOf = (slot: Slot): string | null => (slot.kind === "entry" ? slot.id : null);
    const fromOf = (slot: Slot): string => (slot.kind === "entry" ? "" : textOf(slot));
    if (stage.matches.length > 0)
      await ctx.db
        .insertInto("battle")
        .values(
          stage.matches.map((match, sequence) => ({
            ...own,
            id: ctx.newId(),
            event_id: event.id,
            racecard_id: racecard,
            key: match.key,
            stage: match.stage,
            group_no: match.group,
            round: match.round,
            sequence,
            third: match.third ?? false,
            state: match.home.kind === "entry" && match.away.kind === "entry" ? "ready" : "waiting",
            home_id: idOf(match.home),
            away_id: idOf(match.away),
            home_from: fromOf(match.home),
            away_from: fromOf(match.away),
            minutes: settings.inning_minutes,
            rest: settings.rest_minutes,
            created_at: ctx.now,
          })),
        )
        .execute();
  }
  await setEvent(ctx, event.id, "drawn");
  return drawView(ctx, { eventId: event.id });
}

export async function setEvent(ctx: Ctx, id: string, state: string): Promise<void> {
  await ctx.db.updateTable("game_event").set({ state }).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();
  ctx.emit({ type: "changed", data: { resource: "gameEvents" } });
  announceMatches(ctx);
}

async function validDraw(ctx: Ctx, eventId: string) {
  return ctx.db
    .selectFrom("game_draw")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("event_id", "=", eventId)
    .where("state", "<>", "undone")
    .executeTakeFirst();
}

/** Whether an event's draw is published: only then it is played. */
export const isPublished = async (ctx: Ctx, eventId: string): Promise<boolean> => (await validDraw(ctx, eventId))?.state === "published";

/** Undoes a draw; what was drawn stays on record. @throws AppError `refused` once it is published */
export async function undoDraw(ctx: Ctx, { eventId, reason }: Parsed<typeof matches.undoDraw>): Promise<DrawView> {
  const event = await eventOf(ctx, eventId, true);
  const draw = await validDraw(ctx, event.id);
  if (!draw) throw refuse(ctx, { zh: "该项目还没有抽签", en: "The event is not drawn" });
  if (draw.state === "published" || event.state !== "drawn")
    throw refuse(ctx, { zh: "抽签已公布，不能撤销", en: "The draw is published; it stays" });
  await ctx.db.deleteFrom("racecard").where("venue_id", "=", ctx.venue.id).where("event_id", "=", event.id).execute();
  await setDraw(ctx, draw.id, { state: "undone", reason });
  await setEvent(ctx, event.id, "planned");
  return drawView(ctx, { eventId });
}

const setDraw = (ctx: Ctx, id: string, set: { state: string; reason?: string; published_at?: Date }) =>
  ctx.db.updateTable("game_draw").set(set).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();

/** @throws AppError `refused` where nothing is drawn, or it is published */
export async function publishDraw(ctx: Ctx, { eventId }: Parsed<typeof matches.publishDraw>): Promise<DrawView> {
  const event = await eventOf(ctx, eventId, true);
  const draw = await validDraw(ctx, event.id);
  if (draw?.state !== "drawn") throw refuse(ctx, { zh: "没有待公布的抽签", en: "There is no draw to publish" });
  await setDraw(ctx, draw.id, { state: "published", published_at: ctx.now });
  announceMatches(ctx);
  return drawView(ctx, { eventId });
}

/** An entrant as it was drawn: "id|seed|club". */
function recorded(text: string): Entrant {
  const [id = "", seed = "", ...club] = text.split("|");
  return { id, seed: seed === "" ? null : Number(seed), club: club.join("|") };
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
    if (kind === "entry") return { kind, id, name: entry?.name ?? "", seed: entry?.seed ?? null, club: entry?.club ?? "" };
    return { kind: kind === "place" ? "place" : "bye", id: null, name: fromWords(ctx, text), seed: null, club: "" };
  };
  const valid = history.find(({ state }) => state !== "undone");
  return {
    eventId,
    event: event.title,
    game: game.short_title,
    gameId: event.game_id,
    format: settings.racecard_rule as DrawView["format"],
    groups: settings.group_quantity,
    through: settings.win_team_quantity,
    third: settings.third_place,
    separate: settings.separate_clubs,
    state: event.state as DrawView["state"],
    entrants: entries.map(({ id, name, club, seed, state }) => ({
      id,
      name,
      club,
      seed,
      paid: state === "paid" || state === "checked_in",
    })),
    draw: valid
      ? {
          seed: valid.random_seed,
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
