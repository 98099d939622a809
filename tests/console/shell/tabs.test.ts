/** The tabs as pure functions, one rule each. */
import { describe, expect, it } from "vitest";
import { screens, screenOf, loadPage } from "../../../src/console/resources";
import {
  close,
  closable,
  firstTabs,
  landing,
  leave,
  MOST_KEPT,
  move,
  name,
  visibleTabs,
  tabIdOf,
  type Tabs,
  visit,
} from "../../../src/console/shell/tabs/model";
import { reloadAddress, placeOf, redirected } from "../../../src/console/shell/tabs/place";
import { storeTabs, readTabs } from "../../../src/console/shell/tabs/stored-tabs";

const HOME = { id: "dashboard", screen: "dashboard", address: "/dashboard", pinned: true } as const;
const at = (id: string, over: object = {}) => ({ id, screen: id, address: `/${id}`, pinned: false, keeps: true, ...over });
const clean = (): boolean => false;
const start = (): Tabs => visit(firstTabs([HOME]), { ...HOME, keeps: false }, clean);
const opened = (...ids: readonly string[]): Tabs => ids.reduce((tabs, id) => visit(tabs, at(id), clean), start());
const ids = (tabs: Tabs): readonly string[] => visibleTabs(tabs).map(({ id }) => id);

describe("which tab an address belongs to", () => {
  const form = { name: "members.edit" };
  it("depends on the page and its parameters", () => {
    expect(tabIdOf(form, { id: "m1" })).not.toBe(tabIdOf(form, { id: "m2" }));
    expect(tabIdOf(form, { id: "m1" })).toBe(tabIdOf(form, { id: "m1" }));
    expect(tabIdOf({ name: "x" }, { a: "1", b: "2" })).toBe(tabIdOf({ name: "x" }, { b: "2", a: "1" }));
    expect(tabIdOf({ name: "x" }, { a: "1?b=2" })).not.toBe(tabIdOf({ name: "x" }, { a: "1", b: "2" }));
  });
  it("never depends on the query", () => {
    expect(placeOf("/venueUser/venue-user-list")?.id).toBe("members.list");
    const tabs = visit(opened("a"), at("a", { address: "/a?q=wang" }), clean);
    expect(ids(tabs)).toEqual(["dashboard", "a"]);
    expect(tabs.list[1]?.address).toBe("/a?q=wang");
  });
  it("is the list's for a page drawn over its list", () => {
    expect(placeOf("/venueUser/venue-user-list/m1")?.id).toBe("members.list");
    expect(placeOf("/venueUser/venue-user-list/m1")?.tab.name).toBe("members.list");
    expect(placeOf("/venueUser/venue-user-form/m1")?.id).toBe("members.edit?id=m1");
  });
  it("is said of every page that shares its list's component, and of no other", async () => {
    for (const screen of screens) {
      const list = screen.resource && screen.action !== "list" ? screenOf(screen.resource, "list") : undefined;
      if (!list) continue;
      expect([screen.name, screen.over === true]).toEqual([screen.name, (await loadPage(screen)) === (await loadPage(list))]);
    }
  }, 120_000);
  it("is none outside the frame", () => {
    for (const path of ["/sites", "/setup", "/nowhere"]) expect(placeOf(path), path).toBeUndefined();
  });
});

describe("going to a page", () => {
  it("opens its tab at the end, once", () => {
    expect(ids(opened("a", "b", "a"))).toEqual(["dashboard", "a", "b"]);
  });
  it("a second time changes nothing at all", () => {
    const tabs = opened("a");
    expect(visit(tabs, at("a"), clean)).toBe(tabs);
    expect(leave(leave(tabs))).toEqual(leave(tabs));
  });
  it("home is always there and first", () => {
    expect(ids(opened("a"))[0]).toBe("dashboard");
    expect(readTabs("u:v", () => true).list.map(({ id }) => id)).toEqual(["dashboard"]);
  });
  it("home is never kept alive, nor is a page marked so", () => {
    expect(opened("a").kept).toEqual(["a"]);
    expect(visit(opened("a"), at("b", { keeps: false }), clean).kept).toEqual(["a"]);
    expect(placeOf("/dashboard")?.keeps).toBe(false);
  });
});

describe("pages kept alive", () => {
  const many = Array.from({ length: MOST_KEPT + 1 }, (_, i) => `p${i}`);
  it("are at most ten, and the least recently used goes first", () => {
    expect(MOST_KEPT).toBe(10);
    const ten = many.slice(0, 10);
    expect(opened(...ten).kept).toEqual(ten);
    const used = visit(opened(...ten), at("p0"), clean);
    expect(visit(used, at("p10"), clean).kept).toEqual([...ten.slice(2), "p0", "p10"]);
  });
  it("stay when they hold unsaved input, even beyond ten", () => {
    const unsaved = (id: string): boolean => id === "p0";
    const tabs = many.reduce((before, id) => visit(before, at(id), unsaved), start());
    expect(tabs.kept).toContain("p0");
    expect(tabs.kept).not.toContain("p1");
    const all = many.reduce((before, id) => visit(before, at(id), () => true), start());
    expect(all.kept).toHaveLength(11);
  });
  it("keep their tab when the page is given up", () => {
    expect(ids(opened(...many))).toHaveLength(12);
  });
});

