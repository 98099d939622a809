/** Seeding: entries in the order of a ranking list or of their own past results; the organiser looks it over and accepts it. */
import { sql } from "kysely";
import { z } from "#zod";
import type { Output, Parsed } from "../../../contract/core/call";
import { RankingRow, type seeding } from "../../../contract/competitions/seeding";
import { addDays, dayOf } from "../../../contract/core/time";
import { matchRanking, pastPoints } from "../../../engine/seeding";
import type { Ctx } from "../../http/context";
import { refuse } from "../../resource/refuse";
import { announceMatches } from "./load";
import { ENTERED } from "./draw-view";
import { eventOf } from "./event-of";

/** Results count for two years. */
const PAST_DAYS = 730;
const RankingRows = z.array(RankingRow);
type Seeding = Output<typeof seeding.view>;

/** Entries that would be drawn, with their players. */
async function entriesOf(ctx: Ctx, eventId: string) {
  const entries = await ctx.db
    .selectFrom("game_team")
    .select(["id", "name", "club", "seed", "phone"])
    .where("venue_id", "=", ctx.venue.id)
    .where("event_id", "=", eventId)
    .where("state", "in", [...ENTERED])
    .orderBy(sql`seed nulls last`)
    .orderBy("name")
    .orderBy("id")
    .execute();
  const members = await ctx.db
    .selectFrom("game_team_member")
    .select(["team_id", "name", "phone"])
    .where("venue_id", "=", ctx.venue.id)
    .where("team_id", "in", entries.map(({ id }) => id).concat(""))
    .execute();
  return entries.map((entry) => ({ ...entry, players: members.filter(({ team_id }) => team_id === entry.id) }));
}

/** Points of each mobile number's places in the venue's finished events of the last two years. */
async function pastOf(ctx: Ctx, eventId: string, phones: readonly string[]): Promise<Map<string, { points: number; events: number }>> {
  const today = dayOf(ctx.now, ctx.venue.zone);
  const rows = await ctx.db
    .selectFrom("game_team_member as m")
    .innerJoin("game_team as t", (join) => join.onRef("t.venue_id", "=", "m.venue_id").onRef("t.id", "=", "m.team_id"))
    .innerJoin("game_event as e", (join) => join.onRef("e.venue_id", "=", "t.venue_id").onRef("e.id", "=", "t.event_id"))
    .innerJoin("game as g", (join) => join.onRef("g.venue_id", "=", "e.venue_id").onRef("g.id", "=", "e.game_id"))
    .innerJoin("game_setting as s", (join) => join.onRef("s.venue_id", "=", "g.venue_id").onRef("s.game_id", "=", "g.id"))
    .where("m.venue_id", "=", ctx.venue.id)
    .where("m.phone", "in", [...phones, ""])
    .where("m.phone", "<>", "")
    .where("t.place", "is not", null)
    .where("e.state", "=", "finished")
    .where("e.id", "<>", eventId)
    .where("g.game_end", ">=", addDays(today, -PAST_DAYS))
    .select(["m.phone", "t.place", sql<number>`s.weights::float8`.as("weight")])
    .distinctOn(["m.phone", "t.id"])
    .execute();
  const past = new Map<string, { points: number; events: number }>();
  for (const { phone, place, weight } of rows) {
    const { points, events } = past.get(phone) ?? { points: 0, events: 0 };
    past.set(phone, { points: points + pastPoints(place ?? 0, weight), events: events + 1 });
  }
  return past;
}

export async function seedingView(ctx: Ctx, { eventId }: Parsed<typeof seeding.view>): Promise<Seeding> {
  const event = await eventOf(ctx, eventId);
  const entries = await entriesOf(ctx, eventId);
  const rows = RankingRows.parse(event.ranking);
  const { byEntry, found } = matchRanking(
    rows.map(({ name, rank = null, points = null }) => ({ name, rank, points })),
    entries.map(({ id, name, players }) => ({ id, name, players: players.map((player) => player.name) })),
  );
  const past = await pastOf(
    ctx,
    eventId,
    entries.flatMap(({ players }) => players.map(({ phone }) => phone)),
  );
  return {
    seeds: event.seeds ?? 0,
    entries: entries.map(({ id, name, club, seed, players }) => {
      const own = [...new Set(players.map(({ phone }) => phone))].flatMap((phone) => past.get(phone) ?? []);
      return {
        id,
        name,
        club,
        seed,
        rank: byEntry.get(id)?.rank ?? null,
        points: byEntry.get(id)?.points ?? null,
        past: own.length === 0 ? null : own.reduce((sum, { points }) => sum + points, 0),
      };
    }),
    rows: rows.length,
    unknown: rows.flatMap(({ name }, i) => (found.has(i) ? [] : [name])),
  };
}

/** @throws AppError `refused` once the event is drawn */
async function requireOpen(ctx: Ctx, eventId: string): Promise<void> {
  const event = await eventOf(ctx, eventId, true);
  if (event.state !== "planned")
    throw refuse(ctx, {
      zh: "该项目已抽签，种子没有改；要改先撤销抽签",
      en: "The event is drawn; the seeds stay. Undo the draw to change them",
    });
}

/**
 * Saves the ranking list, all rows of it, and seeds entries in the order given, the strongest first; all others have no seed.
 * @throws AppError `refused` once the event is drawn, and where one is not entered
 */
export async function saveSeeding(ctx: Ctx, { eventId, rows, ids, qualifyingIds }: Parsed<typeof seeding.save>): Promise<Seeding> {
  await requireOpen(ctx, eventId);
  const entered = new Set((await entriesOf(ctx, eventId)).map(({ id }) => id));
  if (new Set(ids).size !== (ids ?? []).length || ![...(ids ?? []), ...(qualifyingIds ?? [])].every((id) => entered.has(id)))
    throw refuse(ctx, {
      zh: "名单已有变化，种子没有改；请重新打开再试",
      en: "The entries have changed; the seeds stay. Open this again",
    });
  if (rows)
    await ctx.db
      .updateTable("game_event")
      .set({ ranking: JSON.stringify(rows) })
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", eventId)
      .execute();
  const set = (values: { seed?: number | null; qualifying?: boolean }, where: readonly string[] | undefined) => {
    const update = ctx.db.updateTable("game_team").set(values).where("venue_id", "=", ctx.venue.id).where("event_id", "=", eventId);
    return (where === undefined ? update : update.where("id", "in", [...where, ""])).execute();
  };
  if (ids) {
    await set({ seed: null }, undefined);
    for (const [i, id] of ids.entries()) await set({ seed: i + 1 }, [id]);
  }
  if (qualifyingIds) {
    await set({ qualifying: false }, undefined);
    await set({ qualifying: true }, qualifyingIds);
  }
  ctx.emit({ type: "changed", data: { resource: "gameTeams" } });
  announceMatches(ctx);
  return seedingView(ctx, { eventId });
}
