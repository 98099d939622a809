/** Drawing events: the random seed and who was drawn are recorded, so that anybody can repeat it; published, a draw stays. */
import type { Parsed } from "../../../contract/core/call";
import type { DrawView, matches } from "../../../contract/competitions/matches";
import { DRAW_METHOD, drawEvent, leastEntrants } from "../../../engine/draw";
import type { Entrant, Slot } from "../../../engine/drawn";
import { slotText } from "../../../engine/slots";
import type { Ctx } from "../../http/context";
import { refuse } from "../../resource/refuse";
import { eventOf } from "./event-of";
import { setEvent } from "./event-state";
import { drawView, entrantsOf } from "./draw-view";
import { settleForfeits } from "./forfeits";
import { announceMatches } from "./load";
import { refuseIncomplete } from "./players";
import { formatOf, settingsOf } from "./settings";
import { addRubbers } from "./ties";

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
  const least = leastEntrants(format);
  if (entries.length < least)
    throw refuse(
      ctx,
      { zh: "至少 {least} 支队伍才能抽签，现有 {has} 支", en: "A draw takes {least} entries; it has {has}" },
      { least, has: entries.length },
    );
  const inQualifying = entries.filter(({ qualifying }) => qualifying).length;
  if (format.kind === "qualifying" && (inQualifying <= format.qualifiers || entries.length - inQualifying + format.qualifiers < 2))
    throw refuse(
      ctx,
      {
        zh: "打资格赛的有 {has} 支，要多于出线数 {out}；在报名里勾选“打资格赛”，或用“排种子”选直接进正赛的",
        en: "{has} entries play the qualifying; there must be more than the {out} who come out of it. Mark them under Teams, or choose by “Seeds” who is in the main draw",
      },
      { has: inQualifying, out: format.qualifiers },
    );
  await refuseIncomplete(ctx, event, entries);
  const unpaid = event.fee + (event.bail ?? 0) > 0 && !event.draw_unpaid ? entries.filter(({ state }) => state === "confirmed") : [];
  if (unpaid.length > 0)
    throw refuse(
      ctx,
      {
        zh: "还有 {count} 支队伍未缴费（{name}…），没有抽签；先收款，或在赛事表单勾选“未缴费可以抽签”",
        en: "{count} entries have not paid ({name} …); nothing was drawn. Take payment, or allow unpaid entries in the game’s form",
      },
      { count: unpaid.length, name: unpaid[0]?.name ?? "" },
    );
  const seed = input.seed ?? ctx.newId();
  const entrants: Entrant[] = entries.map(({ id, club, seed: rank, qualifying }) => ({ id, club, seed: rank, qualifying }));
  const drawn = drawEvent(entrants, format, { separate: settings.separate_clubs }, seed);
  const own = { venue_id: ctx.venue.id };
  await ctx.db
    .insertInto("game_draw")
    .values({
      ...own,
      id: ctx.newId(),
      event_id: event.id,
      random_seed: seed,
      method: DRAW_METHOD,
      entrants: entrants.map(({ id, seed: rank, club, qualifying }) => `${id}|${qualifying ? "q" : ""}${rank ?? ""}|${club}`),
      state: "drawn",
      operator: ctx.person.name,
      created_at: ctx.now,
    })
    .execute();
  for (const [i, stage] of drawn.stages.entries()) {
    const racecard = ctx.newId();
    await ctx.db
      .insertInto("racecard")
      .values({ ...own, id: racecard, event_id: event.id, sequence: i + 1, kind: stage.kind, lines: stage.lines.map(slotText) })
      .execute();
    if (stage.groups.length > 0)
      await ctx.db
        .insertInto("racecard_group")
        .values(stage.groups.map((team_ids, g) => ({ ...own, racecard_id: racecard, number: g + 1, team_ids: [...team_ids] })))
        .execute();
    const idOf = (slot: Slot): string | null => (slot.kind === "entry" ? slot.id : null);
    const fromOf = (slot: Slot): string => (slot.kind === "entry" ? "" : slotText(slot));
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
  if (event.kind === "team") await addRubbers(ctx, event.id, settings.rubbers);
  await setEvent(ctx, event.id, "drawn");
  return drawView(ctx, { eventId: event.id });
}

export async function validDraw(ctx: Ctx, eventId: string) {
  return ctx.db
    .selectFrom("game_draw")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("event_id", "=", eventId)
    .where("state", "<>", "undone")
    .executeTakeFirst();
}

/** True if an event's draw is published: only then it is played. */
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
  // Settles entries that have abandoned since the draw.
  await settleForfeits(ctx, event.id);
  announceMatches(ctx);
  return drawView(ctx, { eventId });
}
