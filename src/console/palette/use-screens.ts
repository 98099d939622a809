import { useOther } from "../i18n/use-other";
import { useT } from "../i18n/use-t";
import { screenOf, screens } from "../resources";
import { canOpen } from "../providers/access-control";
import type { Navigate } from "../shell/NavLink";
import type { Screen } from "../registry";
import { type Entry, entryNames } from "./entry";

/** Screens as entries: those that open a list or a tool, and those that begin something new. */
export function useScreens(go: Navigate): { readonly open: readonly Entry[]; readonly create: readonly Entry[] } {
  const t = useT();
  const other = useOther();
  const entryOf = (screen: Screen): Entry => ({
    key: screen.name,
    icon: screen.icon ?? (screen.action === "create" ? "plus" : "box"),
    ...entryNames(screen.title, t, other),
    ...(screen.group ? { note: t(`shell.group.${screen.group}`) } : {}),
    run: () => go(screen.path),
  });
  const mine = screens.filter((screen) => !screen.bare && !screen.path.includes(":") && canOpen(screen));
  // A form that edits as well is reached from its list, unless it begins something new.
  const open = mine.filter((screen) => screen.action !== "create" && !screen.hidden);
  const create = mine.filter((screen) => screen.action === "create");
  return {
    open: open.map(entryOf),
    create: create.map((screen) => {
      const list = screen.resource ? screenOf(screen.resource, "list") : undefined;
      return { ...entryOf(screen), icon: "plus", ...(list ? { note: t(list.title) } : {}) };
    }),
  };
}
