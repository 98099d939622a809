import { describe, expect, it } from "vitest";
import { words as enFrame } from "../../../src/console/locales/en/index";
import { words as enPages } from "../../../src/console/locales/en/pages";
import { words as zhFrame } from "../../../src/console/locales/zh/index";
import { words as zhPages } from "../../../src/console/locales/zh/pages";
import { firstLanguage } from "../../../src/console/i18n/i18n";

/** Every text with its dotted key. */
function texts(table: object, path = ""): [string, string][] {
  return Object.entries(table).flatMap(([key, value]: [string, unknown]) =>
    typeof value === "string" ? [[path + key, value] as [string, string]] : texts(value as object, `${path}${key}.`),
  );
}
const marks = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort();

describe("the two languages", () => {
  const chinese = new Map(texts({ ...zhFrame, ...zhPages }));
  const english = new Map(texts({ ...enFrame, ...enPages }));
  it("say the same keys", () => {
    expect([...english.keys()].sort()).toEqual([...chinese.keys()].sort());
  });
  it("take the same values", () => {
    const differing = [...chinese].filter(([key, text]) => marks(text).join() !== marks(english.get(key) ?? "").join());
    expect(differing).toEqual([]);
  });
  it("write values in single braces, and leave nothing empty", () => {
    const all = [...chinese, ...english];
    expect(all.filter(([, text]) => text.includes("{{") || text.trim() === "")).toEqual([]);
  });
  it("leave no Chinese in the English words", () => {
    expect([...english].filter(([, text]) => /\p{Script=Han}/u.test(text))).toEqual([]);
  });
});

describe("the first language", () => {
  it("is the one chosen before, then the browser's, then English", () => {
    expect(firstLanguage("zh", ["en-GB"])).toBe("zh");
    expect(firstLanguage("", ["fr", "zh-TW", "en"])).toBe("zh");
    expect(firstLanguage("xx", ["fr-FR"])).toBe("en");
  });
});
