/**
 * Every screen of the registry, and its busiest states: WCAG 2.2 A and AA by axe, nothing wider than the screen, no figure cut, no
 * word without a translation, no button disabled without a reason, no error, warning or CSP refusal in the browser's console. Each is seen in
 * both languages, both themes and both widths: in two opposite views of eight; with PROVE=full in all eight.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { screens } from "../../src/console/resources";
import { axe, type Desk, enter, openInApp, openStage, settled, type Stage, type View } from "./browser";
import { BADMINTON, BOOKED, LONG, RICH } from "./browser-data";
import { cellOf, totalOf } from "./browser-grid";
import { FULL } from "./forms";

/** Neighbours are opposites: views 2n and 2n + 1 differ in language, theme and width. */
const VIEWS: readonly Required<Omit<View, "news">>[] = [
  { language: "zh", theme: "light", width: 1440, height: 900 },
  { language: "en", theme: "dark", width: 390, height: 844 },
  { language: "zh", theme: "dark", width: 390, height: 844 },
  { language: "en", theme: "light", width: 1440, height: 900 },
  { language: "zh", theme: "dark", width: 1440, height: 900 },
  { language: "en", theme: "light", width: 390, height: 844 },
  { language: "zh", theme: "light", width: 390, height: 844 },
  { language: "en", theme: "dark", width: 1440, height: 900 },
];
const nameOf = ({ language, theme, width }: Required<Omit<View, "news">>): string => `${language} ${theme} ${width}`;

interface Look {
  readonly name: string;
  readonly path: string | ((stage: Stage) => Promise<string>);
  /** Seen before anybody logged in. */
  readonly out?: boolean;
  readonly act?: (page: Page, stage: Stage) => Promise<void>;
}

const grid = async (stage: Stage): Promise<string> => `/book/venue-booking?day=${stage.tomorrow}`;
const member = (phone: string) => async (stage: Stage) => `/venueUser/venue-user-list/${await stage.memberId(phone)}`;
const chooseOne = async (page: Page, place: string, minute: number): Promise<void> => {
  const cell = await cellOf(page, place, minute);
  await cell.scrollIntoViewIfNeeded();
  const phone = (page.viewportSize()?.width ?? 0) < 600;
  if (phone) await cell.tap();
  else await cell.click();
  if (phone) await page.locator(".sheet-bar button").click();
  await totalOf(page);
};

const SCREENS: readonly Look[] = [
  { name: "login", path: "/login", out: true },
  ...screens
    .filter((screen) => !screen.path.includes(":") && screen.name !== "auth-redirect")
    .map((screen) => ({ name: screen.name, path: screen.path })),
  { name: "members.show", path: member(LONG.phone) },
  {
    name: "members.edit",
    path: async (stage) => `/venueUser/venue-user-form/${await stage.memberId(LONG.phone)}`,
  },
];
const STATES: readonly Look[] = [
  {
    name: "login refused",
    path: "/login",
    out: true,
    act: async (page) => {
      await page.click("button[type=submit]");
      await page.locator("#login-alert:not(:empty)").waitFor();
    },
  },
  {
    name: "recharge",
    path: member(RICH.phone),
    act: async (page) => {
      await page.locator(".drawer-actions button").first().click();
      await page.locator(".recharge .choice").first().click();
    },
  },
  {
    name: "enrol with faults",
    path: "/venueUser/venue-user-form",
    act: async (page) => {
      await page.locator("#member_phone").fill("123");
      await page.locator("button[type=submit]").click();
      await page.locator(".ant-form-item-explain-error").first().waitFor();
    },
  },
  { name: "members, none found", path: "/venueUser/venue-user-list?q=zzzz" },
  { name: "grid", path: grid },
  { name: "grid with a choice", path: grid, act: (page) => chooseOne(page, "1", 720) },
  {
    name: "grid with an order",
    path: grid,
    act: async (page) => {
      await (await cellOf(page, BOOKED.place, BOOKED.start)).locator(".bk").click();
      await page.locator(".panel .acts-order").waitFor();
    },
  },
  {
    name: "grid with a cancellation",
    path: grid,
    act: async (page) => {
      await (await cellOf(page, BOOKED.place, BOOKED.start)).locator(".bk").click();
      await page.locator(".panel .acts-order .popover > button").click();
      await page.locator(".panel .popup-item.bad").click();
      await page.locator(".panel .preview").waitFor();
    },
  },
  {
    name: "palette",
    path: "/dashboard",
    act: async (page) => {
      await page.keyboard.press("Control+k");
      await page.locator(".palette input").waitFor();
    },
  },
  {
    name: "user menu",
    path: "/dashboard",
    act: async (page) => {
      await page.locator(".tool-user").click();
      await page.locator(".popup-item").first().waitFor();
    },
  },
  { name: "not found", path: "/no/such/page" },
  {
    name: "a card type with a percent for a class of goods",
    path: "/venueUser/vip-discount-set-form",
    act: async (page) => {
      await page.locator(".class-percents > button").click();
      await page.locator(".class-percents input[inputmode=decimal]").waitFor();
    },
  },
];

