/** A whole venue as one file: its rows, table by table, and its pictures, in one snapshot and in constant memory. */
import { sql } from "kysely";
import { type Db, PLATFORM } from "../db/client";
import { setLocal } from "../db/settings";
import type { FileStore } from "../files/store";
import { type ArchiveTable, CATALOGUE, FILES, linesOf, type Manifest, MIGRATIONS, rowsWhere, schemaOf, tablesOf } from "./catalogue";
import { type Archive, batches, inSnapshot, json, MANIFEST, pack, type Part } from "./pack";

const BATCH = 250;
const PICTURE = /\/files\/([0-9a-f]{2}\/[0-9a-f]{38}\.(?:png|jpg|gif|webp))/g;

/** Planned contents of a venue's archive, and the archive. */
type VenueArchive = Archive<Manifest>;

/**
 * Exports a venue: every row of its tables, of its organization, roles and staff, and every picture that they name. Passwords, sessions and
 * keys stay behind (`LEFT_OUT`, `WITHHELD`). What others commit meanwhile is not seen.
 * @param db the database as the venue sees it, outside any transaction
 * @throws Error when there is no such venue
 */
export const exportVenue = (db: Db, venueId: string, options: { store: FileStore; now: Date }): Promise<VenueArchive> =>
  pack(inSnapshot(db, (tx) => partsOf(tx, venueId, options)));

/** Approximate size of a row in the file: the average of the demo's rows. */
const ROW_BYTES = 40;

/** Estimates the rows and the bytes of an export: only approximately, because pictures are selected as their rows are read. */
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

async function* partsOf(tx: Db, venueId: string, { store, now }: { store: FileStore; now: Date }): AsyncGenerator<Part, void> {
  const files = new Set<string>();
  const tables = tablesOf((await sql.raw<ArchiveTable>(CATALOGUE).execute(tx)).rows);
  const migrations = await sql.raw<{ name: string; checksum: string }>(MIGRATIONS).execute(tx);
  const venue = await tx.selectFrom("venue").select(["id", "name"]).where("id", "=", venueId).executeTakeFirst();
  if (!venue) throw new Error(`There is no venue ${venueId}`);
  const rows = await countsOf(tx, tables, venueId);
  const manifest: Manifest = { format: 1, exportedAt: now.toISOString(), venue, ...schemaOf(migrations.rows), rows };
  yield json(MANIFEST, manifest);
  for (const table of tables) {
    // Pictures are rows of no venue.
    if (table.name === FILES) await setLocal(tx, { "app.venue_id": PLATFORM });
    let part = 0;
    for await (const batch of batches(tx, linesOf(table, venueId, [...files]), BATCH)) {
      for (const lines of inPieces(batch)) {
        const text = lines.join("\n");
        for (const [, file] of text.matchAll(PICTURE)) if (file !== undefined) files.add(file);
        yield { name: `rows/${table.name}/${String(part++).padStart(6, "0")}.ndjson`, content: Buffer.from(`${text}\n`) };
      }
      if (table.name === FILES) yield* pictures(batch, store);
    }
  }
}

/** Characters of a piece, in all its lines: who reads the archive holds one at a time. */
const MOST_OF_PIECE = 4 * 1024 * 1024;
/** Lines as pieces that are read whole; a longer line is one of its own. */
function* inPieces(lines: readonly string[]): Generator<readonly string[]> {
  let piece: string[] = [];
  let length = 0;
  for (const line of lines) {
    if (piece.length > 0 && length + line.length > MOST_OF_PIECE) {
      yield piece;
      [piece, length] = [[], 0];
    }
    piece.push(line);
    length += line.length;
  }
  if (piece.length > 0) yield piece;
}

/** The pictures of these rows. One that the store has lost is left out: its row says what was there. */
async function* pictures(batch: readonly string[], store: FileStore): AsyncGenerator<Part> {
  for (const line of batch) {
    const { path: relative } = JSON.parse(line) as { path: string };
    const content = await store.read(relative);
    if (content) yield { name: `files/${relative}`, content };
  }
}
