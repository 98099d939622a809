/** Files that belong to nothing: an upload that broke off between its row and its file, a picture that no row names, or a file whose row is gone. */
import { sql } from "kysely";
import { type ArchiveTable, CATALOGUE, FILES, tablesOf } from "../archive/catalogue";
import { type Database, type Db, PLATFORM } from "../db/client";
import type { FileStore } from "./store";

/** A file is stored after its row; what is younger may still be on its way. */
const YOUNG_MS = 3_600_000;
/** Time within which a form must be saved after its picture was uploaded. */
const FORM_MS = 86_400_000;
const NAMED = "/files/([0-9a-f]{2}/[0-9a-f]{38}\\.[a-z]+)";

/** Paths of a store's files, older than an hour, that no upload has. */
export async function orphans(database: Database, store: FileStore): Promise<string[]> {
  const old: string[] = [];
  for await (const { path, at } of store.list()) if (Date.now() - at.getTime() > YOUNG_MS) old.push(path);
  if (old.length === 0) return [];
  const rows = await database.dbFor(PLATFORM).selectFrom("uploaded_file").select("path").where("venue_id", "=", PLATFORM).execute();
  const known = new Set(rows.map((row) => row.path));
  return old.filter((file) => !known.has(file));
}

/** Paths of all pictures that rows of the tables name, in any column. @param where which rows */
async function namedIn(db: Db, tables: readonly ArchiveTable[], where: ReturnType<typeof sql<boolean>>): Promise<string[]> {
  const named: string[] = [];
  for (const { name } of tables) {
    const found = sql<{ path: string }>`SELECT DISTINCT (regexp_matches(t::text, ${NAMED}, 'g'))[1] AS path FROM ${sql.table(name)} t
      WHERE ${where} AND t::text LIKE '%/files/%'`;
    named.push(...(await found.execute(db)).rows.map((row) => row.path));
  }
  return named;
}

/** Forgets pictures that no row of any venue names a day after their upload: cropped, replaced or given up before anything was saved. */
async function forgetUnnamed(database: Database, now: Date): Promise<void> {
  const db = database.dbFor(PLATFORM);
  const due = await db
    .selectFrom(FILES)
    .select(["id", "path"])
    .where("venue_id", "=", PLATFORM)
    .where("named", "=", false)
    .where("at", "<", new Date(now.getTime() - FORM_MS))
    .execute();
  if (due.length === 0) return;
  const tables = tablesOf((await sql.raw<ArchiveTable>(CATALOGUE).execute(db)).rows).filter(({ name }) => name !== FILES);
  const ofVenues = tables.filter(({ columns }) => columns.includes("venue_id"));
  const shared = tables.filter((table) => !ofVenues.includes(table));
  const named = new Set(await namedIn(db, shared, sql<boolean>`true`));
  const venues = await db.selectFrom("venue").select("id").execute();
  for (const id of [PLATFORM, ...venues.map((venue) => venue.id)])
    for (const found of await namedIn(database.dbFor(id), ofVenues, sql<boolean>`t.venue_id = ${id}`)) named.add(found);
  const ids = (there: boolean): string[] => due.filter((file) => named.has(file.path) === there).map(({ id }) => id);
  const [used, unused] = [ids(true), ids(false)];
  if (used.length > 0) await db.updateTable(FILES).set({ named: true }).where("venue_id", "=", PLATFORM).where("id", "in", used).execute();
  if (unused.length > 0) await db.deleteFrom(FILES).where("venue_id", "=", PLATFORM).where("id", "in", unused).execute();
}

/** Removes what belongs to nothing. @returns how many files there were */
export async function sweepFiles(database: Database, store: FileStore, now: Date): Promise<number> {
  await forgetUnnamed(database, now);
  const files = await orphans(database, store);
  for (const file of files) await store.remove(file);
  return files.length;
}
