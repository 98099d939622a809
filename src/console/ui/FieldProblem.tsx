import type { Reading } from "../../contract/core/typed/result";
import { useT } from "../i18n/use-t";

/** The message next to a field whose text can't be read; nothing for an empty field or a value. */
export function FieldProblem({ id, of }: { id?: string; of: Reading<unknown> }) {
  const t = useT();
  if (of.problem === undefined || of.isEmpty) return null;
  return (
    <span className="field-error" id={id} role="alert">
      {t(of.problem)}
    </span>
  );
}

/** True for text that is there and can't be read. */
export const hasProblem = (of: Reading<unknown>): boolean => of.problem !== undefined && !of.isEmpty;
