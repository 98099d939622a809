import { useT } from "../../i18n/use-t";
import { type ScreenCommand, useScreenCommands } from "../../palette/use-screen-commands";
import type { View } from "./filters";
import type { Primary } from "./ListPage";

/** Commands on the list on screen; the ones that the person may not use are left out. */
interface Commands {
  readonly primary: Primary | undefined;
  readonly onExport: (() => void) | undefined;
  readonly views: readonly View[];
  readonly onView: (filters: View["filters"]) => void;
  readonly hasFilter: boolean;
}

/** Puts the commands of a list into the palette: its primary action, its file, print, its views. */
export function useListCommands({ primary, onExport, views, onView, hasFilter }: Commands): void {
  const t = useT();
  useScreenCommands([
    ...(primary ? [{ id: "primary", icon: primary.icon ?? ("plus" as const), title: primary.title, run: primary.run }] : []),
    ...(onExport ? [{ id: "export", icon: "export" as const, title: t("list.export"), run: onExport }] : []),
    { id: "print", icon: "print", title: t("list.print"), run: () => window.print() },
    ...(hasFilter ? [{ id: "clear", icon: "filter" as const, title: t("list.clear"), run: () => onView({}) }] : []),
    ...(views.length > 0 ? [{ id: "views", title: t("list.views") }] : []),
    ...views.map((view): ScreenCommand => ({
      id: `view-${view.key}`,
      parent: "views",
      icon: "filter",
      title: view.title,
      run: () => onView(view.filters),
    })),
  ]);
}
