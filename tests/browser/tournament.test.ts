/**
 * A tournament played through by a desk with the keyboard, from sign-up to standings: entries and their fees, the draw, the order of play,
 * scores, places, prints. The long form has 32 players and leaves nothing to calls; the short form has eight, and does each step by hand once.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { competitions, gameEvents, gameEventSettings, games, gameTeamMembers, gameTeams } from "../../src/contract/competitions";
import { gameCourts } from "../../src/contract/gameCourts";
import { battles, matches } from "../../src/contract/matches";
import { booking } from "../../src/contract/booking";
import { callsOf } from "../../src/contract/resource/calls";
import { openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";
import { FULL } from "../support/forms";
import type { Client } from "../support/server";

const PLAYERS = FULL ? 32 : 8;
const GROUPS = PLAYERS / 4;
/** How many of each step are done by hand. */
const BY_HAND = FULL ? Number.POSITIVE_INFINITY : 1;
const LIVE_MS = 1_000;
const at = { venueId: BADMINTON.id };

let stage: Stage;
let admin: Client;
let gameId = "";
let eventId = "";
beforeAll(async () => {
  stage = await openStage();
  admin = await stage.admin();
  const day = stage.tomorrow;
  const draft = { gameStart: day, gameEnd: day, gameType: "venueGame", businessCode: "venue", memberType: "personal" } as const;
  gameId = (await admin.ok(callsOf(games).create, { ...draft, shortTitle: "键盘公开赛", bail: "20.00" }, at)).id;
  const event = { game: gameId, title: "男子单打", kind: "singles", gender: "male", fee: "50.00", seeds: 4 } as const;
  eventId = (await admin.ok(callsOf(gameEvents).create, event, at)).id;
  const own = await admin.ok(callsOf(gameEventSettings).view, { id: eventId }, at);
  const groups = {
    racecardRule: "groupsKnockout",
    groupQuantity: GROUPS,
    winTeamQuantity: 2,
    inningQuantity: 1,
    inningMinutes: 20,
  } as const;
  await admin.ok(callsOf(gameEventSettings).modify, { ...own, ...groups, restMinutes: 5 }, at);
  for (const action of ["publish", "openSignUp"] as const) await admin.ok(competitions.gameStatus, { id: gameId, action }, at);
});
afterAll(() => stage?.close());

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).first();
/** Presses a button with the keyboard. */
const press = (page: Page, name: string | RegExp) => button(page, name).press("Enter");
async function type(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).first().focus();
  await page.keyboard.type(text);
}
const state = async (id: string) => (await admin.ok(callsOf(gameTeams).view, { id }, at)).state;

/** An entry, its player and its payment, as the desk makes them. */
async function signUp(page: Page, i: number): Promise<void> {
  const name = `选手${i}`;
  const phone = `1390000${String(i).padStart(4, "0")}`;
  if (i > BY_HAND) {
    const draft = { event: eventId, name, captain: name, phone, club: `俱乐部${i % 5}`, seed: i <= 4 ? i : null };
    const { id } = await admin.ok(callsOf(gameTeams).create, draft, at);
    await admin.ok(callsOf(gameTeamMembers).create, { team: id, name, sex: "male", phone }, at);
    await admin.ok(callsOf(gameTeams).pay, { id, payments: [{ type: "WeChat", amount: "70.00" }] }, at);
    return;
  }
  await page.goto(`/addedServices/team-form?event=${eventId}`);
  await settled(page);
  await type(page, "队伍/选手", name);
  await type(page, "单位", `俱乐部${i % 5}`);
  await type(page, "队长", name);
  await type(page, "手机号", phone);
  if (i <= 4) await type(page, "种子", String(i));
  await page.keyboard.press("Enter");
  const found = async () =>
    (await admin.ok(callsOf(gameTeams).list, { event: eventId, name }, at)).content.find((row) => row.name === name);
  await expect.poll(found, { timeout: 10_000 }).toBeDefined();
  const { id = "" } = (await found()) ?? {};
  await page.goto(`/addedServices/team-member-form?team=${id}`);
  await settled(page);
  await type(page, "姓名", name);
  await page.getByLabel("性别", { exact: true }).first().focus();
  await page.keyboard.press("ArrowDown");
  await page.locator(".ant-select-item-option", { hasText: /^男$/ }).waitFor();
  await page.keyboard.press("Enter");
  await type(page, "姓名", "");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await admin.ok(callsOf(gameTeams).view, { id }, at)).members, { timeout: 10_000 }).toBe(1);
  await page.goto(`/addedServices/team-list/${id}`);
  await settled(page);
  await press(page, "缴费");
  await press(page, /^收款 ¥70/);
  await expect.poll(() => state(id), { timeout: 10_000 }).toBe("paid");
}

