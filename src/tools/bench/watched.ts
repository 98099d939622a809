/** Cost of a venue that somebody watches and in which nothing happens: the hub checks each now and then, in case a notice was lost. */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { type Db, openDatabase, PLATFORM } from "../../server/db/client";
import { openHub } from "../../server/live/hub";
import type { Figure } from "./figures";
import { pagesRead } from "./pages";

const WATCHED = 100;
const SECONDS = 30;

interface Work {
  readonly commits: number;
  readonly pages: number;
}

/** Returns the work of the whole database so far: it includes the server's time-driven work, in both halves. */
async function workOf(db: Db): Promise<Work> {
  const pages = await pagesRead(db, "all connections");
  const { rows } = await sql<{
    commits: number;
  }>`SELECT xact_commit AS commits FROM pg_stat_database WHERE datname = current_database()`.execute(db);
  return { commits: rows[0]?.commits ?? 0, pages };
}

async function during(db: Db): Promise<Work> {
  const from = await workOf(db);
  await sleep(SECONDS * 1_000);
  const to = await workOf(db);
  return { commits: to.commits - from.commits, pages: to.pages - from.pages };
}

/** @param venues at least a hundred that exist */
export async function measureWatched(url: string, venues: readonly string[]): Promise<Figure[]> {
  // One connection: what it has done is counted at once.
  const database = openDatabase(url, { max: 1 });
  const db = database.dbFor(PLATFORM);
  const hub = openHub(database);
  try {
    const none = await during(db);
    const watched = venues.slice(0, WATCHED);
    for (const id of watched) await hub.join(id, { send: () => undefined, seesAmounts: () => true }, null);
    // Looks are spread once each venue has waited for one.
    await sleep(SECONDS * 1_000);
    const some = await during(db);
    const each = (of: keyof Work): number => (some[of] - none[of]) / watched.length;
    return [
      {
        what: `idle load of the database by ${watched.length} watched venues in ${SECONDS} s, each`,
        value: `${each("commits").toFixed(1)} transactions, ${each("pages").toFixed(1)} pages`,
        bar: "≤ 10 transactions",
        goal: "≤ 5 transactions",
        met: each("commits") <= 5 ? "goal" : each("commits") <= 10 ? "bar" : "no",
        note: `${some.commits} transactions and ${some.pages} pages against ${none.commits} and ${none.pages} with nobody watching`,
      },
    ];
  } finally {
    hub.close();
    await database.close();
  }
}
