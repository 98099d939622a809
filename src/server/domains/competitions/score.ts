/** Matches being played: scores, results and what follows from them, line-ups. */
import type { Output, Parsed } from "../../../contract/call";
import type { Lineup, matches } from "../../../contract/matches";
import { faultOf, type ScoreRules, type SetScore, type Side, standingOf } from "../../../engine/scoring";
import type { Ctx } from "../../http/context";
import { refuse } from "../../resource/refuse";
import { isPublished, setEvent, settingsOf } from "./draw";
import { eventOf } from "./eventOf";
import { announceMatches, loadMatch, loadMatches } from "./load";
import { groupsOf, isOver } from "./tables-of";

/** How matches of an event are counted. */
export async function scoreRules(ctx: Ctx, eventId: string): Promise<ScoreRules> {
  const row = await settingsOf(ctx, eventId);
  return { bestOf: row.inning_quantity, points: row.inning_points, winBy: row.win_by, cap: row.inning_cap, stop: row.immediately_stop };
}

async function battleOf(ctx: Ctx, id: string) {
  return ctx.db.selectFrom("battle").selectAll().where("venue_id", "=", ctx.venue.id).where("id", "=", id).executeTakeFirstOrThrow();
}
type Battle = Awaited<ReturnType<typeof battleOf>>;

const set = (ctx: Ctx, id: string, values: Partial<Omit<Battle, "venue_id" | "id">>) =>
  ctx.db.updateTable("battle").set(values).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();

async function setsOf(ctx: Ctx, id: string): Promise<SetScore[]> {
  const rows = await ctx.db
    .selectFrom("inning")
    .select(["home", "away"])
    .where("venue_id", "=", ctx.venue.id)
    .where("battle_id", "=", id)
    .orderBy("number")
    .execute();
  return rows.map(({ home, away }) => [home, away]);
}

/** A match is played while its game runs and its draw is published. @throws AppError `refused` */
async function refuseUnplayable(ctx: Ctx, eventId: string): Promise<void> {
  const event = await eventOf(ctx, eventId, true);
  if (event.gameStatus !== "running") throw refuse(ctx, { zh: "赛事没有在进行中，先开赛", en: "The game does not run: start it first" });
  if (!(await isPublished(ctx, eventId)))
    throw refuse(ctx, { zh: "抽签还没有公布，先公布再比赛", en: "The draw is not published: publish it, then play" });
  if (event.state === "drawn") await setEvent(ctx, eventId, "running");
}

/** @throws AppError `refused` */
export async function starting(ctx: Ctx, id: string): Promise<void> {
  const battle = await battleOf(ctx, id);
  await refuseUnplayable(ctx, battle.event_id);
  await set(ctx, id, { begun_at: ctx.now });
  announceMatches(ctx);
}

const scoreText = (sets: readonly SetScore[]): string => sets.map(([home, away]) => `${home}–${away}`).join(" ");

/**
 * Writes the present sets.
 * @param version what the person saw; another one means that somebody else has scored meanwhile
 * @throws AppError `refused` for what cannot be a score
 */
export async function scoring(ctx: Ctx, id: string, sets: readonly SetScore[], version: number | undefined): Promise<{ score: string }> {
  const battle = await battleOf(ctx, id);
  if (version !== undefined && version !== battle.version)
    throw refuse(ctx, {
      zh: "比分刚被别人改过，没有保存；请看最新比分再改",
      en: "Somebody else has just scored; nothing was saved. Look at the score and change it again",
    });
  const rules = await scoreRules(ctx, battle.event_id);
  const fault = faultOf(rules, sets);
  if (fault) {
    const { zh, en } = {
      impossible: { zh: "不可能的比分", en: "such a score can’t be" },
      open: { zh: "还没有打完", en: "it is not over" },
      tooMany: { zh: "胜负已分，不再有这一局", en: "the match was over before it" },
    }[fault.why];
    throw refuse(ctx, { zh: `第 {set} 局：${zh}，没有保存`, en: `Set {set}: ${en}; nothing was saved` }, { set: fault.set });
  }
  await ctx.db.deleteFrom("inning").where("venue_id", "=", ctx.venue.id).where("battle_id", "=", id).execute();
  if (sets.length > 0)
    await ctx.db
      .insertInto("inning")
      .values(sets.map(([home, away], i) => ({ venue_id: ctx.venue.id, battle_id: id, number: i + 1, home, away })))
      .execute();
  const [home_sets, away_sets] = standingOf(rules, sets).won;
  await set(ctx, id, { version: battle.version + 1, home_sets, away_sets });
  announceMatches(ctx);
  return { score: scoreText(sets) };
}

