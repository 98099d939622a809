/** The demo's competitions: an open tournament in play, with its draws, courts and scores, and a team event that takes entries. */
import { games, gameTeamMembers, gameTeams, referees } from "../../contract/competitions/competitions";
import { gameCourtDesk } from "../../contract/gameCourts/game-courts";
import { battles } from "../../contract/competitions/battles";
import type { Match } from "../../contract/competitions/match";
import { matches } from "../../contract/competitions/matches";
import { callsOf } from "../../contract/core/resource/calls";
import { addDays, dayOf, wall } from "../../contract/core/time";
import { loadPlaces } from "../kernel/places";
import "../domains/unions/routes"; // serving organizations tells which table games refer to
import { plan } from "../domains/gameCourts/plan";
import { reserveCourts } from "../domains/gameCourts/reserve";
import { planNow } from "../domains/competitions/plans";
import type { Ctx } from "../http/context";
import { entered } from "./act";
import { addEvent, common, enter, make, played, REGION } from "./competition-entries";
import { makeLeagueDay } from "./league-day";
import { type DemoPerson, people } from "./people";
import { type Random, random } from "./random";
import type { DemoVenue } from "./venues";

const REFEREES = [
  { level: "national", sex: "male" },
  { level: "first", sex: "female" },
  { level: "first", sex: "male" },
  { level: "second", sex: "female" },
  { level: "second", sex: "male" },
  { level: "third", sex: "male" },
] as const;
const HOUR = 60;
const CLOSES = 22 * HOUR;
/** Rounds that are over; the next one is being played. */
const PLAYED_ROUNDS = 1;
const RUNNING = 3;

/** Only the badminton venue plays: its sport is what draws and scores are worded for. */
export async function makeCompetitions(ctx: Ctx, demo: DemoVenue): Promise<void> {
  if (demo.mainTag !== "badminton") return;
  const r = random("competitions", ctx.venue.id);
  const crowd = people(r, 120);
  const men = crowd.filter(({ gender }) => gender === "male");
  const women = crowd.filter(({ gender }) => gender === "female");
  const list = await addReferees(ctx, crowd.slice(-REFEREES.length));
  await makeOpen(ctx, r, men, women, list);
  await makeLeagueDay(ctx, r, men.slice(16), women.slice(16));
  await makeTeams(ctx, men.slice(40), women.slice(24));
}

async function addReferees(ctx: Ctx, chosen: readonly DemoPerson[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [i, { name, phone }] of chosen.entries()) {
    const { level, sex } = REFEREES[i] ?? REFEREES[0];
    const made = await make(ctx, callsOf(referees).create, {
      name,
      phone,
      level,
      sex,
      sports: ["badminton"],
      active: i < 5,
      certificate: `SH-B-${1001 + i}`,
    });
    ids.push(made.id);
  }
  return ids;
}

/** An open of two events, in its second round today. */
async function makeOpen(
  ctx: Ctx,
  r: Random,
  men: readonly DemoPerson[],
  women: readonly DemoPerson[],
  list: readonly string[],
): Promise<void> {
  const today = dayOf(ctx.now, ctx.venue.zone);
  const game = await make(ctx, callsOf(games).create, {
    ...common,
    region: REGION,
    shortTitle: "浦东公开赛",
    longTitle: "浦东新区第八届羽毛球公开赛",
    gameStart: today,
    gameEnd: addDays(today, 1),
    memberType: "personal",
    gameTypeLevel: "district",
    contact: "吴振国",
    mobile: "13817000021",
    bail: "50.00",
    signIn: true,
    showStatus: true,
    recommend: true,
    gameRule: "<p>三局两胜，每局 21 分；迟到十分钟按弃权处理。</p>",
  });
  const singles = await addEvent(
    ctx,
    { game: game.id, title: "男子单打", kind: "singles", gender: "male", fee: "80.00", maxQuota: 16, seeds: 4 },
    { racecardRule: "knockout" },
  );
  const doubles = await addEvent(
    ctx,
    { game: game.id, title: "女子双打", kind: "doubles", gender: "female", fee: "120.00", maxQuota: 8, seeds: 2 },
    { racecardRule: "groupsKnockout", groups: 2 },
  );
  await make(ctx, callsOf(games).modifyStatus, { id: game.id, action: "publish" });
  await make(ctx, callsOf(games).modifyStatus, { id: game.id, action: "openSignUp" });
  for (const [i, player] of men.slice(0, 14).entries()) await enter(ctx, singles, [player], i, { seeds: 4, due: "130.00" });
  for (let i = 0; i < 8; i++) await enter(ctx, doubles, women.slice(i * 2, i * 2 + 2), i, { seeds: 2, due: "170.00" });
  await make(ctx, callsOf(games).modifyStatus, { id: game.id, action: "closeSignUp" });
  for (const eventId of [singles, doubles]) {
    await make(ctx, matches.makeDraw, { eventId, seed: `${today.replaceAll("-", "")}-${eventId === singles ? "3108-9C41" : "0417-2B7E"}` });
    await make(ctx, matches.publishDraw, { eventId });
  }
  await make(ctx, callsOf(games).modifyStatus, { id: game.id, action: "start" });
  await fillCourts(ctx, game.id, today);
  await play(ctx, r, game.id, list);
}

