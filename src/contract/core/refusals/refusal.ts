import type { Language } from "../enums";

/** A refusal: the answer's code, and what it says; `{name}` marks a value. */
export type Refusal = Readonly<Record<Language, string>> & { readonly code: number };
