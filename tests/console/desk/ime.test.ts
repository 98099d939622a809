/** Keys of input methods, told in one place. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { isOfInputMethod } from "../../../src/console/keys/ime";

const key = (more: KeyboardEventInit) => new KeyboardEvent("keydown", { key: "Enter", ...more });

it.each([
  ["an Enter of the page", key({ keyCode: 13 }), false],
  ["an Enter that ends a composition", key({ keyCode: 229, isComposing: true }), true],
  ["WebKit's Enter after its composition", key({ keyCode: 229 }), true],
  ["a key that the method takes", key({ key: "Process" }), true],
])("%s", (_, event, expected) => {
  expect(isOfInputMethod(event)).toBe(expected);
  expect(isOfInputMethod({ nativeEvent: event })).toBe(expected);
});

it("is asked by every handler, none of which reads the composition itself", () => {
  const root = path.join(import.meta.dirname, "../../../src/console");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  const reading = files.filter((file) => /isComposing|keyCode/.test(readFileSync(path.join(root, file), "utf8")));
  expect(reading.map((file) => file.split(path.sep).join("/"))).toEqual(["keys/ime.ts"]);
});
