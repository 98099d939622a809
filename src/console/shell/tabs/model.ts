/** The visited pages of one browser tab, as pure functions: which there are, in which order, and which of them are kept alive. */
import type { Address, Screen } from "../../registry";

/** One tab. Its page and the page's parameters make it what it is; the query belongs to its state. */
export interface Tab {
  readonly id: string;
  /** Name of its screen: title and icon come from the registry. */
  readonly screen: string;
  /** Path, query and hash as the person left it. */
  readonly address: string;
  /**
   * Returns the tab to show after the current one closes: the rightmost that remains, else home; undefined: stay (wire "Small decisions").
   */
  readonly subject?: string;
  /** Can't be closed. */
  readonly pinned: boolean;
}

/** All of them. */
export interface Tabs {
  /** In the order of the strip; the pinned ones first. */
  readonly list: readonly Tab[];
  /** The one on show; undefined at an address that has no tab. */
  readonly active: string | undefined;
  /** Those whose page is kept alive, the least recently used first. */
  readonly kept: readonly string[];
  /** Told to close while on show: gone as soon as another is. */
  readonly closing: readonly string[];
}

/** A tab that is gone to. */
interface Visit {
  readonly id: string;
  readonly screen: string;
  readonly address: string;
  readonly pinned: boolean;
  /** Subject of the page, e.g. a member's name. */
  readonly keeps: boolean;
}

/** Pages that live at the same time (design, trap 13). */
export const MOST_KEPT = 10;

/**
 * Which tab an address belongs to: one for each page and its parameters, whatever the query. A page that is drawn over its resource's list
 * (`over`) is in the list's tab.
 * @param list the list page of the screen's resource, where there is one
 */
export function tabIdOf(screen: Pick<Screen, "name" | "over">, params: Address["params"], list?: Pick<Screen, "name">): string {
  if (screen.over && list) return list.name;
  const values = Object.entries(params).map(([key, value]) => `${key}=${encodeURIComponent(value ?? "")}`);
  return [screen.name, ...values.sort()].join("?");
}

const order = (list: readonly Tab[]): readonly Tab[] => [...list.filter((tab) => tab.pinned), ...list.filter((tab) => !tab.pinned)];

/** The first tabs: the pinned ones, then those of the last load. */
export function firstTabs(list: readonly Tab[]): Tabs {
  return {
    list: order(list.filter((tab, i) => list.findIndex(({ id }) => id === tab.id) === i)),
    active: undefined,
    kept: [],
    closing: [],
  };
}

/** The least recently used go beyond `MOST_KEPT`, but never one with unsaved input and never the one on show. */
function trim(kept: readonly string[], active: string, unsaved: (id: string) => boolean): readonly string[] {
  let tooMany = kept.length - MOST_KEPT;
  return kept.filter((id) => tooMany <= 0 || id === active || unsaved(id) || tooMany-- <= 0);
}

/**
 * Goes to a tab, opening it at the end where it is not there. The same visit again changes nothing, not even the identity of `tabs`.
 * @param unsaved whether a tab holds unsaved input
 */
export function visit(tabs: Tabs, to: Visit, unsaved: (id: string) => boolean): Tabs {
  if (tabs.closing.includes(to.id) && tabs.active === to.id) return tabs;
  const same = tabs.list.find((tab) => tab.id === to.id);
  if (tabs.active === to.id && same?.address === to.address && tabs.closing.length === 0 && to.keeps === tabs.kept.includes(to.id))
    return tabs;
  const { keeps, ...tab } = to;
  const staying = tabs.list.filter(({ id }) => !tabs.closing.includes(id));
  const list = staying.some(({ id }) => id === to.id)
    ? staying.map((each) => (each.id === to.id ? { ...each, ...tab } : each))
    : order([...staying, tab]);
  const others = tabs.kept.filter((id) => id !== to.id && !tabs.closing.includes(id));
  return { list, active: to.id, kept: keeps ? trim([...others, to.id], to.id, unsaved) : others, closing: [] };
}

/** At an address without a tab: all stay as they are, none is on show. */
export const leave = (tabs: Tabs): Tabs => (tabs.active === undefined ? tabs : { ...tabs, active: undefined });

/** Closes tabs; pinned ones stay. The one on show stays alive until another is gone to: see `landing`. */
export function close(tabs: Tabs, ids: readonly string[]): Tabs {
  const going = new Set(tabs.list.filter((tab) => !tab.pinned && ids.includes(tab.id)).map(({ id }) => id));
  const now = (id: string): boolean => going.has(id) && id !== tabs.active;
  const closingIds = tabs.active !== undefined && going.has(tabs.active) ? [tabs.active] : tabs.closing;
  return { ...tabs, list: tabs.list.filter(({ id }) => !now(id)), kept: tabs.kept.filter((id) => !now(id)), closing: closingIds };
}

/** The tabs in the strip. */
export const visibleTabs = (tabs: Tabs): readonly Tab[] =>
  tabs.closing.length === 0 ? tabs.list : tabs.list.filter(({ id }) => !tabs.closing.includes(id));

/** True if its page may be kept alive. */
export function landing(tabs: Tabs, home: string): string | undefined {
  if (tabs.active === undefined || !tabs.closing.includes(tabs.active)) return undefined;
  return visibleTabs(tabs).at(-1)?.address ?? home;
}

/** Ids that "close others" of a tab, or "close all" without one, would close. */
export const closable = (tabs: Tabs, except?: string): readonly string[] =>
  visibleTabs(tabs)
    .filter((tab) => !tab.pinned && tab.id !== except)
    .map(({ id }) => id);

/** Puts a tab at a place of the strip, counted from 0; pinned and other tabs do not mix. */
export function move(tabs: Tabs, id: string, to: number): Tabs {
  const from = tabs.list.findIndex((tab) => tab.id === id);
  const tab = tabs.list[from];
  const pinned = tabs.list.filter((each) => each.pinned).length;
  if (!tab) return tabs;
  const place = tab.pinned ? Math.max(0, Math.min(to, pinned - 1)) : Math.max(pinned, Math.min(to, tabs.list.length - 1));
  if (place === from) return tabs;
  const list = tabs.list.filter((each) => each.id !== id);
  return { ...tabs, list: [...list.slice(0, place), tab, ...list.slice(place)] };
}

/** Says what a tab is about. */
export function name(tabs: Tabs, id: string, subject: string): Tabs {
  if (tabs.list.every((tab) => tab.id !== id || tab.subject === subject)) return tabs;
  return { ...tabs, list: tabs.list.map((tab) => (tab.id === id ? { ...tab, subject } : tab)) };
}
