/** Sales and their lines are searched by number, seller, buyer and goods, within the days that the list is asked for and read once for both page and total. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "../../src/contract/core/call";
import { callsOf } from "../../src/contract/core/resource/calls";
import { saleLines, sales } from "../../src/contract/sale/sales";
import { onStatement } from "../../src/server/db/statements";
import { type Book, openBook } from "../support/book";
import { byText } from "../support/order";
import { serves } from "../support/services";

let b: Book;
beforeAll(async () => {
  b = await openBook();
});
afterAll(() => {
  onStatement(undefined);
  return b.close();
});

type Row = Readonly<Record<string, unknown>>;
const DAYS = ["2026-11-20", "2026-11-21"];
const [FIRST = "", LAST = ""] = DAYS;

describe.each([
  { name: "sales", call: callsOf(sales).list },
  { name: "lines", call: callsOf(saleLines).list },
])("$name", ({ call }) => {
  const rows = async (input: object): Promise<readonly Row[]> => {
    const page = (await b.t.look((ctx) => serves(call)(ctx, { size: 200, ...input }))) as unknown as Page<Row>;
    expect(page.totalElements).toBe(page.content.length);
    return page.content;
  };
  const idsOf = (list: readonly Row[]): string[] => list.map(({ id }) => String(id)).sort(byText);

  it("are found within the days as out of all days", async () => {
    const all = await rows({});
    const operator = String(all[0]?.["operator"]);
    const found = new Set<number>();
    for (const q of ["矿泉水", "690001", "王芳", "W-1", operator, "XS", "没有这个"])
      for (const range of [
        { dayTo: undefined },
        { dayFrom: FIRST, dayTo: FIRST },
        { dayFrom: LAST, dayTo: LAST },
        { dayFrom: LAST },
        { dayTo: FIRST },
      ]) {
        const { dayFrom = "", dayTo = "9" } = range;
        const expected = (await rows({ q })).filter(({ day }) => String(day) >= dayFrom && String(day) <= dayTo);
        expect([q, range, idsOf(await rows({ q, ...range }))]).toEqual([q, range, idsOf(expected)]);
        found.add(expected.length);
      }
    // Some find all, some a few, some nothing.
    expect(found.size).toBeGreaterThan(2);
  });

  it("ask each set of what is searched for no more than once, and only for the days", async () => {
    const sent: string[] = [];
    onStatement(({ text }) => sent.push(text));
    await b.t.look((ctx) => serves(call)(ctx, { q: "水", size: 1, dayFrom: FIRST, dayTo: LAST }));
    onStatement(undefined);
    expect(sent.filter((text) => text.includes(`in "k"."name")`))).toHaveLength(1);
    const buyers = sent.filter((text) => text.includes("m.card_key"));
    expect(buyers).toHaveLength(1);
    expect(buyers[0]).toMatch(/s\.day >= \$\d+ AND s\.day <= \$\d+/);
  });
});
