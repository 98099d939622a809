/** Package cards, scanned codes and coupons in the panel of a booking and in a recharge: offered, taken, refused, and nothing lost on the way. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cards } from "../../src/contract/cards/cards";
import { couponCodes } from "../../src/contract/coupon/coupon";
import { axe, openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON, RICH } from "../support/browser-data";
import { bookerOf, chooseCells, openGrid, pickMember } from "../support/browser-grid";
import { postingsOf } from "../support/browser-ledger";
import { codeOf, scan } from "../support/browser-scan";
import { long } from "../support/forms";

let stage: Stage;
let holdingId: string;
const CARD = "羽毛球 20 次卡";
beforeAll(async () => {
  stage = await openStage();
  const admin = await stage.admin();
  const inVenue = { venueId: BADMINTON.id };
  const { content } = await admin.ok(cards.definitions, {}, inVenue);
  const packageCardId = content.find((card) => card.name === CARD)?.id ?? "";
  const memberId = await stage.memberId(RICH.phone);
  const sold = { memberId, packageCardId, payments: [{ type: "WeChat" as const, amount: "1180.00" }] };
  holdingId = (await admin.ok(cards.sell, sold, inVenue)).id;
});
afterAll(() => stage?.close());

const db = () => stage.database.dbFor(BADMINTON.id);
const used = async (): Promise<number> =>
  (await db().selectFrom("holding").select("used").where("id", "=", holdingId).executeTakeFirstOrThrow()).used;
const orderShown = async (page: Page) => {
  const no = (await page.locator(".panel .mono").first().innerText()).trim();
  return db().selectFrom("booking_order").selectAll().where("no", "=", no).executeTakeFirstOrThrow();
};
const at = (hour: number): number => hour * 60;

describe("a package card", () => {
  it("is offered before money, put aside and taken again by the keyboard, and settles the booking", async () => {
    const desk = await stage.open();
    const { page } = desk;
    await signIn(page, "cashier");
    await openGrid(page, stage.tomorrow);
    await chooseCells(page, "9", at(10), at(12));
    await pickMember(page, RICH.initials, RICH.name);
    await page.getByText("用 2 次，余 20 次").waitFor();
    await settled(page);
    await shot(page, "cards-zh-light-1440");
    expect(await axe(page)).toEqual([]);
    const box = page.getByRole("checkbox", { name: new RegExp(CARD) });
    await box.focus();
    await page.keyboard.press("Space");
    await page.getByText("未使用，余 22 次").waitFor();
    await page.getByRole("textbox", { name: "余额（本金）金额" }).waitFor();
    await page.keyboard.press("Space");
    await page.getByText("用 2 次，余 20 次").waitFor();
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => bookerOf(page, "9", at(10)), { timeout: 10_000 }).toBe(RICH.name);
    await page.getByText(`${CARD} 用 2 次`).waitFor();
    expect(await used()).toBe(2);
    const order = await orderShown(page);
    expect(order).toMatchObject({ total: 0, paid: 0, order_status: "paid" });
    expect(await postingsOf(stage.database, BADMINTON.id, order.id)).toEqual([]);
    expect((await postingsOf(stage.database, BADMINTON.id, holdingId)).map((leg) => leg.account)).toContain("income.card_use");
    await shot(page, "cards-order");

    await page.getByRole("button", { name: "更多操作" }).last().click();
    await page.getByRole("button", { name: "取消预订" }).click();
    await page.getByText("用 2 次，退回 2 次").waitFor();
    await page.getByLabel("取消原因").fill("客人有事");
    await shot(page, "cards-cancel");
    await page.getByRole("button", { name: "确认取消" }).click();
    await expect.poll(used).toBe(0);
    expect(desk.faults).toEqual([]);
    await desk.close();
  });

  long("pays an order that was held", async () => {
    const desk = await stage.open({ language: "en", theme: "dark", width: 1024 });
    const { page } = desk;
    await signIn(page, "cashier");
    await openGrid(page, stage.tomorrow);
    await chooseCells(page, "8", at(10), at(11));
    await pickMember(page, RICH.initials, RICH.name);
    await page.getByText("Uses 1, 21 left").waitFor();
    await settled(page);
    await shot(page, "cards-en-dark-1024");
    expect(await axe(page)).toEqual([]);
    await page.getByRole("button", { name: "Hold", exact: true }).click();
    await page.getByRole("button", { name: /^Collect ¥/ }).click();
    await page.getByText("Uses 1, 21 left").waitFor();
    await page.getByRole("button", { name: "Settle by package card" }).click();
    await page.getByText(`${CARD} ×1`).waitFor();
    expect(await used()).toBe(1);
    expect(desk.faults).toEqual([]);
    await desk.close();
  });
});

describe("a scanned code", () => {
  const choose = async (page: Page, place: string): Promise<void> => {
    await openGrid(page, stage.tomorrow);
    await chooseCells(page, place, at(14), at(15));
    await page.getByRole("button", { name: "散客" }).click();
    await page.locator(".panel input[autocomplete]").first().waitFor();
    await page.locator(".pay-method select").first().selectOption("scanCode");
  };

  it("pays a booking: amount from the panel, scan, Enter, and the booking names the payment", async () => {
    const desk = await stage.open();
    const { page } = desk;
    await signIn(page, "cashier");
    await choose(page, "7");
    expect(await page.getByRole("button", { name: /预订并收款/ }).isDisabled()).toBe(true);
    await shot(page, "scan-line");
    await page.getByRole("button", { name: /扫顾客付款码/ }).click();
    await page.locator(".pay-modal").waitFor();
    await scan(page, codeOf(1));
    await page.locator(".pay-modal .btn-primary").waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("微信已收，提交后入账").waitFor();
    await shot(page, "scan-paid");
    expect(await axe(page)).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest("button")?.textContent ?? "")).toContain("预订并收款");
    await page.locator(".panel .ft:not([aria-busy]) .btn-primary:focus:enabled:not([aria-disabled])").waitFor();
    await page.keyboard.press("Enter");
    await settled(page);
    await shot(page, "scan-booked");
    await page.locator(".panel .mono").first().waitFor();
    const order = await orderShown(page);
    expect(order.order_status).toBe("paid");
    const [payment] = await db().selectFrom("payment").selectAll().where("document_id", "=", order.id).execute();
    expect(payment).toMatchObject({ type: "scanCode", purpose: "document", amount: order.total, state: "succeeded" });
    expect((await postingsOf(stage.database, BADMINTON.id, order.id)).filter((leg) => leg.account === "prepaid.order")).toEqual([
      { account: "prepaid.order", subject: payment?.id, amount: order.total },
    ]);
    expect(desk.faults).toEqual([]);
    await desk.close();
  });

  long("that is refused leaves everything as it was typed, for another method", async () => {
    const desk = await stage.open();
    const { page } = desk;
    await signIn(page, "cashier");
    await choose(page, "6");
    await page.getByRole("button", { name: /扫顾客付款码/ }).click();
    await page.locator(".pay-modal").waitFor();
    await scan(page, codeOf(8));
    await page.locator(".pay-modal .btn-primary").waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("余额不足").waitFor();
    await page.getByRole("button", { name: "确定" }).click();
    await page.locator(".pay-modal").getByRole("button", { name: "关闭" }).click();
    await page.locator(".pay-modal").waitFor({ state: "detached" });
    await page.locator(".pay-method select").first().selectOption("Cash");
    await page.getByRole("button", { name: /预订并收款/ }).click();
    await page.locator(".panel .mono").first().waitFor();
    expect((await orderShown(page)).order_status).toBe("paid");
    expect(desk.faults).toEqual([]);
    await desk.close();
  });

  long("fills a member's purse", async () => {
    const desk = await stage.open({ width: 390, height: 844 });
    const { page } = desk;
    await signIn(page, "cashier");
    const memberId = await stage.memberId(RICH.phone);
    await page.goto(`/venueUser/venue-user-list/${memberId}`);
    await page.getByRole("button", { name: "充值" }).first().click();
    const form = page.locator("form.recharge");
    await form.getByLabel("其他金额").fill("200");
    await form.getByRole("button", { name: "现金", exact: true }).click();
    const given = form.getByLabel("实收现金");
    await given.fill("100");
    await form.getByText("少 100.00").waitFor();
    expect([await given.getAttribute("aria-invalid"), await form.locator("button[type=submit]").isDisabled()]).toEqual(["true", true]);
    await given.fill("250");
    await form.getByText("收 250.00，找零 50.00").waitFor();
    await form.getByRole("button", { name: "扫付款码", exact: true }).click();
    await shot(page, "recharge-scan-390");
    await form.locator("button[type=submit]").click();
    await page.locator(".pay-modal").waitFor();
    await scan(page, codeOf(2));
    await page.locator(".pay-modal .btn-primary").waitFor();
    await page.keyboard.press("Enter");
    await expect
      .poll(async () =>
        (await db().selectFrom("recharge").select("method").where("member_id", "=", memberId).execute()).map((row) => row.method),
      )
      .toContain("scanCode");
    expect(desk.faults).toEqual([]);
    await desk.close();
  });
});

describe("a coupon of the authority", () => {
  it("is found by its code, pays its part once, and goes back with the booking; the log tells", async () => {
    const admin = await stage.admin();
    const inVenue = { venueId: BADMINTON.id };
    const days = { startsOn: "2026-01-01", endsOn: "2099-12-31" };
    const batch = { scheme: "全民健身券", face: "20.00", threshold: "40.00", ...days, couponCodes: ["TY-770001", "TY-770002"] };
    await admin.ok(couponCodes.register, batch, inVenue);
    const desk = await stage.open();
    const { page } = desk;
    await signIn(page, "cashier");
    await openGrid(page, stage.tomorrow);
    await chooseCells(page, "8", at(7), at(8));
    await page.getByRole("button", { name: "散客" }).click();
    await page.locator(".panel input[autocomplete]").first().fill("王小明");
    await page.locator(".pay-method select").first().selectOption("SportsExpertUserCoupon");
    const code = page.getByRole("textbox", { name: "券码" });
    await code.fill("TY-770009");
    await page.keyboard.press("Enter");
    await page.getByText("没有登记过体育券 TY-770009").waitFor();
    await code.fill("");
    await scan(page, "TY-770001");
    await page.getByText("全民健身券，面额 20.00").waitFor();
    await settled(page);
    await shot(page, "coupon-zh-light-1440");
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => bookerOf(page, "8", at(7)), { timeout: 10_000 }).toBe("王小明");
    const order = await orderShown(page);
    const owed = async () =>
      (await postingsOf(stage.database, BADMINTON.id, order.id))
        .filter((leg) => leg.account === "receivable.coupon")
        .map((leg) => leg.amount);
    expect(await owed()).toEqual([2_000]);

    await page.getByRole("button", { name: "更多操作" }).last().click();
    await page.getByRole("button", { name: "取消预订" }).click();
    await page.getByLabel("取消原因").fill("客人有事");
    await page.getByRole("button", { name: /^取消并退款/ }).click();
    await expect.poll(owed).toEqual([2_000, -1_600]); // a fifth stays as the fee of a late cancellation
    expect(desk.faults).toEqual([]);
    await desk.close();

    const office = await stage.open({ language: "en", theme: "dark", width: 390 });
    await signIn(office.page, "admin");
    await office.page.goto("/finance/coupon-log-list?q=TY-7700");
    await office.page.getByText("TY-770001").waitFor();
    await settled(office.page);
    await shot(office.page, "coupon-log-en-dark-390");
    expect(await axe(office.page)).toEqual([]);
    const row = office.page.getByRole("row", { name: /TY-770001/ });
    expect(await row.innerText()).toMatch(/Used[\s\S]*20\.00[\s\S]*4\.00/);
    expect(office.faults).toEqual([]);
    await office.close();
  });
});
