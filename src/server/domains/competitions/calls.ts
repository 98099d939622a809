/** The call queue: matches in an order, called to a court once their players and a court are free. */
import type { Parsed } from "../../../contract/core/call";
import { isOpen, isUnderWay, type Match } from "../../../contract/competitions/match";
import type { matches } from "../../../contract/competitions/matches";
import type { QueueView } from "../../../contract/competitions/order-of-play";
import { byUrgency, callOrder, type Obstacle, obstacleOf, type PlannedMatch, type QueuedMatch } from "../../../engine/queue";
import { type Ctx, today } from "../../http/context";
import { refuse } from "../../resource/refuse";
import { placeLabel } from "../../kernel/place-words";
import { setBattle } from "./battle-row";
import { announceMatches, loadMatch, loadMatches } from "./load";
import { dropWaiting, textCalled } from "./match-texts";
import { officialsOf } from "./officials";
import { courtsOf, gameIdOf, gameOf, hoursOf, minuteOf, orderOfPlayOf, playables, refuseOver } from "./schedule-data";

/** Position of a match that the desk has not moved. */
const BY_URGENCY = 0;
const isBusy = (match: Match): boolean => isUnderWay(match) || match.call !== null;
const titleOf = ({ home, away }: Match): string => `${home.name || home.from} – ${away.name || away.from}`;

interface Queue {
  readonly game: Awaited<ReturnType<typeof gameOf>>;
  /** Matches of the game in the order of the queue. */
  readonly all: readonly Match[];
  readonly queued: readonly QueuedMatch[];
  /** True once the desk has moved a match: the order is the desk's then. */
  readonly isMoved: boolean;
  readonly courtById: ReadonlyMap<string, string | null>;
  readonly courts: QueueView["courts"];
}

async function queueOf(ctx: Ctx, gameId: string, lock = false): Promise<Queue> {
  const game = await gameOf(ctx, gameId, lock);
  const [loaded, rows, courts] = await Promise.all([
    loadMatches(ctx, { gameId }),
    ctx.db
      .selectFrom("battle_call as c")
      .innerJoin("battle as b", (join) => join.onRef("b.venue_id", "=", "c.venue_id").onRef("b.id", "=", "c.battle_id"))
      .innerJoin("game_event as e", (join) => join.onRef("e.venue_id", "=", "b.venue_id").onRef("e.id", "=", "b.event_id"))
      .where("c.venue_id", "=", ctx.venue.id)
      .where("e.game_id", "=", gameId)
      .select(["c.battle_id", "c.position", "c.court_id"])
      .execute(),
    courtsOf(ctx, gameId),
  ]);
  const placeOf = new Map(rows.map((row) => [row.battle_id, row]));
  const [played, { of }] = await Promise.all([playables(ctx, loaded), officialsOf(ctx, gameId, lock)]);
  const playableById = new Map(played.map((one) => [one.id, one]));
  const courtById = new Map(loaded.map(({ id }) => [id, placeOf.get(id)?.court_id ?? null]));
  const planned = loaded.map((match): PlannedMatch => {
    const { id, state } = match;
    const isPlayed = !isOpen(match) && !isBusy(match) && match.begunAt !== null && match.endedAt !== null;
    return {
      id,
      event: match.eventId,
      after: playableById.get(id)?.after ?? [],
      minutes: match.minutes,
      players: playableById.get(id)?.players ?? [],
      officials: of.get(id) ?? [],
      rest: playableById.get(id)?.rest ?? 0,
      state: isBusy(match) ? "busy" : state === "ready" ? "ready" : state === "waiting" ? "waiting" : "over",
      court: isBusy(match) ? (match.court?.id ?? null) : (courtById.get(id) ?? null),
      endedAt: isPlayed ? minuteOf(match.endedAt ?? "") : null,
    };
  });
  const isMoved = loaded.some((match) => isOpen(match) && (placeOf.get(match.id)?.position ?? BY_URGENCY) !== BY_URGENCY);
  const urgent = new Map(byUrgency(planned).map((id, i) => [id, i]));
  const positionOf = ({ id }: { readonly id: string }): number =>
    isMoved ? placeOf.get(id)?.position || Number.MAX_SAFE_INTEGER : (urgent.get(id) ?? Number.MAX_SAFE_INTEGER);
  const byPosition = (a: { readonly id: string }, b: { readonly id: string }): number => positionOf(a) - positionOf(b);
  const all = loaded.toSorted(byPosition);
  const queued = planned.toSorted(byPosition);
  const now = minuteOf(ctx.now);
  const ofDay = courts.filter(({ day }) => day === today(ctx));
  const opened = new Set(hoursOf(ctx, ofDay).flatMap(({ court, start, end }) => (start <= now && now < end ? [court] : [])));
  const ids = [...new Set(ofDay.map(({ id }) => id))];
  const { nextByCourt } = callOrder(
    queued,
    ids.filter((id) => opened.has(id)),
    now,
  );
  return {
    game,
    all,
    queued,
    isMoved,
    courtById,
    courts: ids.map((id) => {
      const court = ofDay.find((each) => each.id === id);
      return {
        id,
        name: placeLabel(court?.name ?? "", ctx.language),
        hall: court?.hall ?? "",
        isOpen: opened.has(id),
        matchId: all.find((match) => isBusy(match) && match.court?.id === id)?.id ?? null,
        nextId: nextByCourt.get(id) ?? null,
      };
    }),
  };
}

