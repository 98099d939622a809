/** Refine's operators as the venue API takes them. */
import type { CrudFilter, CrudOperators } from "@refinedev/core";
import { describe, expect, it } from "vitest";
import { suppliers } from "../../../src/contract/stock/products";
import { filterInput, pageInput } from "../../../src/console/providers/filters";

const filter = (field: string, operator: Exclude<CrudOperators, "or" | "and">, value: unknown): CrudFilter => ({ field, operator, value });

describe("filters", () => {
  it.each([
    ["eq", filter("state", "eq", "active"), { state: "active" }],
    ["in", filter("state", "in", ["active", "frozen"]), { state: ["active", "frozen"] }],
    ["gte", filter("at", "gte", "2026-11-01"), { atFrom: "2026-11-01" }],
    ["lte", filter("at", "lte", "2026-11-30"), { atTo: "2026-11-30" }],
    ["between", filter("at", "between", ["2026-11-01", "2026-11-30"]), { atFrom: "2026-11-01", atTo: "2026-11-30" }],
    ["contains", filter("name", "contains", "远"), { q: "远" }],
    ["an empty value", filter("name", "contains", ""), {}],
  ])("translates %s", (_, given, input) => {
    expect(filterInput([given])).toEqual(input);
  });

  it.each(["ne", "lt", "gt", "startswith", "nin", "null", "ncontains"] as const)("refuses %s by name", (operator) => {
    expect(() => filterInput([filter("name", operator, "x")])).toThrow(new RegExp(`“${operator}” \\(name\\)`));
  });

  it("refuses conditions of several filters", () => {
    expect(() => filterInput([{ operator: "or", value: [filter("name", "eq", "x")] }])).toThrow("“or”");
  });

  it("refuses to search a field that its declaration does not search, and a range of what has none", () => {
    expect(filterInput([filter("contact", "contains", "马")], suppliers)).toEqual({ q: "马" });
    expect(() => filterInput([filter("memo", "contains", "x")], suppliers)).toThrow("memo can't be searched");
    expect(() => filterInput([filter("name", "gte", "x")], suppliers)).toThrow("name can't be filtered by a range");
    expect(filterInput([filter("createdAt", "gte", "2026-11-01")], suppliers)).toEqual({ createdAtFrom: "2026-11-01" });
  });
});

describe("pages", () => {
  it("count from 0 on the wire; without paging the largest page is asked for", () => {
    expect(pageInput({ currentPage: 3, pageSize: 50 }, [{ field: "name", order: "desc" }])).toEqual({
      page: 2,
      size: 50,
      sort: "name,desc",
    });
    expect(pageInput({ mode: "off" })).toEqual({ page: 0, size: 500 });
  });

  it("are not sorted by two fields", () => {
    const sorters = [
      { field: "name", order: "asc" as const },
      { field: "owed", order: "asc" as const },
    ];
    expect(() => pageInput(undefined, sorters)).toThrow("name and owed");
  });
});
