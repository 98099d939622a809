import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Group } from "../../../src/contract/core/groups";
import { ALL_CODES } from "../../../src/contract/core/permissions";
import type { Label } from "../../../src/contract/core/resource/label";
import { PAGE_PLACES } from "../../../src/contract/core/page-places";
import { GROUP_NAMES, PAGE_NAMES } from "../../../src/contract/core/page-names";
import { setLanguage, t } from "../../../src/console/i18n/i18n";
import { canOpenScreen, visibleMenu } from "../../../src/console/session/access";
import { packageRoot } from "../../../src/server/root";
import { pageFiles, pagePlaces } from "../../../src/tools/pages";
import { crumbsOf, loadPage, matchPattern, redirects, refineResources, screenAt, screens } from "../../../src/console/resources";

/** Headings that the specification names. */
const LABELS: readonly Label[] = [
  { zh: "内容管理", en: "Content management" },
  { zh: "场馆管理", en: "Venue management" },
  { zh: "俱乐部管理", en: "Club management" },
  { zh: "订单管理", en: "Order management" },
  { zh: "系统管理", en: "System management" },
  { zh: "赛事模块", en: "Competition module" },
  { zh: "平台模块", en: "Platform module" },
  { zh: "账户流水", en: "Account flow" },
  { zh: "交易概览", en: "Trading overview" },
  { zh: "财务对账", en: "Financial reconciliation" },
  { zh: "账户列表", en: "Account list" },
  { zh: "联盟管理", en: "Union management" },
  { zh: "机构联盟", en: "Organization unions" },
  { zh: "培训机构", en: "Training institutions" },
  { zh: "穿线师", en: "Threading masters" },
];

describe("the registry", () => {
  it("names each screen and each address once", () => {
    for (const key of ["name", "path"] as const) {
      const all = screens.map((screen) => screen[key]);
      expect(all.filter((value, i) => all.indexOf(value) !== i)).toEqual([]);
    }
  });
  it("has a page for each screen", async () => {
    for (const screen of screens) await expect(loadPage(screen), screen.name).resolves.toBeTypeOf("function");
  }, 120_000);
  it.each(["en", "zh"] as const)("calls groups and pages as refusals do (%s)", async (language) => {
    await setLanguage(language);
    const shown = new Map<string, string>();
    for (const { code, title, path } of screens)
      if (code !== undefined && !path.includes(":") && !shown.has(code)) shown.set(code, t(title));
    const differ = Object.entries(PAGE_NAMES).filter(([code, name]) => shown.has(code) && shown.get(code) !== name[language]);
    expect(differ).toEqual([]);
    expect(shown.size).toBeGreaterThan(100);
    for (const [group, name] of Object.entries(GROUP_NAMES)) expect(t(`shell.group.${group as Group}`)).toBe(name[language]);
  });
  it.each([
    ["en", ["Coach schedule", "Balance", "Withdraw", "Bank cards"]],
    ["zh", ["教练排课", "余额", "提现", "银行卡"]],
  ] as const)("has the specification's labels in the menu, each over or on a page (%s)", async (language, pages) => {
    await setLanguage(language);
    const headings = LABELS.map((one) => one[language]);
    const shown = visibleMenu(screens, (each) => canOpenScreen(each, { tag: undefined, codes: new Set(ALL_CODES) })).flatMap(
      ({ group, screens: of }) => [
        ...(group === undefined ? [] : [t(`shell.group.${group}`)]),
        ...of.flatMap(({ section, title }) => [...(section === undefined ? [] : [t(section)]), t(title)]),
      ],
    );
    expect([...headings, ...pages].filter((label) => !shown.includes(label))).toEqual([]);
  });
  it("shows each page where the API's menu says, which `npm run pages` writes", () => {
    const places = pagePlaces();
    expect(Object.keys(places).length).toBeGreaterThan(100);
    expect(PAGE_PLACES).toEqual(places);
  });
  it("is what the contract's files of pages are made of, which `npm run pages` writes", async () => {
    for (const [file, text] of Object.entries(await pageFiles()))
      expect(readFileSync(path.join(packageRoot, file), "utf8"), file).toBe(text);
  });
  it("gives Refine resources without meta, so that seeded answers are found", () => {
    for (const resource of refineResources) expect(resource).not.toHaveProperty("meta");
  });
});

describe("an address", () => {
  it("finds its screen and values; a written path wins over a mark", () => {
    expect(screenAt("/venueUser/venue-user-list")?.screen.name).toBe("members.list");
    expect(screenAt("/venueUser/venue-user-list/m1")).toMatchObject({ screen: { name: "members.show" }, params: { id: "m1" } });
    expect(screenAt("/nowhere")).toBeUndefined();
  });
  it("that is an alias leads to a page that exists", () => {
    for (const { from, to } of redirects) expect(screenAt(from)?.screen.path, from).toBe(to);
    expect(screenAt("/venue")?.screen.group).toBe("venue");
  });
  it("fits a pattern only part by part", () => {
    expect(matchPattern("/a/:id", "/a/%E7%8E%8B")).toEqual({ id: "王" });
    expect(matchPattern("/a/:id", "/a")).toBeUndefined();
    expect(matchPattern("/a/:id", "/a/b/c")).toBeUndefined();
  });
});

describe("the breadcrumb", () => {
  it("begins with home, except at home; its last step is no link", () => {
    const list = screenAt("/venueUser/venue-user-list");
    const show = screenAt("/venueUser/venue-user-list/m1");
    expect(list && crumbsOf(list.screen, t)).toEqual([{ title: "首页", path: "/dashboard" }, { title: "会员" }, { title: "会员列表" }]);
    expect(show && crumbsOf(show.screen, t)[2]).toEqual({ title: "会员列表", path: "/venueUser/venue-user-list" });
    const home = screenAt("/");
    expect(home && crumbsOf(home.screen, t)).toHaveLength(1);
  });
});
