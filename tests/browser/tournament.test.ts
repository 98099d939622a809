/**
 * A tournament played through by a desk that uses only the keyboard: sign-up by form and by Excel, payment, draw, order of play, scores,
 * standings, prints. In the long form by 32 players with every step done on the screens; in the short form by 8, each step done there once.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { battles } from "../../src/contract/competitions/battles";
import { booking } from "../../src/contract/booking/booking";
import type { Call, Input, Output } from "../../src/contract/core/call";
import { gameEvents, gameEventSettings, games, gameTeams } from "../../src/contract/competitions/competitions";
import { gameCourtDesk } from "../../src/contract/gameCourts/game-courts";
import { matches } from "../../src/contract/competitions/matches";
import { callsOf } from "../../src/contract/core/resource/calls";
import { type ExcelRow, streamExcel } from "../../src/server/http/excel";
import { DEFAULT_ZONE } from "../../src/contract/core/time";
import { axe, openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";
import { FULL } from "../support/forms";
import type { Client } from "../support/server";

const PLAYERS = FULL ? 32 : 8;
const GROUPS = PLAYERS / 4;
/** Entries typed into the form; the others come from a file. */
const TYPED = FULL ? 2 : 1;
/** Number of entries paid, and of matches scored, on the screens. */
const PAID = FULL ? Number.POSITIVE_INFINITY : 1;
const SCORED = FULL ? Number.POSITIVE_INFINITY : 2;
/** Points that are timed. */
const POINTS = FULL ? 9 : 3;

let stage: Stage;
let admin: Client;
let gameId = "";
let eventId = "";
const ask = <C extends Call>(call: C, input: Input<C>): Promise<Output<C>> => admin.ok(call, input, { venueId: BADMINTON.id });
const team = callsOf(gameTeams);
const battle = callsOf(battles);
const move = (action: "publish" | "openSignUp" | "closeSignUp" | "start" | "finish") =>
  ask(callsOf(games).modifyStatus, { id: gameId, action });

beforeAll(async () => {
  stage = await openStage();
  admin = await stage.admin();
  const day = stage.tomorrow;
  const draft = { gameStart: day, gameEnd: day, gameType: "venueGame", businessCode: "venue", memberType: "personal" } as const;
  gameId = (await ask(callsOf(games).create, { ...draft, shortTitle: "键盘公开赛", bail: "20.00" })).id;
  const event = { game: gameId, title: "男子单打", kind: "singles", gender: "male", fee: "50.00", seeds: 4 } as const;
  eventId = (await ask(callsOf(gameEvents).create, event)).id;
  const {
    createdAt: _,
    winInningQuantity: _w,
    eventTitle: _e,
    gameTitle: _g,
    ...own
  } = await ask(callsOf(gameEventSettings).view, { id: eventId });
  const groups = { racecardRule: "groupsKnockout", groupQuantity: GROUPS, winTeamQuantity: 2, inningMinutes: 20, restMinutes: 5 } as const;
  await ask(callsOf(gameEventSettings).modify, { ...own, ...groups });
  await move("publish");
  await move("openSignUp");
});
afterAll(() => stage?.close());

const entered = async () => (await ask(team.list, { event: eventId, size: 100 })).content;
const scored = async () => (await ask(matches.board, { gameId })).matches;
const named = (i: number): string => `选手${String(i).padStart(2, "0")}`;
const phoneOf = (i: number): string => `1390000${String(i).padStart(4, "0")}`;
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).first();
/** Presses a button with the keyboard. */
const press = (page: Page, name: string | RegExp) => button(page, name).press("Enter");
/** Types as hands do: faster than 20 ms a key is a scanner. */
const write = (page: Page, text: string) => page.keyboard.type(text, { delay: 30 });
async function type(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).first().focus();
  await write(page, text);
}

/** An entry and its player, as the desk types them. */
async function signUp(page: Page, i: number): Promise<void> {
  await page.goto(`/addedServices/team-form?event=${eventId}`);
  await settled(page);
  await page.locator(".ant-select-selection-item", { hasText: "男子单打" }).waitFor();
  await type(page, "队伍/选手", named(i));
  await type(page, "单位", `俱乐部${i % 5}`);
  await type(page, "队长", named(i));
  await type(page, "手机号", phoneOf(i));
  if (i <= 4) await type(page, "种子", String(i));
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await entered()).length).toBe(i);
  const id = (await entered()).find(({ name }) => name === named(i))?.id ?? "";
  await page.goto(`/addedServices/team-member-form?team=${id}`);
  await settled(page);
  await page.getByLabel("性别", { exact: true }).first().focus();
  await page.keyboard.press("ArrowDown");
  await page.locator(".ant-select-item-option", { hasText: /^男$/ }).waitFor();
  await page.keyboard.press("Enter");
  await type(page, "姓名", named(i));
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await ask(team.view, { id })).members).toBe(1);
}

