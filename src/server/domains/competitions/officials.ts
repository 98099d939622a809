/** Referees and when they are needed: nobody is put on two matches at once. A tie and its rubbers count as one match. */
import { sql } from "kysely";
import { isUnderWay, type Match, OPEN_STATES, UNDER_WAY_STATES } from "../../../contract/competitions/match";
import type { ScheduleView } from "../../../contract/competitions/order-of-play";
import { clock, wall } from "../../../contract/core/time";
import type { Engaged } from "../../../engine/schedule";
import type { Ctx } from "../../http/context";
import { refuse } from "../../resource/refuse";
import type { Battle } from "./battle-row";
import { loadMatch } from "./load";

const MINUTE_MS = 60_000;
/** States of a match that is not over. */
const NOT_OVER = [...OPEN_STATES, ...UNDER_WAY_STATES];

interface Span {
  readonly from: number;
  readonly to: number;
}
/** A match that a referee is put on and that is not over. */
interface Duty {
  readonly id: string;
  /** The tie of a rubber, else the match itself. */
  readonly match: string;
  readonly gameId: string;
  readonly referee: string;
  readonly name: string;
  readonly state: string;
  /** Time of the match; none without one. */
  readonly span: Span | undefined;
}

/** Returns the time of a match: as it is planned, or from when it began until it is over. */
function spanOf(
  ctx: Ctx,
  { state, planned, begun, minutes }: { state: string; planned: Date | null; begun: Date | null; minutes: number },
): Span | undefined {
  const isOn = isUnderWay({ state });
  const from = (isOn ? (begun ?? planned) : planned)?.getTime();
  if (from === undefined) return undefined;
  const to = from + minutes * MINUTE_MS;
  return { from, to: isOn ? Math.max(to, ctx.now.getTime()) : to };
}
const meet = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;

/** Open matches with a referee: of these referees, or of whoever is needed in a game. */
async function dutiesOf(ctx: Ctx, of: { readonly referees: readonly string[] } | { readonly gameId: string }): Promise<Duty[]> {
  let query = ctx.db
    .selectFrom("battle as b")
    .innerJoin("referee as r", (join) => join.onRef("r.venue_id", "=", "b.venue_id").onRef("r.id", "=", "b.referee_id"))
    .innerJoin("game_event as e", (join) => join.onRef("e.venue_id", "=", "b.venue_id").onRef("e.id", "=", "b.event_id"))
    .leftJoin("battle as tie", (join) => join.onRef("tie.venue_id", "=", "b.venue_id").onRef("tie.id", "=", "b.tie_id"))
    .where("b.venue_id", "=", ctx.venue.id)
    .where("b.state", "in", NOT_OVER)
    .select(["b.id", "b.state", "b.minutes", "b.begun_at as begun", "e.game_id as gameId", "r.id as referee", "r.name"])
    .select([sql<string>`coalesce(b.tie_id, b.id)`.as("match"), sql<Date | null>`coalesce(b.starts_at, tie.starts_at)`.as("planned")])
    .orderBy("b.id");
  if ("referees" in of) query = query.where("r.id", "in", [...of.referees, ""]);
  else
    query = query.where((eb) =>
      eb(
        "r.id",
        "in",
        eb
          .selectFrom("battle as x")
          .innerJoin("game_event as xe", (join) => join.onRef("xe.venue_id", "=", "x.venue_id").onRef("xe.id", "=", "x.event_id"))
          .where("x.venue_id", "=", ctx.venue.id)
          .where("xe.game_id", "=", of.gameId)
          .where("x.state", "in", NOT_OVER)
          .where("x.referee_id", "is not", null)
          .select(sql<string>`x.referee_id`.as("referee_id")),
      ),
    );
  return (await query.execute()).map(({ begun, planned, minutes, ...row }) => ({
    ...row,
    span: spanOf(ctx, { state: row.state, planned, begun, minutes }),
  }));
}

/** Locks referees, so that they are put on matches one after the other, over all games. */
async function lockReferees(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await ctx.db
    .selectFrom("referee")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "in", [...ids, ""])
    .orderBy("id")
    .forUpdate()
    .execute();
}

async function describeDuty(ctx: Ctx, { match, span }: Duty): Promise<string> {
  const { event, home, away }: Match = await loadMatch(ctx, match);
  const { day, minute } = wall(new Date(span?.from ?? ctx.now), ctx.venue.zone);
  return `${day.slice(5)} ${clock(minute)} ${event} ${home.name || home.from} – ${away.name || away.from}`;
}

/**
 * Puts a referee on a match, if no other match of theirs is then. The caller holds the game's lock.
 * @throws AppError `badInput` at the field
 */
