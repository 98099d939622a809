/** Changes of a draw that stands: two entries change places, or one takes the place of another. Each has a reason and is printed with the draw. */
import type { Parsed } from "../../../contract/core/call";
import { isUnderWay } from "../../../contract/competitions/match";
import type { DrawView, matches } from "../../../contract/competitions/matches";
import type { Ctx } from "../../http/context";
import { refuse } from "../../resource/refuse";
import { type Battle, battleOf, setBattle } from "./battle-row";
import { clearCall } from "./calls";
import { consequencesOf } from "./corrections";
import { validDraw } from "./draw";
import { drawnIds, drawView, ENTERED, luckyLosersOf } from "./draw-view";
import { type EventOfGame, eventOf } from "./event-of";
import { settleForfeits } from "./forfeits";
import { announceMatches, loadMatches } from "./load";
import { fill } from "./pass-on";
import { refuseIncomplete } from "./players";
import { fillRubbers } from "./ties";
import { setSides } from "./umpire-access";

/** Matches of an event without rubbers, locked. */
async function matchesOf(ctx: Ctx, eventId: string): Promise<Battle[]> {
  return ctx.db
    .selectFrom("battle")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("event_id", "=", eventId)
    .where("tie_id", "is", null)
    .orderBy("stage")
    .orderBy("round")
    .orderBy("sequence")
    .orderBy("id")
    .forUpdate()
    .execute();
}

const isIn = (match: Battle, id: string): boolean => match.home_id === id || match.away_id === id;
/** Key of the place that an entry's side comes from; "" where it was drawn into the match. */
const sourceOf = (match: Battle, id: string): string => (match.home_id === id ? match.home_from : match.away_from);
const hasBegun = (match: Battle): boolean =>
  match.begun_at !== null || isUnderWay(match) || match.state === "finished" || match.state === "retired";

/** @throws AppError `refused` where the event is not drawn, or is over */
async function requireChangeableDraw(ctx: Ctx, eventId: string) {
  const event = await eventOf(ctx, eventId, true);
  const draw = await validDraw(ctx, eventId);
  if (!draw || !["drawn", "running"].includes(event.state) || !["closed", "running"].includes(event.gameStatus))
    throw refuse(ctx, { zh: "该项目没有抽签，或已经结束；签位没有改", en: "The event is not drawn, or is over; the draw stays" });
  return { event, draw };
}

/** Writes ids over ids in the lines and groups of an event. */
async function mapLines(ctx: Ctx, eventId: string, idOf: (id: string) => string): Promise<void> {
  const racecards = await ctx.db
    .selectFrom("racecard")
    .select(["id", "lines"])
    .where("venue_id", "=", ctx.venue.id)
    .where("event_id", "=", eventId)
    .execute();
  for (const { id, lines } of racecards) {
    const next = lines.map((line) => (line.startsWith("entry:") ? `entry:${idOf(line.slice("entry:".length))}` : line));
    await ctx.db.updateTable("racecard").set({ lines: next }).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();
    const groups = await ctx.db
      .selectFrom("racecard_group")
      .select(["number", "team_ids"])
      .where("venue_id", "=", ctx.venue.id)
      .where("racecard_id", "=", id)
      .execute();
    for (const { number, team_ids } of groups)
      await ctx.db
        .updateTable("racecard_group")
        .set({ team_ids: team_ids.map(idOf) })
        .where("venue_id", "=", ctx.venue.id)
        .where("racecard_id", "=", id)
        .where("number", "=", number)
        .execute();
  }
}

/** Puts other entries into a match that has not begun. A walkover that came of who has left is taken back, with whoever advanced by it. */
async function reseat(ctx: Ctx, match: Battle, home_id: string | null, away_id: string | null): Promise<void> {
  if (match.state === "walkover") {
    const { changes, from, blockedBy } = await consequencesOf(ctx, match);
    if (blockedBy ?? changes.some(({ what }) => what === "unstarted"))
      throw refuse(ctx, {
        zh: "对手已因弃权晋级并开始了下一场，签位没有改",
        en: "The opponent has gone through by walkover and begun the next match; the draw stays",
      });
    await setBattle(ctx, match.id, { state: "waiting", winner: null, reason: "", ended_at: null, version: match.version + 1 });
    await fill(ctx, match.event_id, new Map(from.map((each) => [each, null])));
  }
  const state = home_id !== null && away_id !== null ? "ready" : "waiting";
  await setSides(ctx, await battleOf(ctx, match.id), { home_id, away_id, state });
  await clearCall(ctx, match.id);
  await fillRubbers(ctx, match.id);
}

interface Change {
  readonly kind: "swap" | "late" | "luckyLoser";
  readonly first: string;
  readonly second: string;
  readonly reason: string;
}
async function record(ctx: Ctx, event: EventOfGame, drawId: string, { kind, first, second, reason }: Change): Promise<DrawView> {
  await ctx.db
    .insertInto("draw_change")
    .values({
      venue_id: ctx.venue.id,
      id: ctx.newId(),
      event_id: event.id,
      draw_id: drawId,
      kind,
      first_id: first,
      second_id: second,
      reason,
      operator: ctx.person.name,
      created_at: ctx.now,
    })
    .execute();
  await settleForfeits(ctx, event.id);
  announceMatches(ctx);
  return drawView(ctx, { eventId: event.id });
}

