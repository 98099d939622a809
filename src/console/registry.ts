/**
 * The vocabulary of the screen registry. Each domain's `resources.ts` lists its screens with `resource()` and `screen()`; `resources.ts`
 * composes them. Refine's resources, routes, menu, breadcrumb, titles, palette and page permissions all derive from these entries.
 */
import type { ComponentType } from "react";
import type { Call, Input } from "../contract/core/call";
import type { ScreenRole } from "../contract/core/groups";
import type { ReportName, ScreenName } from "../contract/core/pages";
import type { Group } from "../contract/core/groups";
import type { PageCode } from "../contract/core/page-codes";
import type { Code } from "../contract/core/permissions";
import type { Label } from "../contract/core/resource/label";
import type { Report } from "../contract/core/resource/report";
import type { Resource } from "../contract/core/resource/define";
import { loadPageWords } from "./i18n/i18n";
import type { TKey } from "./i18n/keys";
import type { Parts } from "./resource/parts";
import type { IconName } from "./ui/icons";

export type { ScreenRole };

/** A heading within a group of the menu. */
export type Section = Extract<TKey, `shell.section.${string}`>;

/** A page file: it exports one component, and that is the page. */
export type PageModule = Readonly<Record<string, ComponentType>>;

/** The first question of a page, asked while its code is still on its way; its answer is found by `useRead(call, input)`. */
export interface First {
  readonly call: Call;
  readonly input: object;
}
/** Types a first question: the input is checked against the call. */
export const first = <C extends Call>(call: C, input: Input<C>): First => ({ call, input: input as object });

/** Parsed address. */
export interface Address {
  readonly search: URLSearchParams;
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** One page. */
export interface PageEntry {
  /** React Router pattern, from the root: `/venueUser/venue-user-list/:id`. */
  readonly path: string;
  readonly title: TKey | Label;
  readonly page: () => Promise<PageModule>;
  readonly icon?: IconName;
  /** Under which heading of its group it is in the menu; none: above all headings. */
  readonly section?: Section;
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
  /** The declaration that the page is made of; its help is derived from it where none is written. */
  readonly declared?: () => Promise<Resource | Report>;
  /**
   * First requests of the page. Import the calls inside it: otherwise every page would load a contract that is no part of the first load.
   */
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

/** Fetches a page of a domain together with the texts of the domains' pages. */
const withPageWords =
  (load: PageEntry["page"]): PageEntry["page"] =>
  async () =>
    (await Promise.all([load(), loadPageWords()]))[0];

/** The pages of a resource, which inherit its group and code. */
function pagesOf(entry: ResourceEntry): Screen[] {
  const { name, group, code, calls } = entry;
  return ACTIONS.flatMap((action) => {
    const page = entry[action];
    if (!page) return [];
    return [{ ...(code ? { code } : {}), ...page, name: `${name}.${action}`, group, resource: name, action, ...(calls ? { calls } : {}) }];
  });
}

/** A resource and its written pages. Pages inherit group and code. */
export const resource = (entry: ResourceEntry): readonly Screen[] =>
  pagesOf(entry).map((one) => ({ ...one, page: withPageWords(one.page) }));

/** Properties of a declared resource's screen besides its declaration, which is fetched with the page. */
export interface DeclaredEntry {
  /** The resource's name, under which its contract file exports the declaration. */
  readonly name: ScreenName;
  readonly group: Group;
  /** Code of the page, which the declaration takes from here (`SCREENS` of `contract/core/pages.ts`). */
  readonly code: PageCode;
  readonly title: Label;
  readonly icon?: IconName;
  readonly section?: Section;
  readonly roles?: readonly ScreenRole[];
  readonly hidden?: boolean;
  /** The contract file. */
  readonly contract: () => Promise<Readonly<Record<string, unknown>>>;
  readonly list: string;
  /** Its form; none: nothing is added or edited by a form. `code`: who may open it; `shown`: it is in the menu. */
  readonly form?: {
    readonly path: string;
    readonly code: Code;
    readonly title?: Label;
    readonly shown?: boolean;
    readonly icon?: IconName;
    /** False: it only changes what is there. */
    readonly adds?: boolean;
    /** Written out, where fields can't say it: a map, a plan. */
    readonly page?: () => Promise<PageModule>;
  };
  /** Additions of the pages to what is derived. */
  readonly parts?: () => Promise<{ readonly parts: Parts }>;
}

/** The screens of a declared resource (`contract/core/resource/`): list with its records, form. What draws them is fetched with them. */
export function declared(entry: DeclaredEntry): readonly Screen[] {
  const { name, group, code, title, icon, section, roles, hidden, list, form } = entry;
  const bind = () => import("./resource/bind");
  const shared = {
    ...(roles ? { roles } : {}),
    ...(icon ? { icon } : {}),
    ...(section ? { section } : {}),
    declared: async () => (await bind()).resourceOf(entry),
  };
  const listPage = async () => (await bind()).listPage(entry);
  const formPage = form?.page ? withPageWords(form.page) : async () => (await bind()).formPage(entry);
  return pagesOf({
    name,
    group,
    code,
    calls: async () => (await bind()).namedCalls(entry),
    list: {
      path: list,
      title,
      page: listPage,
      first: async (address) => (await bind()).firstOf(entry, address),
      ...shared,
      ...(hidden ? { hidden } : {}),
    },
    show: { path: `${list}/:id`, title, page: listPage, over: true, ...shared },
    ...(form
      ? {
          ...(form.adds === false
            ? {}
            : {
                create: {
                  path: form.path,
                  title: form.title ?? title,
                  code: form.code,
                  page: formPage,
                  hidden: !form.shown,
                  ...shared,
                  ...(form.icon ? { icon: form.icon } : {}),
                },
              }),
          edit: { path: `${form.path}/:id`, title: form.title ?? title, code: form.code, page: formPage, ...shared },
        }
      : {}),
  });
}

/** Properties of a declared report's screen besides its declaration. */
export interface ReportEntry {
  /** Under which its contract file exports the declaration. */
  readonly name: ReportName;
  readonly group: Group;
  /** Code and title of the page, which the declaration takes from here (`contract/core/pages.ts`). */
  readonly code: PageCode;
  readonly title: Label;
  readonly path: string;
  readonly icon?: IconName;
  readonly section?: Section;
  readonly roles?: readonly ScreenRole[];
  readonly hidden?: boolean;
  readonly contract: () => Promise<Readonly<Record<string, unknown>>>;
}

/** The screen of a declared report. */
export function declaredReport(entry: ReportEntry): readonly Screen[] {
  const { contract: _, ...page } = entry;
  const bind = () => import("./resource/bind");
  return [
    {
      icon: "chart",
      ...page,
      declared: async () => (await bind()).reportOf(entry),
      page: async () => (await bind()).reportPage(entry),
    },
  ];
}

/** A page that is no resource: a report, a tool, the home page. */
export const screen = (entry: PageEntry & { readonly name: string; readonly group?: Group }): readonly Screen[] => [
  { ...entry, group: entry.group, page: withPageWords(entry.page) },
];
