/** Words of the domains come with the pages that show them: whatever is drawn without such a page uses the words of the frame only. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { words as frame } from "../../../src/console/locales/zh/index";
import { words as pages } from "../../../src/console/locales/zh/pages";

const CONSOLE = resolve(import.meta.dirname, "../../../src/console");
const IMPORT = /(?:from|import\()\s*"(\.[^"]+)"/g;
/** A type that is imported is not there when the page runs. */
const TYPE_IMPORT = /import type [^;]*;|export type \{[^;]*;/g;
/** Comments, and names of screens. */
const NO_KEYS = /\/\*[\s\S]*?\*\/|name(?::| ===) "[^"]*"/g;
const KEY = /["`]([a-zA-Z]+)\.[\w.$]/g;
/** Screens fetch what draws them, their `page` and `parts`, with the words of the domains; `calls` draw nothing. */
const SCREENS = /domains\/\w+\/(?:resources|[\w-]+-screens)\.ts$/;
const WITH_WORDS = /import\("\.\/(?!calls")[^"]+"\)/g;

function read(path: string): { file: string; text: string } | undefined {
  for (const end of ["", ".ts", ".tsx"])
    try {
      return { file: path + end, text: readFileSync(path + end, "utf8") };
    } catch {
      continue;
    }
  return undefined;
}

/** Returns each file that is reached from the entry without a domain's page, with its text. */
function reached(entry: string): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (path: string): void => {
    const module = read(path);
    if (!module || found.has(module.file) || module.file.includes("/locales/") || relative(CONSOLE, module.file).startsWith("..")) return;
    const values = module.text.replaceAll(TYPE_IMPORT, "");
    const text = SCREENS.test(module.file) ? values.replaceAll(WITH_WORDS, "") : values;
    found.set(module.file, text);
    for (const [, at = ""] of text.matchAll(IMPORT)) visit(join(dirname(module.file), at));
  };
  visit(entry);
  return found;
}
const earlyKeys = (text: string): string[] =>
  [...text.replaceAll(NO_KEYS, "").matchAll(KEY)].map(([, table = ""]) => table).filter((table) => table in pages);

/** Texts that differ in their values by language, or are the same sign in both. */
const INLINE = ["desk/DiscountAmount.tsx", "domains/competitions/umpire/Board.tsx", "ui/format-discount.ts"];
const hasInlineWords = (text: string): boolean => /\bt\(\s*\{\s*zh:/.test(text);

describe("words of a screen", () => {
  it("stand in the locales", () => {
    const files = readdirSync(CONSOLE, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
    expect(files.filter((file) => hasInlineWords(readFileSync(join(CONSOLE, file), "utf8"))).sort()).toEqual(INLINE);
    expect(hasInlineWords('t({ zh: "开", en: "Open" })')).toBe(true);
    expect(hasInlineWords('t("common.open")')).toBe(false);
  });
});

describe("words of the frame", () => {
  const files = reached(join(CONSOLE, "entry.ts"));
  it("are all that is used before a domain's page is there", () => {
    expect(files.size).toBeGreaterThan(200);
    expect([...files].flatMap(([file, text]) => earlyKeys(text).map((table) => `${relative(CONSOLE, file)}: ${table}`))).toEqual([]);
  });
  it("differ from words of the domains", () => {
    expect(earlyKeys('t("sale.key.member")')).toEqual(["sale"]);
    expect(earlyKeys('t("ui.retry")')).toEqual([]);
    expect(Object.keys(frame).filter((table) => table in pages)).toEqual([]);
  });
});
