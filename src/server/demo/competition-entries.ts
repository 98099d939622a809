/** Building blocks of the demo's competitions: events, entries and played matches. */
import type { Call, Input, Output } from "../../contract/core/call";
import { gameEvents, gameEventSettings, gameTeamMembers, gameTeams } from "../../contract/competitions/competitions";
import { callsOf } from "../../contract/core/resource/calls";
import { type Played, type ScoreRules, setWinner, standingOf, withPoint } from "../../engine/scoring";
import { competitionRoutes } from "../domains/competitions/routes";
import type { Ctx } from "../http/context";
import { entered } from "./act";
import type { DemoPerson } from "./people";
import type { Random } from "./random";

const CLUBS = ["蓝盾", "张江", "老友", "晨羽", "陆金", "梅园", ""];

/** Makes a call as the desk does. */
export async function make<C extends Call>(ctx: Ctx, call: C, input: Input<C>): Promise<Output<C>> {
  const route = competitionRoutes.find((each) => each.call === (call as Call));
  if (route?.in !== "venue") throw new TypeError(`${call.path} is not served`);
  return (await route.service(ctx, entered(call, input) as never)) as Output<C>;
}

export const common = { gameType: "venueGame", businessCode: "venue", country: "中国", showAllTeam: true } as const;
export const REGION = ["上海市", "上海市", "浦东新区"];

interface Setup {
  readonly racecardRule: "knockout" | "roundRobin" | "groupsKnockout" | "swiss";
  readonly groups?: number;
  readonly consolation?: "plate";
}

export async function addEvent(
  ctx: Ctx,
  draft: Input<ReturnType<typeof callsOf<typeof gameEvents>>["create"]>,
  { racecardRule, groups = 1, consolation }: Setup,
) {
  const event = await make(ctx, callsOf(gameEvents).create, draft);
  await make(ctx, callsOf(gameEventSettings).modify, {
    id: event.id,
    event: event.id,
    racecardRule,
    groupQuantity: groups,
    winTeamQuantity: 2,
    consolation: consolation ?? "none",
    inningQuantity: 3,
    inningPoints: 21,
    winBy: 2,
    inningCap: 30,
    immediatelyStop: true,
    inningMinutes: 30,
    restMinutes: 20,
    separateClubs: true,
    thirdPlace: racecardRule === "knockout",
    grandReset: true,
    rubbers: draft.kind === "team" ? ["MD1", "WS1", "MS1", "WD1", "XD1"] : [],
  });
  return event.id;
}

export async function enter(
  ctx: Ctx,
  eventId: string,
  players: readonly DemoPerson[],
  i: number,
  more: { seeds: number; due: string },
): Promise<void> {
  const [first] = players;
  if (!first) return;
  const team = await make(ctx, callsOf(gameTeams).create, {
    event: eventId,
    name: players.map(({ name }) => name).join("/"),
    captain: first.name,
    phone: first.phone,
    club: CLUBS[i % CLUBS.length] ?? "",
    seed: i < more.seeds ? i + 1 : null,
  });
  for (const [at, player] of players.entries())
    await make(ctx, callsOf(gameTeamMembers).create, {
      team: team.id,
      name: player.name,
      sex: player.gender,
      phone: player.phone,
      birthday: `${1980 + ((i * 7 + at) % 25)}-0${1 + (i % 9)}-15`,
      captain: at === 0,
    });
  await make(ctx, callsOf(gameTeams).pay, { id: team.id, payments: [{ type: i % 3 === 0 ? "Alipay" : "WeChat", amount: more.due }] });
}

const RULES: ScoreRules = { bestOf: 3, points: 21, winBy: 2, cap: 30, stop: true, deciding: null, timed: false, mayDraw: false };

/** A match point by point: the home side wins a point a little more often. @param until sets after which it is left as it stands */
export function played(r: Random, until?: number): { sets: [number, number][]; runs: string[] } {
  let so: Played = { sets: [], runs: [] };
  while (!standingOf(RULES, so.sets).over) {
    const last = so.sets.at(-1);
    if (
      until !== undefined &&
      last &&
      so.sets.length >= until &&
      setWinner(RULES, last, so.sets.length - 1) === undefined &&
      last[0] + last[1] > 17
    )
      break;
    so = withPoint(RULES, so, r.chance(0.55) ? 0 : 1);
  }
  return { sets: so.sets.map(([home, away]) => [home, away]), runs: [...so.runs] };
}
