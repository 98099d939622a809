/**
 * A role's codes as a tree: groups → pages → buttons. What is chosen are pages and buttons; a button brings its page along, a page its
 * group. Pure functions; the page that draws them is `RoleMenu.tsx`.
 */
import { buttonName, buttonsOf } from "../../../contract/core/code-names";
import { type Group, GROUPS } from "../../../contract/core/groups";
import { type PageCode, PAGES } from "../../../contract/core/page-codes";
import { BUTTONS, type ButtonCode, type Code, withParents } from "../../../contract/core/permissions";
import type { Label } from "../../../contract/core/resource/label";
import { matchScore } from "../../i18n/initials";
import type { T, TKey } from "../../i18n/keys";

/** A page or a button that can be ticked. */
export interface Leaf {
  readonly code: PageCode | ButtonCode;
  readonly name: TKey | Label;
}
export interface PageNode {
  readonly code: PageCode;
  readonly name: TKey | Label;
  /** The page itself ("look"), then its buttons. */
  readonly leaves: readonly Leaf[];
}
export interface GroupNode {
  readonly group: Group;
  readonly pages: readonly PageNode[];
}

/** Properties of a screen that the tree needs. */
interface Shown {
  readonly code?: Code;
  readonly title: TKey | Label;
  readonly path: string;
}

const LOOK: Label = { zh: "查看", en: "Look" };
const isPage = (code: string): code is PageCode => code in PAGES;

/** The tree of what this console has screens for; a page is called like its first screen. */
export function treeOf(screens: readonly Shown[]): readonly GroupNode[] {
  const titles = new Map<string, TKey | Label>();
  for (const { code, title, path } of screens)
    if (code !== undefined && isPage(code) && !titles.has(code) && !path.includes(":")) titles.set(code, title);
  return (Object.keys(GROUPS) as Group[])
    .map((group) => ({
      group,
      pages: (Object.keys(PAGES) as PageCode[])
        .filter((code) => PAGES[code] === group)
        .flatMap((code): PageNode[] => {
          const name = titles.get(code);
          if (name === undefined) return [];
          return [
            { code, name, leaves: [{ code, name: LOOK }, ...buttonsOf(code).map((each) => ({ code: each, name: buttonName(each) }))] },
          ];
        }),
    }))
    .filter(({ pages }) => pages.length > 0);
}

type Codes = ReadonlySet<Code>;

/** Pages and buttons of a set of codes: groups follow from them. */
export const leavesOf = (codes: Iterable<Code>): Codes =>
  new Set([...withParents(codes)].filter((code) => isPage(code) || code in BUTTONS));

/** Ticks codes, each with the page that it needs. */
export const selectCodes = (now: Codes, codes: readonly Code[]): Codes => leavesOf([...now, ...codes]);

/** Unticks codes; a page takes its buttons with it. */
export function deselectCodes(now: Codes, codes: readonly Code[]): Codes {
  const gone = new Set<Code>(codes.flatMap((code) => [code, ...(isPage(code) ? buttonsOf(code) : [])]));
  return new Set([...now].filter((code) => !gone.has(code)));
}

/** Status of a code in the role: granted by the role itself, inherited, about to be added or removed, or absent. */
export type Mark = "own" | "inherited" | "added" | "removed" | "none";
export function markOf(code: Code, was: Codes, now: Codes, inherited: Codes): Mark {
  if (now.has(code)) return was.has(code) ? "own" : "added";
  if (was.has(code)) return "removed";
  return inherited.has(code) ? "inherited" : "none";
}

/** Codes that saving would add and take. */
export const difference = (was: Codes, now: Codes): { readonly added: readonly Code[]; readonly removed: readonly Code[] } => ({
  added: [...now].filter((code) => !was.has(code)),
  removed: [...was].filter((code) => !now.has(code)),
});

/** Which rows of the tree are shown. */
export type Show = "all" | "held" | "inherited" | "changed";

/** The part of the tree that a search and a choice leave: by names, codes, pinyin and initials. */
export function filterTree(tree: readonly GroupNode[], typed: string, keep: (code: Code) => boolean, t: T): readonly GroupNode[] {
  const named = (name: TKey | Label, code: string): boolean =>
    matchScore(t(name), typed) > 0 || (typed !== "" && code.includes(typed.toLowerCase()));
  return tree
    .map(({ group, pages }) => {
      const wholeGroup = typed !== "" && matchScore(t(`shell.group.${group}`), typed) > 0;
      return {
        group,
        pages: pages.filter(
          ({ name, code, leaves }) =>
            leaves.some((leaf) => keep(leaf.code)) &&
            (wholeGroup || named(name, code) || leaves.some((leaf) => leaf.code !== code && named(leaf.name, leaf.code))),
        ),
      };
    })
    .filter(({ pages }) => pages.length > 0);
}
