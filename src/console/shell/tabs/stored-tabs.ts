/** The tabs of the last load: in this browser tab's own storage, per person and venue, gone with the session or another venue. */
import { parseStored } from "../../session/parse";
import { screens } from "../../resources";
import { firstTabs, type Tab, type Tabs } from "./model";
import { placeOf } from "./place";

const KEY = "tabs";
/** Always there. */
const PINNED = screens.filter((screen) => screen.pinned);

interface Kept {
  readonly scope: string;
  readonly list: readonly { readonly address: string; readonly subject?: string }[];
}
const isStoredTab = (value: unknown): value is Kept =>
  typeof value === "object" &&
  value !== null &&
  "scope" in value &&
  "list" in value &&
  Array.isArray(value.list) &&
  value.list.every((each: unknown) => typeof each === "object" && each !== null && "address" in each && typeof each.address === "string");

/** The tab of an address; undefined where there is no page. */
function tabAt(address: string, subject: unknown): Tab | undefined {
  const place = placeOf(address.split(/[?#]/, 1)[0] ?? "");
  if (!place) return undefined;
  const { id, tab: screen } = place;
  return { id, screen: screen.name, address, pinned: screen.pinned === true, ...(typeof subject === "string" ? { subject } : {}) };
}

/**
 * The tabs to begin with.
 * @param scope person and venue
 * @param mayOpen whether a screen, by its name, may be opened now
 */
export function readTabs(scope: string, mayOpen: (screen: string) => boolean): Tabs {
  const stored = parseStored(sessionStorage.getItem(KEY), isStoredTab);
  const last = stored?.scope === scope ? stored.list.map(({ address, subject }) => tabAt(address, subject)) : [];
  const list = [...last, ...PINNED.map(({ path }) => tabAt(path, undefined))].filter((tab) => tab !== undefined);
  return firstTabs(list.filter((tab) => mayOpen(tab.screen)));
}

/** Keeps the tabs for the next load. */
export function storeTabs(scope: string, tabs: readonly Tab[]): void {
  const list = tabs.map(({ address, subject }) => ({ address, ...(subject === undefined ? {} : { subject }) }));
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ scope, list } satisfies Kept));
  } catch {
    // storage full or refused: the tabs last as long as the page
  }
}
