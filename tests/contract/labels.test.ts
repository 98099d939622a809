/** The name of a field is written once, in `LABELS` or `FIELDS`; the name and code of a page once, with its screen. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FIELDS } from "../../src/contract/core/fields";
import { SCREENS } from "../../src/contract/core/pages";
import { LABELS } from "../../src/contract/core/resource/labels";
import type { Label } from "../../src/contract/core/resource/label";

interface File {
  readonly name: string;
  readonly text: string;
}
const filesIn = (folder: string, ending: RegExp): readonly File[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .map((name) => ({ name, text: readFileSync(`${folder}/${name}`, "utf8") }));
const contract = filesIn("src/contract", /\.ts$/);
const screens = filesIn("src/console/domains", /(resources|-screens)\.ts$/);

const LABEL = /\b(\w+): (?:\w+\()?\{\s*zh: "([^"]*)",\s*en: "([^"]*)"/g;
const SHARED: Readonly<Record<string, Label>> = FIELDS;

/** Files that contain labels of fields, and names of pages by code. */
const ELSEWHERE = ["core/fields.ts", "core/resource/labels.ts", "core/page-names.ts"];

/** Labels that a file writes out though fields of that name are called so already. */
const writtenAgain = ({ name, text }: File): readonly string[] =>
  [...text.matchAll(LABEL)].flatMap(([, field = "", zh, en]) => {
    const known = SHARED[field];
    if (known?.zh !== zh || known?.en !== en) return [];
    return [`${name}: ${field} is called “${en}” already; say ...${Object.hasOwn(LABELS, field) ? "LABELS" : "FIELDS"}.${field}`];
  });

it("no declaration writes a label that fields of that name have already", () => {
  const found = contract.filter(({ name }) => !ELSEWHERE.includes(name)).flatMap(writtenAgain);
  expect(found).toEqual([]);
});

it("the labels of calls that are written out repeat none that declarations have", () => {
  const { text = "" } = contract.find(({ name }) => name === "core/fields.ts") ?? {};
  const own = [...text.matchAll(/^ {2}(\w+): \{ zh: /gm)].map(([, field = ""]) => field);
  expect(own.length).toBeGreaterThan(200);
  expect(own.filter((field) => Object.hasOwn(LABELS, field))).toEqual([]);
});

it("no declaration writes the code of its page, and no report its title", () => {
  expect(Object.keys(SCREENS).length).toBeGreaterThan(100);
  const found = contract.flatMap(({ name, text }) =>
    [...text.matchAll(/\bcodes(?:: | = |: [^{;]*= )\{\s*page: "[\w-]+"|defineReport\(\{\s*name: "\w+",\s*title: \{/g)].map(
      ([what]) => `${name}: ${what}`,
    ),
  );
  expect(found).toEqual([]);
});

const TITLE = /\btitle: \{ zh: "([^"]*)", en: "([^"]*)" \}/g;
/** Screens of declarations that write one title for their list and for their form, which takes the list's. */
const titledTwice = ({ name, text }: File): readonly string[] =>
  [...text.matchAll(/\bdeclared\(\{\n([\s\S]*?)\n\s*\}\)/g)].flatMap(([, entry = ""]) => {
    const titles = [...entry.matchAll(TITLE)].map(([, zh = "", en = ""]) => `${zh} / ${en}`);
    return new Set(titles).size < titles.length ? [`${name}: ${titles.join(", ")}`] : [];
  });

it("no form of a declaration writes the title that its list has", () => {
  expect(screens.flatMap(titledTwice)).toEqual([]);
  const twice = 'declared({\n  title: { zh: "甲", en: "A" },\n  form: { title: { zh: "甲", en: "A" } },\n})';
  expect(titledTwice({ name: "x.ts", text: twice })).toHaveLength(1);
});

it.each([
  ["a field", 'state: state({ zh: "状态", en: "State", filter: true })'],
  ["a field over several lines", 'state: state({\n  zh: "状态",\n  en: "State",\n  filter: true,\n})'],
  ["a grouping", 'state: { zh: "状态", en: "State" }'],
])("a label written again in %s is found", (_, text) => expect(writtenAgain({ name: "x.ts", text })).toHaveLength(1));
