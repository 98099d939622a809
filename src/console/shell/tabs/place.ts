import type { Address, Screen } from "../../registry";
import { HOME, realPath, screenAt, screenOf } from "../../resources";
import { tabIdOf } from "./model";

/** Page at an address of the venue's frame. */
interface Place {
  readonly id: string;
  readonly screen: Screen;
  /** The screen that its tab is named after: of a drawer over its list, the list. */
  readonly tab: Screen;
  readonly params: Address["params"];
  /** Its path, without the `/redirect` that asks for it anew. */
  readonly path: string;
  /** True if its page may be kept alive: never for home. */
  readonly keeps: boolean;
}

const REDIRECT = "/redirect";

/** The path behind `/redirect/…`; any other is as it is. */
export const redirected = (pathname: string): string => (pathname.startsWith(`${REDIRECT}/`) ? pathname.slice(REDIRECT.length) : pathname);

/** The address that draws a page anew. */
export const reloadAddress = (address: string): string => `${REDIRECT}${address}`;

/** The page of a path; undefined where none is, or one outside the frame. */
export function placeOf(pathname: string): Place | undefined {
  const path = realPath(redirected(pathname));
  const at = screenAt(path);
  if (!at || at.screen.bare) return undefined;
  const { screen, params } = at;
  const list = screen.resource ? screenOf(screen.resource, "list") : undefined;
  return {
    id: tabIdOf(screen, params, list),
    screen,
    tab: (screen.over && list) || screen,
    params,
    path,
    keeps: screen.keepAlive !== false && screen.path !== HOME,
  };
}
