import { describe, expect, it } from "vitest";
import { ALL_CODES, type Code } from "../../../src/contract/core/permissions";
import { setLanguage, t } from "../../../src/console/i18n/i18n";
import { resource, screen, type ScreenRole, type Section } from "../../../src/console/registry";
import { screens as registered } from "../../../src/console/resources";
import { canOpenScreen, visibleMenu } from "../../../src/console/session/access";

const page = async () => ({ Page: () => null });
const entry = (path: string, roles?: readonly ScreenRole[]) => ({ path, title: "ui.home" as const, page, ...(roles ? { roles } : {}) });

const screens = [
  ...screen({ name: "dashboard", ...entry("/dashboard") }),
  ...resource({
    name: "members",
    group: "venueUser",
    code: "venue_user_list",
    list: entry("/venueUser/venue-user-list"),
    show: entry("/venueUser/venue-user-list/:id"),
  }),
  ...screen({ name: "booking", group: "book", code: "venue_booking", ...entry("/book/venue-booking", ["common"]) }),
  ...screen({ name: "sessions", group: "book", code: "hall-booking", ...entry("/book/hall-booking", ["swimming"]) }),
  ...screen({ name: "both", group: "book", code: "regular_list", ...entry("/book/regular-list", ["admin"]) }),
  ...screen({ name: "roleForm", group: "venue", code: "role_form", hidden: true, ...entry("/venue/role-form") }),
];
const all: ReadonlySet<Code> = new Set<Code>([
  "venue_user_admin",
  "venue_user_list",
  "book_admin",
  "venue_booking",
  "hall-booking",
  "regular_list",
  "venue_admin",
  "role_form",
]);
const shown = (tag: string | undefined, codes: ReadonlySet<Code> = all): string[] =>
  visibleMenu(screens, (each) => canOpenScreen(each, { tag, codes })).flatMap((group) => group.screens.map(({ name }) => name));

describe("main tag", () => {
  it.each(["swimming", "fitness"])("%s shows screens marked swimming or admin, not those marked common", (tag) => {
    expect(shown(tag)).toEqual(["dashboard", "sessions", "both", "members.list"]);
  });
  it.each(["badminton", "basketball", "tennis"])("%s shows screens marked common or admin, not those marked swimming", (tag) => {
    expect(shown(tag)).toEqual(["dashboard", "booking", "both", "members.list"]);
  });
});

describe("roles of the profile", () => {
  const shownTo = (...roles: string[]): string[] =>
    visibleMenu(screens, (each) => canOpenScreen(each, { tag: "badminton", codes: all, roles })).flatMap((group) =>
      group.screens.map(({ name }) => name),
    );
  it("show a person in the common role the screens marked common and those with no mark", () => {
    expect(shownTo("common")).toEqual(["dashboard", "booking", "members.list"]);
  });
  it("show a person in the swimming role nothing marked common, nor marked admin alone", () => {
    expect(shownTo("swimming")).toEqual(["dashboard", "members.list"]);
  });
  it("leave administrators to the main tag, whatever other role they have", () => {
    expect(shownTo("admin")).toEqual(shown("badminton"));
    expect(shownTo("swimming", "admin")).toEqual(shown("badminton"));
  });
});

describe("codes", () => {
  const without = (...codes: Code[]): ReadonlySet<Code> => new Set([...all].filter((code) => !codes.includes(code)));
  it("hides a group whose own code is lacking, whatever its pages' codes", () => {
    expect(shown("badminton", without("book_admin"))).toEqual(["dashboard", "members.list"]);
  });
  it("hides a page whose code is lacking, and a group of which nothing is left", () => {
    expect(shown("badminton", without("venue_user_list"))).toEqual(["dashboard", "booking", "both"]);
  });
  it("shows what needs no code to a person without any", () => {
    expect(shown("badminton", new Set())).toEqual(["dashboard"]);
  });
});

describe("hidden pages", () => {
  const roleForm = screens.find(({ name }) => name === "roleForm");
  it("are not in the menu but may be opened with their code", () => {
    expect(shown("badminton")).not.toContain("roleForm");
    expect(roleForm && canOpenScreen(roleForm, { tag: "badminton", codes: all })).toBe(true);
  });
  it("of one record inherit the code of their resource", () => {
    const show = screens.find(({ name }) => name === "members.show");
    expect(show && canOpenScreen(show, { tag: "badminton", codes: new Set<Code>(["venue_user_admin"]) })).toBe(false);
  });
});

/** Labels of the menu that the specification names beside its groups (§2, last line). */
const LABELS = {
  zh: "内容管理 场馆管理 俱乐部管理 订单管理 系统管理 赛事模块 平台模块 财务 账户流水 交易概览 财务对账 账户列表 联盟管理 机构联盟 培训机构 穿线师 教练排课 余额 提现 银行卡",
  en: "Content management,Venue management,Club management,Order management,System management,Competition module,Platform module,Finance,Account flow,Trading overview,Financial reconciliation,Account list,Union management,Organization unions,Training institutions,Threading masters,Coach schedule,Balance,Withdraw,Bank cards",
} as const;

describe("the menu of a person who may do everything", () => {
  it.each([
    ["zh", LABELS.zh.split(" ")],
    ["en", LABELS.en.split(",")],
  ] as const)("has the labels that the specification names (%s)", async (language, labels) => {
    await setLanguage(language);
    const codes = new Set<Code>(ALL_CODES);
    const shownLabels = visibleMenu(registered, (each) => canOpenScreen(each, { tag: "badminton", codes })).flatMap(
      ({ group, screens: inGroup }) => [
        ...(group ? t(`shell.group.${group}`).split(" · ") : []),
        ...inGroup.flatMap(({ title, section }) => [t(title), ...(section ? [t(section)] : [])]),
      ],
    );
    await setLanguage("zh");
    expect(labels.filter((label) => !shownLabels.includes(label))).toEqual([]);
  });

  it("keeps the screens of a heading together, those without one first", () => {
    const one = (name: string, section?: Section) =>
      screen({ name, group: "venue", ...entry(`/${name}`), ...(section ? { section } : {}) });
    const mixed = [
      ...one("a", "shell.section.system"),
      ...one("b"),
      ...one("c", "shell.section.accountFlow"),
      ...one("d", "shell.section.system"),
    ];
    expect(visibleMenu(mixed, (each) => canOpenScreen(each, { tag: undefined, codes: all }))[0]?.screens.map(({ name }) => name)).toEqual([
      "b",
      "a",
      "d",
      "c",
    ]);
  });
});
