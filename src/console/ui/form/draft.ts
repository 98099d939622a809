/**
 * Draft of typed, unsaved input, stored in this tab: it survives a reload, an error and an expired session, and is deleted with the tab.
 * Stored per person and venue, so that nobody sees another person's input.
 */
import { session } from "../../session/store";

const keyOf = (name: string): string => `draft:${session().person?.userId ?? ""}:${session().venue?.venueId ?? ""}:${name}`;

/** The kept values of a form, or undefined. */
export function readDraft(name: string): Record<string, unknown> | undefined {
  try {
    const raw: unknown = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "null");
    return typeof raw === "object" && raw !== null ? { ...raw } : undefined;
  } catch {
    return undefined;
  }
}

export function storeDraft(name: string, values: Record<string, unknown>): void {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(values));
  } catch {
    // storage full or refused: the form itself still holds the values
  }
}

export const removeDraft = (name: string): void => sessionStorage.removeItem(keyOf(name));
