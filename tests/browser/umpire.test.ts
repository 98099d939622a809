/** An umpire's tablet: opened by code and PIN, it scores through a network that goes away during a game; each point counts once. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { battles } from "../../src/contract/competitions/battles";
import type { Call, Input, Output } from "../../src/contract/core/call";
import { gameEvents, games, gameSettings, gameTeamMembers, gameTeams } from "../../src/contract/competitions/competitions";
import type { Match } from "../../src/contract/competitions/match";
import { matches } from "../../src/contract/competitions/matches";
import { callsOf } from "../../src/contract/core/resource/calls";
import { umpire } from "../../src/contract/competitions/umpire";
import { axe, type Desk, openStage, settled, shot, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";
import type { Client } from "../support/server";

let stage: Stage;
let admin: Client;
let gameId = "";
const ask = <C extends Call>(call: C, input: Input<C>): Promise<Output<C>> => admin.ok(call, input, { venueId: BADMINTON.id });
const move = (action: "publish" | "openSignUp" | "closeSignUp" | "start") => ask(callsOf(games).modifyStatus, { id: gameId, action });

beforeAll(async () => {
  stage = await openStage();
  admin = await stage.admin();
  const day = stage.tomorrow;
  const draft = { gameStart: day, gameEnd: day, gameType: "venueGame", businessCode: "venue", memberType: "personal" } as const;
  gameId = (await ask(callsOf(games).create, { ...draft, shortTitle: "平板公开赛" })).id;
  const event = { game: gameId, title: "男子单打", kind: "singles", gender: "male", fee: "0.00", seeds: 0 } as const;
  const eventId = (await ask(callsOf(gameEvents).create, event)).id;
  const { createdAt: _, gameTitle: _g, isCounting: _c, ...own } = await ask(callsOf(gameSettings).view, { id: gameId });
  await ask(callsOf(gameSettings).modify, { ...own, sport: "badminton" });
  await move("publish");
  await move("openSignUp");
  for (const [i, name] of ["陈建华", "罗晋", "郑凯", "高远", "孙立", "吴迪", "何川", "马骏"].entries()) {
    const phone = `1391111000${i}`;
    const { id } = await ask(callsOf(gameTeams).create, { event: eventId, name, captain: name, phone, club: "蓝盾", seed: null });
    await ask(callsOf(gameTeamMembers).create, { team: id, name, sex: "male", phone });
  }
  await move("closeSignUp");
  await ask(matches.makeDraw, { eventId, seed: "平板" });
  await ask(matches.publishDraw, { eventId });
  await move("start");
});
afterAll(() => stage?.close());

const matchOf = async (key: string): Promise<Match> => {
  const found = (await ask(matches.board, { gameId })).matches.find((match) => match.key === key);
  if (!found) throw new Error(key);
  return found;
};
/** Taps a side's half as a hand does: two taps at once are one. */
async function tap(page: Page, name: string, score: number): Promise<void> {
  await page.waitForTimeout(300);
  await page.getByRole("button", { name: `点这半边，${name}得分` }).click();
  await page
    .locator(".umpire-half", { hasText: name })
    .locator("strong", { hasText: new RegExp(`^${score}$`) })
    .waitFor();
}
async function openTablet(match: Match, view = {}): Promise<Desk> {
  const desk = await stage.open({ width: 1024, height: 768, ...view });
  await desk.page.goto(addressOf(match));
  await enterPin(desk.page, match);
  return desk;
}
const addressOf = (match: Match): string => `/umpire?venue=${BADMINTON.id}&match=${match.id}`;
async function enterPin(page: Page, match: Match): Promise<void> {
  const { pin } = await ask(umpire.issue, { id: match.id });
  await page.getByLabel("PIN").fill(pin);
  await page.getByRole("button", { name: "打开对阵" }).click();
}

it("keeps what is scored without the network, and sends it once it is back", async () => {
  const match = await matchOf("1-1-1");
  const { page, context, close } = await openTablet(match);
  await page.getByText("谁先发球？").waitFor();
  await page.locator(".umpire-cover").getByRole("button", { name: match.home.name }).click();
  await tap(page, match.home.name, 1);
  await tap(page, match.home.name, 2);
  await page.getByText("已连接，全部已发送").waitFor();
  expect(await matchOf("1-1-1")).toMatchObject({ state: "running", sets: [[2, 0]] });

  await context.setOffline(true);
  for (const score of [1, 2, 3]) await tap(page, match.away.name, score);
  await page.getByRole("button", { name: /^撤销一分/ }).click();
  await tap(page, match.home.name, 3);
  await page.getByText("5 条未发送").waitFor();
  await page.getByText("大屏停在 2–0").waitFor();
  await shot(page, "umpire-offline");
  expect(await axe(page)).toEqual([]);
  expect((await matchOf("1-1-1")).sets).toEqual([[2, 0]]);

  await context.setOffline(false);
  await page.getByText("已连接，全部已发送").waitFor();
  expect(await matchOf("1-1-1")).toMatchObject({ sets: [[3, 2]], runs: ["hhaah"] });
  const { count } = await stage.database
    .dbFor(BADMINTON.id)
    .selectFrom("umpire_mark")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("battle_id", "=", match.id)
    .executeTakeFirstOrThrow();
  expect(count).toBe(8);

  // Loaded anew, the tablet continues where it was.
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await page.locator(".umpire-half", { hasText: match.home.name }).locator("strong", { hasText: /^3$/ }).waitFor();
  await close();
}, 120_000);

