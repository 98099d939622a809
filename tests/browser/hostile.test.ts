/**
 * Hostile text in every plain and rich field of every declared resource, as if the server had not cleaned it: nothing of it runs in lists,
 * records, forms or previews.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { BrowserContext, Page } from "playwright-core";
import { screens } from "../../src/console/resources";
import { videoPlatforms } from "../../src/contract/cms/cms";
import { callsOf } from "../../src/contract/core/resource/calls";
import type { Resource } from "../../src/contract/core/resource/define";
import type { Field } from "../../src/contract/core/resource/fields";
import { servedResources } from "../../src/server/resource/serve";
import { builtConsole, openBrowser, openInApp, settled } from "../support/browser";
import { watchTraffic } from "../support/browser-settled";
import { callsOfDeclared, declaredResources, draftOf, make, OWN } from "../support/declared";
import { FULL } from "../support/forms";
import { HOSTILE } from "../support/hostile";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

const SHORT = `"><img src=x onerror=alert(1)>`;
const SCRIPT = "javascript:alert(1)";
const RICH = `<p>前</p>${HOSTILE.join("")}<p id="end">后</p>`;

let server: TestServer;
let admin: Client;
let context: BrowserContext;
let page: Page;
/** Dialogs that opened: `alert` of any of the strings. */
let ran: string[];
/** Markup of ours that a policy had to stop: it should not have been markup. */
let stopped: string[];
/** A page that says what ran in it and what was stopped. Each test has its own, as a dialog of the last may still be on its way. */
async function watchedPage(): Promise<Page> {
  const page = await context.newPage();
  const dialogs: string[] = [];
  const refusals: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(`${dialog.type()} ${dialog.message()} at ${page.url()}`);
    void dialog.dismiss().catch(() => undefined);
  });
  page.on("console", (message) => {
    if (/Refused to execute inline|Executing inline/.test(message.text())) refusals.push(`${message.text()} at ${page.url()}`);
  });
  ran = dialogs;
  stopped = refusals;
  return page;
}
beforeAll(async () => {
  server = await testServer({ consoleDir: builtConsole(), env: { HOST: "localhost" } });
  admin = await server.as("admin");
  const origin = server.origin.replace("127.0.0.1", "localhost");
  context = await (await openBrowser()).newContext({ baseURL: origin, locale: "zh-CN" });
  context.on("page", watchTraffic);
  const cookies = { session: admin.token, signed_in: "1", sourceId: "v-1", mainTag: "badminton" };
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: origin })));
  await admin.ok(callsOf(videoPlatforms).create, { name: "自有", hosts: [HOST], player: "", enabled: true, sequence: 1 });
});
beforeEach(async () => {
  page = await watchedPage();
});
afterEach(async () => {
  await page.close();
});
afterAll(async () => {
  await context?.close();
  await server?.close();
});

/** Returns the test value of a field: for an address the scheme that runs, for words and texts the text that breaks out of an attribute. */
const hostile = (name: string, { kind }: Field): string | string[] | undefined => {
  if (kind === "richText") return RICH;
  if (kind === "words") return [SHORT];
  return kind === "text" ? (/url|link|website/i.test(name) ? SCRIPT : SHORT) : undefined;
};
/** Writes the strings into the row past all cleaning; a column with rules of its own keeps what it has. @returns the fields that took them */
async function poison(resource: Resource, id: string): Promise<string[]> {
  const table = servedResources.find((served) => served.resource === resource)?.source.table ?? "";
  const columns = await query<{ name: string }>(
    server.url,
    "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1 AND udt_name IN ('text', '_text') AND is_generated = 'NEVER'",
    [table],
  );
  const taken: string[] = [];
  for (const [name, field] of Object.entries<Field>(resource.fields)) {
    const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const value = hostile(name, field);
    if (value === undefined || !columns.some((one) => one.name === column)) continue;
    const update = query(server.url, `UPDATE "${table}" SET "${column}" = $2 WHERE venue_id = 'v-1' AND id = $1`, [id, value]);
    if (
      await update.then(
        () => true,
        () => false,
      )
    )
      taken.push(name);
  }
  return taken;
}