/** Confirms a result that the score says. The state has not moved yet. @throws AppError `refused` while nobody has won */
export async function finishing(ctx: Ctx, id: string): Promise<void> {
  const battle = await battleOf(ctx, id);
  const { winner } = standingOf(await scoreRules(ctx, battle.event_id), await setsOf(ctx, id));
  if (winner === undefined)
    throw refuse(ctx, { zh: "还没有分出胜负，不能确认赛果", en: "Nobody has won yet; there is no result to confirm" });
  await end(ctx, battle, winner, "finished", "");
}

/** @param side who does not play, or stops playing */
export async function givingUp(
  ctx: Ctx,
  id: string,
  side: "home" | "away" | null,
  state: "walkover" | "retired",
  reason: string,
): Promise<void> {
  const battle = await battleOf(ctx, id);
  await refuseUnplayable(ctx, battle.event_id);
  await end(ctx, battle, side === "home" ? 1 : 0, state, reason);
}

async function end(ctx: Ctx, battle: Battle, winner: Side, state: string, reason: string): Promise<void> {
  await set(ctx, battle.id, { winner, state, reason, ended_at: ctx.now, version: battle.version + 1 });
  await passOn(ctx, battle, winner === 0 ? battle.home_id : battle.away_id, winner === 0 ? battle.away_id : battle.home_id);
  await recount(ctx, battle.event_id);
  announceMatches(ctx);
}

