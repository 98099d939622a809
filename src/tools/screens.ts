/**
 * Pictures of every screen, to look at: zh and en, light and dark, 1440, 1024 and 390 px wide.
 * `npx tsx src/tools/screens.ts --base http://localhost:8787 --out .data/screens [--venue 源深] [--only booking,members] [--widths 1440] [--themes light] [--languages zh]`
 * The server must hold the demo data.
 */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "playwright-core";

const { values: given } = parseArgs({
  options: {
    base: { type: "string", default: "http://localhost:8787" },
    out: { type: "string", default: ".data/screens" },
    venue: { type: "string", default: "源深" },
    only: { type: "string", default: "" },
    languages: { type: "string", default: "zh,en" },
    themes: { type: "string", default: "light,dark" },
    widths: { type: "string", default: "1440,1024,390" },
  },
});
const list = (text: string): string[] => text.split(",").filter(Boolean);
const HEIGHTS: Readonly<Record<string, number>> = { "1440": 900, "1024": 768, "390": 844 };

interface Look {
  readonly name: string;
  readonly path: string;
  /** Taken before anybody logged in, or before a venue is chosen. */
  readonly before?: "login" | "venue";
  /** Action to perform first. */
  readonly act?: (page: Page) => Promise<void>;
}

const firstRow = async (page: Page): Promise<void> => {
  await page.locator(".ant-table-row").first().click();
  await page.locator(".drawer-body").waitFor();
};

/** Chooses two free slots below one another, from below, where the day still has some. */
const chooseSlots = async (page: Page): Promise<void> => {
  const free = page.locator("table.g td.free");
  const count = await free.count();
  if (count === 0) return;
  const cell = free.nth(Math.floor(count / 2));
  await cell.scrollIntoViewIfNeeded();
  if ((page.viewportSize()?.width ?? 0) < 600) await cell.tap();
  else await cell.click();
  await page.locator(".panel .hd h2, .sheet-bar").first().waitFor();
};

const LOOKS: readonly Look[] = [
  { name: "login", path: "/login", before: "login" },
  { name: "sites", path: "/sites", before: "venue" },
  { name: "dashboard", path: "/dashboard" },
  { name: "booking", path: "/book/venue-booking" },
  { name: "booking-chosen", path: "/book/venue-booking", act: chooseSlots },
  {
    name: "booking-order",
    path: "/book/venue-booking",
    act: async (page) => {
      await page.locator("table.g .bk.paid, table.g .bk.live, table.g .bk.done").first().click();
      await page.locator(".panel .hd h2").first().waitFor();
    },
  },
  { name: "fixed", path: "/book/regular-list" },
  { name: "fixed-contract", path: "/book/regular-list", act: firstRow },
  { name: "fixed-form", path: "/book/regular-form" },
  { name: "members", path: "/venueUser/venue-user-list" },
  { name: "member-drawer", path: "/venueUser/venue-user-list", act: firstRow },
  {
    name: "member-recharge",
    path: "/venueUser/venue-user-list",
    act: async (page) => {
      await firstRow(page);
      await page.locator(".drawer-actions button").first().click();
    },
  },
  { name: "member-form", path: "/venueUser/venue-user-form" },
  { name: "members-none", path: "/venueUser/venue-user-list?q=zzzzzz" },
  { name: "account-log", path: "/finance/venue-user-account-log" },
  { name: "booking-orders", path: "/finance/booking-place-order/list" },
  { name: "coupons", path: "/finance/coupon-log-list" },
  { name: "coupon-form", path: "/finance/coupon-log-form" },
  { name: "not-found", path: "/no/such/page" },
];

async function waitUntilSettled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() => document.querySelector(".skeleton, [aria-busy=true]") === null, undefined, { timeout: 15_000 });
  await page.waitForTimeout(150);
}

async function takeScreenshots(browser: Browser, language: string, theme: string, width: string): Promise<void> {
  const looks = LOOKS.filter((look) => given.only === "" || list(given.only).includes(look.name));
  const phone = Number(width) < 600;
  const context = await browser.newContext({
    baseURL: given.base,
    locale: language === "zh" ? "zh-CN" : "en-US",
    colorScheme: theme === "dark" ? "dark" : "light",
    viewport: { width: Number(width), height: HEIGHTS[width] ?? 900 },
    reducedMotion: "reduce",
    timezoneId: "Asia/Shanghai",
    hasTouch: phone,
    isMobile: phone,
  });
  const page = await context.newPage();
  const variant = `${language}-${theme}-${width}`;
  const shoot = async (look: Look): Promise<void> => {
    try {
      await page.goto(look.path);
      await waitUntilSettled(page);
      await look.act?.(page);
      await waitUntilSettled(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (wide > 0) console.log(`${look.name} ${variant}: ${wide} px wider than the screen`);
    } catch (error) {
      console.log(`${look.name} ${variant}: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`);
    }
    await page.screenshot({ path: path.join(given.out, `${look.name}-${variant}.png`) });
  };
  for (const look of looks.filter((each) => each.before === "login")) await shoot(look);
  await page.goto("/login");
  await page.fill("#username", "admin");
  await page.fill("#password", "Venue2026!");
  await page.click("button[type=submit]");
  await page.waitForURL("**/sites*");
  for (const look of looks.filter((each) => each.before === "venue")) await shoot(look);
  await page.goto("/sites");
  await page.locator(".site", { hasText: given.venue }).click();
  await page.locator(".top .crumb").waitFor();
  for (const look of looks.filter((each) => each.before === undefined)) await shoot(look);
  await context.close();
}

await mkdir(given.out, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env["CHROME"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync"],
});
for (const language of list(given.languages))
  for (const theme of list(given.themes)) for (const width of list(given.widths)) await takeScreenshots(browser, language, theme, width);
await browser.close();
