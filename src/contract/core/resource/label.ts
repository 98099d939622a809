import type { Language } from "../enums";

/** A name in both languages, written where the thing that it names is declared. */
export type Label = Readonly<Record<Language, string>>;

/** Visual meaning of a status: one colour and one icon each. */
export const TONES = ["success", "waiting", "warning", "error", "neutral", "live"] as const;
export type Tone = (typeof TONES)[number];

/** A state machine whose states have names and tones: what a `state` field shows and filters by. */
export interface LabelledMachine<S extends string = string> {
  readonly table: Readonly<Record<S, Readonly<Record<string, string>>>>;
  readonly states: readonly S[];
  readonly labels: Readonly<Record<S, Label & { readonly tone: Tone }>>;
}

/**
 * Names the states of a machine, beside its table.
 * @param labels state → Chinese, English, tone
 */
export function labelled<const T extends Record<string, Record<string, string>>>(
  machine: { readonly table: T; readonly states: readonly (keyof T & string)[] },
  labels: { readonly [S in keyof T & string]: readonly [zh: string, en: string, tone: Tone] },
): LabelledMachine<keyof T & string> & { readonly table: T } {
  const named = Object.entries<readonly [string, string, Tone]>(labels).map(([state, [zh, en, tone]]) => [state, { zh, en, tone }]);
  return { table: machine.table, states: machine.states, labels: Object.fromEntries(named) };
}
