import type { Language } from "../contract/core/enums";
import { fill, type Values } from "../contract/core/fill";

/** Says a word of a table in a language. Words that the table lacks (a state that another release knows) stay as they are. */
type Speaker = (name: string, language: Language, values?: Values) => string;

/** The speaker of a domain's words; its `values` fill the `{marks}` of the word. */
export const speaker =
  (words: Readonly<Record<string, Readonly<Record<Language, string>>>>): Speaker =>
  (name, language, values = {}) =>
    Object.hasOwn(words, name) ? fill(words[name]?.[language] ?? "", values) : name;
