/**
 * The product in a real browser: one server over a database of known venues and people, and Chromium at its door. Bookings are made for
 * tomorrow, so that no hour of the day is too late for them.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import type { Language } from "../../src/contract/core/enums";
import { addDays, dayOf, DEFAULT_ZONE } from "../../src/contract/core/time";
import { type Database, PLATFORM } from "../../src/server/db/client";
import { startSession } from "../../src/server/kernel/tokens";
import { packageRoot } from "../../src/server/root";
import { ahead, clock, moveClock } from "./browser-clock";
import { BADMINTON } from "./browser-data";
import { watchTraffic } from "./browser-settled";
import { type Client, type TestServer, testServer } from "./server";

export { settled } from "./browser-settled";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Display settings of a person's console. */
export interface View {
  readonly language?: Language;
  readonly theme?: "light" | "dark";
  readonly width?: number;
  readonly height?: number;
  /** True if the update notice may appear, once a day; otherwise it counts as shown. */
  readonly news?: boolean;
}

/** A person at a browser of their own. `faults` gathers what the console complained of: errors, warnings, refusals of the CSP. */
export interface Desk {
  readonly page: Page;
  /** A browser that somebody had this way is nobody's afterwards. */
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
  /** Returns the current time, for the server and in the browser. */
  now(): Date;
  open(view?: View): Promise<Desk>;
  /** The administrator, without a browser. */
  admin(): Promise<Client>;
  /** A client of the person with this user name, in a session of its own. */
  as(username: string): Promise<Client>;
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

const LAUNCH = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
let running: Browser | undefined;

/**
 * Chromium, one for all files of a worker: vitest keeps their modules (`isolate: false`), and it ends with the process. CHROME names another.
 * @throws Error when no browser runs
 */
export async function openBrowser(): Promise<Browser> {
  if (!running?.isConnected()) running = await chromium.launch({ executablePath: process.env.CHROME ?? "/usr/bin/chromium", args: LAUNCH });
  return running;
}

let standing: Stage | undefined;
const onStage = (): Stage => {
  if (!standing) throw new Error("No stage stands: call openStage first");
  return standing;
};

/**
 * Starts a server over a copy of the venues, and comes to the browser. A test file has one stage.
 * @param consoleDir another console than the product's
 */
export async function openStage({ consoleDir = builtConsole() } = {}): Promise<Stage> {
  const template = process.env.VENUE_TEST_VENUES;
  if (!template) throw new Error("This vitest project has no globalSetup tests/support/global-browser.ts");
  const server = await testServer({ template, consoleDir, env: { HOST: "localhost" }, clock });
  const browser = await openBrowser();
  const origin = server.origin.replace("127.0.0.1", "localhost");
  standing = {
    server,
    database: server.database,
    origin,
    tomorrow: addDays(dayOf(clock(), DEFAULT_ZONE), 1),
    now: clock,
    open: (view) => openDesk(browser, origin, view),
    async admin() {
      const { access_token } = await startSession(server.database.dbFor(PLATFORM), "1", clock(), "127.0.0.1");
      return server.with(access_token);
    },
    async as(username) {
      const db = server.database.dbFor(PLATFORM);
      const { id } = await db.selectFrom("person").select("id").where("username", "=", username).executeTakeFirstOrThrow();
      const { access_token } = await startSession(db, id, clock(), "127.0.0.1");
      return server.with(access_token);
    },
    async memberId(phone) {
      const found = server.database.dbFor(BADMINTON.id).selectFrom("member").select("id").where("phone", "=", phone);
      return (await found.executeTakeFirstOrThrow()).id;
    },
    async close() {
      left.clear();
      await Promise.all(browser.contexts().map((context) => context.close()));
      await server.close();
    },
  };
  return standing;
}

/** Browsers whose desk was left, by how they show the console: their caches are warm, what a person leaves behind is cleared. */
const left = new Map<string, BrowserContext[]>();

async function openDesk(
  browser: Browser,
  origin: string,
  { language = "zh", theme = "light", width = 1440, height = 900, news = false }: View = {},
): Promise<Desk> {
  const kind = JSON.stringify([origin, language, theme, width, height, news]);
  const context = left.get(kind)?.pop() ?? (await browserOf(browser, origin, { language, theme, width, height, news }));
  const faults: string[] = [];
  let isOwn = false;
  const complain = (text: string): void => void faults.push(text);
  context.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complain(`${message.type()}: ${message.text()}`);
  });
  context.on("weberror", (fault) => complain(`uncaught: ${fault.error().message}`));
  const page = await context.newPage();
  return {
    page,
    get context() {
      isOwn = true;
      return context;
    },
    language,
    faults,
    tab: () => context.newPage(),
    close: async () => {
      if (isOwn || page.isClosed()) return context.close();
      for (const event of ["console", "weberror"] as const) context.removeAllListeners(event);
      const line = await context.newCDPSession(page);
      await line.send("Storage.clearDataForOrigin", {
        origin,
        storageTypes: "cookies,local_storage,indexeddb,service_workers,cache_storage",
      });
      await context.clearCookies();
      await Promise.all(context.pages().map((open) => open.close()));
      left.set(kind, [...(left.get(kind) ?? []), context]);
    },
  };
}

