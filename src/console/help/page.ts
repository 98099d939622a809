/** Which help page belongs to a screen. */
import type { Screen } from "../registry";
import { screenOf } from "../resources";
import { hasHelp } from "./load";

/** Its own; else, for a form that edits, that of the form that creates; else, for any page of a resource, that of its list. */
export function helpPageOf(screen: Screen): string {
  const { resource } = screen;
  const shared = screen.action === "edit" ? (["create", "list"] as const) : (["list"] as const);
  const others = resource === undefined ? [] : shared.flatMap((action) => screenOf(resource, action)?.name ?? []);
  return (screen.declared ? [screen.name] : [screen.name, ...others]).find(hasHelp) ?? screen.name;
}
