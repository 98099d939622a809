/**
 * Scan-to-pay in a browser, with keys sent as fast as a scanner sends them: each outcome of the sandbox reaches its screen, a code never lands
 * in a field, Enter pays, and one scan is one charge whatever is pressed. The QR dialogs beside it.
 */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shifts } from "../../src/contract/shift/shift";
import { axe, type Desk, enter, openStage, settled, shot, type Stage, type View } from "../support/browser";
import { BADMINTON, RICH } from "../support/browser-data";
import { codeOf, scan } from "../support/browser-scan";
import { long, variants } from "../support/forms";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const dialog = (page: Page) => page.locator(".pay-modal");
async function openAt(view: View = {}, who = "admin"): Promise<Desk> {
  const desk = await stage.open(view);
  await enter(desk.page, who);
  await settled(desk.page);
  return desk;
}
const openDialog = async (page: Page): Promise<void> => {
  // A phone has it in the person's menu.
  if ((page.viewportSize()?.width ?? 0) < 600) await page.locator(".tool-user").click();
  await page.getByRole("button", { name: /扫码收款|Scan to pay/ }).click();
  await dialog(page).waitFor();
};
const payments = (): Promise<{ state: string; amount: number }[]> =>
  stage.database.dbFor(BADMINTON.id).selectFrom("payment").select(["state", "amount"]).where("purpose", "<>", "").orderBy("id").execute();
const clear = async (): Promise<number> => (await payments()).length;

describe("collecting", () => {
  it("gives a part back by its receipt number, and says what stays before it does", async () => {
    const desk = await openAt();
    const { page } = desk;
    await openDialog(page);
    await page.getByLabel("收款金额").fill("30.00");
    await scan(page, codeOf(0));
    await page.getByRole("button", { name: "收款 ¥30.00" }).click();
    await dialog(page).getByText("已收款 ¥30.00").waitFor();
    await dialog(page).getByRole("button", { name: "退回一笔收款" }).click();
    const amount = page.getByLabel("退款金额");
    await amount.fill("40");
    await dialog(page).locator(".field-error").getByText("最多可退 ¥30.00").waitFor();
    await amount.fill("12");
    await dialog(page).getByText("实收 ¥30.00 → 退后 ¥18.00").waitFor();
    await page.getByLabel("退款原因").fill("多收了");
    await settled(page);
    await shot(page, "scan-refund");
    expect(await axe(page)).toEqual([]);
    await dialog(page).getByRole("button", { name: "退款 ¥12.00" }).click();
    const db = stage.database.dbFor(BADMINTON.id);
    const refunded = () =>
      db.selectFrom("payment").select("refunded").where("amount", "=", 3_000).where("purpose", "=", "collect").executeTakeFirst();
    await expect.poll(async () => (await refunded())?.refunded).toBe(1_200);
    // The channel refuses it after all: it is paid out over the counter.
    const { id, no } = await db.selectFrom("payment").select(["id", "no"]).where("amount", "=", 3_000).executeTakeFirstOrThrow();
    await db.updateTable("channel_refund").set({ state: "refund_failed", note: "余额不足" }).where("payment_id", "=", id).execute();
    await page.reload();
    await openDialog(page);
    await dialog(page).getByRole("button", { name: "退回一笔收款" }).click();
    await page.getByLabel("收款单号").fill(no);
    await page.keyboard.press("Enter");
    await dialog(page).getByText("退款 ¥12.00 被渠道拒绝：余额不足").waitFor();
    await settled(page);
    await shot(page, "scan-refund-refused");
    expect(await axe(page)).toEqual([]);
    // Only cash that is in the drawer is paid out.
    await (
      await stage.admin()
    ).ok(shifts.move, { kind: "draw", amount: "12.00", reason: "零钱" }, { venueId: BADMINTON.id, key: randomUUID() });
    await dialog(page).getByRole("button", { name: "用现金付给顾客 ¥12.00" }).click();
    await page.getByRole("button", { name: "已付给顾客 ¥12.00" }).click();
    await expect.poll(() => dialog(page).getByText("被渠道拒绝").count()).toBe(0);
    const settledBy = await db.selectFrom("channel_refund").select(["state", "note"]).where("payment_id", "=", id).executeTakeFirst();
    expect(settledBy).toEqual({ state: "refunded", note: "Cash" });
    expect(desk.faults).toEqual([]);
    await desk.close();
  });

  it("takes the amount, the scan and Enter, and charges once however often Enter is pressed", async () => {
    const desk = await openAt();
    const { page } = desk;
    const before = await clear();
    await openDialog(page);
    const amount = page.getByLabel("收款金额");
    expect(await amount.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await page.getByRole("button", { name: /^收款 ¥/ }).count()).toBe(0);
    await amount.fill("19.99");
    await scan(page, codeOf(0));
    const submit = page.getByRole("button", { name: "收款 ¥19.99" });
    await submit.waitFor();
    expect(await amount.inputValue()).toBe("19.99");
    await expect.poll(() => submit.evaluate((button) => button === document.activeElement)).toBe(true);
    await shot(page, "scan-captured");
    await Promise.all([page.keyboard.press("Enter"), page.keyboard.press("Enter"), page.keyboard.press("Enter")]);
    await dialog(page).getByText("已收款 ¥19.99").waitFor();
    await shot(page, "scan-paid");
    expect((await payments()).slice(before)).toEqual([{ state: "succeeded", amount: 1999 }]);
    await dialog(page).getByRole("button", { name: "再收一笔" }).click();
    await expect.poll(() => page.getByLabel("收款金额").inputValue()).toBe("");
    await page.getByLabel("收款金额").fill("1.00");
    await scan(page, codeOf(0));
    await page.getByRole("button", { name: "收款 ¥1.00" }).click();
    await dialog(page).getByText("已收款 ¥1.00").waitFor();
    await scan(page, codeOf(0));
    await dialog(page).getByText("请输入金额").waitFor();
    expect(await page.getByLabel("收款金额").inputValue()).toBe("");
    expect(desk.faults).toEqual([]);
    await desk.close();
  });

  it("opens from a scan anywhere, with nothing left in the field that had the focus", async () => {
    const desk = await openAt();
    const { page } = desk;
    await page.goto("/venueUser/venue-user-list");
    const search = page.locator(".filters input").first();
    await search.fill("沈");
    await scan(page, codeOf(0));
    await dialog(page).getByText("已扫到微信付款码").waitFor();
    expect(await search.inputValue()).toBe("沈");
    await page.getByLabel("收款金额").pressSequentially("8.5", { delay: 40 });
    await page.keyboard.press("Enter");
    await dialog(page).getByText("已收款 ¥8.50").waitFor();
    expect(desk.faults).toEqual([]);
    await desk.close();
  });

  long("says at the field what is wrong with the amount, on change and when it is left", async () => {
    const desk = await openAt({ language: "en" });
    const { page } = desk;
    await openDialog(page);
    const amount = page.getByLabel("Amount");
    await amount.blur();
    await page.getByText("Amount is required").waitFor();
    await amount.fill("1.999");
    await page.getByText("Amount may have at most 2 decimals").waitFor();
    await amount.fill("-1");
    await page.getByText("Amount must be not less than 0").waitFor();
    await desk.close();
  });
});

