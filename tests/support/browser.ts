/**
 * The product in a real browser: one server with a small venue of known people over a fresh database, and Chromium at its door. Bookings are
 * made for tomorrow, so that no hour of the day is too late for them.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import type { Language } from "../../src/contract/enums";
import { addDays, dayOf, DEFAULT_ZONE } from "../../src/contract/time";
import { type Database, PLATFORM } from "../../src/server/db/client";
import { packageRoot } from "../../src/server/root";
import { startSession } from "../../src/server/domains/session/tokens";
import { BADMINTON, seedVenues } from "./browser-data";
import { type Client, type TestServer, testServer } from "./server";

/** How Chromium is started for tests. */
export const LAUNCH = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** How a person looks at the console. */
export interface View {
  readonly language?: Language;
  readonly theme?: "light" | "dark";
  readonly width?: number;
  readonly height?: number;
  /** Whether the update notice may come, once a day; else it counts as shown. */
  readonly news?: boolean;
}

/** A person at a browser of their own. `faults` gathers what the console complained of: errors, warnings, refusals of the CSP. */
export interface Desk {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly language: Language;
  readonly faults: string[];
  /** A second tab of the same browser. */
  tab(): Promise<Page>;
  close(): Promise<void>;
}

/** The stage of a test file. */
export interface Stage {
  readonly server: TestServer;
  readonly database: Database;
  readonly origin: string;
  /** Tomorrow at the venue, YYYY-MM-DD. */
  readonly tomorrow: string;
  open(view?: View): Promise<Desk>;
  /** The administrator, without a browser. */
  admin(): Promise<Client>;
  /** Id of the badminton hall's member with this phone. */
  memberId(phone: string): Promise<string>;
  close(): Promise<void>;
}

/** Folder of the console: built now unless it was built from these sources; VENUE_CONSOLE_DIR names another. */
export function builtConsole(): string {
  const named = process.env.VENUE_CONSOLE_DIR;
  if (named) return named;
  const build = "import('./src/tools/install.mjs').then(({ ensureBuilt }) => ensureBuilt())";
  // The test runner's own NODE_ENV would make it the development build, which nobody is served.
  const env = { ...process.env, NODE_ENV: "production" };
  const { status } = spawnSync(process.execPath, ["--input-type=module", "-e", build], { cwd: packageRoot, stdio: "inherit", env });
  if (status !== 0) throw new Error("The console cannot be built");
  return path.join(packageRoot, "dist/console");
}

/**
 * Starts server and browser. CHROME names the browser.
 * @throws Error when the console cannot be built or no browser runs
 */
export async function openStage(): Promise<Stage> {
  const server = await testServer({ empty: true, consoleDir: builtConsole(), env: { HOST: "localhost" } });
  const tomorrow = addDays(dayOf(Date.now(), DEFAULT_ZONE), 1);
  await seedVenues(server, tomorrow);
  const browser = await chromium.launch({ executablePath: process.env.CHROME ?? "/usr/bin/chromium", args: LAUNCH });
  const origin = server.origin.replace("127.0.0.1", "localhost");
  return {
    server,
    database: server.database,
    origin,
    tomorrow,
    open: (view) => openDesk(browser, origin, view),
    async admin() {
      const { access_token } = await startSession(server.database.dbFor(PLATFORM), "1", new Date(), "127.0.0.1");
      return server.with(access_token);
    },
    async memberId(phone) {
      const found = server.database.dbFor(BADMINTON.id).selectFrom("member").select("id").where("phone", "=", phone);
      return (await found.executeTakeFirstOrThrow()).id;
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

async function openDesk(
  browser: Browser,
  origin: string,
  { language = "zh", theme = "light", width = 1440, height = 900, news = false }: View = {},
): Promise<Desk> {
  const phone = width < 600;
  const context = await browser.newContext({
    baseURL: origin,
    locale: language === "zh" ? "zh-CN" : "en-US",
    colorScheme: theme,
    viewport: { width, height },
    reducedMotion: "reduce",
    hasTouch: phone,
    isMobile: phone,
    timezoneId: DEFAULT_ZONE,
  });
  context.setDefaultTimeout(15_000);
  if (!news) await context.addInitScript("try { localStorage.setItem('update_notice_shown', String(Date.now())) } catch {}");
  const faults: string[] = [];
  context.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(`${message.type()}: ${message.text()}`);
  });
  context.on("weberror", (fault) => faults.push(`uncaught: ${fault.error().message}`));
  const page = await context.newPage();
  return { page, context, language, faults, tab: () => context.newPage(), close: () => context.close() };
}

/** Logs in by the form. Where the person may choose a venue, the page is then /sites. */
export async function login(page: Page, username: string, password = "Venue2026!"): Promise<void> {
  if (!page.url().includes("/login")) await page.goto("/login");
  await page.fill("#username", username);
  await page.fill("#password", password);
  await page.click("button[type=submit]");
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
}

/** Chooses a venue on /sites and waits for the page after it. */
export async function chooseVenue(page: Page, name: string): Promise<void> {
  await page.locator(".site", { hasText: name }).click();
  await page.locator(".top .crumb").waitFor();
}

/** Logs in and stands in the venue. */
export async function enter(page: Page, username: string, venue = "源深体育中心羽毛球馆"): Promise<void> {
  await login(page, username);
  if (username === "admin" || username === "manager") await chooseVenue(page, venue);
  else await page.locator(".top .crumb").waitFor();
}

/** Waits until nothing is being drawn or asked: no skeleton, no busy part, fonts there. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() =>
    // A page that is kept alive out of sight stands still, whatever it waited for.
    [...document.querySelectorAll(".skeleton, .sk, [aria-busy=true]")].every((part) => part.getClientRects().length === 0),
  );
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** What axe finds against WCAG 2.2 A and AA, one line for each rule: its name, what it is about, and the first places. */
export async function axe(page: Page): Promise<string[]> {
  const loaded = await page.evaluate(() => "axe" in window);
  if (!loaded) await page.evaluate(AXE);
  const found = await page.evaluate<Found[], string[]>(async (tags) => {
    const engine: { run(root: Document, options: object): Promise<{ violations: Found[] }> } = Reflect.get(window, "axe");
    const { violations } = await engine.run(document, { runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] });
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ target, failureSummary }) => ({ target: target.map(String), failureSummary })),
    }));
  }, WCAG);
  return found.map(({ id, help, nodes }) => {
    const places = nodes.slice(0, 4).map((node) => `    ${node.target.join(" ")}: ${node.failureSummary.split("\n")[1]?.trim() ?? ""}`);
    return [`${id}: ${help} (${nodes.length})`, ...places].join("\n");
  });
}

interface Found {
  id: string;
  help: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/** Keeps a picture of the page under .data/test-shots, for a person to look at. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = path.join(packageRoot, ".data/test-shots");
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
}
