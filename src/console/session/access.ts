/** Which screens a person sees at a venue: by main tag, group code and page code. */
import { isForRoles, isForTag } from "../../contract/core/groups";
import { GROUPS, type Group } from "../../contract/core/groups";
import type { Code } from "../../contract/core/permissions";
import type { Screen } from "../registry";

/** Data that visibility depends on. */
export interface Access {
  /** Main tag of the venue; undefined while it is not known: nothing is then hidden for its sake. */
  readonly tag: string | undefined;
  readonly codes: ReadonlySet<Code>;
  /** Roles of the person's profile; undefined while they are not known. */
  readonly roles?: readonly string[] | undefined;
}

/** One group of the menu with the screens that show in it. */
interface VisibleGroup {
  readonly group: Group | undefined;
  readonly screens: readonly Screen[];
}

/** The code that a person lacks for a screen, group before page; `undefined` when none is lacking. */
export function lackingCode(screen: Pick<Screen, "group" | "code">, codes: ReadonlySet<Code>): Code | undefined {
  const needed = [screen.group && GROUPS[screen.group], screen.code];
  return needed.find((code) => code !== undefined && !codes.has(code));
}

/** True if a person may open a screen, hidden or not. */
export const canOpenScreen = (screen: Pick<Screen, "group" | "code" | "roles">, { tag, codes, roles }: Access): boolean =>
  isForTag(screen.roles, tag) && isForRoles(screen.roles, roles) && lackingCode(screen, codes) === undefined;

/** True if a screen belongs to the menu at all: pages of one record do not. */
const inMenu = (screen: Screen): boolean => !screen.hidden && !screen.bare && !screen.path.includes(":");

/** The menu: the screens that a person may open, by group in the order of the groups, in a group by heading; else in the registry's order. */
export function visibleMenu(screens: readonly Screen[], canOpen: (screen: Screen) => boolean): readonly VisibleGroup[] {
  const visible = screens.filter((screen) => inMenu(screen) && canOpen(screen));
  const groups: readonly (Group | undefined)[] = [undefined, ...(Object.keys(GROUPS) as Group[])];
  return groups.flatMap((group) => {
    const inGroup = visible.filter((screen) => screen.group === group);
    const sections = new Set([undefined, ...inGroup.map(({ section }) => section)]);
    const ordered = [...sections].flatMap((section) => inGroup.filter((screen) => screen.section === section));
    return ordered.length === 0 ? [] : [{ group, screens: ordered }];
  });
}
