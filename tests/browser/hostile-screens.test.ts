/**
 * Hostile text in whatever people type (names, titles, notes, addresses), as if the server had not refused or cleaned it: nothing of it runs
 * on the screens that are written by hand, or on what they print. `hostile.test.ts` holds the declared ones to the same.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { screens } from "../../src/console/resources";
import { reviews } from "../../src/contract/marketing/reviews";
import { callsOf } from "../../src/contract/core/resource/calls";
import { declaredResources } from "../support/declared";
import { openInApp, openStage, settled, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";
import { fillTyped, SHORT, watchForScripts } from "../support/hostile";
import { query } from "../support/tables";

let stage: Stage;
/** Number of columns that accepted the text. */
let filled = 0;
beforeAll(async () => {
  stage = await openStage();
  const admin = await stage.admin();
  const review = { author: "周凯", score: "5", subject: "venue", memo: "好", source: "desk" } as const;
  await admin.ok(callsOf(reviews).create, review, { venueId: BADMINTON.id });
  filled = await fillTyped(stage.server.url);
});
afterAll(() => stage?.close());

/** Opens a page that says what ran in it, what a policy had to stop, and which addresses could run. */
async function watched(): Promise<{ page: Page; found: () => Promise<string[]> }> {
  const { page } = await stage.open();
  return { page, found: watchForScripts(page) };
}

const DECLARED = new Set(declaredResources.map(({ name }) => name));
/** Screens written by hand that open without the id of a record, and records of people, orders and staff by an id. */
const written = screens.filter(({ name, path }) => !DECLARED.has(name.split(".")[0] ?? "") && !path.includes(":"));
async function records(): Promise<string[]> {
  const id = async (table: string): Promise<string | undefined> =>
    (await query<{ id: string }>(stage.server.url, `SELECT id FROM ${table} WHERE venue_id = $1 ORDER BY id LIMIT 1`, [BADMINTON.id]))[0]
      ?.id;
  const [member, order, role] = [
    await id("member"),
    await id("booking_order"),
    (await query<{ id: string }>(stage.server.url, "SELECT id FROM role ORDER BY id LIMIT 1"))[0]?.id,
  ];
  return [
    `/venueUser/venue-user-list/${member}`,
    `/venueOrder/booking-order-list/${order}`,
    `/venue/role-menu-form/${role}`,
    `/book/venue-booking?day=${stage.tomorrow}`,
    // Declared, but no call makes its rows: `hostile.test.ts` cannot.
    "/venue/venue-message-center-list",
  ];
}

it("does not run on any screen that is written by hand", { timeout: 900_000 }, async () => {
  expect(filled).toBeGreaterThan(60);
  const { page, found } = await watched();
  await signIn(page, "admin", undefined);
  let shown = 0;
  const outside = new Set(screens.filter(({ bare }) => bare).map((one) => one.path));
  let isInside = false;
  for (const [i, path] of [...new Set([...written.map((one) => one.path), ...(await records())])].entries()) {
    // Covers both the rendering by the boot and that by the console that is already running.
    await (isInside && i % 4 > 0 && !outside.has(path) ? openInApp(page, path) : page.goto(path));
    isInside = !outside.has(path);
    await page.locator("#page, .sites, main").first().waitFor();
    await settled(page);
    if ((await page.locator("body").innerText()).includes("onerror=alert")) shown++;
    expect(await found(), path).toEqual([]);
    // On paper other parts of a page are shown.
    await page.emulateMedia({ media: "print" });
    expect(await found(), `${path} on paper`).toEqual([]);
    await page.emulateMedia({ media: "screen" });
  }
  // If none of the text is shown, nothing is proved.
  expect(written.length).toBeGreaterThan(25);
  expect(shown).toBeGreaterThan(15);
});

it("is noticed where it runs: the check itself can fail", async () => {
  const { page, found } = await watched();
  await page.setContent(SHORT);
  await expect.poll(found).not.toEqual([]);
});
