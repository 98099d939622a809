/** The customers' pages in a real browser: on phones, in both languages and themes, live, and without a script. */
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { battles } from "../../src/contract/competitions/battles";
import type { Call, Input, Output } from "../../src/contract/core/call";
import { gameEvents, games, gameTeamMembers, gameTeams } from "../../src/contract/competitions/competitions";
import type { Match } from "../../src/contract/competitions/match";
import { matches } from "../../src/contract/competitions/matches";
import { callsOf } from "../../src/contract/core/resource/calls";
import { PLATFORM } from "../../src/server/db/client";
import { axe, openBrowser, openStage, shot, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";
import type { Client } from "../support/server";

let stage: Stage;
let admin: Client;
let gameId = "";
let eventId = "";
let match: Match;
const VENUE = `/mini/v/${BADMINTON.id}`;
const ask = <C extends Call>(call: C, input: Input<C>): Promise<Output<C>> => admin.ok(call, input, { venueId: BADMINTON.id });
const move = (action: "publish" | "openSignUp" | "closeSignUp" | "start") => ask(callsOf(games).modifyStatus, { id: gameId, action });

beforeAll(async () => {
  stage = await openStage();
  admin = await stage.admin();
  await stage.database
    .dbFor(PLATFORM)
    .updateTable("venue")
    .set({ public_page: true, intro: "室内恒温", longitude: 121.54, latitude: 31.22, phone: "021-5033 6027" })
    .where("id", "=", BADMINTON.id)
    .execute();
  const day = stage.tomorrow;
  const draft = { gameStart: day, gameEnd: day, gameType: "venueGame", businessCode: "venue", memberType: "personal" } as const;
  gameId = (await ask(callsOf(games).create, { ...draft, shortTitle: "公开页公开赛" })).id;
  const event = { game: gameId, title: "男子单打", kind: "singles", gender: "male", fee: "0.00", seeds: 0 } as const;
  eventId = (await ask(callsOf(gameEvents).create, event)).id;
  await move("publish");
  await move("openSignUp");
  for (const [i, name] of ["陈建华", "罗晋", "郑凯", "高远"].entries()) {
    const phone = `1391112000${i}`;
    const { id } = await ask(callsOf(gameTeams).create, { event: eventId, name, captain: name, phone, club: "蓝盾", seed: null });
    await ask(callsOf(gameTeamMembers).create, { team: id, name, sex: "male", phone });
  }
  await move("closeSignUp");
  await ask(matches.makeDraw, { eventId, seed: "公开" });
  await ask(matches.publishDraw, { eventId });
  await move("start");
  const found = (await ask(matches.board, { gameId })).matches.find(({ key }) => key === "1-1-1");
  if (!found) throw new Error("no match");
  match = found;
});
afterAll(() => stage?.close());

const pages = (): Record<string, string> => ({
  venue: VENUE,
  pay: `${VENUE}/pay`,
  games: `${VENUE}/competitions`,
  game: `${VENUE}/competitions/${gameId}`,
  order: `${VENUE}/competitions/${gameId}/order`,
  event: `${VENUE}/competitions/${gameId}/events/${eventId}`,
  repeat: `${VENUE}/competitions/${gameId}/events/${eventId}/repeat`,
  match: `${VENUE}/matches/${match.id}`,
  missing: `${VENUE}/nothing`,
});
const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

it.each([
  { language: "zh", theme: "light", width: 390 },
  { language: "en", theme: "dark", width: 390 },
  { language: "en", theme: "light", width: 320 },
] as const)("can be used by everybody: $language, $theme, $width px", async (view) => {
  const desk = await stage.open({ ...view, height: 844 });
  for (const [name, path] of Object.entries(pages())) {
    await desk.page.goto(path);
    expect(await axe(desk.page), name).toEqual([]);
    expect(await sideways(desk.page), name).toBe(0);
    await shot(desk.page, `public-${name}-${view.language}-${view.theme}-${view.width}`);
    expect(
      desk.faults.filter((fault) => !fault.includes("404")),
      name,
    ).toEqual([]);
  }
  await desk.close();
});

it("opens a court's page and the umpire's way in from it, without a login", async () => {
  const desk = await stage.open({ width: 390, height: 844 });
  await desk.page.goto(`/umpire?venue=${BADMINTON.id}&match=${match.id}`);
  await desk.page.getByRole("link", { name: "我是观众，看比分和赛程" }).click();
  await desk.page.getByRole("heading", { name: "对阵" }).waitFor();
  await desk.page.getByRole("link", { name: "我是裁判，用 PIN 计分" }).click();
  await desk.page.getByRole("heading", { name: "裁判记分" }).waitFor();
  await desk.close();
});

it("brings scores up to date while the page is open", async () => {
  const desk = await stage.open({ width: 390, height: 844 });
  const { page } = desk;
  await page.goto(`${VENUE}/matches/${match.id}`);
  await page.getByText("待赛").waitFor();
  await ask(callsOf(battles).start, { id: match.id });
  await ask(callsOf(battles).score, { id: match.id, sets: [[7, 3]] });
  await page.evaluate(() => {
    Reflect.set(window, "isSamePage", true);
  });
  // As when the reader comes back to the page; the server's rendering may be some seconds old.
  const scores = async (): Promise<string[]> => {
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    return page.locator(".match td").allTextContents();
  };
  await expect.poll(scores).toEqual(["7", "3"]);
  await page.getByText("比赛中").waitFor();
  expect(await page.evaluate(() => Reflect.get(window, "isSamePage") as unknown)).toBe(true);
  await desk.close();
});

it("is read without a script, which is small where there is one", async () => {
  const browser = await openBrowser();
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: stage.origin, locale: "zh-CN" });
  const page = await context.newPage();
  await page.goto(VENUE);
  await page.getByRole("heading", { level: 1, name: BADMINTON.name }).waitFor();
  expect(await page.getByRole("heading", { name: "价格" }).count()).toBe(1);
  const src = (await page.locator("script[type=module]").getAttribute("src")) ?? "";
  const script = await (await fetch(stage.origin + src)).text();
  expect(gzipSync(script).length).toBeLessThanOrEqual(30 * 1_024);
  expect(script).toContain("data-live");
  await context.close();
});
