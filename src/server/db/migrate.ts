/**
 * Migrations: numbered plain .sql files, forward only, each in its own transaction, one process at a time. They see every venue's rows: an
 * owner that row-level security binds is let past it for the time of each.
 */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { packageRoot } from "../root";

const LOCK = 7_317_201;
/**
 * Number of attempts to lock tables in use, and the duration of each, ms: shorter than PostgreSQL's deadlock_timeout, so that active
 * transactions can continue.
 */
const TRIES = 20;
const WAIT = 500;
/** PostgreSQL's codes of a lock that did not come in time, and of a circle of waiting. */
const IN_USE = ["55P03", "40P01"];

/** The tables of 0.1.0. */
const SCHEMA = "0001_schema.sql";

/**
 * Brings the database at `url` (its owner's connection) to the newest version.
 * @returns the names of the files applied
 * @throws Error where the tables are older than 0.1.0, where a migration fails or was changed after it ran, or where the role does not own a table whose rows it would not see: nothing of that file has happened
 */
export async function migrate(url: string, folder = path.join(packageRoot, "src/server/db/migrations")): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
    await client.query(
      "CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now(), checksum text)",
    );
    const { rowCount } = await client.query(
      "SELECT FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'schema_migration' AND column_name = 'checksum'",
    );
    if (rowCount === 0) await client.query("ALTER TABLE schema_migration ADD COLUMN checksum text");
    const { rows } = await client.query<{ name: string; checksum: string | null }>("SELECT name, checksum FROM schema_migration");
    const done = new Map(rows.map((row) => [row.name, row.checksum]));
    if (files.includes(SCHEMA) && done.size > 0 && !done.has(SCHEMA))
      throw new Error(
        "The tables of this database were made by a version before 0.1.0, which cannot be updated. Nothing was changed. " +
          "Begin anew with an empty database (another DATA_DIR or DATABASE_URL)",
      );
    const applied: string[] = [];
    for (const file of files) {
      const sql = await readFile(path.join(folder, file), "utf8");
      const checksum = checksumOf(sql);
      const ran = done.get(file);
      // Ran before checksums were kept.
      if (ran === null) await client.query("UPDATE schema_migration SET checksum = $2 WHERE name = $1", [file, checksum]);
      if (typeof ran === "string" && ran !== checksum)
        throw new Error(
          `The migration ${file} was changed after it ran on this database: its tables are not what the file says. ` +
            "Put the file back as it was and write the change as the next migration; while nobody uses the data yet, begin with a new DATA_DIR instead",
        );
      if (ran !== undefined) continue;
      try {
        const lifted = await beginLifted(client);
        await client.query(sql);
        await forceAgain(client, lifted);
        await client.query("INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)", [file, checksum]);
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

/** Hashes the text as stored in the repository, independent of the line endings of a checkout. */
const checksumOf = (sql: string): string => createHash("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex");

/**
 * Begins a transaction that sees the rows of all venues. It lets go of what it has and tries again while a process that still serves is in
 * the way.
 * @returns as `liftForce`
 * @throws Error where a table stays in use, and as `liftForce`
 */
async function beginLifted(client: pg.Client): Promise<string[]> {
  for (let tries = 1; ; tries++) {
    await client.query("BEGIN");
    try {
      await client.query(`SET LOCAL lock_timeout = ${WAIT}`);
      const lifted = await liftForce(client);
      await client.query("SET LOCAL lock_timeout TO DEFAULT");
      return lifted;
    } catch (error) {
      if (tries === TRIES || !(error instanceof pg.DatabaseError) || !IN_USE.includes(error.code ?? "")) throw error;
      await client.query("ROLLBACK");
      await setTimeout(WAIT);
    }
  }
}

/**
 * Lets the role see the rows of all venues until the transaction ends: without it a change of data would find none, and say nothing.
 * @returns the tables that are to be forced again; none for a role that row-level security does not bind
 */
async function liftForce(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ role: string; oid: string; table: string; own: boolean }>(
    `SELECT r.rolname AS role, c.oid, c.oid::regclass::text AS table, pg_has_role(c.relowner, 'USAGE') AS own FROM pg_class c JOIN pg_roles r ON r.rolname = current_user
     WHERE c.relnamespace = 'public'::regnamespace AND c.relrowsecurity AND NOT (r.rolsuper OR r.rolbypassrls)
       AND (c.relforcerowsecurity OR NOT pg_has_role(c.relowner, 'USAGE')) ORDER BY 3`,
  );
  const hidden = rows.find((row) => !row.own);
  if (hidden) {
    throw new Error(
      `The role "${hidden.role}" of DATABASE_URL does not own the table "${hidden.table}" and would not see its rows. ` +
        `Connect as the owner of all tables (ALTER TABLE … OWNER TO "${hidden.role}"), or as a role with BYPASSRLS`,
    );
  }
  for (const { table } of rows) await client.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
  return rows.map((row) => row.oid);
}

async function forceAgain(client: pg.Client, oids: readonly string[]): Promise<void> {
  if (oids.length === 0) return;
  // Deferred checks read rows as well, and a table with pending checks cannot be altered.
  await client.query("SET CONSTRAINTS ALL IMMEDIATE");
  const { rows } = await client.query<{ table: string }>("SELECT oid::regclass::text AS table FROM pg_class WHERE oid = ANY ($1::oid[])", [
    oids,
  ]);
  for (const { table } of rows) await client.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
}
