/** Advancement: entries that come out of a match or group fill the matches that wait for them. */
import type { Ctx } from "../../http/context";
import { decidedBy } from "../../../engine/consolation";
import { swissRound } from "../../../engine/slots";
import { type Battle, DROPPED } from "./battle-row";
import { clearCall } from "./calls";
import { loadMatches } from "./load";
import { nextSwissRound, pairedAfter } from "./swiss";
import { bestNextOf, groupsOf, readTableBasis } from "./tables-of";
import { fillRubbers } from "./ties";
import { setSides } from "./umpire-access";

/** The second grand final waits for this one; it is played only where the one who never lost, the home side, loses it. */
const GRAND_FINAL = "F-1-1";

/** Matches that wait for one of these. */
export async function waitingFor(ctx: Ctx, eventId: string, from: readonly string[]): Promise<Battle[]> {
  if (from.length === 0) return [];
  return ctx.db
    .selectFrom("battle")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("event_id", "=", eventId)
    .where((eb) => eb.or([eb("home_from", "in", from), eb("away_from", "in", from)]))
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Puts entries where matches wait for them, null where nobody comes or it is open again; a match with both sides is ready. */
export async function fill(ctx: Ctx, eventId: string, by: ReadonlyMap<string, string | null>): Promise<void> {
  for (const next of await waitingFor(ctx, eventId, [...by.keys()])) {
    const home_id = by.has(next.home_from) ? (by.get(next.home_from) ?? null) : next.home_id;
    const away_id = by.has(next.away_from) ? (by.get(next.away_from) ?? null) : next.away_id;
    const state = home_id !== null && away_id !== null ? "ready" : "waiting";
    const emptied = { winner: null, reason: "", begun_at: null, ended_at: null };
    const { hasChanged } = await setSides(ctx, next, { home_id, away_id, state, ...emptied });
    if (hasChanged || state === "waiting") await clearCall(ctx, next.id);
    await fillRubbers(ctx, next.id);
  }
}

/** Finds the entries for the lines of the plate that a match has decided. */
async function plateLines(ctx: Ctx, { event_id, key }: Battle): Promise<Map<string, string | null>> {
  const all = await ctx.db
    .selectFrom("battle")
    .select(["key", "state", "home_id", "away_id", "home_from", "away_from", "winner"])
    .where("venue_id", "=", ctx.venue.id)
    .where("event_id", "=", event_id)
    .where("tie_id", "is", null)
    .execute();
  return decidedBy(
    key,
    all.map(({ home_id, away_id, home_from, away_from, ...row }) => ({
      ...row,
      home: home_id,
      away: away_id,
      homeFrom: home_from,
      awayFrom: away_from,
    })),
  );
}

/** Keys of the places that the sides of a match come into next. */
export async function followingFrom(ctx: Ctx, battle: Battle): Promise<string[]> {
  if (battle.group_no === null) return [`winner:${battle.key}`, `loser:${battle.key}`, ...(await plateLines(ctx, battle)).keys()];
  if (swissRound(battle.key) !== undefined) return pairedAfter(await loadMatches(ctx, { eventId: battle.event_id }), battle.key);
  const basis = await readTableBasis(ctx, battle.event_id);
  const groups = await groupsOf(ctx, basis);
  const group = groups.find(({ number }) => number === battle.group_no);
  const best = await bestNextOf(ctx, basis, groups);
  return [...(group?.rows ?? []).map(({ place }) => `place:${battle.group_no ?? 0}/${place}`), ...(best?.entryByLine.keys() ?? [])];
}

/**
 * Finds the qualifiers of a finished group by the place that waits for them; once all groups are over, also the best of the next place.
 * For a Swiss system, finds the pairs of the next round.
 * @param leaving who leaves now, and whose state has not moved yet
 */
export async function advancingFrom(
  ctx: Ctx,
  { event_id: eventId, group_no: number, key }: Pick<Battle, "event_id" | "group_no" | "key">,
  leaving = "",
): Promise<Map<string, string | null>> {
  const basis = await readTableBasis(ctx, eventId);
  const all = await loadMatches(ctx, { eventId, rubbers: true });
  const groups = await groupsOf(ctx, basis, { leaving, all });
  if (basis.isSwiss) return nextSwissRound(all, groups[0]?.rows ?? [], basis.rules.order, swissRound(key));
  const group = groups.find((each) => each.number === number);
  if (group?.left !== 0) return new Map();
  const direct = group.rows.map((row) => [`place:${number}/${row.place}`, row.hasLeft ? null : row.id] as const);
  const best = groups.every(({ left }) => left === 0) ? await bestNextOf(ctx, basis, groups) : undefined;
  return new Map([...direct, ...(best?.entryByLine ?? [])]);
}

/**
 * Sends winner and loser of a match to what follows; a group once all of it is played. Where nobody won nobody advances, and who has left a
 * group takes no place after it.
 * @param leaving who leaves now, and whose state has not moved yet
 */
export async function passOn(ctx: Ctx, battle: Battle, winner: 0 | 1 | null, leaving = ""): Promise<void> {
  if (battle.group_no !== null) {
    await fill(ctx, battle.event_id, await advancingFrom(ctx, battle, leaving));
    return;
  }
  const sides = winner === 0 ? [battle.home_id, battle.away_id] : [battle.away_id, battle.home_id];
  const [won = null, lost = null] = winner === null ? [] : sides;
  const from = new Map([[`winner:${battle.key}`, won], [`loser:${battle.key}`, lost], ...(await plateLines(ctx, battle))]);
  await fill(ctx, battle.event_id, from);
  if (battle.key !== GRAND_FINAL || winner === 1) return;
  for (const next of await waitingFor(ctx, battle.event_id, [...from.keys()])) {
    await setSides(ctx, next, { ...DROPPED, home_id: null, away_id: null });
    await fillRubbers(ctx, next.id);
  }
}
