/** Problems of typed text as issues of a schema; `explain` writes them with the name of the field. */
import type { Reading } from "./result";

type Problem = Extract<Reading<unknown>, { readonly isEmpty: boolean }>;

/** Returns the issue of text that is no value: nothing where a value is needed, else the reader's message. */
export const typedIssue = ({ isEmpty, problem }: Problem) => {
  const rule = isEmpty ? "required" : "typed";
  return { code: "custom" as const, params: isEmpty ? { rule } : { rule, problem }, message: rule };
};
