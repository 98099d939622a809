/**
 * The vocabulary of the screen registry. Each domain's `resources.ts` lists its screens with `resource()` and `screen()`; `resources.ts`
 * composes them. Refine's resources, routes, menu, breadcrumb, titles, palette and page permissions all derive from these entries.
 */
import type { ComponentType } from "react";
import type { Call, Input } from "../contract/call";
import type { Code, Group } from "../contract/permissions";
import type { TKey } from "./i18n/keys";
import type { IconName } from "./ui/icons";

/** Which venues a screen is for (spec §2 "Route visibility"). */
export type ScreenRole = "admin" | "common" | "swimming";

/** A page file: it exports one component, and that is the page. */
export type PageModule = Readonly<Record<string, ComponentType>>;

/** The first question of a page, asked while its code is still on its way; its answer is found by `useRead(call, input)`. */
export interface First {
  readonly call: Call;
  readonly input: object;
}
/** Types a first question: the input is checked against the call. */
export const first = <C extends Call>(call: C, input: Input<C>): First => ({ call, input: input as object });

/** What an address says. */
export interface Address {
  readonly search: URLSearchParams;
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** One page. */
export interface PageEntry {
  /** React Router pattern, from the root: `/venueUser/venue-user-list/:id`. */
  readonly path: string;
  readonly title: TKey;
  readonly page: () => Promise<PageModule>;
  readonly icon?: IconName;
  /** Code of the page, where it is not the resource's. */
  readonly code?: Code;
  readonly roles?: readonly ScreenRole[];
  /** Reachable, not in the menu. Pages with `:id` are hidden by themselves. */
  readonly hidden?: boolean;
  /** False: not kept alive in its tab. */
  readonly keepAlive?: boolean;
  /** Its tab can't be closed. */
  readonly pinned?: boolean;
  /** The breadcrumb already names the page: no title of its own below (grid, till). */
  readonly titled?: boolean;
  /** Drawn over the list of its resource, in the list's tab: a drawer. */
  readonly over?: boolean;
  /** Shown without the sidebar, where no venue is chosen yet; never in the menu. */
  readonly bare?: boolean;
  /** What the page asks first. The calls are imported in it: a contract that is no part of the first load would else be, for every page. */
  readonly first?: (address: Address) => Promise<readonly First[]>;
}

/** The actions that Refine knows. */
export type Action = "list" | "create" | "edit" | "show";

interface ResourceEntry {
  readonly name: string;
  readonly group?: Group;
  readonly code?: Code;
  /** The contract file that has the calls under the resource's name. */
  readonly calls?: () => Promise<object>;
  readonly list?: PageEntry;
  readonly create?: PageEntry;
  readonly edit?: PageEntry;
  readonly show?: PageEntry;
}

/** A page with all that is known of it. */
export interface Screen extends PageEntry {
  /** Unique: `members.list`, `dashboard`. */
  readonly name: string;
  readonly group: Group | undefined;
  readonly resource?: string;
  readonly action?: Action;
  readonly calls?: () => Promise<object>;
}

const ACTIONS: readonly Action[] = ["list", "create", "edit", "show"];

/** A resource and its pages. Pages inherit group and code. */
export function resource(entry: ResourceEntry): readonly Screen[] {
  const { name, group, code, calls } = entry;
  return ACTIONS.flatMap((action) => {
    const page = entry[action];
    if (!page) return [];
    return [{ ...(code ? { code } : {}), ...page, name: `${name}.${action}`, group, resource: name, action, ...(calls ? { calls } : {}) }];
  });
}

/** A page that is no resource: a report, a tool, the home page. */
export const screen = (entry: PageEntry & { readonly name: string; readonly group?: Group }): readonly Screen[] => [
  { ...entry, group: entry.group },
];