it("stops at 11 with the interval, asks the umpire where the desk has another score, and ends with the match", async () => {
  const match = await matchOf("1-1-2");
  const { page, close } = await openTablet(match);
  await page.locator(".umpire-cover").getByRole("button", { name: match.away.name }).click();
  await page.getByText("已连接，全部已发送").waitFor();
  const score = callsOf(battles).score;
  await ask(score, {
    id: match.id,
    sets: [
      [21, 10],
      [9, 5],
    ],
  });
  await page.getByRole("button", { name: `点这半边，${match.home.name}得分` }).click();
  await page.getByRole("button", { name: "记录台：21–10 9–5" }).click();
  await tap(page, match.home.name, 10);
  await tap(page, match.home.name, 11);
  await page.getByText("11 分间歇").waitFor();
  await shot(page, "umpire-interval");
  await page.getByRole("button", { name: "提前继续" }).click();
  await page.getByText("已连接，全部已发送").waitFor();
  expect((await matchOf("1-1-2")).sets).toEqual([
    [21, 10],
    [11, 5],
  ]);
  await page.getByRole("button", { name: "退赛…" }).click();
  await page.locator(".umpire-cover").getByRole("button", { name: match.away.name }).click();
  await page.getByRole("button", { name: "记退赛" }).click();
  await page.getByText("比赛已结束").waitFor();
  expect(await matchOf("1-1-2")).toMatchObject({ state: "retired", winner: 0 });
  await page.getByRole("button", { name: "下一场" }).click();
  await page.getByLabel("PIN").waitFor();
  await close();
}, 120_000);

it("sends what was unsent after the PIN is entered again, and asks before another match's code replaces this one", async () => {
  const match = await matchOf("1-1-3");
  const { page, context, close } = await openTablet(match);
  page.on("dialog", (dialog) => void dialog.accept());
  // The sides stand the other way round before anybody serves.
  await page.getByRole("button", { name: "左右互换" }).click();
  await page.getByText("已连接，全部已发送").waitFor();
  expect(await matchOf("1-1-3")).toMatchObject({ state: "ready" });
  await page.locator(".umpire-cover").getByRole("button", { name: match.home.name }).click();
  await tap(page, match.home.name, 1);
  await page.getByText("已连接，全部已发送").waitFor();

  await context.setOffline(true);
  for (const score of [2, 3]) await tap(page, match.home.name, score);
  // The desk issues a new PIN meanwhile: the tablet's old access opens nothing.
  await ask(umpire.issue, { id: match.id });
  await context.setOffline(false);
  await page.getByRole("button", { name: "重新输入 PIN" }).click();
  await shot(page, "umpire-pin-again");
  await enterPin(page, match);
  await page.getByText("已连接，全部已发送").waitFor();
  expect(await matchOf("1-1-3")).toMatchObject({ state: "running", sets: [[3, 0]] });

  const other = await matchOf("1-1-4");
  await page.goto(addressOf(other));
  await page.getByText(match.home.name).waitFor();
  await shot(page, "umpire-choice");
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: "继续这一场" }).click();
  await tap(page, match.home.name, 4);
  await page.goto(addressOf(other));
  await page.getByRole("button", { name: "打开扫码的那一场" }).click();
  await enterPin(page, other);
  await page.getByText("谁先发球？").waitFor();
  await page.getByRole("heading", { name: "男子单打" }).waitFor();
  await page.locator(".umpire-cover").getByRole("button", { name: other.home.name }).waitFor();
  await close();
}, 120_000);

it("opens nothing without the PIN, and says so", async () => {
  const match = await matchOf("1-1-1");
  const { page, close } = await stage.open({ width: 390, height: 844 });
  await page.goto(`/umpire?venue=${BADMINTON.id}&match=${match.id}`);
  await page.getByLabel("PIN").fill("123");
  await settled(page);
  await page.getByLabel("PIN").fill("000000");
  await page.getByRole("button", { name: "打开对阵" }).click();
  await page.getByText("PIN 不对").waitFor();
  expect(await page.getByText(match.home.name).count()).toBe(0);
  await close();
});
