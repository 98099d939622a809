import { expect, test } from "vitest";
import { REFUSALS } from "../../src/contract/errors";
import { OCCUPANCY } from "../../src/contract/refusals/occupancy";
import { MONEY } from "../../src/contract/refusals/money";
import { PLATFORM } from "../../src/contract/refusals/platform";

const marks = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "").sort();

test("no refusal is worded in two tables", () => {
  const names = [PLATFORM, OCCUPANCY, MONEY].flatMap((table) => Object.keys(table));
  expect(names).toHaveLength(Object.keys(REFUSALS).length);
});

test.each(Object.entries(REFUSALS))("%s says the same values in both languages", (_, { zh, en }) => {
  expect(marks(zh)).toEqual(marks(en));
});
