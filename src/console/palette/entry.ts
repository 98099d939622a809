/** Entries that the palette offers, and their order. Pure. */
import type { Label } from "../../contract/core/resource/label";
import { matchScore } from "../i18n/initials";
import type { T, TKey } from "../i18n/keys";
import type { LookUp } from "../i18n/other";
import type { IconName } from "../ui/icons";

/** One line. `run` does what it says; the palette is shut before. */
export interface Entry {
  /** Unique in the palette. */
  readonly key: string;
  readonly icon: IconName;
  readonly title: string;
  /** Beside the title, quietly. */
  readonly note?: string;
  /** At the right end. */
  readonly end?: string;
  /** Other names that find it: the title in the other language. */
  readonly names?: readonly string[];
  readonly run: () => void;
}
export interface Section {
  readonly key: string;
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** Returns the names of an entry: its words on screen, and those of the other language if they are loaded, by which it is found as well. */
export function entryNames(key: TKey | Label, t: T, other: LookUp | undefined): Pick<Entry, "title" | "names"> {
  if (typeof key !== "string") return { title: t(key), names: [key.zh, key.en] };
  const name = other?.(key);
  return { title: t(key), ...(name === undefined ? {} : { names: [name] }) };
}

/** Returns how well an entry matches the typed text: 0 not at all, 6 best. */
const scoreOf = ({ title, names = [] }: Entry, typed: string): number =>
  Math.max(matchScore(title, typed), ...names.map((name) => matchScore(name, typed)));

/** The entries that what was typed finds, best first, equal ones as they stood. */
export function matching(entries: readonly Entry[], typed: string): readonly Entry[] {
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, typed) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

/** Entries of screens that were opened last first, newest first; the others as they stood. Of equal matches, the latest is found first. */
export function latestFirst(entries: readonly Entry[], latest: readonly string[]): readonly Entry[] {
  const rank = ({ key }: Entry): number => (latest.includes(key) ? latest.indexOf(key) : latest.length);
  return [...entries].sort((a, b) => rank(a) - rank(b));
}

/** Sections by how well their first entry answers, best first: a form's whole name stands before screens whose names only begin so. */
export function bestFirst(sections: readonly Section[], typed: string): readonly Section[] {
  const best = ({ entries: [first] }: Section): number => (first ? scoreOf(first, typed) : 0);
  return [...sections].sort((a, b) => best(b) - best(a));
}

/** Sections that have something to show. */
export const nonEmptySections = (sections: readonly Section[]): readonly Section[] => sections.filter(({ entries }) => entries.length > 0);

const DIGITS = /\d/;
/** True if the server is searched for members: names from the first Chinese character, else from the second letter or third digit on. */
export const seeksMember = (typed: string): boolean =>
  /\p{Script=Han}/u.test(typed) || (DIGITS.test(typed) ? typed.length >= 3 : typed.length >= 2);
/** True if the typed text may be an order's number. */
export const seeksOrder = (typed: string): boolean => typed.length >= 4 && DIGITS.test(typed) && !/\p{Script=Han}/u.test(typed);
/** True if the typed text may be the end of a phone: then the next arrival is the first entry. */
export const seeksNext = (typed: string): boolean => /^\d{4}$/.test(typed);
/**
 * Returns the first of the orders, sorted by time, whose booker's phone ends with these digits; another number that contains them is not
 * the end of a phone.
 */
export const nextOf = <T extends { readonly phone: string }>(orders: readonly T[], digits: string): T | undefined =>
  orders.find(({ phone }) => phone.endsWith(digits));
