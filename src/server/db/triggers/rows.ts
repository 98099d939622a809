/** Rows as statements found and left them, and what is known when something is done with them. */
import type { QueryResult } from "kysely";
import type { Off } from "./off";

/** A row of a table as a statement found and left it, in JSON. */
export interface Changed {
  readonly table: string;
  readonly old: string | null;
  readonly new: string | null;
  /** Columns that the statement sets; undefined: whichever differ. */
  readonly set: ReadonlySet<string> | undefined;
}

/** What a transaction said of who does what: `app.person_id`, `app.action` and their like. */
export type Told = Readonly<Record<string, string>>;

export type Run = (text: string, parameters: readonly unknown[]) => Promise<QueryResult<unknown>>;

export interface Effects {
  readonly off: Off;
  readonly told: Told;
  readonly venue: string;
  /** Sends a statement as it is. */
  readonly plain: Run;
  /** Sends a statement whose rows are watched as well. */
  readonly run: Run;
}

/** A row of which a trigger sees columns. */
export type Row = Readonly<Record<string, unknown>>;
/** Rows by the venue that they are of. */
export function byVenue(rows: readonly Row[]): ReadonlyMap<unknown, readonly Row[]> {
  const found = new Map<unknown, Row[]>();
  for (const row of rows) found.set(row["venue_id"], [...(found.get(row["venue_id"]) ?? []), row]);
  return found;
}
export interface Parsed extends Omit<Changed, "old" | "new"> {
  readonly old: Row | null;
  readonly new: Row | null;
}

/** Whether an update sets one of these columns, as UPDATE OF of a trigger has it. */
export function sets(row: Parsed, columns: readonly string[]): boolean {
  const { set, old, new: now } = row;
  if (old === null || now === null) return false;
  return columns.some((name) => (set ? set.has(name) : JSON.stringify(old[name]) !== JSON.stringify(now[name])));
}
