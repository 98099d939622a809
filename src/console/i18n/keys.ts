/** Types of the words: a key that does not exist, or that a language lacks, does not compile. */
import type { Label } from "../../contract/core/resource/label";
import type { words as frame } from "../locales/zh/index";
import type { words as pages } from "../locales/zh/pages";

type Words = typeof frame & typeof pages;

/** The same keys with any text: what a language must offer. A nested table stays a table. */
export type Same<T> = { readonly [K in keyof T]: T[K] extends string ? string : Same<T[K]> };

/** A text with plural forms, `rows_one` and `rows_other`, is asked for as `rows` with a `count`. */
type Base<K extends string> = K extends `${infer Name}_one` | `${infer Name}_other` ? Name : K;
type Keys<T, Path extends string = ""> = {
  [K in keyof T & string]: T[K] extends string ? `${Path}${Base<K>}` : Keys<T[K], `${Path}${K}.`>;
}[keyof T & string];

/** Every key of the words: `"ui.retry"`. */
export type TKey = Keys<Words>;

/** Values of the `{marks}` in a text. */
export type Params = Readonly<Record<string, string | number>>;

/** Gives the words of a key, or of a label that stands with what it names, in the language on screen. */
export type T = (key: TKey | Label, params?: Params) => string;
