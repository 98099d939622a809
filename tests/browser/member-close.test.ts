/** Closing an account in a browser: the preview says what goes back and what is kept, and that is what is paid out. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkLedger } from "../../src/server/ledger/check";
import { openStage, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());
const venueDb = () => stage.database.dbFor(BADMINTON.id);

it("shows what the refund comes to, follows the fee, pays it out and closes", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto("/venueUser/venue-user-form");
  await page.locator("#member_phone").fill("13800030077");
  await page.locator("#member_name").fill("钱离开");
  await page.locator("#member_offerId").click();
  await page.locator(".ant-select-item-option", { hasText: "充 500 送 50" }).click();
  await page.locator("button[type=submit]").click();
  await page.waitForURL(/venue-user-list\/.+/);
  const id = await stage.memberId("13800030077");
  // A fee may be retained of money that was recharged longer ago than the cooling-off period.
  await venueDb()
    .updateTable("recharge")
    .set({ at: new Date("2026-01-05T02:00:00Z") })
    .where("member_id", "=", id)
    .execute();

  const actions = page.locator(".drawer-actions");
  await actions.getByRole("button", { name: /^更多/ }).click();
  await actions.getByRole("button", { name: "销户" }).click();
  const dialog = page.getByRole("dialog", { name: /钱离开/ }).last();
  const line = (name: RegExp) => dialog.getByRole("row", { name });
  await line(/^退还/).getByText("500.00").waitFor();
  await line(/作废的赠送金/)
    .getByText("50.00")
    .waitFor();
  await dialog.getByLabel("手续费 %").fill("20");
  await line(/^手续费 20%/)
    .getByText("100.00")
    .waitFor();
  await line(/^退还/).getByText("400.00").waitFor();
  await dialog.getByLabel("退款方式").selectOption("Transfer");
  const close = dialog.getByRole("button", { name: "销户" });
  expect(await close.isDisabled()).toBe(true);
  await dialog.getByLabel(/原因/).fill("搬家");
  await close.click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("已销户").first().waitFor();
  expect(desk.faults).toEqual([]);
  await desk.close();

  const posted = await venueDb()
    .selectFrom("posting as p")
    .innerJoin("ledger_tx as t", (join) => join.onRef("t.venue_id", "=", "p.venue_id").onRef("t.id", "=", "p.tx_id"))
    .select(["p.account", "p.amount"])
    .where("t.operation", "=", "closing")
    .where("t.document_id", "=", id)
    .orderBy("p.account")
    .execute();
  expect(posted).toEqual([
    { account: "cost.gift", amount: -5_000 },
    { account: "income.fee", amount: -10_000 },
    { account: "purse.gift", amount: 5_000 },
    { account: "purse.principal", amount: 50_000 },
    { account: "tender.transfer", amount: -40_000 },
  ]);
  expect(await checkLedger(venueDb(), BADMINTON.id)).toEqual([]);
});
