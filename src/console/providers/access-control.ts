/**
 * The access-control provider, and the functions that ask it. Menus, pages, palette and buttons, Refine's own and ours, get their answer from
 * `decide`, which looks it up in the session's Set of codes and never waits.
 */
import type { AccessControlProvider, CanParams, CanReturnType } from "@refinedev/core";
import { useSyncExternalStore } from "react";
import { ALL_CODES, type Code } from "../../contract/core/permissions";
import type { Action, Screen } from "../registry";
import { screenAt, screenOf, screens } from "../resources";
import { type Access, lackingCode, canOpenScreen } from "../session/access";
import { session, watchSession } from "../session/store";

const CODES: ReadonlySet<unknown> = new Set(ALL_CODES);
const isCode = (value: unknown): value is Code => CODES.has(value);
const PAGE_OF: Readonly<Record<string, Action>> = {
  list: "list",
  show: "show",
  create: "create",
  clone: "create",
  edit: "edit",
  delete: "edit",
};

const NO_CODES: ReadonlySet<Code> = new Set();

/** Access of the person at the chosen venue. */
function currentAccess(): Access {
  const { codes = NO_CODES, person, venue, venueInfo } = session();
  return { codes, roles: person?.roles, tag: venue?.mainTag ?? venueInfo?.mainTag };
}

/** The question whether a screen may be opened, in Refine's terms: a page of a resource, or a screen by its name. */
export const accessOf = ({ resource, action, name }: Screen): { readonly resource: string; readonly action: string } => ({
  resource: resource ?? name,
  action: action ?? "open",
});

/**
 * Decides what Refine asks: a code, named as `meta={{ code }}` of a button or as the action itself, or else a page of a resource. What
 * neither names is allowed; the server decides it.
 */
export function decide({ resource, action, params }: CanParams): CanReturnType {
  const access = currentAccess();
  const named: unknown = params?.["meta"]?.code ?? action;
  if (isCode(named)) return access.codes.has(named) ? { can: true } : { can: false, reason: named };
  const page = PAGE_OF[action];
  const screen = page && resource ? screenOf(resource, page) : screens.find(({ name }) => name === resource);
  if (!screen) return { can: true };
  const reason = lackingCode(screen, access.codes);
  return { can: canOpenScreen(screen, access), ...(reason === undefined ? {} : { reason }) };
}

export const accessControlProvider: AccessControlProvider = {
  can: async (question) => decide(question),
  options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true }, queryOptions: { staleTime: Number.POSITIVE_INFINITY } },
};

/** True if the person holds a code at the chosen venue. Inside components that stay while codes change: `useCan`. */
export const can = (code: Code): boolean => decide({ action: code }).can;

/** `can`, rendered again when the codes change. Refine's own `useCan` takes the same codes, at the price of a query each (docs/decisions.md). */
export const useCan = (code: Code): boolean => useSyncExternalStore(watchSession, () => can(code));

/** True if the person may open a screen at the chosen venue. */
export const canOpen = (screen: Screen): boolean => decide(accessOf(screen)).can;

/** True if the person may open the screen of a path, without its query: for links that lead there from elsewhere. */
export function canOpenPath(path: string): boolean {
  const at = screenAt(path);
  return at !== undefined && canOpen(at.screen);
}

/** `canOpenPath`, rendered again when the codes change. */
export const useCanOpenPath = (path: string): boolean => useSyncExternalStore(watchSession, () => canOpenPath(path));
