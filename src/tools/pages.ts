/**
 * `npm run pages`: writes what the contract and the server know of pages from the console's registry of screens, where each page is
 * registered once. The contract can't import the console, so these files are made of it; a test holds them to the registry.
 */
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { format, type FormatConfig } from "oxfmt";
import type { TKey } from "../console/i18n/keys";
import { words as en } from "../console/locales/en/index";
import { words as zh } from "../console/locales/zh/index";
import type { Screen } from "../console/registry";
import { screens } from "../console/resources";
import { GROUPS, type Group, PAGES_WITHOUT_SCREEN } from "../contract/core/groups";
import { PAGES } from "../contract/core/page-codes";
import type { PagePlace } from "../contract/core/page-places";
import { REPORT_TITLES, SCREENS } from "../contract/core/pages";
import { BUTTONS } from "../contract/core/permissions";
import type { Label } from "../contract/core/resource/label";
import { packageRoot } from "../server/root";

const MADE = "Made from the console's registry of screens by `npm run pages`; not changed by hand.";

/** Returns the text of a key in the words of a language. */
function textOf(key: TKey, table: unknown): string {
  const text = key.split(".").reduce((found, part) => (found as Readonly<Record<string, unknown>>)[part], table);
  if (typeof text !== "string") throw new TypeError(`${key} has no text`);
  return text;
}
const labelOf = (title: TKey | Label): Label =>
  typeof title === "string" ? { zh: textOf(title, zh), en: textOf(title, en) } : { zh: title.zh, en: title.en };

/** Returns the record with its keys in the order of an earlier one; new keys follow at the end. */
function inOrderOf<V>(before: object, record: ReadonlyMap<string, V>): Readonly<Record<string, V>> {
  const keys = new Set([...Object.keys(before), ...record.keys()]);
  return Object.fromEntries(
    [...keys].flatMap((key): [string, V][] => {
      const value = record.get(key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

/** The first screen of each page that is opened by itself, or else of those with an id in their address. */
function screensByPage(): ReadonlyMap<string, Screen> {
  const found = new Map<string, Screen>();
  const isOpenedByItself = (screen: Screen): boolean => !screen.path.includes(":");
  for (const screen of [...screens.filter(isOpenedByItself), ...screens.filter((each) => !isOpenedByItself(each))])
    if (screen.code !== undefined && !(screen.code in BUTTONS) && !found.has(screen.code)) found.set(screen.code, screen);
  return found;
}

interface Page {
  readonly group: Group;
  readonly title: Label;
  /** None where the page is opened from others only. */
  readonly place?: PagePlace;
}

/** Everything that is known of each page, by its code, in the order of the specification's list. */
function pages(): Readonly<Record<string, Page>> {
  const found = new Map<string, Page>(Object.entries(PAGES_WITHOUT_SCREEN));
  for (const [code, { group, title, path: address, icon, roles, name }] of screensByPage()) {
    if (group === undefined) throw new TypeError(`the screen ${name} has a page's code but no group`);
    const place = { path: address, ...(icon ? { icon } : {}), ...(roles ? { roles } : {}) };
    found.set(code, { group, title: labelOf(title), ...(address.includes(":") ? {} : { place }) });
  }
  return inOrderOf(PAGES, found);
}

/** Address, icon and venues of the first screen of each page that is opened by itself, in the order of the pages. */
export const pagePlaces = (): Record<string, PagePlace> =>
  Object.fromEntries(Object.entries(pages()).flatMap(([code, { place }]) => (place ? [[code, place]] : [])));

/** Screens of declared resources and reports. */
const declaredScreens = screens.filter(({ declared, resource, action }) => declared && (resource === undefined || action === "list"));

const entries = (record: Readonly<Record<string, unknown>>): string =>
  Object.entries(record)
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)},`)
    .join("\n");
const valuesOf = (key: "group" | "title"): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(pages()).map(([code, page]) => [code, page[key]]));

/** The text of each file that is made, by its path from the root. */
function texts(): Readonly<Record<string, string>> {
  const codes = new Map(declaredScreens.map(({ name, resource, code }) => [resource ?? name, code]));
  const titles = new Map(declaredScreens.flatMap(({ name, resource, title }) => (resource === undefined ? [[name, labelOf(title)]] : [])));
  const groups = Object.keys(GROUPS).map((group) => [group, labelOf(`shell.group.${group as Group}`)]);
  return {
    "src/contract/core/page-codes.ts": `/**
 * Code of each page → its group, in the order of the specification's list of screens.
 * ${MADE}
 */
import type { Group } from "./groups";

export const PAGES = {
${entries(valuesOf("group"))}
} as const satisfies Record<string, Group>;
export type PageCode = keyof typeof PAGES;
`,
    "src/contract/core/page-names.ts": `/**
 * Names of groups and pages, for people who may not open them.
 * ${MADE}
 */
import type { Group } from "./groups";
import type { PageCode } from "./page-codes";
import type { Label } from "./resource/label";

export const GROUP_NAMES: Readonly<Record<Group, Label>> = {
${entries(Object.fromEntries(groups))}
};

export const PAGE_NAMES: Readonly<Record<PageCode, Label>> = {
${entries(valuesOf("title"))}
};
`,
    "src/contract/core/page-places.ts": `/**
 * Addresses at which the console shows each page; the API's menu names them.
 * ${MADE}
 */
import type { ScreenRole } from "./groups";
import type { PageCode } from "./page-codes";

/** Address and icon of the first screen of a page, and the kinds of venues that it is for. Pages that are opened from others only have none. */
export interface PagePlace {
  readonly path: string;
  readonly icon?: string;
  readonly roles?: readonly ScreenRole[];
}
export const PAGE_PLACES: Readonly<Partial<Record<PageCode, PagePlace>>> = {
${entries(pagePlaces())}
};
`,
    "src/contract/core/pages.ts": `/**
 * Codes and titles of declared screens, for their declarations.
 * ${MADE}
 */
import type { PageCode } from "./page-codes";
import type { Label } from "./resource/label";

/** Declared resource or report → the code of its page. */
export const SCREENS = {
${entries(inOrderOf(SCREENS, codes))}
} as const satisfies Readonly<Record<string, PageCode>>;
export type ScreenName = keyof typeof SCREENS;

/** Titles of reports. */
export const REPORT_TITLES = {
${entries(inOrderOf(REPORT_TITLES, titles))}
} as const satisfies Readonly<Record<string, Label>>;
export type ReportName = keyof typeof REPORT_TITLES & ScreenName;
`,
  };
}

/** The files as they should be, formatted. */
export async function pageFiles(): Promise<Readonly<Record<string, string>>> {
  const options = JSON.parse(readFileSync(path.join(packageRoot, ".oxfmtrc.json"), "utf8")) as FormatConfig;
  const made: Record<string, string> = {};
  for (const [file, text] of Object.entries(texts())) made[file] = (await format(file, text, options)).code;
  return made;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const [file, text] of Object.entries(await pageFiles())) await writeFile(path.join(packageRoot, file), text);