describe("closing", () => {
  it("a tab that is not on show leaves the rest as it is", () => {
    const tabs = close(opened("a", "b"), ["a"]);
    expect(ids(tabs)).toEqual(["dashboard", "b"]);
    expect(tabs.kept).toEqual(["b"]);
    expect(landing(tabs, "/dashboard")).toBeUndefined();
  });
  it("the one on show goes to the rightmost that remains", () => {
    const tabs = close(visit(opened("a", "b", "c"), at("a"), clean), ["a"]);
    expect(ids(tabs)).toEqual(["dashboard", "b", "c"]);
    expect(landing(tabs, "/dashboard")).toBe("/c");
  });
  it("the last one goes home", () => {
    expect(landing(close(opened("a"), ["a"]), "/dashboard")).toBe("/dashboard");
  });
  it("the one on show stays drawn until another is gone to, and is then gone", () => {
    const going = close(opened("a", "b"), ["b"]);
    expect(visit(going, at("b"), clean)).toBe(going);
    const gone = visit(going, at("a"), clean);
    expect(gone.list.map(({ id }) => id)).toEqual(["dashboard", "a"]);
    expect(gone.kept).toEqual(["a"]);
    expect(ids(visit(gone, at("b"), clean))).toEqual(["dashboard", "a", "b"]);
  });
  it("never takes a pinned tab, whichever way", () => {
    const tabs = opened("a", "b");
    expect(ids(close(tabs, ["dashboard"]))).toEqual(["dashboard", "a", "b"]);
    expect(closable(tabs)).toEqual(["a", "b"]);
    expect(closable(tabs, "a")).toEqual(["b"]);
    expect(ids(close(tabs, closable(tabs)))).toEqual(["dashboard"]);
  });
});

describe("the order", () => {
  it("is the person's: a tab moves to any place among its like", () => {
    expect(ids(move(opened("a", "b", "c"), "c", 1))).toEqual(["dashboard", "c", "a", "b"]);
    expect(ids(move(opened("a", "b", "c"), "a", 99))).toEqual(["dashboard", "b", "c", "a"]);
  });
  it("never puts a tab before the pinned ones, nor a pinned one behind", () => {
    expect(ids(move(opened("a", "b"), "b", 0))).toEqual(["dashboard", "b", "a"]);
    const tabs = opened("a");
    expect(move(tabs, "dashboard", 1)).toBe(tabs);
  });
});

describe("a reload", () => {
  const SCOPE = "u1:v1";
  const LIST = "/venueUser/venue-user-list?q=wang&page=2";
  const FORM = "/venueUser/venue-user-form/m1";
  const before = (): Tabs => {
    const list = placeOf("/venueUser/venue-user-list");
    const form = placeOf(FORM);
    if (!list || !form) throw new Error("the screens of the test are gone");
    let tabs = visit(
      readTabs(SCOPE, () => true),
      { id: form.id, screen: form.screen.name, address: FORM, pinned: false, keeps: true },
      clean,
    );
    tabs = visit(tabs, { id: list.id, screen: list.screen.name, address: LIST, pinned: false, keeps: true }, clean);
    return name(tabs, form.id, "王小明");
  };
  it("finds the tabs in their order, with query and subject", () => {
    storeTabs(SCOPE, before().list);
    expect(readTabs(SCOPE, () => true).list.map(({ address, subject }) => [address, subject])).toEqual([
      ["/dashboard", undefined],
      [FORM, "王小明"],
      [LIST, undefined],
    ]);
  });
  it("keeps no page alive that was not opened in it", () => {
    storeTabs(SCOPE, before().list);
    expect(readTabs(SCOPE, () => true).kept).toEqual([]);
  });
  it("finds none of another venue or person", () => {
    storeTabs(SCOPE, before().list);
    for (const other of ["u1:v2", "u2:v1"]) expect(readTabs(other, () => true).list.map(({ id }) => id)).toEqual(["dashboard"]);
  });
  it("drops what may no longer be opened, and what is broken", () => {
    storeTabs(SCOPE, before().list);
    expect(readTabs(SCOPE, (screen) => screen !== "members.edit").list.map(({ screen }) => screen)).toEqual(["dashboard", "members.list"]);
    sessionStorage.setItem("tabs", '{"scope":"u1:v1","list":[{"address":"/nowhere"},{"address":7}]}');
    expect(readTabs(SCOPE, () => true).list.map(({ id }) => id)).toEqual(["dashboard"]);
    sessionStorage.setItem("tabs", "{");
    expect(readTabs(SCOPE, () => true).list.map(({ id }) => id)).toEqual(["dashboard"]);
  });
});

describe("the redirect path", () => {
  it("is an alias of the page behind it, in the same tab", () => {
    expect(reloadAddress("/venueUser/venue-user-list?q=a")).toBe("/redirect/venueUser/venue-user-list?q=a");
    expect(redirected("/redirect/venueUser/venue-user-list")).toBe("/venueUser/venue-user-list");
    expect(placeOf("/redirect/venueUser/venue-user-form/m1")?.id).toBe(placeOf("/venueUser/venue-user-form/m1")?.id);
    expect(placeOf("/redirect/nowhere")).toBeUndefined();
  });
});
