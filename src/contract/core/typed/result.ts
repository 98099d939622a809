/** Results of reading what a person typed or a file contains: a value, or a message in both languages. Readers never throw. */
import type { Language } from "../enums";
import { fill, type Values } from "../fill";

/** A message in every language of the product. */
export type Message = Readonly<Record<Language, string>>;

/** A value that was read, or the reason why the text is none. `isEmpty`: there is no text; callers decide if the field may stay empty. */
export type Reading<T> =
  | { readonly value: T; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: Message; readonly isEmpty: boolean };

/** Returns the result for text that is no value. */
export const unreadable = (message: Message, values: Values = {}): Reading<never> => ({
  problem: { zh: fill(message.zh, values), en: fill(message.en, values) },
  isEmpty: false,
});

/** Returns the result for a field without text. */
export const empty = (message: Message): Reading<never> => ({ problem: message, isEmpty: true });
