/**
 * Orders whose payment was announced: kept in this browser, so that no event under another id announces one again. Above 100
 * the list is cut to the newest 30. It ends with the page.
 */
import { parseStored } from "../session/parse";

const KEY = "live.notified";
const MOST = 100;
const KEPT = 30;

const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every((each) => typeof each === "string");
const read = (): readonly string[] => parseStored(localStorage.getItem(KEY), isTexts) ?? [];

/** The list with one more. */
export function withNotified(list: readonly string[], orderId: string): readonly string[] {
  const next = [...list, orderId];
  return next.length > MOST ? next.slice(-KEPT) : next;
}

export const wasNotified = (orderId: string): boolean => read().includes(orderId);

export function rememberNotified(orderId: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(withNotified(read(), orderId)));
  } catch {
    // storage full or refused: the event's own id still tells it apart
  }
}

export const forgetNotified = (): void => localStorage.removeItem(KEY);
