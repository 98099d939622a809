/** The demo data as a database to copy from: the proofs that only read it make it once for them all. */
import { openDatabase } from "../../src/server/db/client";
import { loadDemo } from "../../src/server/demo/load";
import { at, freshDatabase, on } from "./database";
import { FULL } from "./forms";

/** Days of trade before today. */
export const HISTORY_DAYS = FULL ? 60 : 1;
/** The clock of the install. */
export const NOW = new Date("2026-11-21T08:40:00Z");

const lock = 7_317_300;

/** Loads the demo data into a database of its own. */
export async function loadInto(url: string): Promise<void> {
  const database = openDatabase(url, { max: 8 });
  try {
    await loadDemo(database, { now: NOW, historyDays: HISTORY_DAYS });
  } finally {
    await database.close();
  }
}

/** Name of a database with the demo data, for `freshDatabase`: whoever asks first makes it, the others wait; it goes with the run. */
export async function demoTemplate(): Promise<string> {
  const { VENUE_TEST_SERVER: server, VENUE_TEST_DEMO: name } = process.env;
  if (!server || !name) throw new Error("The test database does not run: this vitest project has no globalSetup tests/support/global.ts");
  await on(server, async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [lock]);
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    if (rowCount) return;
    const made = await freshDatabase();
    await loadInto(at(server, made.name));
    await client.query(`ALTER DATABASE "${made.name}" RENAME TO "${name}"`);
  });
  return name;
}
