/** Runs every check on a database, reading only, each venue as of one moment. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { type RawBuilder, sql } from "kysely";
import { type Db, openDatabase, PLATFORM } from "../../server/db/client";
import { unplanned } from "../../server/kernel/due";
import { allJobs } from "../../server/jobs";
import { KEEP, retentionJobs } from "../../server/retention";
import { checkClearing, checkLedger } from "../../server/ledger/check";
import { allRollups } from "../../server/rollups/all";
import { findWrongRollups } from "../../server/rollups/rollup";
import { packageRoot } from "../../server/root";
import type { FileStore } from "../../server/files/store";
import { orphans } from "../../server/files/sweep";
import { AUDITED, auditCheck, DATABASE_CHECKS, lateWork, type Row, VENUE_CHECKS, venueNotes } from "./checks";

/** Something that is wrong. `venue` is "" where it concerns the whole database. */
interface Finding extends Row {
  readonly venue: string;
  readonly check: string;
}
/** Result of one check of one venue. */
export interface Result {
  readonly venue: string;
  readonly check: string;
  /** Nothing is broken, but somebody should look. */
  readonly note: boolean;
  readonly findings: readonly Finding[];
  readonly ms: number;
}

/** As many findings of one check as are named. */
const MOST = 100;
const LEDGER = "the ledger's identities hold";
const CLEARING = "clearing between two venues is equal and opposite";
const AUDIT = "every row's making is in the audit log";
const ROLLUPS = "rolled up days are what their rows come to";
const PLANNED = "every deadline has its row in the plan of work";
const LATE = "no work waits long after its time";
const ORPHANS = "every uploaded file is known";
const MIGRATIONS = "all migrations are applied, and no others";

/**
 * Examines the database at `url`, its owner's connection.
 * @param onResult called with each result as it comes
 * @param store the installation's uploaded files, which are looked at too
 * @param now the clock that deadlines are held against; left out: as it is at each venue
 * @param kept how long rows are kept here
 * @throws Error when the database can't be reached or has no tables of ours
 */
export async function examine(
  url: string,
  onResult: (result: Result) => void = () => undefined,
  store?: FileStore,
  now?: Date,
  kept = KEEP,
): Promise<Result[]> {
  const database = openDatabase(url, { max: 2, role: null });
  const results: Result[] = [];
  const keep = async (venue: string, check: string, find: () => Promise<readonly Row[]>, note = false): Promise<void> => {
    const start = performance.now();
    const findings = (await find()).map((row) => ({ venue, check, subject: row.subject, detail: row.detail }));
    const result = { venue, check, note, findings, ms: Math.round(performance.now() - start) };
    results.push(result);
    onResult(result);
  };
  try {
    const platform = database.dbFor(PLATFORM);
    await keep("", MIGRATIONS, () => migrations(platform));
    for (const [check, query] of Object.entries(DATABASE_CHECKS)) await keep("", check, () => rowsOf(platform, query));
    await keep("", CLEARING, () =>
      platform.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(checkClearing),
    );
    if (store !== undefined)
      await keep(
        "",
        ORPHANS,
        async () => (await orphans(database, store)).map((subject) => ({ subject, detail: "belongs to nothing" })),
        true,
      );
    const { rows: audited } = await AUDITED.execute(platform);
    const venues = await platform.selectFrom("venue").selectAll().orderBy("id").execute();
    // Data that is stored too long has a check of its own.
    const clearing = new Set(retentionJobs().map(({ name }) => name));
    const jobs = allJobs({ wechat: undefined, alipay: undefined }).filter(({ name }) => !clearing.has(name));
    for (const venue of venues)
      await database
        .dbFor(venue.id)
        .transaction()
        .setIsolationLevel("repeatable read")
        .setAccessMode("read only")
        .execute(async (tx) => {
          const name = `${venue.id} ${venue.name}`;
          await keep(name, LEDGER, async () =>
            (await checkLedger(tx, venue.id)).map((found) => ({ subject: `${found.check}: ${found.subject}`, detail: found.detail })),
          );
          await keep(name, ROLLUPS, async () => {
            const wrong: Row[] = [];
            for (const rollup of allRollups) wrong.push(...(await findWrongRollups({ db: tx, venue }, rollup)));
            return wrong;
          });
          for (const [check, query] of Object.entries(VENUE_CHECKS)) await keep(name, check, () => rowsOf(tx, query(venue.id)));
          for (const [check, query] of Object.entries(venueNotes(kept))) await keep(name, check, () => rowsOf(tx, query(venue.id)), true);
          await keep(name, PLANNED, async () =>
            (await unplanned(tx, venue, now ?? new Date(), jobs)).map(({ job, at }) => ({
              subject: job,
              detail: `due ${at.toISOString()}, not planned`,
            })),
          );
          await keep(name, LATE, () => rowsOf(tx, lateWork(now ?? new Date())(venue.id)), true);
          await keep(name, AUDIT, async () => {
            const missing: Row[] = [];
            for (const table of audited) missing.push(...(await rowsOf(tx, auditCheck(table.name)(venue.id))));
            return missing;
          });
        });
    return results;
  } finally {
    await database.close();
  }
}

async function rowsOf(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  const { rows } = await sql<Row>`SELECT * FROM (${query}) AS broken ORDER BY subject LIMIT ${MOST}`.execute(db);
  return rows;
}

async function migrations(db: Db): Promise<Row[]> {
  const files = (await readdir(path.join(packageRoot, "src/server/db/migrations"))).filter((name) => name.endsWith(".sql"));
  const { rows } = await sql<{ name: string }>`SELECT name FROM schema_migration`.execute(db);
  const applied = new Set(rows.map((row) => row.name));
  return [
    ...files.filter((name) => !applied.has(name)).map((subject) => ({ subject, detail: "not applied: start the server once" })),
    ...[...applied].filter((name) => !files.includes(name)).map((subject) => ({ subject, detail: "applied by another release" })),
  ];
}
