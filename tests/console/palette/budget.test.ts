/** Open any screen in at most five keystrokes from anywhere: Ctrl+K, three letters, Enter. */
import { beforeAll, describe, expect, it } from "vitest";
import { pinyin } from "pinyin-pro";
import { loadPinyin } from "../../../src/console/i18n/initials";
import { words } from "../../../src/console/locales/zh/index";
import { type Entry, matching } from "../../../src/console/palette/entry";
import { screens } from "../../../src/console/resources";

const LETTERS = 3;
const titleOf = (key: (typeof screens)[number]["title"]): string => {
  if (typeof key !== "string") return key.zh;
  let at: unknown = words;
  for (const part of key.split(".")) at = Reflect.get(Object(at), part);
  return String(at);
};
const opened = screens.filter((screen) => !screen.bare && !screen.hidden && !screen.path.includes(":"));
const entries = opened.map((screen): Entry => ({ key: screen.name, icon: "box", title: titleOf(screen.title), run: () => undefined }));
/** Every run of at most three of a title's initials. */
function tries(title: string): string[] {
  const initials = pinyin(title, { pattern: "first", toneType: "none", separator: "" }).replace(/\W/g, "");
  return Array.from({ length: initials.length }, (_, from) => [1, 2, 3].map((size) => initials.slice(from, from + size)))
    .flat()
    .filter((typed) => typed.length <= LETTERS);
}

beforeAll(loadPinyin);

describe("within five keystrokes", () => {
  it.each(entries.map((entry) => [entry.title, entry] as const))("%s opens", (_title, entry) => {
    expect(tries(entry.title).some((typed) => matching(entries, typed)[0]?.key === entry.key)).toBe(true);
  });
});