/** Matches of a game in the order in which they are called. */
export async function queueView(ctx: Ctx, { gameId }: Parsed<typeof matches.queue>): Promise<QueueView> {
  return viewOf(ctx, await queueOf(ctx, gameId));
}

async function viewOf(ctx: Ctx, { game, all, queued, courtById, courts }: Queue): Promise<QueueView> {
  const { obstacles } = callOrder(queued, [], minuteOf(ctx.now));
  const listed = all.filter((match) => isOpen(match) || isBusy(match));
  return {
    gameId: game.id,
    game: game.short_title,
    status: game.status as "draft",
    orderOfPlay: await orderOfPlayOf(ctx, game.id),
    courts,
    matches: listed,
    queue: listed
      .filter((match) => !isBusy(match))
      .map(({ id }) => {
        const obstacle = obstacles.get(id);
        return {
          id,
          courtId: courtById.get(id) ?? null,
          why: obstacle?.why ?? "",
          until: obstacle?.why === "rest" ? new Date(obstacle.until * 60_000).toISOString() : null,
          matchId: obstacle && "match" in obstacle ? obstacle.match : null,
        };
      }),
  };
}

const OBSTACLES: Readonly<Record<Obstacle["why"], { zh: string; en: string }>> = {
  sides: { zh: "对阵双方还没有产生", en: "its sides are not known yet" },
  player: { zh: "有选手在另一场：{other}", en: "somebody is in another match: {other}" },
  referee: { zh: "裁判在另一场：{other}", en: "its referee is on another match: {other}" },
  rest: {
    zh: "有选手打完 {other} 休息未满；双方同意可以“不等休息”",
    en: "somebody has not rested after {other}; with both sides’ consent call it without rest",
  },
};

/** Stores the queue as it stands, so that a new place of one match keeps all others. */
async function storeOrder(ctx: Ctx, order: readonly Pick<Match, "id">[], courtById: ReadonlyMap<string, string | null>): Promise<void> {
  if (order.length === 0) return;
  await ctx.db
    .insertInto("battle_call")
    .values(order.map(({ id }, i) => ({ venue_id: ctx.venue.id, battle_id: id, position: i + 1, court_id: courtById.get(id) ?? null })))
    .onConflict((conflict) =>
      conflict
        .columns(["venue_id", "battle_id"])
        .doUpdateSet((eb) => ({ position: eb.ref("excluded.position"), court_id: eb.ref("excluded.court_id") })),
    )
    .execute();
}

/** Stores a match that is called in the order of urgency, and has no place of its own. */
async function storeUnmoved(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .insertInto("battle_call")
    .values({ venue_id: ctx.venue.id, battle_id: id, position: BY_URGENCY })
    .onConflict((conflict) => conflict.columns(["venue_id", "battle_id"]).doNothing())
    .execute();
}

/**
 * Calls a match to a court. A match that is planned there for this very time loses its place in the plan; later ones keep theirs.
 * @throws AppError `refused` while the game does not run, the court is not free, or somebody can't play yet
 */
