/** Migrations: numbered plain .sql files, forward only, each in its own transaction, one process at a time. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { packageRoot } from "../root";

const LOCK = 7_317_201;

/** Brings the database at `url` (its owner's connection) to the newest version. Returns the names of the files applied. */
export async function migrate(url: string): Promise<string[]> {
  const folder = path.join(packageRoot, "src/server/db/migrations");
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
    await client.query(
      "CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())",
    );
    const { rows } = await client.query<{ name: string }>("SELECT name FROM schema_migration");
    const done = new Set(rows.map((row) => row.name));
    const applied: string[] = [];
    for (const file of files) {
      if (done.has(file)) continue;
      const sql = await readFile(path.join(folder, file), "utf8");
      await client.query("BEGIN");
      try {
        await client.query(sql);
        await client.query("INSERT INTO schema_migration (name) VALUES ($1)", [file]);
        await client.query("COMMIT");
      } catch (error) {
        await client.query("ROLLBACK");
        throw new Error(`migration ${file} failed`, { cause: error });
      }
      applied.push(file);
    }
    return applied;
  } finally {
    await client.end();
  }
}