async function excel(titles: readonly string[], rows: readonly ExcelRow[]): Promise<Buffer> {
  async function* each(): AsyncGenerator<ExcelRow> {
    yield* rows;
  }
  const columns = titles.map((title) => ({ title, type: "text" as const }));
  const { body } = await streamExcel("x.xlsx", columns, each(), DEFAULT_ZONE);
  if (Buffer.isBuffer(body)) return body;
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

/** The rows of a file, through the list's import. */
async function fromExcel(page: Page, list: string, titles: readonly string[], rows: readonly ExcelRow[]): Promise<void> {
  await page.goto(list);
  await settled(page);
  await press(page, "导入");
  const dialog = page.getByRole("dialog");
  const mimeType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  await dialog.locator("input[type=file]").setInputFiles({ name: "报名.xlsx", mimeType, buffer: await excel(titles, rows) });
  await press(page, "试导入（不保存）");
  await press(page, `导入 ${rows.length} 行`);
  await press(page, "完成");
  await dialog.waitFor({ state: "detached" });
}

async function pay(page: Page, id: string): Promise<void> {
  await page.goto(`/addedServices/team-list/${id}`);
  await settled(page);
  await press(page, "缴费");
  await press(page, /^收款 ¥70/);
  await expect.poll(async () => (await ask(team.view, { id })).state).toBe("paid");
}

/** The match on the screen: its score typed, saved, confirmed, and on to the next one. Not a key more. */
async function scoreShown(page: Page): Promise<void> {
  await write(page, "21-12 21-15");
  await page.keyboard.press("Enter");
  const step = page.locator(".comp-scoring > header button");
  await expect.poll(() => step.innerText()).toContain("确认赛果：");
  await expect.poll(() => step.evaluate((one) => one === document.activeElement && one.ariaDisabled !== "true")).toBe(true);
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator(".comp-scoring > header .tag").innerText()).toContain("已结束");
}

/** The first match point by point: the hall screen follows each. @returns after how many milliseconds */
async function live(page: Page, screen: Page): Promise<readonly number[]> {
  const first = (await scored()).find(({ state }) => state === "ready");
  if (!first) throw new Error("no match is ready");
  await page.goto(`/addedServices/combat-team-member-list2?game=${gameId}`);
  await settled(page);
  await page.keyboard.press("/");
  await page.keyboard.type(first.home.name);
  await page.keyboard.press("Enter");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName + String(document.activeElement?.textContent)))
    .toMatch(/^BUTTON开始比赛/);
  await page.keyboard.press("Enter");
  await button(page, `${first.home.name} 得分`).waitFor();
  await screen.goto(`/addedServices/live-score?game=${gameId}`);
  const home = screen.locator(".live-side", { hasText: first.home.name }).locator("strong");
  await home.waitFor();
  await settled(screen);
  const delays: number[] = [];
  for (let points = 1; points <= POINTS; points++) {
    const began = performance.now();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => home.innerText(), { interval: 20 }).toBe(String(points));
    delays.push(Math.round(performance.now() - began));
  }
  await shot(screen, "tournament-live");
  await shot(page, "tournament-points");
  expect(await printed(page)).toMatch(/键盘公开赛 记分表[^]*第 3 局/);
  expect(await axe(page)).toEqual([]);
  // Faster than the server answers: none is lost, and the last two are taken back.
  for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "ArrowRight", "z", "z"]) await page.keyboard.press(key);
  await expect.poll(async () => (await scored()).find(({ id }) => id === first.id)?.sets).toEqual([[POINTS, 2]]);
  await expect.poll(async () => (await scored()).find(({ id }) => id === first.id)?.runs).toEqual([`${"h".repeat(POINTS)}aa`]);
  return delays;
}

/** Returns the text of a page's print; in the long form, also as the browser lays it out on paper. */
async function printed(page: Page): Promise<string> {
  await page.emulateMedia({ media: "print" });
  const text = await page.evaluate(() => document.body.innerText);
  if (FULL) expect((await page.pdf({ preferCSSPageSize: true })).toString("latin1")).toContain("/Type /Page\n");
  await page.emulateMedia({ media: "screen" });
  return text;
}

