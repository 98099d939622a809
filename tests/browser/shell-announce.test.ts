/** Without TLS a browser has no locks: of two tabs side by side exactly one still tells of a payment, and the other takes over when that one closes. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sale } from "../../src/contract/sale";
import { BADMINTON } from "../support/browser-data";
import { enter, openStage, type Stage } from "../support/browser";
import { codeOf } from "../support/browser-scan";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

/** In each page: no locks, and every notice is told. */
function bare(): void {
  Reflect.deleteProperty(Navigator.prototype, "locks");
  const told = new WeakSet<Element>();
  new MutationObserver(() => {
    for (const notice of document.querySelectorAll(".toast")) {
      if (told.has(notice)) continue;
      told.add(notice);
      void Reflect.apply(Reflect.get(window, "tell"), window, [notice.textContent ?? ""]);
    }
  }).observe(document, { childList: true, subtree: true });
}

it("tells of each payment once", async () => {
  const desk = await stage.open();
  const context = desk.page.context();
  const told: { page: Page; text: string }[] = [];
  await context.exposeBinding("tell", ({ page }, text: string) => told.push({ page, text }));
  await context.addInitScript(bare);
  await enter(desk.page, "admin");
  const second = await context.newPage();
  await second.goto("/dashboard");
  for (const page of [desk.page, second]) await page.locator(".foot output", { hasText: "实时" }).waitFor();
  expect(await second.evaluate(() => "locks" in navigator)).toBe(false);

  const admin = await stage.admin();
  const pay = (amount: number) => admin.ok(sale.amountAndCode, { amount, code: codeOf(0) }, { venueId: BADMINTON.id });
  const of = (text: string) => told.filter((each) => each.text.includes(text));
  await pay(1_101);
  await expect.poll(() => of("¥11.01").length, { timeout: 15_000 }).toBe(1);
  await second.waitForTimeout(2_000); // for a second telling, if there were one
  expect(of("¥11.01")).toHaveLength(1);

  const leader = of("¥11.01")[0]?.page;
  const left = leader === second ? desk.page : second;
  await leader?.close();
  await pay(1_202);
  await expect.poll(() => of("¥12.02").map(({ page }) => page === left), { timeout: 15_000 }).toEqual([true]);
  await left.waitForTimeout(1_500);
  expect(of("¥12.02")).toHaveLength(1);
  await context.close();
});
