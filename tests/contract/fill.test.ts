import { expect, test } from "vitest";
import { fill } from "../../src/contract/core/fill";

test("each mark is replaced by its value verbatim, every time it occurs", () => {
  expect(fill("{name} owes {amount}: {name}", { name: "A$&B", amount: 12 })).toBe("A$&B owes 12: A$&B");
});

test("a mark without a value stays empty, and a value is not filled again", () => {
  expect(fill("{a}{b}!", { a: "{b}" })).toBe("{b}!");
});
