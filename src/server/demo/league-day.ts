/** The demo's league day: a Swiss event in its third round, and a knockout whose first losers play a plate. */
import { games } from "../../contract/competitions/competitions";
import { battles } from "../../contract/competitions/battles";
import { matches } from "../../contract/competitions/matches";
import { callsOf } from "../../contract/core/resource/calls";
import { addDays, dayOf } from "../../contract/core/time";
import type { Ctx } from "../http/context";
import { addEvent, common, enter, make, played, REGION } from "./competition-entries";
import type { DemoPerson } from "./people";
import type { Random } from "./random";

/** Makes the league day, which began yesterday. */
export async function makeLeagueDay(ctx: Ctx, r: Random, men: readonly DemoPerson[], women: readonly DemoPerson[]): Promise<void> {
  const today = dayOf(ctx.now, ctx.venue.zone);
  const game = await make(ctx, callsOf(games).create, {
    ...common,
    region: REGION,
    shortTitle: "羽球积分联赛",
    gameStart: addDays(today, -1),
    gameEnd: today,
    memberType: "personal",
    gameTypeLevel: "friendly",
    contact: "吴振国",
    mobile: "13817000021",
  });
  const swiss = await addEvent(
    ctx,
    { game: game.id, title: "男单瑞士制", kind: "singles", gender: "male", fee: "30.00", maxQuota: 16, seeds: 2 },
    { racecardRule: "swiss" },
  );
  const plate = await addEvent(
    ctx,
    { game: game.id, title: "女单（含银盘赛）", kind: "singles", gender: "female", fee: "30.00", maxQuota: 16, seeds: 2 },
    { racecardRule: "knockout", consolation: "plate" },
  );
  await make(ctx, callsOf(games).modifyStatus, { id: game.id, action: "publish" });
  await make(ctx, callsOf(games).modifyStatus, { id: game.id, action: "openSignUp" });
  for (const [i, player] of men.slice(0, 9).entries()) await enter(ctx, swiss, [player], i, { seeds: 2, due: "30.00" });
  for (const [i, player] of women.slice(0, 7).entries()) await enter(ctx, plate, [player], i, { seeds: 2, due: "30.00" });
  await make(ctx, callsOf(games).modifyStatus, { id: game.id, action: "closeSignUp" });
  for (const eventId of [swiss, plate]) {
    await make(ctx, matches.makeDraw, { eventId, seed: `${today.replaceAll("-", "")}-${eventId === swiss ? "52D0" : "A17E"}` });
    await make(ctx, matches.publishDraw, { eventId });
  }
  await make(ctx, callsOf(games).modifyStatus, { id: game.id, action: "start" });
  const call = callsOf(battles);
  for (const round of [1, 2]) {
    const all = (await make(ctx, matches.board, { gameId: game.id })).matches;
    for (const match of all.filter(({ state, round: at, key }) => state === "ready" && at === round && !key.startsWith("C"))) {
      await make(ctx, call.start, { id: match.id });
      await make(ctx, call.score, { id: match.id, ...played(r) });
      await make(ctx, call.finish, { id: match.id });
    }
  }
}
