/**
 * The refusals of the product, in both languages. Each says what happened, what is kept, and what to do next (quality "Pleasure").
 * `{name}` marks a value. Server and console share this table, so that a refusal is worded once.
 */
import type { Language } from "./enums";
import { fill, inLanguage, type Values } from "./fill";
import { OCCUPANCY } from "./refusals/occupancy";
import { MONEY } from "./refusals/money";
import { PLATFORM } from "./refusals/platform";

export const REFUSALS = { ...PLATFORM, ...OCCUPANCY, ...MONEY } as const;
export type RefusalKey = keyof typeof REFUSALS;

/** Words a refusal in a language. Unknown `{marks}` stay empty. */
export function refusalText(key: RefusalKey, language: Language, values: Values = {}): string {
  return fill(REFUSALS[key][language], inLanguage(values, language));
}
