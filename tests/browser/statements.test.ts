/** The books in the browser: statements balance, and a figure opens its postings. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

it("balances, and opens the postings behind a figure", async () => {
  const desk = await stage.open({ language: "en" });
  const { page } = desk;
  await signIn(page, "admin", BADMINTON.name);
  await page.goto("/trade/balance-sheet");
  await settled(page);
  await shot(page, "balance-sheet");
  const total = page.locator(".rtab .tot td");
  expect(await total.first().textContent()).toBe("Assets − liabilities − equity");
  expect((await total.allTextContents()).slice(1)).toEqual(["0.00", "0.00", "0.00"]);
  const principal = page
    .getByRole("row", { name: /^Members' principal/ })
    .locator("td")
    .last();
  const amount = (await principal.textContent()) ?? "";
  await principal.getByRole("link").click();
  await settled(page);
  expect(new URL(page.url()).pathname).toBe("/trade/account-entry-list");
  await page.getByText(amount.replace("−", "")).first().waitFor();
  for (const path of [
    "/trade/profit-loss",
    "/trade/trial-balance",
    "/trade/liabilities",
    "/product/supplier-statement",
    "/product/payables-ageing",
  ]) {
    await page.goto(path);
    await settled(page);
    await shot(page, path.split("/").at(-1) ?? "");
    expect([path, await page.locator(".rps h1").count()]).toEqual([path, 1]);
  }
  expect(desk.faults).toEqual([]);
  await desk.close();
});
