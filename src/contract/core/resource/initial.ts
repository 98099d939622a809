/** Values that a field begins with: in a new form, and in an import where the cell is blank. */
import { addDays } from "../time";
import type { Field } from "./fields";

/** Returns the declared first value of a field; undefined where none is declared. @param today day in the venue's zone */
export function initialValue({ kind, options }: Field, today: string): unknown {
  const { initial, otherwise } = options;
  return kind === "day" && typeof initial === "number" ? addDays(today, initial) : (initial ?? otherwise);
}
