/** Files that belong to nothing: an upload that broke off between its row and its file, or a file whose row is gone. */
import { type Database, PLATFORM } from "../db/client";
import type { FileStore } from "./store";

/** A file is stored after its row; what is younger may still be on its way. */
const YOUNG_MS = 3_600_000;

/** Paths of a store's files, older than an hour, that no upload has. */
export async function orphans(database: Database, store: FileStore): Promise<string[]> {
  const old: string[] = [];
  for await (const { path, at } of store.list()) if (Date.now() - at.getTime() > YOUNG_MS) old.push(path);
  if (old.length === 0) return [];
  const rows = await database.dbFor(PLATFORM).selectFrom("uploaded_file").select("path").where("venue_id", "=", PLATFORM).execute();
  const known = new Set(rows.map((row) => row.path));
  return old.filter((file) => !known.has(file));
}

/** Removes them. @returns how many there were */
export async function sweepFiles(database: Database, store: FileStore): Promise<number> {
  const files = await orphans(database, store);
  for (const file of files) await store.remove(file);
  return files.length;
}
