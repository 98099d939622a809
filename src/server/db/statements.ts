/**
 * Records the statements sent to the database, to check all of them at once. `STATEMENTS=<file>` writes each distinct text of the process
 * to a file, once, with the user of the connection; `npm run doctor -- --shard --statements <file>` reads it.
 */
import { appendFileSync } from "node:fs";

/** A statement and the venue that its connection serves; "-": none. */
export interface Statement {
  readonly venueId: string;
  readonly text: string;
}
type Listener = (statement: Statement) => void;

function writing(file: string): Listener {
  const known = new Set<string>();
  return (statement) => {
    const line = JSON.stringify({ ...statement, venueId: statement.venueId === "-" ? "-" : "venue" });
    if (known.has(line)) return;
    known.add(line);
    appendFileSync(file, `${line}\n`);
  };
}

const file = process.env["STATEMENTS"];
let listener: Listener | undefined = file === undefined || file === "" ? undefined : writing(file);

/** Hears of every statement from now on; undefined: of none. */
export const onStatement = (next: Listener | undefined): void => {
  listener = next;
};

/** Notifies the listener that a statement is sent, without the values in the text of a setting. */
export const sent = (venueId: string, text: string): void =>
  listener?.({ venueId, text: text.startsWith("SET ") ? text.replaceAll(/ E?'(?:[^']|'')*'/g, " '…'") : text });
