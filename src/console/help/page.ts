/** Which help page belongs to a screen. */
import type { Screen } from "../registry";
import { screenOf } from "../resources";

/** A drawer over its list shares the list's page; a form that edits shares that of the form that creates. */
export function helpPageOf(screen: Screen): string {
  const own = { show: screen.over ? ("list" as const) : undefined, edit: "create" as const, list: undefined, create: undefined };
  const shared = screen.action && own[screen.action];
  return (shared && screen.resource && screenOf(screen.resource, shared)?.name) ?? screen.name;
}