/** Matches that wait for one of these. */
async function waitingFor(ctx: Ctx, eventId: string, from: readonly string[]): Promise<Battle[]> {
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

/** Puts entries where matches wait for them; who is complete is ready. */
async function fill(ctx: Ctx, eventId: string, by: ReadonlyMap<string, string | null>): Promise<void> {
  for (const next of await waitingFor(ctx, eventId, [...by.keys()])) {
    const home = by.has(next.home_from) ? (by.get(next.home_from) ?? null) : next.home_id;
    const away = by.has(next.away_from) ? (by.get(next.away_from) ?? null) : next.away_id;
    await set(ctx, next.id, { home_id: home, away_id: away, state: home !== null && away !== null ? "ready" : "waiting" });
  }
}

async function passOn(ctx: Ctx, battle: Battle, won: string | null, lost: string | null): Promise<void> {
  if (battle.group_no === null) {
    await fill(
      ctx,
      battle.event_id,
      new Map([
        [`winner:${battle.key}`, won],
        [`loser:${battle.key}`, lost],
      ]),
    );
    return;
  }
  const group = (await groupsOf(ctx, battle.event_id)).find(({ number }) => number === battle.group_no);
  if (group?.left !== 0) return;
  await fill(ctx, battle.event_id, new Map(group.rows.map((row) => [`place:${group.number}/${row.place}`, row.id])));
}

/**
 * Opens a result again: who advanced by it is taken back.
 * @throws AppError `refused` once a match that follows has begun
 */
export async function correcting(ctx: Ctx, id: string, reason: string): Promise<{ reason: string }> {
  const battle = await battleOf(ctx, id);
  const event = await eventOf(ctx, battle.event_id, true);
  if (event.gameStatus !== "running")
    throw refuse(ctx, { zh: "赛事没有在进行中，赛果不能再改", en: "The game does not run; results stay" });
  const groups = battle.group_no === null ? [] : await groupsOf(ctx, battle.event_id);
  const places = groups.find(({ number }) => number === battle.group_no)?.rows ?? [];
  const from =
    battle.group_no === null
      ? [`winner:${battle.key}`, `loser:${battle.key}`]
      : places.map(({ place }) => `place:${battle.group_no ?? 0}/${place}`);
  const following = await waitingFor(ctx, battle.event_id, from);
  if (following.some(({ state }) => state !== "waiting" && state !== "ready"))
    throw refuse(ctx, { zh: "下一轮已经开始，赛果不能再改", en: "The next round has begun; the result stays" });
  await set(ctx, id, { winner: null, state: "running", reason, ended_at: null, version: battle.version + 1 });
  await fill(ctx, battle.event_id, new Map(from.map((each) => [each, null])));
  if (event.state === "finished") await setEvent(ctx, battle.event_id, "running");
  await recount(ctx, battle.event_id);
  announceMatches(ctx);
  return { reason };
}

/** Wins, losses and points of all entries of an event, and their places once all is played. */
async function recount(ctx: Ctx, eventId: string): Promise<void> {
  const event = await eventOf(ctx, eventId);
  const all = await loadMatches(ctx, { eventId });
  const points = await ctx.db
    .selectFrom("game_setting")
    .select(["win_integral", "lost_integral", "abandonment_integral"])
    .where("venue_id", "=", ctx.venue.id)
    .where("game_id", "=", event.game_id)
    .executeTakeFirstOrThrow();
  const over = all.length > 0 && all.every(isOver);
  const places = over ? await placesOf(ctx, eventId) : new Map<string, number>();
  const ids = new Set(all.flatMap(({ home, away }) => [home.id, away.id]).filter((id) => id !== null));
  for (const id of [...ids].sort()) {
    const own = all.filter((match) => isOver(match) && (match.home.id === id || match.away.id === id));
    const isWon = (match: (typeof own)[number]): boolean => (match.winner === 0 ? match.home.id : match.away.id) === id;
    const won = own.filter(isWon).length;
    const missed = own.filter((match) => !isWon(match) && match.state === "walkover").length;
    const lost = own.length - won;
    await ctx.db
      .updateTable("game_team")
      .set({
        win_count: won,
        lost_count: lost,
        abandonment_count: missed,
        integral: won * points.win_integral + (lost - missed) * points.lost_integral + missed * points.abandonment_integral,
        place: places.get(id) ?? null,
      })
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", id)
      .execute();
  }
  if (over && event.state !== "finished") await setEvent(ctx, eventId, "finished");
}

/** Places of an event that is over: by the table, or by the round in which an entry went out of the knockout. */
async function placesOf(ctx: Ctx, eventId: string): Promise<Map<string, number>> {
  const all = await loadMatches(ctx, { eventId });
  const places = new Map<string, number>();
  const last = Math.max(...all.map(({ stage }) => stage));
  const final = all.filter(({ stage, group }) => stage === last && group === null);
  if (final.length === 0) {
    for (const { rows } of await groupsOf(ctx, eventId, all)) for (const row of rows) places.set(row.id, row.place);
    return places;
  }
  const rounds = Math.max(...final.map(({ round }) => round));
  for (const match of final) {
    const [won, lost] = match.winner === 0 ? [match.home.id, match.away.id] : [match.away.id, match.home.id];
    if (match.third) {
      if (won !== null) places.set(won, 3);
      if (lost !== null) places.set(lost, 4);
    } else if (match.round === rounds) {
      if (won !== null) places.set(won, 1);
      if (lost !== null) places.set(lost, 2);
    } else if (lost !== null && !places.has(lost)) places.set(lost, 2 ** (rounds - match.round) + 1);
  }
  return places;
}

const ORDER = ["running", "suspended", "ready", "waiting", "finished", "retired", "walkover"];

/** Matches of a game to score: those that run first, then by time. */
export async function scoreBoard(ctx: Ctx, { gameId }: Parsed<typeof matches.board>): Promise<Output<typeof matches.board>> {
  const game = await ctx.db
    .selectFrom("game")
    .select("short_title")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", gameId)
    .executeTakeFirst();
  const all = await loadMatches(ctx, { gameId });
  const events = [...new Set(all.map(({ eventId }) => eventId))];
  const rules = await Promise.all(events.map(async (eventId) => ({ eventId, ...(await scoreRules(ctx, eventId)) })));
  return {
    game: game?.short_title ?? "",
    rules,
    matches: [...all].sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state)),
  };
}

