/** An activity's day at the desk: made and published, sign-ups paid, checked in by a typed and a scanned code, written to, cancelled with all money back. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { activities, activityJoins } from "../../src/contract/marketing/activities";
import { callsOf } from "../../src/contract/core/resource/calls";
import { addDays } from "../../src/contract/core/time";
import { checkLedger } from "../../src/server/ledger/check";
import { axe, openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON, RICH } from "../support/browser-data";
import { scan } from "../support/browser-scan";

const at = { venueId: BADMINTON.id };
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

it("is made, published, paid at the desk, checked in by code and cancelled with everything given back", { timeout: 90_000 }, async () => {
  const admin = await stage.admin();
  const today = addDays(stage.tomorrow, -1);
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto("/marketing/activity-form");
  const field = (name: string) => page.locator(`#activities_${name}`);
  for (const [name, value] of [
    ["title", "双打交流赛"],
    ["memberFee", "60"],
    ["guestFee", "80"],
  ] as const)
    await field(name).fill(value);
  for (const [name, time] of [
    ["startsAt", "20:00"],
    ["endsAt", "21:30"],
    ["deadline", "19:00"],
  ] as const) {
    await field(name).fill(`${today} ${time}`);
    await field(name).press("Enter");
  }
  // Enter saves, as soon as nothing is missing.
  await field("place").fill("1–4 号场");
  await field("place").press("Enter");
  await page.waitForURL(/activity-list/);
  const activity = async () => (await admin.ok(callsOf(activities).list, { q: "双打交流赛" }, at)).content[0];
  const id = (await activity())?.id ?? "";

  await page.goto(`/marketing/activity-list/${id}`);
  const act = async (name: string, more: () => Promise<unknown> = async () => undefined) => {
    await page.locator(".record-acts").getByRole("button", { name, exact: true }).click();
    await more();
    await page.getByRole("dialog").last().getByRole("button", { name, exact: true }).click();
  };
  await act("发布");
  await expect.poll(async () => (await activity())?.state).toBe("published");
  await page.getByRole("button", { name: "报名名单和签到" }).click();
  await page.waitForURL(/activity-detail/);

  const join = page.locator(".desk-aside").getByRole("button", { name: "报名" });
  const rows = page.locator("tbody tr:visible");
  await join.click();
  const panel = page.locator(".panel.sell");
  await panel.locator(".find-member input").fill(RICH.initials);
  await panel.locator(".found li", { hasText: RICH.name }).click();
  await settled(page);
  await shot(page, "activity-sign-up");
  expect(await axe(page)).toEqual([]);
  await panel.getByRole("button", { name: /报名 ¥?60\.00/ }).click();
  await rows.filter({ hasText: RICH.name }).waitFor();
  await join.click();
  await panel.getByRole("button", { name: "散客", exact: true }).click();
  await panel.getByLabel("姓名").fill("王伟");
  await panel.getByRole("button", { name: /报名 ¥?80\.00/ }).click();
  await rows.filter({ hasText: "王伟" }).waitFor();

  const joined = (await admin.ok(callsOf(activityJoins).list, { activity: id }, at)).content;
  const codeOf = (name: string) => joined.find((row) => row.name === name)?.checkInCode ?? "";
  const state = async (name: string) => (await admin.ok(callsOf(activityJoins).list, { activity: id, q: name }, at)).content[0]?.state;
  await page.getByRole("textbox", { name: "签到码" }).click();
  await page.keyboard.type(codeOf(RICH.name), { delay: 60 });
  await page.keyboard.press("Enter");
  await page.getByText(`${RICH.name} 已签到`).waitFor();
  expect(await state("王伟")).toBe("joined");
  await page.getByRole("heading", { name: "活动详情" }).click();
  await scan(page, codeOf("王伟"));
  await page.getByText("王伟 已签到").waitFor();
  await page.getByText(/报名 2 \/ 20，签到 2，实收 140\.00/).waitFor();

  await page.getByRole("button", { name: "群发通知" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("今晚请从东门进场");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("已写给 1 人").waitFor();
  await settled(page);
  await shot(page, "activity-detail");
  expect(await axe(page)).toEqual([]);

  await page.goto(`/marketing/activity-list/${id}`);
  await act("取消活动", () => page.getByRole("dialog").last().getByRole("textbox").fill("停电"));
  await expect.poll(async () => (await activity())?.state).toBe("cancelled");
  expect(await activity()).toMatchObject({ left: 20, received: "0.00" });
  await page.goto(`/marketing/activity-detail?activity=${id}`);
  await rows.filter({ hasText: RICH.name }).getByText("60.00").nth(1).waitFor();
  expect(await rows.getByText("已取消").count()).toBe(2);
  expect(desk.faults).toEqual([]);
  await desk.close();
  const db = stage.database.dbFor(BADMINTON.id);
  const paid = await db
    .selectFrom("payment")
    .select(["type", "amount", "refunded"])
    .where("document_kind", "=", "activity")
    .orderBy("type")
    .execute();
  expect(paid).toHaveLength(2);
  for (const each of paid) expect(each.refunded).toBe(each.amount);
  expect(await checkLedger(db, BADMINTON.id)).toEqual([]);
});