describe("each outcome has its screen", () => {
  const charge = async (page: Page, digit: number, amount = "12.00"): Promise<void> => {
    await openDialog(page);
    await page.getByLabel("收款金额").fill(amount);
    await scan(page, codeOf(digit));
    await page.getByRole("button", { name: `收款 ¥${amount}` }).click();
  };

  it("password needed, then paid", async () => {
    const desk = await openAt();
    await charge(desk.page, 6);
    await dialog(desk.page).getByText("等待顾客输入密码").waitFor();
    await shot(desk.page, "scan-password");
    expect(await axe(desk.page)).toEqual([]);
    await dialog(desk.page).getByText("已收款 ¥12.00").waitFor();
    expect(desk.faults).toEqual([]);
    await desk.close();
  });

  it("refused: an alert with a confirm button; the amount is kept", async () => {
    const desk = await openAt();
    const { page } = desk;
    await charge(page, 8);
    const alert = page.locator(".ask");
    await alert.getByText("余额不足").waitFor();
    await shot(page, "scan-refused");
    expect(await axe(page)).toEqual([]);
    await alert.getByRole("button", { name: "确定" }).click();
    expect(await page.getByLabel("收款金额").inputValue()).toBe("12.00");
    await scan(page, codeOf(0));
    await page.getByRole("button", { name: "收款 ¥12.00" }).click();
    await dialog(page).getByText("已收款 ¥12.00").waitFor();
    await desk.close();
  });

  long("given up by the customer", async () => {
    const desk = await openAt();
    await charge(desk.page, 7);
    await desk.page.locator(".ask").getByText("顾客已取消").waitFor();
    await desk.close();
  });

  it("no answer, found paid by asking", async () => {
    const desk = await openAt();
    await charge(desk.page, 9);
    await dialog(desk.page).getByText("渠道还没有答复").waitFor();
    await dialog(desk.page).getByText("已收款 ¥12.00").waitFor();
    await desk.close();
  });

  long("no answer for long: it may be left, and nothing more is charged", async () => {
    const desk = await openAt();
    const { page } = desk;
    await charge(page, 5);
    await dialog(page).getByText("请不要重复收款").waitFor();
    await shot(page, "scan-unknown");
    expect(await axe(page)).toEqual([]);
    await dialog(page).getByRole("button", { name: "先去忙" }).click();
    await dialog(page).waitFor({ state: "detached" });
    await page.locator(".toast").getByText("还在查询").waitFor();
    expect((await payments()).at(-1)).toEqual({ state: "unknown", amount: 1200 });
    await desk.close();
  });

  long("a code of nobody is refused, and nothing is sent", async () => {
    const desk = await openAt();
    const { page } = desk;
    const before = await clear();
    await openDialog(page);
    await page.getByLabel("收款金额").fill("12.00");
    await scan(page, "6901028075831");
    await page.locator(".ask").getByText("不是微信或支付宝的付款码").waitFor();
    await page.keyboard.press("Enter");
    expect(await page.getByLabel("收款金额").inputValue()).toBe("12.00");
    expect(await clear()).toBe(before);
    await desk.close();
  });

  it("a lost answer: the alert says that nothing is charged twice, and it is not", async () => {
    const desk = await openAt();
    const { page } = desk;
    const before = await clear();
    let losing = true;
    await page.route("**/amount-and-code", async (route) => {
      if (losing) {
        await route.fetch();
        return route.abort();
      }
      return route.continue();
    });
    await charge(page, 0, "15.00");
    await page.locator(".ask").getByText("不会重复扣款").waitFor();
    losing = false;
    await page.locator(".ask").getByRole("button", { name: "确定" }).click();
    await page.getByRole("button", { name: "收款 ¥15.00" }).click();
    await dialog(page).getByText("已收款 ¥15.00").waitFor();
    expect((await payments()).slice(before)).toEqual([{ state: "succeeded", amount: 1500 }]);
    await desk.close();
  });
});