export async function assigning(ctx: Ctx, battle: Battle, referee: string): Promise<void> {
  await lockReferees(ctx, [referee]);
  const tie =
    battle.tie_id === null
      ? undefined
      : await ctx.db
          .selectFrom("battle")
          .select("starts_at")
          .where("venue_id", "=", ctx.venue.id)
          .where("id", "=", battle.tie_id)
          .executeTakeFirst();
  const planned = battle.starts_at ?? tie?.starts_at ?? null;
  const own = spanOf(ctx, { state: battle.state, planned, begun: battle.begun_at, minutes: battle.minutes });
  if (!own) return;
  const match = battle.tie_id ?? battle.id;
  const duties = await dutiesOf(ctx, { referees: [referee] });
  const other = duties.find((duty) => duty.match !== match && duty.span !== undefined && meet(duty.span, own));
  if (other)
    throw refuse(
      ctx,
      { zh: "{name} 这时已派到另一场：{other}，没有派遣", en: "{name} is needed elsewhere then: {other}. Nobody was assigned" },
      { name: other.name, other: await describeDuty(ctx, other) },
      "referee",
    );
}

/** Before a match is put on a time: its referees, and those of its rubbers, are needed nowhere else then. @throws AppError `refused` */
export async function refuseBusyReferees(ctx: Ctx, { id, minutes }: Pick<Match, "id" | "minutes">, start: number): Promise<void> {
  const rows = await ctx.db
    .selectFrom("battle")
    .select("referee_id")
    .where("venue_id", "=", ctx.venue.id)
    .where((eb) => eb.or([eb("id", "=", id), eb("tie_id", "=", id)]))
    .execute();
  const referees = [...new Set(rows.flatMap(({ referee_id }) => referee_id ?? []))];
  if (referees.length === 0) return;
  await lockReferees(ctx, referees);
  const own = { from: start, to: start + minutes * MINUTE_MS };
  const duties = await dutiesOf(ctx, { referees });
  const other = duties.find((duty) => duty.match !== id && duty.span !== undefined && meet(duty.span, own));
  if (other)
    throw refuse(
      ctx,
      { zh: "裁判 {name} 这时在另一场：{other}。没有移动", en: "Referee {name} is needed elsewhere then: {other}. It was not moved" },
      { name: other.name, other: await describeDuty(ctx, other) },
    );
}

/** Before a match begins: its referee has no other that is on. @throws AppError `refused` */
export async function refuseRefereePlaying(ctx: Ctx, { id, tie_id, referee_id }: Battle): Promise<void> {
  if (referee_id === null) return;
  await lockReferees(ctx, [referee_id]);
  const duties = await dutiesOf(ctx, { referees: [referee_id] });
  const other = duties.find((duty) => duty.state === "running" && duty.id !== id && duty.id !== tie_id);
  if (other)
    throw refuse(
      ctx,
      {
        zh: "裁判 {name} 还在另一场：{other}。先确认那一场的赛果，或改派裁判",
        en: "Referee {name} is still on {other}: confirm that result, or assign another",
      },
      { name: other.name, other: await describeDuty(ctx, other) },
    );
}

/**
 * Loads for planning a game who is put on its open matches, and when they are needed on others; saving a plan locks them, so that no other
 * game puts them anywhere meanwhile. A match that is on needs its referee for as long as it takes.
 */
export async function officialsOf(
  ctx: Ctx,
  gameId: string,
  lock = true,
): Promise<{ readonly of: ReadonlyMap<string, string[]>; readonly engaged: Engaged[] }> {
  if (lock) {
    const needed = await dutiesOf(ctx, { gameId });
    await lockReferees(ctx, [...new Set(needed.map(({ referee }) => referee))]);
  }
  const of = new Map<string, string[]>();
  const engaged: Engaged[] = [];
  for (const { match, referee, state, span, ...duty } of await dutiesOf(ctx, { gameId })) {
    if (duty.gameId === gameId) of.set(match, [...new Set([...(of.get(match) ?? []), referee])]);
    if (span && (duty.gameId !== gameId || isUnderWay({ state })))
      engaged.push({ who: referee, start: Math.floor(span.from / MINUTE_MS), end: Math.ceil(span.to / MINUTE_MS) });
  }
  return { of, engaged };
}

/** Referees of a game who are needed twice at once, each pair of matches once, the later first. */
export async function refereeClashes(ctx: Ctx, gameId: string): Promise<ScheduleView["clashes"]> {
  const duties = (await dutiesOf(ctx, { gameId })).flatMap((duty) => (duty.span ? [{ ...duty, span: duty.span }] : []));
  const found = new Map<string, ScheduleView["clashes"][number]>();
  const sorted = duties.toSorted((a, b) => b.span.from - a.span.from || (a.id < b.id ? -1 : 1));
  for (const [i, later] of sorted.entries())
    for (const earlier of sorted.slice(i + 1)) {
      if (later.referee !== earlier.referee || later.match === earlier.match || !meet(later.span, earlier.span)) continue;
      const [own, other] = later.gameId === gameId ? [later, earlier] : [earlier, later];
      if (own.gameId !== gameId) continue;
      const clash = { id: own.match, with: other.gameId === gameId ? other.match : null, why: "referee", player: own.name } as const;
      found.set([own.match, other.match, own.referee].join(" "), clash);
    }
  return [...found.values()];
}