/** Scores a match: by points with the arrow keys, or whole as a score sheet brings it. */
async function score(page: Page, id: string): Promise<void> {
  await page.goto(`/addedServices/combat-team-member-list2?game=${gameId}&match=${id}`);
  await press(page, "开始比赛");
  const whole = page.getByLabel("整场录入");
  await whole.waitFor();
  await whole.focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("21-12");
  await page.keyboard.press("Enter");
  await press(page, "确认赛果");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** What the print of a page holds, as the browser lays it out for paper. */
async function printed(page: Page): Promise<{ readonly pages: number; readonly text: string }> {
  await page.emulateMedia({ media: "print" });
  const text = await page.evaluate(() => document.body.innerText);
  const pdf = await page.pdf({ format: "A4", landscape: true });
  await page.emulateMedia({ media: "screen" });
  return { pages: pdf.toString("latin1").split("/Type /Page\n").length - 1, text };
}

it(
  `is played by ${PLAYERS} from sign-up to standings`,
  async () => {
    const desk = await stage.open();
    const { page } = desk;
    await signIn(page, "admin");
    for (let i = 1; i <= PLAYERS; i++) await signUp(page, i);
    await admin.ok(competitions.gameStatus, { id: gameId, action: "closeSignUp" }, at);

    await page.goto(`/addedServices/draw-list?event=${eventId}`);
    await press(page, "开始抽签");
    await press(page, "公布并锁定");
    await page.getByRole("dialog").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "公布" }).press("Enter");
    await page.getByText("已公布并锁定").waitFor();
    await shot(page, "tournament-draw");
    const draw = await printed(page);
    expect([draw.pages > 0, draw.text.includes("选手1"), draw.text.includes("A 组")]).toEqual([true, true, true]);
    await admin.ok(competitions.gameStatus, { id: gameId, action: "start" }, at);

    const { places } = await admin.ok(booking.places, { venueId: BADMINTON.id }, at);
    // The others have bookings of the stage.
    const placeIds = places.filter(({ name }) => ["4", "5", "6"].includes(name)).map((place) => place.id);
    const take = { gameId, title: "键盘公开赛", placeIds, days: [stage.tomorrow], start: 540, end: 1200 };
    await admin.ok(gameCourts.take, take, at);
    await page.goto(`/addedServices/schedule-list?game=${gameId}`);
    await press(page, "排未排的场次");
    await page.getByText("冲突 0").waitFor();
    await expect.poll(async () => (await admin.ok(matches.schedule, { gameId }, at)).unplaced, { timeout: 10_000 }).toBe(0);
    await settled(page);
    await shot(page, "tournament-schedule");
    const order = await printed(page);
    expect([order.pages > 0, order.text.includes("男子单打")]).toEqual([true, true]);

    await live(page, await desk.tab());
    let byHand = 0;
    for (;;) {
      const { matches: all } = await admin.ok(matches.board, { gameId }, at);
      const next = all.find((match) => match.state === "ready");
      if (!next) break;
      if (byHand++ < BY_HAND) {
        await score(page, next.id);
        continue;
      }
      await admin.ok(callsOf(battles).start, { id: next.id }, at);
      await admin.ok(callsOf(battles).score, { id: next.id, sets: [[21, 9]] }, at);
      await admin.ok(callsOf(battles).finish, { id: next.id }, at);
    }

    await page.goto(`/addedServices/schedule-group-list2?event=${eventId}`);
    await page.getByText("已赛完").first().waitFor();
    await shot(page, "tournament-standings");
    const tables = await printed(page);
    expect([tables.pages > 0, tables.text.includes("出线"), tables.text.includes("由何决定")]).toEqual([true, true, true]);
    const { content } = await admin.ok(callsOf(gameTeams).list, { event: eventId, size: 100 }, at);
    const ranks = content.map(({ place }) => place ?? 0).sort((a, b) => a - b);
    expect([content.length, ranks.slice(0, 4), ranks.at(-1)]).toEqual([PLAYERS, [1, 2, 3, 3], (PLAYERS / 4) * 3 + 1]);
    await admin.ok(competitions.gameStatus, { id: gameId, action: "finish" }, at);
    expect(desk.faults).toEqual([]);
    await desk.close();
  },
  FULL ? 1_800_000 : 180_000,
);

/** The first match point by point: the hall screen follows each within a second. */
async function live(page: Page, screen: Page): Promise<void> {
  const { matches: all } = await admin.ok(matches.board, { gameId }, at);
  const first = all.find((match) => match.state === "ready");
  if (!first) throw new Error("no match is ready");
  await page.goto(`/addedServices/combat-team-member-list2?game=${gameId}&match=${first.id}`);
  await press(page, "开始比赛");
  await button(page, `${first.home.name} 得分`).waitFor();
  await screen.goto(`/addedServices/live-score?game=${gameId}`);
  const home = screen.locator(".live-card", { hasText: first.home.name }).locator(".live-side strong").first();
  await home.waitFor();
  await settled(screen);
  const delays: number[] = [];
  for (let points = 1; points <= 5; points++) {
    const began = performance.now();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => home.innerText(), { timeout: 10_000, interval: 20 }).toBe(String(points));
    delays.push(performance.now() - began);
  }
  await shot(screen, "tournament-live");
  expect(delays.sort((a, b) => a - b)[2]).toBeLessThan(LIVE_MS);
  await page.keyboard.press("z");
  await expect.poll(() => home.innerText(), { timeout: 10_000, interval: 20 }).toBe("4");
  const whole = page.getByLabel("整场录入");
  await whole.focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("21-15");
  await page.keyboard.press("Enter");
  await press(page, "确认赛果");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}