/** Players of both sides of a match. */
export async function lineup(ctx: Ctx, { id }: Parsed<typeof matches.lineup>): Promise<Lineup> {
  const match = await loadMatch(ctx, id);
  const [members, chosen] = await Promise.all([
    ctx.db
      .selectFrom("game_team_member")
      .select(["id", "team_id", "name", "sex", "captain", "shirt"])
      .where("venue_id", "=", ctx.venue.id)
      .where("team_id", "in", [match.home.id ?? "", match.away.id ?? ""])
      .orderBy("captain", "desc")
      .orderBy("created_at")
      .orderBy("id")
      .execute(),
    ctx.db.selectFrom("battle_player").select("member_id").where("venue_id", "=", ctx.venue.id).where("battle_id", "=", id).execute(),
  ]);
  const plays = new Set(chosen.map(({ member_id }) => member_id));
  const of = (team: string | null) =>
    members
      .filter(({ team_id }) => team_id === team)
      .map((member) => ({
        id: member.id,
        name: member.name,
        sex: member.sex ?? "",
        captain: member.captain,
        shirt: member.shirt,
        plays: plays.has(member.id),
      }));
  return { match, home: of(match.home.id), away: of(match.away.id) };
}

/** @throws AppError `refused` once the match has begun, or for players of another entry */
export async function saveLineup(ctx: Ctx, { id, memberIds }: Parsed<typeof matches.saveLineup>): Promise<Lineup> {
  const { match, home, away } = await lineup(ctx, { id });
  if (match.state !== "waiting" && match.state !== "ready")
    throw refuse(ctx, { zh: "对阵已经开始，出场名单没有改动", en: "The match has begun; its line-up stays" });
  const known = new Set([...home, ...away].map((player) => player.id));
  if (memberIds.some((member) => !known.has(member)))
    throw refuse(ctx, { zh: "名单里有不属于双方的队员，没有保存", en: "Somebody plays for neither side; nothing was saved" });
  await ctx.db.deleteFrom("battle_player").where("venue_id", "=", ctx.venue.id).where("battle_id", "=", id).execute();
  if (memberIds.length > 0)
    await ctx.db
      .insertInto("battle_player")
      .values([...new Set(memberIds)].map((member_id, i) => ({ venue_id: ctx.venue.id, battle_id: id, member_id, position: i + 1 })))
      .execute();
  announceMatches(ctx);
  return lineup(ctx, { id });
}

export async function teamSchedule(ctx: Ctx, { teamId }: Parsed<typeof matches.ofTeam>): Promise<Output<typeof matches.ofTeam>> {
  const team = await ctx.db
    .selectFrom("game_team as t")
    .innerJoin("game_event as e", (join) => join.onRef("e.venue_id", "=", "t.venue_id").onRef("e.id", "=", "t.event_id"))
    .select(["t.name", "e.title"])
    .where("t.venue_id", "=", ctx.venue.id)
    .where("t.id", "=", teamId)
    .executeTakeFirst();
  return { team: team?.name ?? "", event: team?.title ?? "", matches: await loadMatches(ctx, { teamId }) };
}
