/** Amounts that people type at the desk, read by the contract's one reader. Nothing here throws. */
import { readAmount as read } from "../../contract/core/typed/amount";
import type { Message } from "../../contract/core/typed/result";
import type { Fen } from "../../contract/core/money";

/** The content of a required amount field: fen, or what is wrong with it. */
type Typed = { readonly amount: Fen } | { readonly problem: Message };

/** Reads a required amount. */
export function readTyped(text: string): Typed {
  const reading = read(text);
  return reading.problem === undefined ? { amount: reading.value } : { problem: reading.problem };
}

/** Reads an amount that may be left out: empty is zero. Undefined: no amount. */
export function readAmount(text: string): Fen | undefined {
  const reading = read(text);
  if (reading.problem === undefined) return reading.value;
  return reading.isEmpty ? 0 : undefined;
}

/** Returns what is wrong with the text of such a field, to be shown next to it; undefined: nothing. */
export function amountProblem(text: string): Message | undefined {
  const reading = read(text);
  return reading.problem === undefined || reading.isEmpty ? undefined : reading.problem;
}
