/** The desk calls matches from the queue: to a free court, late and on court, begun; the hall screen shows where to go. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Call, Input, Output } from "../../src/contract/core/call";
import { gameEvents, games, gameSettings, gameTeamMembers, gameTeams } from "../../src/contract/competitions/competitions";
import { matches } from "../../src/contract/competitions/matches";
import { callsOf } from "../../src/contract/core/resource/calls";
import { dayOf, DEFAULT_ZONE, instant, wall } from "../../src/contract/core/time";
import { booking } from "../../src/contract/booking/booking";
import { gameCourtDesk } from "../../src/contract/gameCourts/game-courts";
import { axe, openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";
import type { Client } from "../support/server";

let stage: Stage;
let admin: Client;
let gameId = "";
let eventId = "";
const ask = <C extends Call>(call: C, input: Input<C>): Promise<Output<C>> => admin.ok(call, input, { venueId: BADMINTON.id });
const move = (action: "publish" | "openSignUp" | "closeSignUp" | "start") => ask(callsOf(games).modifyStatus, { id: gameId, action });

beforeAll(async () => {
  stage = await openStage();
  admin = await stage.admin();
  const day = dayOf(stage.now(), DEFAULT_ZONE);
  const draft = { gameStart: day, gameEnd: day, gameType: "venueGame", businessCode: "venue", memberType: "personal" } as const;
  gameId = (await ask(callsOf(games).create, { ...draft, shortTitle: "叫号公开赛" })).id;
  const event = { game: gameId, title: "男子单打", kind: "singles", gender: "male", fee: "0.00", seeds: 0 } as const;
  eventId = (await ask(callsOf(gameEvents).create, event)).id;
  const { createdAt: _, gameTitle: _g, isCounting: _c, ...own } = await ask(callsOf(gameSettings).view, { id: gameId });
  await ask(callsOf(gameSettings).modify, { ...own, sport: "badminton", orderOfPlay: "queue" });
  await move("publish");
  await move("openSignUp");
  for (const [i, name] of ["陈建华", "罗晋", "郑凯", "高远", "徐志强", "潘子墨", "曹一鸣", "许文博"].entries()) {
    const phone = `1392222000${i}`;
    const { id } = await ask(callsOf(gameTeams).create, { event: eventId, name, captain: name, phone, club: "蓝盾", seed: null });
    await ask(callsOf(gameTeamMembers).create, { team: id, name, sex: "male", phone });
  }
  await move("closeSignUp");
  await ask(matches.makeDraw, { eventId, seed: "叫号" });
  await ask(matches.publishDraw, { eventId });
  await move("start");
  const { places } = await ask(booking.places, { venueId: BADMINTON.id });
  const placeIds = places.filter(({ name }) => ["4", "5"].includes(name)).map((place) => place.id);
  const { minute } = wall(stage.now(), DEFAULT_ZONE);
  const start = (Math.floor(minute / 60) + 1) * 60;
  await ask(gameCourtDesk.take, { gameId, title: "叫号公开赛", placeIds, days: [day], start, end: start + 240 });
  // The server's clock: courts are the game's from then on.
  stage.server.now = new Date(instant(day, start + 5, DEFAULT_ZONE));
});
afterAll(() => stage?.close());

const court = (page: Page, name: string) => page.getByRole("region", { name: `场地 ${name}` });

it("calls the next match to each free court, marks who is late, and begins it", async () => {
  const desk = await stage.open({ width: 1440 });
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto(`/addedServices/schedule-list?game=${gameId}`);
  await court(page, "4 号").getByRole("button", { name: /叫到/ }).click();
  await court(page, "4 号").getByText("叫号中").waitFor();
  await court(page, "4 号").getByLabel("谁迟到").selectOption("away");
  await court(page, "4 号").getByText(/迟到$/).first().waitFor();
  await court(page, "5 号").getByRole("button", { name: /叫到/ }).click();
  await court(page, "5 号").getByRole("button", { name: "已到场" }).click();
  await court(page, "5 号").getByRole("button", { name: "开始比赛" }).click();
  await court(page, "5 号")
    .getByText(/已打 \d+ 分钟/)
    .waitFor();
  const view = await ask(matches.queue, { gameId });
  expect(view.courts.every(({ matchId }) => matchId !== null)).toBe(true);
  expect(view.matches.filter(({ call }) => call?.late === "away")).toHaveLength(1);
  await settled(page);
  expect(await axe(page)).toEqual([]);
  await shot(page, "call-queue-1440");
  await page.setViewportSize({ width: 768, height: 1024 });
  await shot(page, "call-queue-768");
  await page.setViewportSize({ width: 390, height: 844 });
  await shot(page, "call-queue-390");
  const hall = await desk.tab();
  await hall.goto(`/addedServices/live-score?game=${gameId}`);
  await hall.getByText(/前未到记弃权/).waitFor();
  await shot(hall, "call-queue-hall");
  await desk.close();
}, 120_000);

it("says the same in English, with the umpire’s code, the draw’s changes and its paper", async () => {
  const { page, close } = await stage.open({ language: "en", theme: "dark", width: 1440 });
  await signIn(page, "admin");
  await page.goto(`/addedServices/schedule-list?game=${gameId}`);
  await page.getByRole("button", { name: "Umpire’s tablet…" }).first().click();
  await page.getByRole("button", { name: "Issue a PIN" }).click();
  await page.getByLabel("PIN", { exact: true }).waitFor();
  await shot(page, "umpire-code-en-dark");
  await page.keyboard.press("Escape");
  await shot(page, "call-queue-en-dark");
  await page.goto(`/addedServices/draw-list?event=${eventId}`);
  await page.getByRole("button", { name: "Swap lines…" }).click();
  await page.getByRole("button", { name: "Swap", exact: true }).waitFor();
  await shot(page, "draw-swap-en-dark");
  await close();
}, 120_000);
