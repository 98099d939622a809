/** Enrolling and recharging in a browser: what is refused is shown at its field in the page's language, and nothing typed is lost. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Language } from "../../src/contract/core/enums";
import { openStage, signIn, type Stage } from "../support/browser";
import { BADMINTON, POOR, RICH } from "../support/browser-data";
import { variants } from "../support/forms";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const FORM = "/venueUser/venue-user-form";

describe.each(
  variants<{ language: Language; phone: string; required: RegExp; taken: string }>(
    [
      { language: "zh", phone: "13800030001", required: /姓名|必填/, taken: `该手机号已是会员 ${POOR.name}` },
      { language: "en", phone: "13800030002", required: /required|Name/i, taken: `This phone belongs to member ${POOR.name}` },
    ],
    1,
  ),
)("enrolling in $language", ({ language, phone, required, taken }) => {
  it("tells at the field what is wrong, keeps what was typed through a reload, and enrols with a first recharge", async () => {
    const desk = await stage.open({ language });
    const { page } = desk;
    await signIn(page, "admin");
    await page.goto(FORM);
    await page.locator("#member_phone").fill("123");
    await page.locator("#member_memo").fill("左手持拍");
    await page.locator("button[type=submit]").click();
    const errors = page.locator(".ant-form-item-explain-error");
    await errors.first().waitFor();
    const told = (await errors.allInnerTexts()).join("\n");
    expect(told).toMatch(required);
    expect(/[\u4e00-\u9fff]/.test(told)).toBe(language === "zh");
    expect(await page.locator("#member_phone").inputValue()).toBe("123");

    await page.reload();
    await page.locator("#member_memo").waitFor();
    await expect.poll(() => page.locator("#member_memo").inputValue()).toBe("左手持拍");
    expect(await page.locator("#member_phone").inputValue()).toBe("123");

    await page.locator("#member_phone").fill(POOR.phone);
    await page.getByText(taken).waitFor();
    await page.locator("#member_phone").fill(phone);
    await page.locator("#member_name").fill(language === "zh" ? "顾思琪" : "Ada Gu");
    await page.locator("#member_offerId").click();
    await page.locator(".ant-select-item-option", { hasText: "充 500 送 50" }).click();
    await page.locator("button[type=submit]").click();
    await page.waitForURL(/venue-user-list\/.+/);
    const figures = page.locator(".drawer-figures");
    await figures.waitFor();
    expect((await figures.innerText()).replace(/\s+/g, " ")).toMatch(/500\.00 .* 50\.00/);
    // Frozen only when it is said who, and why.
    const actions = page.locator(".drawer-actions");
    await actions.getByRole("button", { name: /^更多|^More/ }).click();
    await actions.getByRole("button", { name: /^冻结|^Freeze/ }).click();
    const asked = page.locator(".ask");
    await asked.getByRole("heading", { name: language === "zh" ? /顾思琪/ : /Ada Gu/ }).waitFor();
    expect(await asked.locator(".btn-danger").isDisabled()).toBe(true);
    await asked.getByLabel(/原因|Reason/).fill("证件待核对");
    await asked.locator(".btn-danger").click();
    await page.locator(".drawer-body .notice").getByText("证件待核对").waitFor();
    expect(desk.faults).toEqual([]);
    await desk.close();

    const id = await stage.memberId(phone);
    const purses = await stage.database
      .dbFor(BADMINTON.id)
      .selectFrom("balance")
      .select(["account", "amount"])
      .where("subject", "=", id)
      .orderBy("account")
      .execute();
    expect(purses).toEqual([
      { account: "purse.gift", amount: 5_000 },
      { account: "purse.principal", amount: 50_000 },
    ]);
  });
});

it("shows a recharge from before to after, and takes the money once", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "cashier");
  await page.goto(`/venueUser/venue-user-list/${await stage.memberId(RICH.phone)}`);
  await page.getByRole("button", { name: "充值" }).click();
  await page.locator(".recharge .choice", { hasText: "充 200" }).click();
  const preview = (await page.locator(".before-after").innerText()).replace(/\s+/g, " ");
  expect(preview).toContain("500.00 → 700.00");
  await page.locator(".recharge button[type=submit]").dblclick();
  await page.locator(".recharge").waitFor({ state: "detached" });
  await expect.poll(async () => (await page.locator(".drawer-figures").innerText()).replace(/\s+/g, " ")).toContain("本金 700.00");
  expect(desk.faults).toEqual([]);
  await desk.close();
});