/**
 * Exchanges the places of two entries.
 * @throws AppError `refused` once one of them has played, or has left
 */
export async function swapLines(ctx: Ctx, { eventId, firstId, secondId, reason }: Parsed<typeof matches.swapLines>): Promise<DrawView> {
  const { event, draw } = await requireChangeableDraw(ctx, eventId);
  const drawn = await drawnIds(ctx, eventId);
  if (firstId === secondId || !drawn.has(firstId) || !drawn.has(secondId))
    throw refuse(ctx, { zh: "请选两支已抽签的不同队伍，签位没有改", en: "Choose two different entries of the draw; it stays as it is" });
  const all = await matchesOf(ctx, eventId);
  const concerned = all.filter((match) => isIn(match, firstId) || isIn(match, secondId));
  if (concerned.some((match) => hasBegun(match) || match.state === "walkover"))
    throw refuse(ctx, {
      zh: "其中一支已开赛或有弃权，签位没有改；只能换还没有比赛的两支",
      en: "One of them has played or had a walkover; the draw stays. Only entries that have not played can change places",
    });
  const idOf = (id: string): string => (id === firstId ? secondId : id === secondId ? firstId : id);
  for (const match of concerned)
    await reseat(ctx, match, match.home_id === null ? null : idOf(match.home_id), match.away_id === null ? null : idOf(match.away_id));
  await mapLines(ctx, eventId, idOf);
  return record(ctx, event, draw.id, { kind: "swap", first: firstId, second: secondId, reason });
}

/**
 * Gives the place of an entry that does not play to another: a late entry, or one that was out in its group.
 * @throws AppError `refused` once the first has played there, and for one that is in the draw already
 */
export async function replaceEntry(ctx: Ctx, { eventId, outId, inId, reason }: Parsed<typeof matches.replaceEntry>): Promise<DrawView> {
  const { event, draw } = await requireChangeableDraw(ctx, eventId);
  const drawn = await drawnIds(ctx, eventId);
  const all = await matchesOf(ctx, eventId);
  const concerned = all.filter((match) => isIn(match, outId));
  // An entry that came from a group or the qualifying is replaced in the main draw only; its earlier results stay.
  const byPlace = concerned.filter((match) => !match.key.startsWith("Q") && /^(place:|best:|winner:Q)/.test(sourceOf(match, outId)));
  const places = byPlace.length > 0 ? byPlace : concerned.filter((match) => sourceOf(match, outId) === "");
  if (places.length === 0 || (byPlace.length === 0 && !drawn.has(outId)))
    throw refuse(ctx, { zh: "要替换的队伍不在签里，没有替换", en: "The entry to be replaced is not in the draw; nothing was changed" });
  if (places.some(hasBegun))
    throw refuse(ctx, {
      zh: "要替换的队伍已经开赛，不能替换；请记弃权或退赛",
      en: "The entry has begun to play and can’t be replaced: record a walkover or retirement",
    });
  const entry = await ctx.db
    .selectFrom("game_team")
    .select(["id", "name", "state"])
    .where("venue_id", "=", ctx.venue.id)
    .where("event_id", "=", eventId)
    .where("id", "=", inId)
    .executeTakeFirst();
  const isOfQualifying = all.some(({ key }) => key.startsWith("Q")) && places.every(({ key }) => !key.startsWith("Q"));
  const isLuckyLoser = (byPlace.length > 0 || isOfQualifying) && luckyLosersOf(await loadMatches(ctx, { eventId })).has(inId);
  if (!entry || !ENTERED.includes(entry.state) || (drawn.has(inId) && !isLuckyLoser))
    throw refuse(ctx, {
      zh: "替补要是该项目已确认、不在签里的报名，或小组赛、资格赛已打完而未出线的队伍；没有替换",
      en: "Replacements are confirmed entries of the event outside the draw, or those out after their group or the qualifying; nothing was changed",
    });
  if (entry.state === "confirmed" && event.fee + (event.bail ?? 0) > 0 && !event.draw_unpaid)
    throw refuse(
      ctx,
      { zh: "替补“{name}”还没有缴费，没有替换；先收款", en: "“{name}” has not paid; nothing was changed. Take its payment" },
      { name: entry.name },
    );
  await refuseIncomplete(ctx, event, [entry]);
  const idOf = (id: string): string => (id === outId ? inId : id);
  for (const match of places)
    await reseat(ctx, match, match.home_id === null ? null : idOf(match.home_id), match.away_id === null ? null : idOf(match.away_id));
  if (byPlace.length === 0) await mapLines(ctx, eventId, idOf);
  return record(ctx, event, draw.id, { kind: isLuckyLoser ? "luckyLoser" : "late", first: outId, second: inId, reason });
}
