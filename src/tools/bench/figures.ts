/** Figures with what they are held against. */

export interface Figure {
  readonly what: string;
  readonly value: string;
  readonly bar: string;
  readonly goal: string;
  /** Reached limit: the goal, the bar alone, or neither. */
  readonly met: "goal" | "bar" | "no";
  /** Note on how the value was measured. */
  readonly note: string;
}

const SAYS = { goal: "goal met", bar: "bar met", no: "NOT MET" } as const;

export function show(figure: Figure): string {
  return `${figure.what}\n    ${figure.value}   (bar ${figure.bar}, goal ${figure.goal}: ${SAYS[figure.met]})\n    ${figure.note}`;
}

/** Meets a bar and a goal by being below them; all in milliseconds. */
export const below = (value: number, bar: number, goal: number): Figure["met"] => (value <= goal ? "goal" : value <= bar ? "bar" : "no");
