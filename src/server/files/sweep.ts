/** Files that belong to nothing: an upload that broke off between its row and its file, or a file whose row is gone. */
import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { type Database, PLATFORM } from "../db/client";
import { filesDir } from "./store";

/** A file is stored after its row; what is younger may still be on its way. */
const YOUNG_MS = 3_600_000;

/** Paths below `files/`, older than an hour, that no upload has. */
export async function orphans(database: Database, dataDir: string): Promise<string[]> {
  const root = filesDir(dataDir);
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  if (files.length === 0) return [];
  const rows = await database.dbFor(PLATFORM).selectFrom("uploaded_file").select("path").where("venue_id", "=", PLATFORM).execute();
  const known = new Set(rows.map((row) => path.normalize(row.path)));
  const unknown = files.filter((file) => !known.has(file));
  const old = await Promise.all(unknown.map(async (file) => Date.now() - (await stat(path.join(root, file))).mtimeMs > YOUNG_MS));
  return unknown.filter((_, i) => old[i]).map((file) => file.split(path.sep).join("/"));
}

/** Removes them. @returns how many there were */
export async function sweepFiles(database: Database, dataDir: string): Promise<number> {
  const files = await orphans(database, dataDir);
  for (const file of files) await rm(path.join(filesDir(dataDir), file), { force: true });
  return files.length;
}
