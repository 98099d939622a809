/** The tools of the top bar and what the shell says of itself: bell, voice, the update notice, the broken line, another tab's venue. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { shell as calls } from "../../src/contract/platform/shell";
import { PLATFORM } from "../../src/server/db/client";
import { venueRow } from "../../src/server/demo/setup";
import { addMessage, type NewMessage } from "../../src/server/kernel/messages";
import { change, systemRequest } from "../../src/server/http/perform";
import { BADMINTON, BASKETBALL, BOOKED } from "../support/browser-data";
import { axe, chooseVenue, enter, openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { long } from "../support/forms";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const DAY_MS = 86_400_000;

/** Tells the badminton hall something, as a service does. */
async function tell(message: NewMessage): Promise<void> {
  const venue = await venueRow(stage.database.dbFor(PLATFORM), BADMINTON.id);
  await change(stage.database, systemRequest(venue, "test.message", stage.now()), (ctx) => addMessage(ctx, message));
}
const live = (page: Page): Promise<void> => page.locator(".foot output", { hasText: "实时" }).waitFor();

it("counts unread messages on the bell, leads to what one tells of, and reads and clears them in the message centre", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await enter(page, "admin");
  await live(page);
  const bell = page.getByRole("button", { name: /^消息/ });
  await bell.and(page.getByLabel("消息", { exact: true })).waitFor();

  const order = await stage.database
    .dbFor(BADMINTON.id)
    .selectFrom("booking_order")
    .select("id")
    .where("phone", "=", BOOKED.phone)
    .executeTakeFirstOrThrow();
  await tell({ kind: "system", title: () => "明日停水", text: () => "上午 9 点至 11 点" });
  await tell({ kind: "stock", title: () => "库存不足：胜利 GR262 手胶" });
  await tell({ kind: "booking", title: () => "换场通知", text: () => "已换到 2 号", resource: "bookingOrders", resourceId: order.id });
  await page.getByRole("button", { name: "消息，3 条未读" }).waitFor();
  expect(await bell.locator(".badge").innerText()).toBe("3");

  await bell.press("Enter");
  const list = page.getByRole("region", { name: "消息中心" });
  await expect.poll(() => list.locator("li b").allInnerTexts()).toEqual(["换场通知", "库存不足：胜利 GR262 手胶", "明日停水"]);
  expect(await axe(page)).toEqual([]);
  await shot(page, "tools-bell");
  await list.getByRole("button", { name: /换场通知/ }).press("Enter");
  await page.waitForURL(`**/book/venue-booking?day=${stage.tomorrow}*`);
  await page.locator(".panel h2", { hasText: BOOKED.name }).waitFor();
  await page.getByRole("button", { name: "消息，2 条未读" }).waitFor();

  await bell.click();
  await list.getByRole("link", { name: "查看全部" }).click();
  await page.waitForURL("**/venue/venue-message-center-list");
  await settled(page);
  const rows = page.locator(".list-page:visible tbody tr.ant-table-row");
  await expect.poll(() => rows.count()).toBe(3);
  await page.getByRole("checkbox", { name: "选择 明日停水" }).check();
  await page.getByRole("toolbar").getByRole("button", { name: "已读" }).click();
  await page.getByRole("button", { name: "消息，1 条未读" }).waitFor();
  expect(await axe(page)).toEqual([]);

  await bell.click();
  await list.getByRole("button", { name: "全部已读" }).click();
  await bell.and(page.getByLabel("消息", { exact: true })).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "清空消息" }).click();
  const sure = page.getByRole("dialog");
  expect(await axe(page)).toEqual([]);
  await sure.getByRole("button", { name: "清空消息" }).click();
  await sure.waitFor({ state: "detached" });
  await expect.poll(() => rows.count()).toBe(0);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

long("keeps the chosen voice on the server, says a test with it, and nothing once it is off", async () => {
  const spoken: string[] = [];
  const desk = await stage.open();
  const { page } = desk;
  await page.exposeFunction("told", (text: string) => spoken.push(text));
  await page.addInitScript(() => {
    Object.defineProperty(speechSynthesis, "speak", {
      value(utterance: SpeechSynthesisUtterance) {
        void Reflect.apply(Reflect.get(window, "told"), window, [`${utterance.text} ${utterance.pitch.toFixed(1)}`]);
        setTimeout(() => utterance.dispatchEvent(new Event("end")), 5);
      },
    });
  });
  await enter(page, "admin");
  await page.getByRole("button", { name: "语音播报：度小美" }).press("Enter");
  await page.getByRole("radio", { name: "度逍遥" }).check();
  expect(await axe(page)).toEqual([]);
  await shot(page, "tools-voice");
  await page.getByRole("button", { name: "试听" }).click();
  await expect.poll(() => spoken, { timeout: 20_000 }).toEqual([expect.stringMatching(/一千元零五分.* 0\.7$/)]);
  const kept = (): Promise<{ value: string }[]> =>
    stage.database.dbFor(BADMINTON.id).selectFrom("preference").select("value").where("key", "=", "voice").execute();
  await expect.poll(kept).toEqual([{ value: "3" }]);

  // Another browser of the same person knows the choice.
  const other = await stage.open();
  await enter(other.page, "admin");
  await other.page.getByRole("button", { name: "语音播报：度逍遥" }).click();
  await other.page.getByRole("radio", { name: "关闭" }).check();
  expect(await other.page.getByRole("button", { name: "试听" }).isDisabled()).toBe(true);
  await expect.poll(kept).toEqual([{ value: "off" }]);
  expect(desk.faults.concat(other.faults)).toEqual([]);
  await Promise.all([desk.close(), other.close()]);
});

