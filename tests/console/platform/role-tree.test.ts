import { describe, expect, it } from "vitest";
import type { Code } from "../../../src/contract/core/permissions";
import {
  difference,
  leavesOf,
  markOf,
  filterTree,
  selectCodes,
  treeOf,
  deselectCodes,
} from "../../../src/console/domains/platform/role-tree";
import type { T } from "../../../src/console/i18n/keys";

const t: T = (key) => (typeof key === "string" ? key : key.zh);
const tree = treeOf([
  { code: "club_list", title: { zh: "俱乐部", en: "Clubs" }, path: "/club/club-list" },
  { code: "club_list", title: { zh: "俱乐部成员", en: "Club members" }, path: "/club/club-member-list" },
  { code: "sale_list", title: { zh: "销售记录", en: "Sales" }, path: "/sale/sale-list" },
  { code: "club_modify", title: { zh: "表单", en: "Form" }, path: "/club/club-form" },
]);
const set = (...codes: Code[]): ReadonlySet<Code> => new Set(codes);

describe("a role's tree", () => {
  it("has the pages that this console shows, each with its buttons, and calls it by its first screen", () => {
    expect(tree.map(({ group, pages }) => [group, pages.map(({ code, name }) => [code, t(name)])])).toEqual([
      ["sale", [["sale_list", "销售记录"]]],
      ["system", [["club_list", "俱乐部"]]],
    ]);
    expect(tree[1]?.pages[0]?.leaves.map(({ code, name }) => [code, t(name)])).toEqual([
      ["club_list", "查看"],
      ["club_modify", "修改"],
      ["club_audit", "审核"],
      ["club_export", "导出"],
    ]);
  });

  it("brings a button's page along when it is ticked, and takes a page's buttons when it is not", () => {
    expect([...selectCodes(set(), ["club_audit"])].sort()).toEqual(["club_audit", "club_list"]);
    expect([...deselectCodes(set("club_list", "club_audit", "sale_list"), ["club_list"])]).toEqual(["sale_list"]);
    expect([...deselectCodes(set("club_list", "club_audit"), ["club_audit"])]).toEqual(["club_list"]);
    expect([...leavesOf(["platform_admin", "club_audit"])].sort()).toEqual(["club_audit", "club_list"]);
  });

  it("marks what is given, inherited, coming and going, and lists the difference", () => {
    const [was, now, inherited] = [set("club_list", "club_audit"), set("club_list", "club_export"), set("sale_list", "club_list")];
    const marks = (["club_list", "club_export", "club_audit", "sale_list", "club_modify"] as const).map((code) =>
      markOf(code, was, now, inherited),
    );
    expect(marks).toEqual(["own", "added", "removed", "inherited", "none"]);
    expect(difference(was, now)).toEqual({ added: ["club_export"], removed: ["club_audit"] });
  });

  it("is found by page, button, code and group", () => {
    const pages = (typed: string, keep: (code: Code) => boolean = () => true) =>
      filterTree(tree, typed, keep, t).flatMap(({ pages: found }) => found.map(({ code }) => code));
    expect(pages("俱乐部")).toEqual(["club_list"]);
    expect(pages("退货")).toEqual(["sale_list"]);
    expect(pages("club_aud")).toEqual(["club_list"]);
    expect(pages("shell.group.sale")).toEqual(["sale_list"]);
    expect(pages("", (code) => code === "club_audit")).toEqual(["club_list"]);
  });
});
