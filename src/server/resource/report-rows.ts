/** Page limit of a long report, and iteration over its rows without blocking other requests. */
import { setImmediate } from "node:timers/promises";
import { REST } from "../../contract/core/resource/report";

/**
 * A row as the query gives it: amounts in whole fen. `level` 0 (default) counts in the sums; deeper rows follow their parent, or are left out
 * where it is `shut`.
 */
export type Figures = Readonly<Record<string, unknown>> & { readonly key: string; readonly level?: number; readonly shut?: boolean };

/** Rows that a page shows: of the top level, and of all levels. An answer is made in one go, which everybody else waits for. */
export interface Most {
  readonly top: number;
  readonly all: number;
}
export const ON_PAGE: Most = { top: 1_000, all: 5_000 };

export const isTop = ({ level = 0 }: Figures): boolean => level === 0;

interface Cut<R> {
  readonly shown: readonly R[];
  /** Top-level rows that come after those shown. */
  readonly left: readonly R[];
  /** True if the shown rows are complete. */
  readonly whole: boolean;
}
/** The rows of a page: where there are too many in all those of the top level alone, and of these the first. */
export function limitRows<R extends Figures>(rows: readonly R[], most: Most): Cut<R> {
  // A report that stopped by itself has put the others into a last row.
  const stopped = rows.at(-1)?.key === REST;
  const top = rows.filter(isTop);
  if (top.length - (stopped ? 1 : 0) > most.top) return { shown: top.slice(0, most.top), left: top.slice(most.top), whole: false };
  return rows.length > most.all
    ? { shown: top, left: [], whole: false }
    : { shown: rows, left: [], whole: !stopped && !rows.some(({ shut }) => shut) };
}

const PIECE = 1_000;
/** Rows piece by piece; other requests have their turn between two. */
export async function* inPieces<R>(rows: readonly R[]): AsyncGenerator<readonly R[]> {
  for (let from = 0; from < rows.length; from += PIECE) {
    if (from > 0) await setImmediate();
    yield rows.slice(from, from + PIECE);
  }
}
