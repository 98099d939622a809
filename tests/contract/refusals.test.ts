import { expect, test } from "vitest";
import { REFUSALS } from "../../src/contract/core/errors";
import { OCCUPANCY } from "../../src/contract/core/refusals/occupancy";
import { MONEY } from "../../src/contract/core/refusals/money";
import { PLATFORM } from "../../src/contract/core/refusals/platform";

const marks = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "").sort();

test("no refusal is worded in two tables", () => {
  const names = [PLATFORM, OCCUPANCY, MONEY].flatMap((table) => Object.keys(table));
  expect(names).toHaveLength(Object.keys(REFUSALS).length);
});

test.each(Object.entries(REFUSALS))("%s says the same values in both languages", (_, { zh, en }) => {
  expect(marks(zh)).toEqual(marks(en));
});