long("shows an update on the home page once a day, and elsewhere only a mark on the message button", async () => {
  const desk = await stage.open({ news: true });
  const { page } = desk;
  const ago = (ms: number): number => stage.now().getTime() - ms;
  const upTime = new Date(ago(DAY_MS)).toISOString();
  await desk.context.route(`**${calls.updateNotice.path}*`, (route) =>
    route.fulfill({ json: { code: 200, msg: "", data: { upTime, memo: "新增固定场与候补。" } } }),
  );
  const notice = page.getByRole("dialog", { name: "更新公告" });
  const mark = page.locator(".top .tool", { has: page.locator(".badge-dot") });
  const shownLast = (ms: number): Promise<void> => page.evaluate((at) => localStorage.setItem("update_notice_shown", at), String(ms));
  const home = (): Promise<void> => page.locator('.side a[href="/dashboard"]').first().click();
  await signIn(page, "cashier");
  await page.goto("/venueUser/venue-user-form");
  await page.locator("#member_name").waitFor();
  await mark.waitFor();
  expect(await notice.count()).toBe(0);
  await home();
  await notice.waitFor();
  expect(await notice.innerText()).toContain("新增固定场与候补。");
  expect(await axe(page)).toEqual([]);
  await shot(page, "tools-update");
  await notice.getByRole("button", { name: "知道了" }).press("Enter");
  await notice.waitFor({ state: "detached" });
  expect(await mark.count()).toBe(0);

  // The next day it comes again, but not into what is being typed.
  await shownLast(ago(DAY_MS));
  await page.goto("/venueUser/venue-user-list");
  await mark.waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").waitFor();
  expect(await notice.count()).toBe(0);
  await page.keyboard.press("Escape");
  await home();
  await notice.waitFor();
  await notice.getByRole("button", { name: "知道了" }).click();
  await notice.waitFor({ state: "detached" });
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("says that the network is gone and when it is back, and keeps what was typed", async () => {
  const desk = await stage.open();
  const { page } = desk;
  let connected = true;
  await page.routeWebSocket(/\/ws/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => connected && server.send(message));
    server.onMessage((message) => connected && socket.send(message));
  });
  await enter(page, "admin");
  await live(page);
  await page.locator('.side a[href="/venueUser/venue-user-form"]').click();
  await page.locator("#member_name").fill("顾思琪");
  const banner = page.getByText(/^网络已断开/);

  // A pulled cable: no socket is closed, nothing comes any more.
  connected = false;
  await desk.context.setOffline(true);
  await page.locator(".foot output", { hasText: "已断开" }).waitFor();
  await banner.waitFor();
  expect(await axe(page)).toEqual([]);
  await shot(page, "tools-offline");

  // A tool that must be fetched first reports that it is unavailable, and loses nothing else.
  await page.getByRole("button", { name: "收款码" }).click();
  await page.getByText("网络不通，请检查后重试").waitFor();
  expect(await page.locator("#member_name").inputValue()).toBe("顾思琪");
  connected = true;
  await desk.context.setOffline(false);
  await banner.waitFor({ state: "detached" });
  await live(page);
  await page.getByRole("button", { name: "收款码" }).click();
  await page.getByRole("dialog", { name: "场馆收款码" }).waitFor();
  await page.keyboard.press("Escape");
  expect(await page.locator("#member_name").inputValue()).toBe("顾思琪");
  await desk.close();
});

long("stops where another tab chose another venue, until the hands say which", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await enter(page, "admin");
  const second = await desk.tab();
  await second.goto("/sites");
  await chooseVenue(second, BASKETBALL.name);
  const asking = page.getByRole("dialog");
  await asking.waitFor();
  expect(await asking.innerText()).toContain(`另一个标签页已切换到${BASKETBALL.name}`);
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press("Escape");
  expect(await asking.count()).toBe(1);
  await shot(page, "tools-other-venue");
  await asking.getByRole("button", { name: `切回${BADMINTON.name}` }).click();
  await asking.waitFor({ state: "detached" });

  const told = second.getByRole("dialog");
  await told.waitFor();
  await told.getByRole("button", { name: "在此页也切换" }).click();
  await second.locator(".side .venue", { hasText: BADMINTON.name }).waitFor();
  expect(desk.faults).toEqual([]);
  await desk.close();
});
