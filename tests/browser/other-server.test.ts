/** The console works against a server that knows only calls of the specification, with numbers for ids and a venue's id alone. */
import type { Server } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { builtConsole, openBrowser } from "../support/browser";
import { ANSWERS, otherServer } from "../support/other-server";

let server: Server;
let origin = "";
let asked: string[] = [];
beforeAll(async () => {
  ({ server, origin, asked } = await otherServer(builtConsole()));
});
afterAll(() => server?.close());

it("signs in, chooses a venue by its id, opens a list and keeps the venue over a reload", async () => {
  const context = await (await openBrowser()).newContext({ baseURL: origin, locale: "zh-CN" });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  await page.goto("/login?redirect=%2Fsale%2Fsale-list");
  await page.locator("input[name=username]").fill("staff");
  await page.locator("input[name=password]").fill("a long enough word");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/sites**");
  await page.locator("button.site", { hasText: "10002" }).waitFor();
  await page.locator("button.site", { hasText: "10001" }).click();
  await page.waitForURL("**/sale/sale-list**");
  await page.locator("td", { hasText: "S1" }).first().waitFor();
  await page.reload();
  await page.locator("td", { hasText: "S1" }).first().waitFor();
  expect(new URL(page.url()).pathname).toBe("/sale/sale-list");
  expect((await context.cookies()).find(({ name }) => name === "sourceId")?.value).toBe("10001");
  // A part whose call is missing says which; the frame around it stands.
  await page.goto("/dashboard");
  await page.getByText("/api/manage/venue/dashboard/view").first().waitFor();
  expect(await page.locator("nav").count()).toBeGreaterThan(0);
  expect(asked.filter((call) => !(call in ANSWERS))).toContain("GET /api/my/user/profile");
  await context.close();
});
