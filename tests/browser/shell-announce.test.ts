/** Without TLS a browser has no locks: of two tabs side by side exactly one still tells of a payment, and the other takes over when that one closes. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sale } from "../../src/contract/sale/sale";
import { BADMINTON } from "../support/browser-data";
import { enter, openStage, type Stage } from "../support/browser";
import { codeOf } from "../support/browser-scan";
import { settled } from "../support/browser-settled";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

/** In each page: no locks, and every notice is announced. */
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
  const news = new Map<Page, number[]>();
  const newsOf = (page: Page): readonly number[] => news.get(page) ?? [];
  context.on("page", (page) => follow(page));
  const follow = (page: Page): void =>
    void page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        const amount = /"type":"payment".*"amount":"?([\d.]+)/.exec(String(payload))?.[1];
        if (amount !== undefined) news.set(page, [...newsOf(page), Math.round(Number(amount) * (amount.includes(".") ? 100 : 1))]);
      }),
    );
  follow(desk.page);
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
  // News come in their order: who has told, or kept to itself, the next is done with the first.
  await pay(1_111);
  await expect.poll(() => of("¥11.11").length, { timeout: 15_000 }).toBe(1);
  for (const page of [desk.page, second]) await expect.poll(() => newsOf(page), { timeout: 15_000 }).toContain(1_111);
  for (const page of [desk.page, second]) await settled(page);
  expect([of("¥11.01").length, of("¥11.11").length]).toEqual([1, 1]);

  const leader = of("¥11.01")[0]?.page;
  const left = leader === second ? desk.page : second;
  await leader?.close();
  await pay(1_202);
  await expect.poll(() => of("¥12.02").map(({ page }) => page === left), { timeout: 15_000 }).toEqual([true]);
  await pay(1_212);
  await expect.poll(() => of("¥12.12").length, { timeout: 15_000 }).toBe(1);
  expect(of("¥12.02")).toHaveLength(1);
  await context.close();
});
