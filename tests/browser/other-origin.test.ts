/** The built console on one origin, the venue API on another: of the same site, and of another site. */
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { builtConsole, chooseVenue, login, openStage, settled, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";
import { clock } from "../support/browser-clock";
import { variants } from "../support/forms";
import { type TestServer, testServer } from "../support/server";

/** A picture of one point. */
const DOT = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

let stage: Stage;
let api: TestServer;
let console: TestServer;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

/** A port that nobody listens on: each of the two servers knows the other's address. */
const freePort = (): Promise<number> =>
  new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });

it.each(variants(["localhost", "127.0.0.1"]))("logs in, reads, stores and listens across origins, API at %s", async (host) => {
  const template = process.env.VENUE_TEST_VENUES ?? "";
  const port = await freePort();
  const consoleOrigin = `http://localhost:${port}`;
  api = await testServer({ template, clock, env: { ALLOWED_ORIGINS: consoleOrigin } });
  const apiOrigin = api.origin.replace("127.0.0.1", host);
  console = await testServer({
    url: api.url,
    clock,
    consoleDir: builtConsole(),
    env: { PORT: String(port), CONSOLE_API: "https://api.example.com", CONSOLE_API_TEST: apiOrigin },
  });
  const desk = await stage.open();
  const { page, context } = desk;
  const asked: string[] = [];
  const heard = new Set<string>();
  page.on("request", (request) => void asked.push(request.url()));
  page.on("websocket", (socket) => socket.on("framereceived", () => heard.add(new URL(socket.url()).host)));
  await page.goto(`${consoleOrigin}/login`);
  await login(page, "admin");
  await chooseVenue(page, BADMINTON.name);
  await settled(page);
  await page.locator('.side a[href="/venueUser/venue-user-list"]').click();
  await page.locator(".ant-table-row").first().waitFor();
  // A new tab has no token of its own: the cookie alone speaks for it.
  const other = await desk.tab();
  await other.goto(`${consoleOrigin}/venue/site-info-form`);
  await other.locator(".pictures input[type=file]").first().setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: DOT });
  const picture = other.locator(".pictures img").first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  expect(await picture.getAttribute("src")).toMatch(new RegExp(`^${apiOrigin}/files/`));
  await expect.poll(() => [...heard]).toEqual([new URL(apiOrigin).host]);
  const calls = asked.filter((url) => new URL(url).pathname.startsWith("/api/"));
  expect(calls.length).toBeGreaterThan(5);
  expect(calls.filter((url) => !url.startsWith(apiOrigin))).toEqual([]);
  expect((await context.cookies(apiOrigin)).find(({ name }) => name === "session")).toMatchObject(
    host === "localhost" ? { sameSite: "Lax" } : { sameSite: "None", secure: true },
  );
  expect(desk.faults).toEqual([]);
  await desk.close();
  await console.close();
  await api.close();
});
