/** Plain engineering English: comments and test titles say things in words that any developer would search for. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** House words that crept in once, and what to say instead. */
const HOUSE_WORDS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(has|have|gets?|gives?|takes?|keeps?|loses?) the keys\b|\bthe keys (go|stay|are at)\b/, "focus"],
  [/\bin the hand\b|\bcomes? to lie\b/, "being moved, dragged"],
  [/\b(the|its|their|free|taken|same) grounds?\b/, "occupancy, occupied cells, slots, courts"],
  [/\bheads\b/, "attendees; of a table: headers"],
  [/\b(goes|went) on\b(?! leave)/, "continues"],
  [/\bstands (in|on|beside|at|there|for|under|over|below)\b/, "is, is shown, applies, means"],
  [/\breckon/, "compute"],
  [/\b(is|are) told\b/, "is shown, is notified, gets a message"],
  [/\bsaid to be\b/, "is"],
  [
    /\bspec(\.md)? §|\(product ("[A-Z]|README|[a-z]+(-[a-z]+)*( and ledger)?( "|[,)]))/,
    "what this repository says itself: a page of docs/, or nothing",
  ],
];

const EXTENSIONS = /\.(tsx?|mjs|css|md)$/;
/** Help pages are texts for customers, not for developers; this file quotes the house words. */
const files = ["src", "tests", "docs"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => EXTENSIONS.test(file) && !file.includes("help/pages/") && file !== "contract/words.test.ts")
    .map((file) => `${folder}/${file}`),
);

const COMMENT = /(?<=^|[\s{(])\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*/gm;
const TITLE = /(?:\b(?:it|test|describe)\b[^\n]*?|\]\))\(\s*(["'`]).+?\1/g;

/** Returns a file's text for developers, each piece in one line without its quoted code. */
const prose = (file: string, text: string): string[] =>
  (file.endsWith(".md") ? text.split(/\n{2,}/) : [...(text.match(COMMENT) ?? []), ...(text.match(TITLE) ?? [])]).map((piece) =>
    piece.replace(/`[^`\n]*`/g, "").replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, " "),
  );

const found = (file: string, text: string): string[] =>
  prose(file, text).flatMap((piece) =>
    HOUSE_WORDS.flatMap(([pattern, instead]) => {
      const hit = pattern.exec(piece);
      return hit ? [`${file}: “${hit[0]}” in “${piece.slice(0, 120)}”; say ${instead}`] : [];
    }),
  );

it("comments, docs and test titles use no house words", () => {
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.flatMap((file) => found(file, readFileSync(file, "utf8")))).toEqual([]);
});

it.each([
  ["a docstring", "x.ts", "/** The field that has the keys. */"],
  ["a docstring over two lines", "x.ts", "/**\n * Takes the\n * ground.\n */"],
  ["a comment after code", "x.ts", "const a = 1; // goes on"],
  ["a test title", "x.ts", 'it("counts heads", () => {});'],
  ["a title of a table of cases", "x.ts", 'it.each([\n  1,\n])("stands in the list", () => {});'],
  ["a reference to what is not in the repository", "x.ts", "/** The guard (spec §2). */"],
  ["the documentation", "x.md", "The desk is\ntold."],
])("a house word in %s is found", (_, file, text) => expect(found(file, text)).toHaveLength(1));

it("names of the wire and texts for people are left alone", () => {
  expect(found("x.ts", 'const joined = { heads: "the ground" }; // `heads` of the call')).toEqual([]);
});

/**
 * Pattern of declarations in code with a house word. Names of columns are no declarations: archives and processes of the previous release
 * read them.
 */
const DECLARED =
  /\b(?:const|let|function|class|interface|type)\s+(\w*[hH]eads(?:[A-Z]\w*)?)\b|\[\w*[hH]eads, set\w+\]|className="[^"]*\bheads\b[^"]*"|-heads\b/g;

it("code declares no heads: they are attendees, or headers of a table", () => {
  const code = files.filter((file) => !file.endsWith(".md"));
  const hits = code.flatMap((file) => [...readFileSync(file, "utf8").matchAll(DECLARED)].map(([hit]) => `${file}: ${hit}`));
  expect(hits).toEqual([]);
  expect("const rowHeads = []; function headsOf() {}; .sk-heads { }".match(DECLARED)).toHaveLength(3);
  const named = code.filter((file) => /^src\/(contract|console)\//.test(file) && /\bheads\b/.test(readFileSync(file, "utf8")));
  expect(named).toEqual([]);
});

/** Declarations whose whole name is a participle, which says of nothing what it is. */
const PARTICIPLE = /\b(?:const|let|function) \[?(?:sold|shown|moved|wanted|taken|kept|asked|told|said|heard)\b/g;

it("code names nothing by a participle alone", () => {
  const code = files.filter((file) => /^src\/.*\.(tsx?|mjs)$/.test(file));
  const hits = code.flatMap((file) => [...readFileSync(file, "utf8").matchAll(PARTICIPLE)].map(([hit]) => `${file}: ${hit}`));
  expect(hits).toEqual([]);
  expect("const taken = 1; const [shown, setShown] = useState(); const takenAt = 2;".match(PARTICIPLE)).toHaveLength(2);
});