async function browserOf(
  browser: Browser,
  origin: string,
  { language, theme, width, height, news }: Required<View>,
): Promise<BrowserContext> {
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
  await context.addInitScript(`(${moveClock.toString()})(${ahead()})`);
  if (!news) await context.addInitScript(`try { localStorage.setItem("update_notice_shown", "${clock().getTime()}") } catch {}`);
  context.on("page", watchTraffic);
  return context;
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

/**
 * Signs in at a venue as a login leaves it for all tabs of the browser, by its cookies; loads no page. `login` is what hands do. A person of
 * several venues is in the badminton hall unless another is named.
 */
export async function signIn(page: Page, username: string, venue?: string): Promise<void> {
  const { database, origin, now } = onStage();
  const db = database.dbFor(PLATFORM);
  const { id, venue_id, main_tag } = await db
    .selectFrom("person as p")
    .innerJoin("person_venue as v", "v.person_id", "p.id")
    .innerJoin("venue", "venue.id", "v.venue_id")
    .where("p.username", "=", username)
    .$if(venue !== undefined, (query) => query.where("venue.name", "=", venue ?? ""))
    .orderBy("v.venue_id")
    .select(["p.id", "v.venue_id", "venue.main_tag"])
    .executeTakeFirstOrThrow();
  const { access_token } = await startSession(db, id, now(), "127.0.0.1");
  const cookies = { session: access_token, signed_in: "1", sourceId: venue_id, mainTag: main_tag };
  await page.context().addCookies(
    Object.entries(cookies).map(([name, value]) => ({
      name,
      value,
      url: origin,
      httpOnly: name === "session",
      sameSite: "Lax" as const,
    })),
  );
}

/** Signs in at a venue and opens the first page. */
export async function enter(page: Page, username: string, venue?: string): Promise<void> {
  await signIn(page, username, venue);
  await page.goto("/dashboard");
  await page.locator(".top .crumb").waitFor();
}

/** Goes to another address of the console as a click in its menu does: the page before it stays in its tab, nothing is loaded anew. */
export async function openInApp(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    // As the router itself counts its entries.
    const state = { ...history.state, idx: Number(history.state?.idx ?? 0) + 1, key: to };
    history.pushState(state, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state }));
  }, path);
}

/**
 * Returns axe's findings against WCAG 2.2 A and AA, one line for each rule: its name, its subject, and the first places.
 * @param but a selector of what is left out
 */
export async function axe(page: Page, but?: string): Promise<string[]> {
  const loaded = await page.evaluate(() => "axe" in window);
  if (!loaded) await page.evaluate(AXE);
  const found = await page.evaluate<Found[], { tags: string[]; context: object }>(
    async ({ tags, context }) => {
      const engine: { run(context: object, options: object): Promise<{ violations: Found[] }> } = Reflect.get(window, "axe");
      // Pages of other tabs, which nobody sees: axe would walk through all of each.
      const away = [...document.querySelectorAll("[data-away]")].map((part) => ({ part, mark: document.createComment("") }));
      for (const { part, mark } of away) part.replaceWith(mark);
      // Totals that stick to the foot cover part of a row at whatever height the rows have: one scrolls on to it. They are looked at in their place.
      const sums = [...document.querySelectorAll<HTMLElement>(".rtab .tot td")];
      for (const cell of sums) cell.style.position = "static";
      const { violations } = await engine.run(context, { runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] });
      for (const cell of sums) cell.style.removeProperty("position");
      for (const { part, mark } of away) mark.replaceWith(part);
      return violations.map(({ id, help, nodes }) => ({
        id,
        help,
        nodes: nodes.map(({ target, failureSummary }) => ({ target: target.map(String), failureSummary })),
      }));
    },
    { tags: WCAG, context: { include: [["html"]], exclude: but === undefined ? [] : [[but]] } },
  );
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

/** With TEST_SHOTS=on, keeps a picture of the page under .data/test-shots for a person to look at; nothing is asserted of it. */
export async function shot(page: Page, name: string): Promise<void> {
  if (process.env.TEST_SHOTS !== "on") return;
  const folder = path.join(packageRoot, ".data/test-shots");
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
}