let stage: Stage;
const desks = new Map<string, Promise<Desk>>();

/** The person of a view: logged in once, kept for all looks. */
function deskOf(view: Required<Omit<View, "news">>, out: boolean): Promise<Desk> {
  const key = `${nameOf(view)} ${out}`;
  const desk = desks.get(key) ?? openDesk(view, out);
  desks.set(key, desk);
  return desk;
}
async function openDesk(view: Required<Omit<View, "news">>, out: boolean): Promise<Desk> {
  const desk = await stage.open(view);
  if (!out) await enter(desk.page, "admin", BADMINTON.name);
  return desk;
}

/** State in which a page was left: after one on which nothing was opened or typed, the next screen is opened as by a click in the menu. */
const left = new WeakMap<Page, "plain" | "changed">();
/** The menu, which a screen that was opened within the console shares with the one before it. */
const SEEN_BEFORE = ".nav";

const KEY = /\b(?:booking|common|dashboard|errors|finance|list|members|shell|sites|ui)(?:\.[a-z]\w*)+\b/;
const PAIRS = VIEWS.length / 2;
const tested = [...SCREENS, ...STATES].flatMap((look, i) =>
  VIEWS.filter((_, n) => FULL || Math.floor(n / 2) === i % PAIRS).map((view) => ({ look, view })),
);

/** Returns the labels of buttons on screen that are disabled without a reason in their tooltip or description. */
const unexplainedButtons = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("button:disabled")]
      .filter(
        (button) =>
          !(button.getAttribute("title") ?? "").trim() &&
          !button.hasAttribute("aria-describedby") &&
          !button.closest("[data-away], [hidden]"),
      )
      .map((button) => `${button.getAttribute("aria-label") ?? ""} ${button.textContent}`.trim()),
  );

/**
 * The tests of one part of all looks: parts run side by side.
 * @param part 0-based
 */
export function lookAt(part: number, parts: number): void {
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());
  it("would find a button that is disabled without a reason", async () => {
    const desk = await stage.open();
    await desk.page.setContent(`<button disabled>post</button><button disabled title="Add goods first">book</button>`);
    expect(await unexplainedButtons(desk.page)).toEqual(["post"]);
    await desk.close();
  });
  const mine = tested.filter((_, i) => i % parts === part);
  describe.each(mine.map((each) => ({ ...each, title: `${each.look.name} (${nameOf(each.view)})` })))("$title", ({ look, view }) => {
    it("is accessible, fits, is translated, and is silent in the console", async () => {
      const desk = await deskOf(view, look.out ?? false);
      const { page, faults } = desk;
      faults.length = 0;
      const path = typeof look.path === "string" ? look.path : await look.path(stage);
      const inApp = left.get(page) === "plain" && !look.act && !look.out;
      await (inApp ? openInApp(page, path) : page.goto(path));
      left.set(page, look.act || look.out ? "changed" : "plain");
      await settled(page);
      if (look.act) {
        await look.act(page, stage);
        await settled(page);
      }
      const { text, wider, cut } = await page.evaluate(() => ({
        text: document.body.innerText,
        wider: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        cut: [...document.querySelectorAll(".table .num")]
          .filter((cell) => cell.scrollWidth > cell.clientWidth)
          .map((cell) => cell.textContent),
      }));
      expect({
        axe: await axe(page, inApp ? SEEN_BEFORE : undefined),
        faults,
        key: KEY.exec(text)?.[0],
        wider,
        cut,
        unexplained: await unexplainedButtons(page),
      }).toEqual({
        axe: [],
        faults: [],
        key: undefined,
        wider: 0,
        cut: [],
        unexplained: [],
      });
    });
  });
}
