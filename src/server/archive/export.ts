/** A whole venue as one file: its rows, table by table, and its pictures, in one snapshot and in constant memory. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { sql } from "kysely";
import { type Db, PLATFORM } from "../db/client";
import type { FileStore } from "../files/store";
import { type ArchiveTable, CATALOGUE, FILES, linesOf, type Manifest, MIGRATIONS, rowsWhere, schemaOf, tablesOf } from "./catalogue";
import { TAR_END, tarEntry } from "./tar";

const BATCH = 250;
/** A reader may rest longer between two chunks than a call may. */
const PATIENCE = "10min";
const PICTURE = /\/files\/([0-9a-f]{2}\/[0-9a-f]{38}\.(?:png|jpg|gif|webp))/g;

/** What an archive of a venue will hold, and the archive: a gzipped tar. Whoever does not read it to its end destroys it. */
export interface VenueArchive {
  readonly manifest: Manifest;
  readonly body: Readable;
}

/**
 * Exports a venue: every row of its tables, of its organization, roles and staff, and every picture that they name. Passwords, sessions and
 * keys stay behind (`LEFT_OUT`, `WITHHELD`). What others commit meanwhile is not seen.
 * @param db the database as the venue sees it, outside any transaction
 * @throws Error when there is no such venue
 */
export async function exportVenue(db: Db, venueId: string, options: { store: FileStore; now: Date }): Promise<VenueArchive> {
  const entries = entriesOf(db, venueId, options);
  // A query that fails is refused as long as nothing was sent; afterwards the file could only break off.
  const first = await entries.next();
  if (first.done === true) throw new Error("an archive begins with its manifest");
  const manifest = JSON.parse(first.value.content.toString("utf8")) as Manifest;
  const body = createGzip();
  body.once("close", () => void entries.return(undefined));
  // What fails destroys the body with its error: its reader hears of it.
  pipeline(Readable.from(packed(first.value, entries), { objectMode: false }), body).catch(() => undefined);
  return { manifest, body };
}

/** Of a row in the file, about: what the demo's rows come to. */
const ROW_BYTES = 40;

/** How many rows an export will hold, and how many bytes it will have, about: pictures are chosen as their rows are read. */
export async function archiveSize(db: Db, venueId: string): Promise<{ rows: number; bytes: number }> {
  const tables = tablesOf((await sql.raw<ArchiveTable>(CATALOGUE).execute(db)).rows);
  const rows = Object.values(await countsOf(db, tables, venueId)).reduce((sum, count) => sum + count, 0);
  return { rows, bytes: rows * ROW_BYTES };
}

async function countsOf(db: Db, tables: readonly ArchiveTable[], venueId: string): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const table of tables.filter(({ name }) => name !== FILES)) {
    const counted = sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(table.name)} WHERE ${rowsWhere(table, venueId, [])}`;
    rows[table.name] = (await counted.execute(db)).rows[0]?.count ?? 0;
  }
  return rows;
}

interface Part {
  readonly name: string;
  readonly content: Buffer;
}
const json = (name: string, value: unknown): Part => ({ name, content: Buffer.from(JSON.stringify(value)) });

/** The tar file; last in it is the hash of all that comes before. */
async function* packed(first: Part, rest: AsyncGenerator<Part>): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  const seal = (part: Part): Buffer => {
    const bytes = tarEntry(part);
    hash.update(bytes);
    return bytes;
  };
  yield seal(first);
  for await (const part of rest) yield seal(part);
  yield tarEntry(json("sha256.json", hash.digest("hex")));
  yield TAR_END;
}

async function* entriesOf(db: Db, venueId: string, { store, now }: { store: FileStore; now: Date }): AsyncGenerator<Part, void> {
  const tx = await db.startTransaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute();
  const files = new Set<string>();
  async function* lines(table: ArchiveTable): AsyncGenerator<string[]> {
    await sql`DECLARE lines_of_table NO SCROLL CURSOR FOR ${linesOf(table, venueId, [...files])}`.execute(tx);
    for (;;) {
      const { rows } = await sql<{ line: string }>`FETCH ${sql.lit(BATCH)} FROM lines_of_table`.execute(tx);
      if (rows.length > 0) yield rows.map(({ line }) => line);
      if (rows.length < BATCH) break;
    }
    await sql`CLOSE lines_of_table`.execute(tx);
  }
  try {
    await sql`SELECT set_config('idle_in_transaction_session_timeout', ${PATIENCE}, true), set_config('cursor_tuple_fraction', '1', true)`.execute(
      tx,
    );
    const tables = tablesOf((await sql.raw<ArchiveTable>(CATALOGUE).execute(tx)).rows);
    const migrations = await sql.raw<{ name: string; checksum: string }>(MIGRATIONS).execute(tx);
    const venue = await tx.selectFrom("venue").select(["id", "name"]).where("id", "=", venueId).executeTakeFirst();
    if (!venue) throw new Error(`There is no venue ${venueId}`);
    const rows = await countsOf(tx, tables, venueId);
    const manifest: Manifest = { format: 1, exportedAt: now.toISOString(), venue, ...schemaOf(migrations.rows), rows };
    yield json("manifest.json", manifest);
    for (const table of tables) {
      // Pictures are rows of no venue.
      if (table.name === FILES) await sql`SELECT set_config('app.venue_id', ${PLATFORM}, true)`.execute(tx);
      let part = 0;
      for await (const batch of lines(table)) {
        const text = batch.join("\n");
        for (const [, file] of text.matchAll(PICTURE)) if (file !== undefined) files.add(file);
        yield { name: `rows/${table.name}/${String(part++).padStart(6, "0")}.ndjson`, content: Buffer.from(`${text}\n`) };
        if (table.name === FILES) yield* pictures(batch, store);
      }
    }
  } finally {
    await tx.rollback().execute();
  }
}

/** The pictures of these rows. One that the store has lost is left out: its row says what was there. */
async function* pictures(batch: readonly string[], store: FileStore): AsyncGenerator<Part> {
  for (const line of batch) {
    const { path: relative } = JSON.parse(line) as { path: string };
    const content = await store.read(relative);
    if (content) yield { name: `files/${relative}`, content };
  }
}
