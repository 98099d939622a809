/** Reports of very many rows in the browser: the page draws those in sight, reaches the last one, and puts all of them on paper. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { screens } from "../../src/console/resources";
import type { Field } from "../../src/contract/core/resource/fields";
import type { Report } from "../../src/contract/core/resource/report";
import { servedReports } from "../../src/server/resource/report";
import { allRoutes } from "../../src/server/routes";
import { openStage, settled, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";

allRoutes({ dataDir: "/nowhere" }); // serving a report enters it in the list

const TOP = 1_000;
const BELOW = 4;
const MOST_NODES = 3_000;
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

/** A value of a column as it travels. */
function valueOf({ kind, choices }: Field, row: number): string | number {
  if (kind === "money") return `${row}.25`;
  if (kind === "number" || kind === "percent") return row;
  if (kind === "day") return "2026-11-20";
  if (kind === "choice") return Object.keys(choices ?? {})[0] ?? "";
  return `Row ${row}`;
}
/** An answer of as many rows as a page gets at most. */
function answerOf({ columns }: Report): object {
  const valuesOf = (row: number) => Object.fromEntries(Object.entries<Field>(columns).map(([name, field]) => [name, valueOf(field, row)]));
  const rows = Array.from({ length: TOP }, (_, i) => [
    { ...valuesOf(i + 1), key: `r${i + 1}`, level: 0, previous: null },
    ...Array.from({ length: BELOW }, (__, k) => ({ ...valuesOf(k + 1), key: `r${i + 1}.${k}`, level: 1, previous: null })),
  ]).flat();
  return { code: 200, msg: "", data: { rows, whole: true, sums: {}, previous: null } };
}
const nodesOf = (page: Page): Promise<number> => page.evaluate(() => document.querySelectorAll("*").length);
const rowsOf = (page: Page): Promise<number> => page.locator(".rtab tbody tr:not(.gap, .widest, .tot)").count();

it("draws no page of more than 3,000 nodes at 5,000 rows, whatever the report", { timeout: 400_000 }, async () => {
  const desk = await stage.open({ language: "en" });
  const { page } = desk;
  await signIn(page, "admin", BADMINTON.name);
  expect(servedReports.length).toBeGreaterThan(15);
  for (const report of servedReports) {
    const path = screens.find(({ name }) => name === report.name)?.path ?? "";
    await page.route(
      (url) => url.pathname === report.path,
      (route) => route.fulfill({ json: answerOf(report) }),
    );
    await page.goto(path);
    await settled(page);
    // Below a heat map the first rows are out of sight.
    expect([report.name, (await rowsOf(page)) > 0]).toEqual([report.name, true]);
    expect(await nodesOf(page), report.name).toBeLessThanOrEqual(MOST_NODES);
  }
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("reaches the last row by scrolling, without a gap in sight, and puts every row on paper", { timeout: 200_000 }, async () => {
  const desk = await stage.open({ language: "en" });
  const { page } = desk;
  await signIn(page, "admin", BADMINTON.name);
  const report = servedReports.find(({ name }) => name === "saleReport");
  if (!report) throw new Error("no such report");
  await page.route(
    (url) => url.pathname === report.path,
    (route) => route.fulfill({ json: answerOf(report) }),
  );
  await page.goto(screens.find(({ name }) => name === report.name)?.path ?? "");
  await settled(page);
  // Half way and at the end: what is in the middle of the window is a row, not the place of one.
  for (const part of [0.5, 1]) {
    await page.evaluate((share) => {
      const scroller = [document.scrollingElement, ...document.querySelectorAll("*")].find(
        (one) => one && one.scrollHeight > one.clientHeight + 10_000 && getComputedStyle(one).overflowY !== "visible",
      );
      scroller?.scrollTo(0, scroller.scrollHeight * share);
    }, part);
    await expect
      .poll(() => page.evaluate(() => document.elementFromPoint(700, innerHeight / 2)?.closest("tr")?.className ?? "none"))
      .toMatch(/^(sub)?$/);
  }
  expect(await page.locator(".rtab tbody tr:not(.gap, .widest, .tot)").last().textContent()).toContain(`Row ${BELOW}`);
  expect(await nodesOf(page)).toBeLessThanOrEqual(MOST_NODES);
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  expect(await rowsOf(page)).toBe(TOP * (1 + BELOW));
  expect(await page.locator(".printed-by").textContent()).toMatch(/^Printed by .+, \d{4}-\d{2}-\d{2} \d{2}:\d{2}$/);
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect.poll(() => rowsOf(page)).toBeLessThan(100);
  await desk.close();
});
