/** Money handed from one member to another: asked for by one person, approved by another. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkLedger } from "../../src/server/ledger/check";
import { openStage, signIn, type Stage } from "../support/browser";
import { BADMINTON, POOR, RICH } from "../support/browser-data";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());
const venueDb = () => stage.database.dbFor(BADMINTON.id);

it("moves money between members once somebody else approves", async () => {
  const [from, to] = [await stage.memberId(RICH.phone), await stage.memberId(POOR.phone)];
  const asking = await stage.open();
  await signIn(asking.page, "cashier");
  const { page } = asking;
  await page.goto("/venue/transfer-form");
  for (const [field, name] of [
    ["giver", RICH.name],
    ["receiver", POOR.name],
  ] as const) {
    await page.locator(`input[id$=${field}]`).click();
    await page.locator(`input[id$=${field}]`).fill(name);
    await page
      .locator(".ant-select-dropdown:visible .ant-select-item-option", {
        hasText: name,
      })
      .first()
      .click();
  }
  await page.locator("input[id$=amount]").fill("120");
  await page.locator("textarea[id$=reason], input[id$=reason]").fill("代付场地费");
  await page.locator("button[type=submit]").click();
  await expect
    .poll(async () => (await venueDb().selectFrom("member_transfer").select("state").execute()).map(({ state }) => state))
    .toEqual(["requested"]);
  await asking.close();

  const { id } = await venueDb().selectFrom("member_transfer").select("id").executeTakeFirstOrThrow();
  const deciding = await stage.open();
  await signIn(deciding.page, "admin");
  await deciding.page.goto(`/venue/transfer-list/${id}`);
  await deciding.page.getByRole("button", { name: "通过", exact: true }).click();
  const dialog = deciding.page.getByRole("dialog").last();
  await dialog.getByText("380.00").waitFor();
  await dialog.getByRole("button", { name: "通过" }).click();
  await deciding.page.getByText("已转账").first().waitFor();
  expect(deciding.faults).toEqual([]);
  await deciding.close();
  const held = await venueDb()
    .selectFrom("balance")
    .select(["subject", "amount"])
    .where("account", "=", "purse.principal")
    .where("subject", "in", [from, to])
    .execute();
  expect(new Map(held.map(({ subject, amount }) => [subject, amount]))).toEqual(
    new Map([
      [from, 38_000],
      [to, 12_000],
    ]),
  );
  expect(await checkLedger(venueDb(), BADMINTON.id)).toEqual([]);
});