it(
  `is played by ${PLAYERS} from sign-up to standings`,
  async () => {
    const desk = await stage.open();
    const { page } = desk;
    await signIn(page, "admin");
    for (let i = 1; i <= TYPED; i++) await signUp(page, i);
    const rest = Array.from({ length: PLAYERS - TYPED }, (_, i) => i + TYPED + 1);
    await fromExcel(
      page,
      `/addedServices/team-list?event=${eventId}`,
      ["比赛项目", "队伍/选手", "单位", "队长", "手机号", "种子"],
      rest.map((i) => ["男子单打", named(i), `俱乐部${i % 5}`, named(i), phoneOf(i), i <= 4 ? String(i) : null]),
    );
    await fromExcel(
      page,
      "/addedServices/team-member-list",
      ["队伍", "姓名", "性别", "手机号"],
      rest.map((i) => [named(i), named(i), "男", phoneOf(i)]),
    );
    const entries = await entered();
    expect(entries.map(({ state, members }) => [state, members])).toEqual(entries.map(() => ["confirmed", 1]));
    for (const [i, { id }] of entries.entries())
      if (i < PAID) await pay(page, id);
      else await ask(team.pay, { id, payments: [{ type: "WeChat", amount: "70.00" }] });
    await move("closeSignUp");

    await page.goto(`/addedServices/draw-list?event=${eventId}`);
    await press(page, "开始抽签");
    await press(page, "公布并锁定");
    await page.getByRole("dialog").getByRole("button", { name: "公布" }).press("Enter");
    await page.getByText("已公布并锁定").waitFor();
    await settled(page);
    await shot(page, "tournament-draw");
    const draw = await printed(page);
    expect([draw.includes(named(1)), draw.includes("A 组"), draw.includes("随机种子")]).toEqual([true, true, true]);
    await move("start");

    const { places } = await ask(booking.places, { venueId: BADMINTON.id });
    // The others have bookings of the stage.
    const placeIds = places.filter(({ name }) => ["4", "5", "6"].includes(name)).map((place) => place.id);
    await ask(gameCourtDesk.take, { gameId, title: "键盘公开赛", placeIds, days: [stage.tomorrow], start: 540, end: 1_260 });
    await page.goto(`/addedServices/schedule-list?game=${gameId}`);
    await press(page, "排未排的场次");
    await expect.poll(async () => (await ask(matches.schedule, { gameId })).unplaced).toBe(0);
    await page.getByText(/已排 \d+ 场，移动/).waitFor();
    await page.getByText("冲突 0").waitFor();
    await settled(page);
    await shot(page, "tournament-schedule");
    const order = await printed(page);
    expect([order.includes("男子单打 A 组第 1 轮"), order.includes("比分")]).toEqual([true, true]);

    const delays = await live(page, await desk.tab());
    // Shown, not asserted: on a slow machine it takes what it takes.
    if (FULL) process.stdout.write(`ms until the hall screen has a point: ${delays.join(", ")}\n`);
    const left = async () => (await scored()).filter(({ state }) => state === "ready");
    await scoreShown(page);
    for (let byHand = 1; byHand < SCORED && (await left()).length > 0; byHand++) {
      await page.keyboard.press("Enter");
      await expect.poll(() => page.locator(".comp-scoring > header button").innerText()).toContain("开始比赛");
      await scoreShown(page);
    }
    const sets: [number, number][] = Array.from({ length: 2 }, () => [21, 9]);
    for (let round = await left(); round.length > 0; round = await left())
      for (const { id } of round) {
        await ask(battle.start, { id });
        await ask(battle.score, { id, sets });
        await ask(battle.finish, { id });
      }
    await shot(page, "tournament-scored");

    await page.goto(`/addedServices/schedule-group-list2?event=${eventId}`);
    await page.getByText("已赛完").first().waitFor();
    await settled(page);
    await shot(page, "tournament-standings");
    const tables = await printed(page);
    expect([tables.includes("出线"), tables.includes("由何决定")]).toEqual([true, true]);
    // Not public any more: on paper only first letters.
    const { createdAt: _, ...own } = await ask(callsOf(games).view, { id: gameId });
    await ask(callsOf(games).modify, { ...own, privacy: true });
    await page.reload();
    await page.getByText(named(1)).first().waitFor();
    const masked = await printed(page);
    expect([masked.includes(named(1)), masked.includes("选***")]).toEqual([false, true]);
    const ranks = (await entered()).map(({ place }) => place ?? 0).sort((a, b) => a - b);
    expect([ranks.length, ranks.slice(0, 4), ranks.at(-1)]).toEqual([PLAYERS, [1, 2, 3, 3], (PLAYERS / 4) * 3 + 1]);
    await move("finish");
    expect(desk.faults).toEqual([]);
    await desk.close();
  },
  FULL ? 1_800_000 : 400_000,
);
