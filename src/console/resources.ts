/**
 * THE registry: every screen, once. Each domain lists its own in `domains/<domain>/resources.ts`; what Refine, the router, the menu,
 * the breadcrumb and the titles need is derived here.
 */
import type { ComponentType } from "react";
import { bookingScreens } from "./domains/booking/resources";
import { financeScreens } from "./domains/finance/resources";
import { fixedScreens } from "./domains/fixed/resources";
import { gameCourtScreens } from "./domains/gameCourts/resources";
import { messageScreens } from "./domains/messages/resources";
import { memberScreens } from "./domains/members/resources";
import { marketingScreens } from "./domains/marketing/resources";
import { cardScreens } from "./domains/cards/resources";
import { cardTypeScreens } from "./domains/members/card-type-screens";
import { accountingScreens } from "./domains/accounting/resources";
import { bookScreens } from "./domains/books/resources";
import { reconciliationScreens } from "./domains/reconciliation/resources";
import { shiftScreens } from "./domains/shift/resources";
import { saleScreens } from "./domains/sale/resources";
import { cmsScreens } from "./domains/cms/resources";
import { clubScreens } from "./domains/clubs/resources";
import { competitionScreens } from "./domains/competitions/resources";
import { coachScreens } from "./domains/coaches/resources";
import { couponScreens } from "./domains/coupon/resources";
import { dashboardScreens } from "./domains/dashboard/resources";
import { openPlayScreens } from "./domains/openPlay/resources";
import { calendarScreens, hallScreens } from "./domains/places/resources";
import { platformScreens } from "./domains/platform/resources";
import { bundleScreens, priceScreens } from "./domains/prices/resources";
import { sessionScreens } from "./domains/session/resources";
import { sessionBoardScreens } from "./domains/capacitySessions/resources";
import { stockScreens } from "./domains/stock/resources";
import { settlementScreens } from "./domains/settlements/resources";
import { transferScreens } from "./domains/transfers/resources";
import { unionScreens } from "./domains/unions/resources";
import { venueScreens } from "./domains/venue/resources";
import { fetched } from "./ui/fetched";
import type { Crumb } from "./shell/menu";
import type { T } from "./i18n/keys";
import type { Action, Address, Screen } from "./registry";

export const screens: readonly Screen[] = [
  ...dashboardScreens,
  ...sessionScreens,
  ...bookingScreens,
  ...sessionBoardScreens,
  ...fixedScreens,
  ...openPlayScreens,
  ...hallScreens,
  ...bundleScreens,
  ...calendarScreens,
  ...priceScreens,
  ...memberScreens,
  ...cardTypeScreens,
  ...cardScreens,
  ...competitionScreens,
  ...gameCourtScreens,
  ...saleScreens,
  ...shiftScreens,
  ...financeScreens,
  ...bookScreens,
  ...accountingScreens,
  ...reconciliationScreens,
  ...couponScreens,
  ...messageScreens,
  ...venueScreens,
  ...platformScreens,
  ...marketingScreens,
  ...clubScreens,
  ...cmsScreens,
  ...transferScreens,
  ...settlementScreens,
  ...stockScreens,
  ...unionScreens,
  ...coachScreens,
];

/** Landing page of the person, and first entry of the breadcrumb. */
export const HOME = "/dashboard";

/** Target of `/venue`: the venue info; while that is not registered, the first page of its group. */
const venuePage = screens.find(({ path }) => path === "/venue/site-info-form") ?? screens.find(({ group }) => group === "venue");

/** Aliases of addresses: `/` is home, a group's own address its first page. */
const REDIRECTS: Readonly<Record<string, string>> = { "/": HOME, "/venue": venuePage?.path ?? HOME };

/** The address that a path is an alias of. */
export const realPath = (pathname: string): string => REDIRECTS[pathname] ?? pathname;
export const redirects = Object.entries(REDIRECTS).map(([from, to]) => ({ from, to }));

/** The values of `:marks` when a path fits a pattern; else `undefined`. */
export function matchPattern(pattern: string, pathname: string): Address["params"] | undefined {
  const want = pattern.split("/");
  const have = pathname.replace(/\/$/, "").split("/");
  if (want.length !== have.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, part] of want.entries()) {
    const value = have[i] ?? "";
    if (part.startsWith(":")) params[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return undefined;
  }
  return params;
}

/** The screen of an address, with the values in it. A path without marks wins over one with. */
export function screenAt(pathname: string): { screen: Screen; params: Address["params"] } | undefined {
  const path = realPath(pathname);
  const exact = screens.find((screen) => screen.path === path);
  if (exact) return { screen: exact, params: {} };
  for (const screen of screens) {
    const params = matchPattern(screen.path, path);
    if (params) return { screen, params };
  }
  return undefined;
}

/** The page of a resource; `undefined` where it has none. */
export const screenOf = (resource: string, action: Action): Screen | undefined =>
  screens.find((screen) => screen.resource === resource && screen.action === action);

const pages = new Map<string, Promise<ComponentType>>();
const loaded = new Map<string, ComponentType>();

/** The code of a page, fetched once. @throws when it can't be had; the next call tries again */
export function loadPage(screen: Screen): Promise<ComponentType> {
  const known = pages.get(screen.name);
  if (known) return known;
  const page = fetched(screen.page).then((module) => {
    const [component, second] = Object.values(module);
    if (!component || second) throw new TypeError(`the page file of ${screen.name} must export one component`);
    loaded.set(screen.name, component);
    return component;
  });
  pages.set(screen.name, page);
  page.catch(() => pages.delete(screen.name));
  return page;
}

/** The page's component where its code is already here. */
export const loadedPage = (screen: Screen): ComponentType | undefined => loaded.get(screen.name);

/** Resources that Refine knows of the screens. No `meta`: it would become part of query keys, and seeded answers would be missed. */
export const refineResources = [...new Set(screens.flatMap((screen) => screen.resource ?? []))].map((name) => ({
  name,
  ...Object.fromEntries(screens.filter((screen) => screen.resource === name).map((screen) => [screen.action, screen.path])),
}));

/** Returns the breadcrumb of the person's location: home first unless it is home, the group, the list that a page belongs to, the page. */
export function crumbsOf(screen: Screen, t: T): readonly Crumb[] {
  if (screen.path === HOME) return [{ title: t(screen.title) }];
  const list = screen.action && screen.action !== "list" && screen.resource ? screenOf(screen.resource, "list") : undefined;
  return [
    { title: t("shell.home"), path: HOME },
    ...(screen.group ? [{ title: t(`shell.group.${screen.group}`) }] : []),
    ...(list ? [{ title: t(list.title), path: list.path }] : []),
    { title: t(screen.title) },
  ];
}

/** Title of the browser's tab. */
export const documentTitle = (title: string | undefined, t: T): string => (title ? `${title} · ${t("ui.product")}` : t("ui.product"));