long("opens the member whose card is scanned", async () => {
  const desk = await openAt();
  const id = await stage.memberId(RICH.phone);
  const { card_no } = await stage.database
    .dbFor(BADMINTON.id)
    .selectFrom("member")
    .select("card_no")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await scan(desk.page, card_no);
  await desk.page.waitForURL(`**/venueUser/venue-user-list/${id}`);
  await desk.close();
});

describe.each(
  variants<View>(
    [
      { language: "zh", theme: "light" },
      { language: "en", theme: "dark", width: 1024 },
      { language: "zh", theme: "dark", width: 390, height: 844 },
    ],
    1,
  ),
)("looks right and is accessible: $language $theme $width", (view) => {
  long("in all its dialogs", async () => {
    const desk = await openAt(view);
    const { page } = desk;
    const name = `${view.language}-${view.theme}-${view.width ?? 1440}`;
    await openDialog(page);
    await shot(page, `scan-${name}`);
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    if ((view.width ?? 1440) < 992) return desk.close();
    for (const [button, width, file] of [
      [/^(收款码|Payment code)$/, 640, /场馆收款码|Venue payment code/],
      [/^(场馆码|Venue code)$/, 360, /场馆小程序详情|Venue mini-program detail/],
    ] as const) {
      await page.getByRole("button", { name: button }).click();
      await dialog(page).locator("img").waitFor();
      expect((await dialog(page).boundingBox())?.width).toBe(width);
      await shot(page, `qr-${width}-${name}`);
      expect(await axe(page)).toEqual([]);
      const saved = page.waitForEvent("download");
      await dialog(page)
        .getByRole("button", { name: /下载图片|Download/ })
        .click();
      expect((await saved).suggestedFilename()).toMatch(new RegExp(`^(${file.source})\\.png$`));
      await page.keyboard.press("Escape");
      await dialog(page).waitFor({ state: "detached" });
    }
    expect(desk.faults).toEqual([]);
    return desk.close();
  });
});
