/** A state machine is a table: state → action → next state. */
type Table = Record<string, Record<string, string>>;

/** A state machine over a table. */
export interface Machine<T extends Table> {
  readonly table: T;
  readonly states: readonly (keyof T & string)[];
}
export const machine = <const T extends Table>(table: T): Machine<T> => ({ table, states: Object.keys(table) });

export type StateOf<M> = M extends Machine<infer T> ? keyof T & string : never;
type Actions<T extends Table> = { [S in keyof T]: keyof T[S] & string }[keyof T];
export type ActionOf<M> = M extends Machine<infer T> ? Actions<T> : never;

/** The state that `action` leads to from `from`, or `undefined` where the table has no such move. */
export function next<T extends Table>(m: Machine<T>, from: string, action: Actions<T>): (keyof T & string) | undefined {
  return m.table[from]?.[action];
}
/** The actions offered in a state. */
export const actions = <T extends Table>(m: Machine<T>, state: string): Actions<T>[] => Object.keys(m.table[state] ?? {});
/** The states from which `action` is allowed: for `UPDATE … WHERE status IN (…)`. */
export const sources = <T extends Table>(m: Machine<T>, action: Actions<T>): (keyof T & string)[] =>
  m.states.filter((state) => m.table[state]?.[action] !== undefined);
