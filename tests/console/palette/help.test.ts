/** Each screen has its help, in both languages, in the small Markdown that help is written in. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { lexer } from "marked";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../../../src/contract/core/enums";
import { blocksOf } from "../../../src/console/help/blocks";
import { hasHelp, loadHelp } from "../../../src/console/help/load";
import { helpPageOf } from "../../../src/console/help/page";
import { screens } from "../../../src/console/resources";

const PAGES = path.resolve("src/console/help/pages");
/** Screens without the frame have no help beside them. */
const wanted = [...new Set(screens.filter((screen) => !screen.bare).map(helpPageOf))];

describe.each(LANGUAGES)("help in %s", (language) => {
  it.each(wanted)("has a page for %s, with titles and steps", async (name) => {
    const blocks = await loadHelp(name, language);
    expect(blocks.filter(({ kind }) => kind === "title").length).toBeGreaterThan(1);
    expect(blocks.length).toBeGreaterThan(3);
  });
  it("has no page of a screen that is not there", () => {
    const there = readdirSync(path.join(PAGES, language)).map((file) => file.replace(/\.md$/, ""));
    expect(there.filter((name) => !wanted.includes(name))).toEqual([]);
  });
});

it.each(wanted.filter(hasHelp))("the two languages of %s say the same parts", (name) => {
  const shape = (language: string): string[] =>
    blocksOf(readFileSync(path.join(PAGES, language, `${name}.md`), "utf8"), lexer).map((block) =>
      "items" in block ? `${block.kind} ${block.items.length}` : block.kind,
    );
  expect(shape("zh")).toEqual(shape("en"));
});

it("refuses what help is not written in, so that no page shows it wrong", () => {
  expect(() => blocksOf("a <b>bold</b> claim", lexer)).toThrow("help is not written with html");
  expect(() => blocksOf("| a | b |\n|---|---|\n| 1 | 2 |", lexer)).toThrow("table");
});
