/** Writing as many rows as people choose: a statement of PostgreSQL takes 65,535 parameters. */

/** Rows of a statement: at up to 65 columns each their parameters fit. */
const ROWS = 1_000;

/** Inserts rows part by part, in their order; where one part fails, the caller's transaction undoes those before it. */
export async function inParts<T>(rows: readonly T[], insert: (part: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS) await insert(rows.slice(at, at + ROWS));
}
