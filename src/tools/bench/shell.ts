/** The frame of the console in Chromium, on a running server with demo data: switching between ten tabs, and memory over many opened and closed. */
import { type CDPSession, chromium, type Page } from "playwright-core";
import { below, type Figure } from "./figures";
import { percentile } from "./load";
import { measureMemory } from "./rounds";

const TABS = 10;
const SWITCHES = 100;
const SLOWER = 4;
/** The venue of the demo data that has the most screens. */
const VENUE = "羽毛球";
const LIST = "/venueUser/venue-user-list";

/**
 * Measures as the administrator of the demo data: ten pages of the menu (and of members, where the menu has fewer) open in tabs.
 * @param base where the console is served, e.g. "http://localhost:8787"
 */
export async function measureShell(base: string): Promise<Figure[]> {
  const switches = await atHome(base, "", async (page, line) => {
    await openTabs(page);
    return measureSwitches(page, line);
  });
  return [...switches, await measureMemory((engine, work) => atHome(base, engine, work))];
}

/** Works in a browser of its own, at the home of the demo's venue. @param engine flags for V8 */
async function atHome<T>(base: string, engine: string, work: (page: Page, line: CDPSession) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROME ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", ...(engine === "" ? [] : [`--js-flags=${engine}`])],
  });
  try {
    const context = await browser.newContext({ baseURL: base, viewport: { width: 1440, height: 900 }, locale: "zh-CN" });
    await context.addInitScript("try { localStorage.setItem('update_notice_shown', String(Date.now())) } catch {}");
    const page = await context.newPage();
    const line = await context.newCDPSession(page);
    await enter(page);
    return await work(page, line);
  } finally {
    await browser.close();
  }
}

async function enter(page: Page): Promise<void> {
  await page.goto("/login");
  await page.fill("#username", "admin");
  await page.fill("#password", "Venue2026!");
  await page.click("button[type=submit]");
  await page.locator(".site", { hasText: VENUE }).first().click();
  await page.locator(".side nav a").first().waitFor();
}

const quiet = (page: Page): Promise<void> => page.waitForLoadState("networkidle");

/** Goes to a path as a link inside the console would. */
const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({}, "", to);
    window.dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  }, path);

/** Opens pages of the menu, then of members, until ten tabs beside home are there. */
async function openTabs(page: Page): Promise<void> {
  const members: string[] = [];
  page.on("response", async (answer) => {
    if (!answer.url().includes("/venue-user/list")) return;
    for (const [, id = ""] of (await answer.text()).matchAll(/"id":"?([\w-]+)"?,/g)) members.push(id);
  });
  const all = await page.locator(".side nav a").evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  const paths = all.filter((path) => path !== "/dashboard").slice(0, TABS);
  for (const path of paths) {
    await page.locator(`.side a[href="${path}"]`).click();
    await page.waitForURL(`**${path}*`);
    await quiet(page);
  }
  if (paths.length < TABS) await page.locator(`.side a[href="${LIST}"]`).click();
  for (let i = 0; (await page.locator("[role=tab]").count()) <= TABS; i++) {
    const id = members[i];
    if (id === undefined) throw new Error("the demo data has too few members for ten tabs");
    await follow(page, `/venueUser/venue-user-form/${id}`);
    await quiet(page);
  }
}

interface Timing {
  readonly frame: number;
}

/** From the press on a tab until the frame with its page is drawn. */
async function measureSwitches(page: Page, line: CDPSession): Promise<Figure[]> {
  await line.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const times: number[] = [];
  for (let i = 0; i < SWITCHES + TABS; i++) {
    const place = 1 + ((i * 7) % TABS);
    const timing = await page.evaluate(async (at): Promise<Timing | undefined> => {
      const tab = document.querySelectorAll<HTMLElement>("[role=tab]")[at];
      if (!tab || tab.ariaSelected === "true") return undefined;
      const start = performance.now();
      tab.click();
      while (tab.ariaSelected !== "true") await new Promise((done) => requestAnimationFrame(done));
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))); // after the paint
      return { frame: performance.now() - start };
    }, place);
    if (timing && i >= TABS) times.push(timing.frame);
    await page.waitForTimeout(150);
  }
  await line.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  times.sort((a, b) => a - b);
  const median = percentile(times, 0.5);
  const late = percentile(times, 0.95);
  const figure = (what: string, value: number, bar: number, goal: number): Figure => ({
    what: `switch to another of ${TABS} tabs, ${what}, processor slowed ${SLOWER} ×`,
    value: `${Math.round(value)} ms`,
    bar: `≤ ${bar} ms`,
    goal: `≤ ${goal} ms`,
    met: below(value, bar, goal),
    note: `${times.length} switches, ${Math.round(times[0] ?? 0)} to ${Math.round(times.at(-1) ?? 0)} ms, press to painted frame`,
  });
  return [figure("median", median, 100, 35), figure("95 of 100", late, 200, 80)];
}