export async function callMatch(ctx: Ctx, { id, courtId, withoutRest }: Parsed<typeof matches.call>): Promise<QueueView> {
  const gameId = await gameIdOf(ctx, await loadMatch(ctx, id));
  const queue = await queueOf(ctx, gameId, true);
  if (queue.game.status !== "running")
    throw refuse(ctx, { zh: "赛事没有在进行中，不能叫号；先开赛", en: "The game does not run, so nobody was called: start it first" });
  const match = queue.all.find((each) => each.id === id);
  const queued = queue.queued.find((each) => each.id === id);
  if (!match || !queued || !isOpen(match) || match.call !== null)
    throw refuse(ctx, { zh: "这场已经叫号、开始或结束，没有再叫", en: "The match is called, on or over; it was not called" });
  const court = queue.courts.find((each) => each.id === courtId);
  if (!court?.isOpen)
    throw refuse(ctx, { zh: "该场地这时没有为赛事占用，没有叫号", en: "The court is not taken for the game now; nobody was called" });
  const other = queue.all.find((each) => each.id === court.matchId);
  if (other)
    throw refuse(
      ctx,
      { zh: "该场地还有一场：{other}，没有叫号", en: "The court still has a match: {other}. Nobody was called" },
      { other: titleOf(other) },
    );
  const obstacle = obstacleOf(queued, queue.queued, minuteOf(ctx.now));
  if (obstacle && !(withoutRest && obstacle.why === "rest")) {
    const { zh, en } = OBSTACLES[obstacle.why];
    const cause = "match" in obstacle ? queue.all.find((each) => each.id === obstacle.match) : undefined;
    throw refuse(ctx, { zh: `${zh}。没有叫号`, en: `Not called: ${en}` }, { other: cause ? titleOf(cause) : "" });
  }
  if (queue.isMoved) await storeOrder(ctx, queue.all.filter(isOpen), queue.courtById);
  else await storeUnmoved(ctx, id);
  await ctx.db
    .updateTable("battle_call")
    .set({ called_at: ctx.now, calls: 1, on_court_at: null, late: "" })
    .where("venue_id", "=", ctx.venue.id)
    .where("battle_id", "=", id)
    .execute();
  await ctx.db
    .updateTable("battle")
    .set({ court_id: null, starts_at: null, pinned: false })
    .where("venue_id", "=", ctx.venue.id)
    .where("court_id", "=", courtId)
    .where("starts_at", "=", ctx.now)
    .execute();
  await setBattle(ctx, id, { court_id: courtId, starts_at: ctx.now });
  await textCalled(ctx, id);
  announceMatches(ctx);
  return viewOf(ctx, await queueOf(ctx, gameId));
}

/** Marks a called match. @throws AppError `refused` where it is not called */
export async function markCall(ctx: Ctx, { id, mark, side }: Parsed<typeof matches.markCall>): Promise<QueueView> {
  const before = await loadMatch(ctx, id);
  const gameId = await gameIdOf(ctx, before);
  refuseOver(ctx, (await gameOf(ctx, gameId, true)).status);
  const { call } = await loadMatch(ctx, id);
  if (!call) throw refuse(ctx, { zh: "这场没有在叫号，没有标记", en: "The match is not called; nothing was marked" });
  if (mark === "undo") {
    await clearCall(ctx, id);
    await dropWaiting(ctx, id);
    await setBattle(ctx, id, { court_id: null, starts_at: null });
  } else {
    const set = {
      again: { called_at: ctx.now, calls: call.calls + 1 },
      onCourt: { on_court_at: ctx.now, late: "" },
      late: { late: side, on_court_at: null },
    }[mark];
    await ctx.db.updateTable("battle_call").set(set).where("venue_id", "=", ctx.venue.id).where("battle_id", "=", id).execute();
  }
  announceMatches(ctx);
  return viewOf(ctx, await queueOf(ctx, gameId));
}

/** Takes a call back; the match keeps its place in the queue. */
export async function clearCall(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable("battle_call")
    .set({ called_at: null, calls: 0, on_court_at: null, late: "" })
    .where("venue_id", "=", ctx.venue.id)
    .where("battle_id", "=", id)
    .execute();
}

/** Moves a match within the queue. @throws AppError `refused` where it is called, on or over, or the court is not the game's */
export async function orderQueue(ctx: Ctx, { id, beforeId, courtId }: Parsed<typeof matches.orderQueue>): Promise<QueueView> {
  const gameId = await gameIdOf(ctx, await loadMatch(ctx, id));
  const queue = await queueOf(ctx, gameId, true);
  refuseOver(ctx, queue.game.status);
  const match = queue.all.find((each) => each.id === id);
  if (!match || !isOpen(match) || match.call !== null)
    throw refuse(ctx, { zh: "这场已经叫号、开始或结束，顺序没有改", en: "The match is called, on or over; the order stays" });
  if (courtId !== null && !queue.courts.some((court) => court.id === courtId))
    throw refuse(ctx, { zh: "该场地今天没有为赛事占用，顺序没有改", en: "The court is not taken for the game today; the order stays" });
  const others = queue.all.filter((each) => isOpen(each) && each.id !== id);
  const at = others.findIndex((each) => each.id === beforeId);
  if (beforeId !== null && at < 0)
    throw refuse(ctx, {
      zh: "要排在它前面的那一场已经开始或结束，顺序没有改；请再排一次",
      en: "The match to be called after it is on or over by now; the order stays. Move it again",
    });
  const order = at < 0 ? [...others, match] : others.toSpliced(at, 0, match);
  await storeOrder(ctx, order, new Map([...queue.courtById, [id, courtId]]));
  announceMatches(ctx);
  return viewOf(ctx, await queueOf(ctx, gameId));
}