/** Courts for the rest of today and all of tomorrow, but for those that somebody has. */
async function fillCourts(ctx: Ctx, gameId: string, today: string): Promise<void> {
  const places = (await loadPlaces(ctx)).filter((place) => place.unitIds.length === 1).slice(0, 6);
  const next = Math.ceil((wall(ctx.now, ctx.venue.zone).minute + 1) / HOUR) * HOUR;
  for (const [day, start] of [
    [today, next],
    [addDays(today, 1), 9 * HOUR],
  ] as const) {
    if (start >= CLOSES - HOUR) continue;
    // Hour by hour, so that one booking does not keep a court from the whole day.
    for (let hour = start; hour + 2 * HOUR <= CLOSES; hour += 2 * HOUR) {
      const request = { placeIds: places.map((place) => place.id), days: [day], start: hour, end: hour + 2 * HOUR };
      const { courtDays, count } = await plan(ctx, entered(gameCourtDesk.plan, request));
      if (count === 0) continue;
      const skip = courtDays.filter((one) => one.problem !== null).map((one) => ({ day: one.day, placeId: one.placeId }));
      await reserveCourts(ctx, entered(gameCourtDesk.take, { ...request, skip, gameId, title: "浦东公开赛" }));
    }
  }
}

async function play(ctx: Ctx, r: Random, gameId: string, list: readonly string[]): Promise<void> {
  const call = callsOf(battles);
  const board = async (): Promise<readonly Match[]> => (await make(ctx, matches.board, { gameId })).matches;
  const early = (await board()).filter(({ state, round, stage }) => state === "ready" && stage === 1 && round <= PLAYED_ROUNDS);
  const [first] = early;
  for (const match of early) {
    if (match === first) {
      await make(ctx, call.walkover, { id: match.id, side: "away", reason: "迟到十分钟" });
      continue;
    }
    await make(ctx, call.start, { id: match.id });
    await make(ctx, call.score, { id: match.id, ...played(r) });
    await make(ctx, call.finish, { id: match.id });
  }
  // If today's courts are all booked, there is nothing to schedule on.
  const { courts } = await make(ctx, matches.schedule, { gameId });
  if (courts.length > 0) await planNow(ctx, gameId);
  const ready = (await board())
    .filter(({ state }) => state === "ready")
    .sort((a, b) => (a.startsAt ?? "9").localeCompare(b.startsAt ?? "9"));
  for (const [i, match] of ready.slice(0, RUNNING).entries()) {
    await make(ctx, call.assign, { id: match.id, referee: list[i] ?? "" });
    await make(ctx, call.start, { id: match.id });
    await make(ctx, call.score, { id: match.id, ...played(r, i + 1) });
  }
}

/** A team event that takes entries: one confirmed, one to review. */
async function makeTeams(ctx: Ctx, men: readonly DemoPerson[], women: readonly DemoPerson[]): Promise<void> {
  const today = dayOf(ctx.now, ctx.venue.zone);
  const game = await make(ctx, callsOf(games).create, {
    ...common,
    region: REGION,
    shortTitle: "企业混合团体赛",
    gameStart: addDays(today, 20),
    gameEnd: addDays(today, 21),
    registrationStart: ctx.now.toISOString(),
    registrationEnd: new Date(ctx.now.getTime() + 14 * 86_400_000).toISOString(),
    memberType: "team",
    gameTypeLevel: "friendly",
    minMembers: 4,
    maxMembers: 8,
    minMale: 2,
    minFeMale: 2,
    maxQuota: 12,
    teamReview: true,
    contact: "赵领队",
    mobile: "13817000022",
  });
  const eventId = await addEvent(
    ctx,
    { game: game.id, title: "混合团体", kind: "team", gender: "open", fee: "600.00", maxQuota: 12, seeds: 0 },
    { racecardRule: "roundRobin" },
  );
  await make(ctx, callsOf(games).modifyStatus, { id: game.id, action: "publish" });
  await make(ctx, callsOf(games).modifyStatus, { id: game.id, action: "openSignUp" });
  for (const [i, name] of ["恒生电子", "上海银行", "东方证券"].entries()) {
    const players = [...men.slice(i * 3, i * 3 + 2), ...women.slice(i * 3, i * 3 + 2)];
    const [captain] = players;
    if (!captain) continue;
    const team = await make(ctx, callsOf(gameTeams).create, {
      event: eventId,
      name,
      captain: captain.name,
      phone: captain.phone,
      club: name,
    });
    for (const [at, player] of players.slice(0, i === 2 ? 3 : 4).entries())
      await make(ctx, callsOf(gameTeamMembers).create, {
        team: team.id,
        name: player.name,
        sex: player.gender,
        phone: player.phone,
        captain: at === 0,
      });
    if (i === 0) await make(ctx, callsOf(gameTeams).review, { id: team.id, action: "confirm" });
  }
}
