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
import { HOSTILE } from "../support/hostile";
import { query } from "../support/tables";

const SHORT = `"><img src=x onerror=alert(1)>`;
/** Columns of what people type; a column of them that has rules of its own keeps what it has. */
const TYPED =
  "^(name|short_name|title|title_en|text|text_en|memo|remark|note|reason|address|contact|author|nickname|operator|item|company|leader|subject_name|content|description|brand|unit|recipient|reply|introduction)$";

let stage: Stage;
/** Number of columns that accepted the text. */
let taken = 0;
beforeAll(async () => {
  stage = await openStage();
  const admin = await stage.admin();
  const review = { author: "周凯", score: "5", subject: "venue", memo: "好", source: "desk" } as const;
  await admin.ok(callsOf(reviews).create, review, { venueId: BADMINTON.id });
  const columns = await query<{ table: string; column: string }>(
    stage.server.url,
    `SELECT c.table_name AS table, c.column_name AS column FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.udt_name = 'text' AND c.is_generated = 'NEVER' AND c.column_name ~ $1
       AND c.table_name NOT IN ('schema_migration', 'audit_log', 'platform_secret') ORDER BY 1, 2`,
    [TYPED],
  );
  await query(stage.server.url, "SET session_replication_role = replica");
  for (const [i, { table, column }] of columns.entries()) {
    // A different one of the list in each column, and in each row what breaks out of an attribute, told apart by its row.
    const change = (value: string) =>
      query(stage.server.url, `UPDATE "${table}" SET "${column}" = $1 || ctid::text`, [value]).then(
        () => true,
        () => false,
      );
    if ((await change(`${SHORT}${HOSTILE[i % HOSTILE.length] ?? ""}`)) || (await change(SHORT))) taken++;
  }
  await query(stage.server.url, "SET session_replication_role = origin");
});
afterAll(() => stage?.close());

/** Opens a page that says what ran in it, what a policy had to stop, and which addresses could run. */
async function watched(): Promise<{ page: Page; found: () => Promise<string[]> }> {
  const { page } = await stage.open();
  const ran: string[] = [];
  page.on("dialog", (dialog) => {
    ran.push(`${dialog.type()} ${dialog.message()} at ${page.url()}`);
    void dialog.dismiss().catch(() => undefined);
  });
  page.on("console", (message) => {
    if (/Refused to execute inline|Executing inline/.test(message.text())) ran.push(`${message.text()} at ${page.url()}`);
  });
  const live = '[href^="javascript:" i], iframe[src^="javascript:" i], [data^="javascript:" i], img[src="x"]';
  return { page, found: async () => [...ran, ...(await page.locator(live).evaluateAll((all) => all.map((one) => one.outerHTML)))] };
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
  expect(taken).toBeGreaterThan(60);
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