const isRich = (resource: Resource): boolean => Object.values<Field>(resource.fields).some(({ kind }) => kind === "richText");
/** Content, which customers see as well: videos need a platform that has their host. */
const HOST = "v.example.com";
const CONTENT = ["cmsCategories", "cmsTags", "bannerItems", "videoPlatforms", "videos", "competitionVideos"];
const isContent = ({ name }: Resource): boolean => CONTENT.includes(name);
/** In the short form content, those with rich text, and every twelfth of the others. */
const POSSIBLE = declaredResources
  .filter((resource) => callsOfDeclared(resource)["create"] && (OWN[resource.name] !== null || isContent(resource)))
  .filter((resource, i) => FULL || isRich(resource) || isContent(resource) || i % 12 === 0);
async function made(resource: Resource): Promise<string> {
  const { create } = callsOfDeclared(resource);
  if (!create || OWN[resource.name] !== null) return (await make(server.url, admin, resource)).id;
  const draft = { ...(await draftOf(server.url, admin, resource)), videoUrl: `https://${HOST}/1.mp4`, publishAt: null, offAt: null };
  return ((await admin.ok(create, draft)) as { readonly id: string }).id;
}
/** The screens of a resource that show a row of it; forms are looked at where they hold rich text. */
const pathsOf = (resource: Resource, id: string): string[] => {
  const rich = isRich(resource);
  return screens
    .filter(({ name }) => name === resource.name || name.startsWith(`${resource.name}.`))
    .filter(({ path }) => !path.endsWith("form") && (rich || !path.includes("-form/")))
    .map(({ path }) => path.replace(":id", id));
};

/** The page of the tab on show. */
const SHOWN = "#page .pane:not([data-away])";

it("is noticed where it runs: the check itself can fail", async () => {
  await page.setContent(HOSTILE.join(""));
  await expect.poll(() => ran.length).toBeGreaterThan(0);
});

it("does not run from any field", { timeout: 1_800_000 }, async () => {
  const fields: string[] = [];
  let looked = 0;
  for (const resource of POSSIBLE) {
    const id = await made(resource);
    const taken = await poison(resource, id);
    if (taken.length === 0) continue;
    fields.push(...taken.map((name) => `${resource.name}.${name} ${resource.fields[name]?.kind ?? ""}`));
    for (const path of pathsOf(resource, id)) {
      // Covers both the rendering by the boot and that by the console that is already running.
      await (looked % 4 === 0 ? page.goto(path) : openInApp(page, path));
      await page.locator(SHOWN).first().waitFor();
      await settled(page);
      if (path.includes("-form/")) {
        await page.locator(`${SHOWN} .ProseMirror`).first().waitFor();
        // The editor reads its text in a document without scripts. The policy names the handlers in it though nothing could run there.
        stopped.length = 0;
      }
      looked++;
      const live = await page.locator('[href^="javascript:" i], iframe[src^="javascript:" i], [data^="javascript:" i]').count();
      expect([ran, stopped, live], path).toEqual([[], [], 0]);
    }
  }
  expect(fields.filter((field) => field.endsWith("richText")).length).toBeGreaterThanOrEqual(5);
  for (const name of CONTENT) expect(fields.filter((field) => field.startsWith(`${name}.`)).length, name).toBeGreaterThan(0);
  expect(fields.length).toBeGreaterThan(FULL ? 60 : 25);
  expect(looked).toBeGreaterThan(FULL ? 40 : 15);
});

it.each([
  ["articles", "/cms/article-list"],
  ["news", "/cms/news-list"],
])("does not run in the preview of %s, which shows what is left of it", async (name, list) => {
  const resource = declaredResources.find((one) => one.name === name);
  if (!resource) throw new Error(`there are no ${name}`);
  const { id } = await make(server.url, admin, resource);
  await poison(resource, id);
  await page.goto(`${list}/${id}`);
  await page.frameLocator("iframe").locator("#end").first().waitFor();
  expect([ran, stopped]).toEqual([[], []]);
});
