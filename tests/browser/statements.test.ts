/** The books in the browser: a figure of a statement opens its postings, and an entry in a locked period says where it goes before it is saved. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { callsOf } from "../../src/contract/core/resource/calls";
import { addDays } from "../../src/contract/core/time";
import { settlements } from "../../src/contract/settlements/settlements";
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

it("says before saving on which day an entry of a locked period is booked, and refuses days before the books begin", async () => {
  const admin = await stage.admin();
  const locked = addDays(stage.tomorrow, -2);
  const here = { venueId: BADMINTON.id };
  const { id } = await admin.ok(callsOf(settlements).create, { toDay: locked, remark: "" }, here);
  await admin.ok(callsOf(settlements).submit, { id }, here);
  await (await stage.as("manager")).ok(callsOf(settlements).approve, { id }, here);
  const desk = await stage.open({ language: "en" });
  const { page } = desk;
  await signIn(page, "admin", BADMINTON.name);
  await page.goto("/venue/manual-bookkeeping-form");
  await settled(page);
  const day = page.getByLabel("Date", { exact: true });
  await day.fill(locked);
  await day.press("Enter");
  await page.getByText(`this will be booked on ${addDays(locked, 1)}`).waitFor();
  await day.fill("2001-02-03");
  await day.press("Enter");
  await page.getByText("earlier dates can't be posted").waitFor();
  await desk.close();
});
