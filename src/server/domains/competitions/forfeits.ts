/** Matches that end with a winner, played or not; those of an entry that has left go to the other side as soon as both sides are known. */
import type { Side } from "../../../engine/scoring";
import type { Ctx } from "../../http/context";
import { refuse } from "../../resource/refuse";
import { type Battle, setBattle } from "./battleRow";
import { announceMatches } from "./load";
import { passOn } from "./passOn";
import { recount } from "./results";
import { recountTie, rubbersOf } from "./ties";

const LEFT = ["withdrawn", "abandoned"];

/** Writes the result of a match that is no rubber, and sends its sides on. The caller counts the event anew. */
async function decide(ctx: Ctx, battle: Battle, winner: Side, state: string, reason: string): Promise<void> {
  await setBattle(ctx, battle.id, { winner, state, reason, ended_at: ctx.now, version: battle.version + 1 });
  if ((await rubbersOf(ctx, battle.id)).length > 0) await recountTie(ctx, battle.id);
  await passOn(ctx, battle, winner);
}

/** A match of an event in which somebody who has left would play, the earliest. @param leaving whose state has not moved yet */
async function nextForfeit(ctx: Ctx, eventId: string, leaving: string): Promise<(Battle & { readonly homeLeft: boolean }) | undefined> {
  return ctx.db
    .selectFrom("battle as b")
    .innerJoin("game_team as h", (join) => join.onRef("h.venue_id", "=", "b.venue_id").onRef("h.id", "=", "b.home_id"))
    .innerJoin("game_team as a", (join) => join.onRef("a.venue_id", "=", "b.venue_id").onRef("a.id", "=", "b.away_id"))
    .where("b.venue_id", "=", ctx.venue.id)
    .where("b.event_id", "=", eventId)
    .where("b.tie_id", "is", null)
    .where("b.state", "=", "ready")
    .where((eb) =>
      eb.or([eb("h.state", "in", LEFT), eb("a.state", "in", LEFT), eb("b.home_id", "=", leaving), eb("b.away_id", "=", leaving)]),
    )
    .selectAll("b")
    .select((eb) => eb.or([eb("h.state", "in", LEFT), eb("b.home_id", "=", leaving)]).as("homeLeft"))
    .orderBy("b.stage")
    .orderBy("b.round")
    .orderBy("b.sequence")
    .orderBy("b.id")
    .executeTakeFirst()
    .then((row) => row && { ...row, homeLeft: Boolean(row.homeLeft) });
}

/** Gives the matches of whoever has left to the other side, one after the other: each may bring about the next. */
async function forfeits(ctx: Ctx, eventId: string, leaving = "", reason = ""): Promise<void> {
  for (let next = await nextForfeit(ctx, eventId, leaving); next; next = await nextForfeit(ctx, eventId, leaving)) {
    const { homeLeft, ...battle } = next;
    await decide(ctx, battle, homeLeft ? 1 : 0, "walkover", reason || (ctx.language === "zh" ? "对手已退出" : "The opponent has left"));
  }
}

/** Ends a match that is no rubber, and whatever follows from it without play. */
export async function endMatch(ctx: Ctx, battle: Battle, winner: Side, state: string, reason: string): Promise<void> {
  await decide(ctx, battle, winner, state, reason);
  await settleForfeits(ctx, battle.event_id);
}

/** Of an event as it stands: what is not played any more, and what it comes to. */
export async function settleForfeits(ctx: Ctx, eventId: string): Promise<void> {
  await forfeits(ctx, eventId);
  await recount(ctx, eventId);
}

/**
 * An entry of an event with a published draw leaves it: what it has played stays, its open matches are walkovers, and so is each that it
 * would come into. The caller holds the event's lock.
 * @throws AppError `refused` while it plays
 */
export async function leaveEvent(ctx: Ctx, eventId: string, teamId: string, reason: string): Promise<void> {
  const playing = await ctx.db
    .selectFrom("battle")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("event_id", "=", eventId)
    .where("state", "in", ["running", "suspended"])
    .where((eb) => eb.or([eb("home_id", "=", teamId), eb("away_id", "=", teamId)]))
    .executeTakeFirst();
  if (playing)
    throw refuse(ctx, {
      zh: "该队有一场正在比赛，没有退出；先确认那一场的赛果或记退赛",
      en: "It plays a match now and has not left: confirm that result or record its retirement first",
    });
  await forfeits(ctx, eventId, teamId, reason);
  await recount(ctx, eventId);
  announceMatches(ctx);
}
