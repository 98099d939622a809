/** Matches that end with a winner, played or not; those of an entry that has left go to the other side as soon as both sides are known. */
import { UNDER_WAY_STATES } from "../../../contract/competitions/match";
import { type Forfeit, nextForfeit } from "../../../engine/forfeits";
import type { Side } from "../../../engine/scoring";
import type { Ctx } from "../../http/context";
import { refuse } from "../../resource/refuse";
import { type Battle, DROPPED, setBattle } from "./battle-row";
import { announceMatches } from "./load";
import { passOn } from "./pass-on";
import { recount } from "./results";
import { leftOf } from "./tables-of";
import { recountTie, rubbersOf } from "./ties";
import { endUmpire } from "./umpire-access";

/** Writes the result of a match that is no rubber, and sends its sides on; without a winner nobody advances. The caller counts the event anew. */
async function decide(ctx: Ctx, battle: Battle, by: Omit<Forfeit, "id" | "state"> & Ended, leaving = ""): Promise<void> {
  const { winner, state, reason } = by;
  const place = state === "dropped" ? DROPPED : {};
  await setBattle(ctx, battle.id, { ...place, winner, state, reason, ended_at: ctx.now, version: battle.version + 1 });
  await endUmpire(ctx, battle.id);
  if ((await rubbersOf(ctx, battle.id)).length > 0) await recountTie(ctx, battle.id);
  await passOn(ctx, battle, winner, leaving);
}
interface Ended {
  readonly state: string;
  readonly reason: string;
}

/** Matches of an event in the order of play, without rubbers. */
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
    .execute();
}

/**
 * Ends the matches that are not played because somebody has left, one after the other: each may bring about the next.
 * @param leaving whose state has not moved yet
 */
async function forfeits(ctx: Ctx, eventId: string, leaving = "", reason = ""): Promise<void> {
  const left = await leftOf(ctx, eventId, leaving);
  for (;;) {
    const all = await matchesOf(ctx, eventId);
    const next = nextForfeit(
      all.map(({ home_id, away_id, home_from, away_from, group_no, ...match }) => ({
        ...match,
        group: group_no,
        home: home_id,
        away: away_id,
        homeFrom: home_from,
        awayFrom: away_from,
      })),
      left,
    );
    const battle = all.find(({ id }) => id === next?.id);
    if (!next || !battle) return;
    const isAlone = next.winner !== null && (battle.home_id === null || battle.away_id === null);
    const own = isAlone
      ? { zh: "没有对手", en: "No opponent" }
      : next.winner === null
        ? { zh: "双方都已退出", en: "Both have left" }
        : { zh: "对手已退出", en: "The opponent has left" };
    await decide(ctx, battle, { ...next, reason: reason || own[ctx.language] }, leaving);
  }
}

/** Ends a match that is no rubber, and whatever follows from it without play. */
export async function endMatch(ctx: Ctx, battle: Battle, winner: Side | null, state: string, reason: string): Promise<void> {
  await decide(ctx, battle, { winner, state, reason });
  await settleForfeits(ctx, battle.event_id);
}

/** Settles the matches of an event that are no longer played, and their consequences. */
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
    .where("state", "in", UNDER_WAY_STATES)
    .where((eb) => eb.or([eb("home_id", "=", teamId), eb("away_id", "=", teamId)]))
    .executeTakeFirst();
  if (playing)
    throw refuse(ctx, {
      zh: "该队有一场正在比赛，没有退出；先确认那一场的赛果或记退赛",
      en: "It plays a match now and has not left: confirm that result or record its retirement first",
    });
  await forfeits(ctx, eventId, teamId, reason);
  await recount(ctx, eventId, teamId);
  announceMatches(ctx);
}
