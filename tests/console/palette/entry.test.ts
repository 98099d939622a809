import { beforeAll, describe, expect, it } from "vitest";
import { loadPinyin } from "../../../src/console/i18n/initials";
import { words as otherWords } from "../../../src/console/i18n/other";
import { bestFirst, type Entry, matching, nextOf, seeksMember, seeksNext, seeksOrder } from "../../../src/console/palette/entry";
import { forgetRecent, noteScreen, recentScreens } from "../../../src/console/palette/recent";

const entry = (title: string, ...names: string[]): Entry => ({ key: title, icon: "box", title, names, run: () => undefined });
const ENTRIES = [entry("会员列表", "Members"), entry("会员开卡", "Enrol member"), entry("预订管理", "Booking management")];
const titles = (typed: string): string[] => matching(ENTRIES, typed).map(({ title }) => title);

beforeAll(loadPinyin);

describe("a screen is found by", () => {
  it.each([
    ["part of its Chinese name", "列表", "会员列表"],
    ["its pinyin initials", "hylb", "会员列表"],
    ["its full pinyin", "yudingguanli", "预订管理"],
    ["the pinyin's beginning", "yuding", "预订管理"],
    ["its English name while Chinese is on screen", "enrol", "会员开卡"],
  ])("%s", (_how, typed, title) => {
    expect(titles(typed)[0]).toBe(title);
  });
});
describe("the whole of a name comes before longer names that begin so", () => {
  const all = [entry("转账记录", "Transfers"), entry("资质申请", "Proofs"), entry("转账", "Transfer")];
  it.each(["转账", "zz", "transfer"])("by %s", (typed) => expect(matching(all, typed)[0]?.title).toBe("转账"));
  it("from one section to the next", () => {
    const [transfer, ...screens] = [...all].reverse();
    const sections = [
      { key: "screens", title: "", entries: matching(screens, "zz") },
      { key: "create", title: "", entries: transfer ? [transfer] : [] },
    ];
    expect(bestFirst(sections, "zz").map(({ key }) => key)).toEqual(["create", "screens"]);
    expect(bestFirst(sections, "z").map(({ key }) => key)).toEqual(["screens", "create"]);
  });
});
it("reads 调拨 as people say it", () => {
  expect(matching([entry("调拨")], "diaobo")).toHaveLength(1);
});
it("does not find what nothing says", () => {
  expect(titles("zzz")).toEqual([]);
});
it("knows the titles of the language that is not on screen", async () => {
  const other = await otherWords();
  expect(other("members.list")).toMatch(/member/i);
  expect(other("nothing.of.it")).toBeUndefined();
});

describe("the server is searched", () => {
  it.each(["沈", "spy", "138", "VIP2"])("for members by %s", (typed) => expect(seeksMember(typed)).toBe(true));
  it.each(["s", "13", ""])("not yet for members by “%s”", (typed) => expect(seeksMember(typed)).toBe(false));
  it.each(["B20261121-0417", "0417"])("for orders by %s", (typed) => expect(seeksOrder(typed)).toBe(true));
  it.each(["spy", "沈佩仪1", "041"])("not for orders by %s", (typed) => expect(seeksOrder(typed)).toBe(false));
});
it("takes four digits alone for the end of a phone, and of the bookings that come the first whose phone ends so", () => {
  expect(["0417", "B20261121-0417", "041", "04171", "沈佩仪"].filter(seeksNext)).toEqual(["0417"]);
  const coming = [{ phone: "04171234567" }, { phone: "13800010417" }, { phone: "13900010417" }];
  expect(nextOf(coming, "0417")).toBe(coming[1]);
  expect(nextOf(coming, "9999")).toBeUndefined();
});

describe("recent screens", () => {
  it("are the newest first, each once, without the one on show", () => {
    forgetRecent();
    for (const name of ["a", "b", "a", "c"]) noteScreen("v1", name);
    expect(recentScreens("v1", "c")).toEqual(["a", "b"]);
  });
  it("of one venue are not those of another", () => {
    noteScreen("v1", "a");
    expect(recentScreens("v2", undefined)).toEqual([]);
    noteScreen("v2", "b");
    expect(recentScreens("v1", undefined)).toEqual([]);
  });
});
