/** Columns of a declared resource's rows. */
import { expect, it } from "vitest";
import { defineResource, filterKeys } from "../../src/contract/core/resource/define";
import { day, money, text } from "../../src/contract/core/resource/fields";
import { toColumns } from "../../src/server/resource/columns";

it("the stored spelling is of all that is searched by pinyin, also where one of it changes", () => {
  const fields = { name: text({ zh: "名称", en: "Name", search: "pinyin" }), alias: text({ zh: "别名", en: "Alias", search: "pinyin" }) };
  const columns = toColumns(fields, { name: "新馆" }, undefined, { name: "旧馆", alias: "北门" });
  expect(columns).toEqual({ name: "新馆", pinyin: expect.stringMatching(/xinguan.*beimen/) });
  expect(toColumns({ ...fields, note: text({ zh: "备注", en: "Note" }) }, { note: "x" }, undefined, { name: "旧馆" })).toEqual({
    note: "x",
  });
});

const SAMPLE = {
  name: "sample",
  one: { zh: "样品", en: "Sample" },
  path: "/api/manage/venue/sample",
  codes: { page: "sale_list" },
  title: "name",
} as const;
const name = text({ zh: "名称", en: "Name" });

it.each(["search", "filter", "sort"] as const)("a field that a code guards takes no %s, which would tell what it hides", (option) => {
  const declare = () =>
    defineResource({
      ...SAMPLE,
      fields: {
        name,
        cost: money({ zh: "成本", en: "Cost", code: "product_report", [option]: option === "search" ? "part" : true }),
      },
    });
  expect(declare).toThrow("sample: cost: who may not see it");
});

it("names of its own for the ends of a period need a period", () => {
  const declare = (period?: "day") =>
    defineResource({
      ...SAMPLE,
      dates: ["from", "to"],
      ...(period ? { period } : {}),
      fields: { name, day: day({ zh: "日期", en: "Day", filter: true }) },
    });
  expect(() => declare()).toThrow("sample: it names the ends of a period");
  expect(filterKeys(declare("day"))).toEqual(["q", "from", "to", "createdAtFrom", "createdAtTo"]);
});
