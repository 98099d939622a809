import { useKBar } from "@refinedev/kbar";
import { useT } from "../i18n/use-t";
import { ICONS, type IconName } from "../ui/icons";
import type { Entry, Section } from "./entry";

const isIcon = (icon: unknown): icon is IconName => typeof icon === "string" && Object.hasOwn(ICONS, icon);

/**
 * Returns the actions that pages registered with Refine's `useRegisterActions`, by section; a hidden page has none. A nested action is
 * shown with its parents, and found by its own name alone as well.
 */
export function usePageCommands(): readonly Section[] {
  const t = useT();
  const { actions } = useKBar((state) => ({ actions: state.actions }));
  const sections = new Map<string, Entry[]>();
  for (const { id, name, icon, section, subtitle, keywords, shortcut, ancestors, command } of Object.values(actions)) {
    if (!command) continue;
    const path = [...ancestors.map((above) => above.name), name].join(" › ");
    const names = [...(ancestors.length > 0 ? [name] : []), ...(keywords ? keywords.split(",") : [])];
    const title = (typeof section === "string" ? section : section?.name) ?? t("palette.page");
    const entry: Entry = {
      key: `action-${id}`,
      icon: isIcon(icon) ? icon : "bolt",
      title: path,
      ...(subtitle === undefined ? {} : { note: subtitle }),
      ...(shortcut ? { end: shortcut.join(" ") } : {}),
      ...(names.length > 0 ? { names } : {}),
      run: () => void command.perform(),
    };
    sections.set(title, [...(sections.get(title) ?? []), entry]);
  }
  return [...sections].map(([title, entries]) => ({ key: `page-${title}`, title, entries }));
}
