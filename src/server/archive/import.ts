/** Brings an exported venue into an empty installation: all of it, or nothing. */
import { createHash } from "node:crypto";
import path from "node:path";
import type { Readable } from "node:stream";
import type { Client } from "pg";
import { PLATFORM } from "../db/client";
import { settingText } from "../db/settings";
import { ADMINISTRATOR, KEYS } from "../kernel/administrators";
import { type FileStore, pictureOf } from "../files/store";
import { AppError } from "../http/error";
import { type ArchiveTable, CATALOGUE, FILES, type Manifest, MIGRATIONS, schemaOf, tablesOf } from "./catalogue";
import { MANIFEST, SEAL } from "./pack";
import { tarEntries, unpack } from "./tar";

/** Result of an import. */
export interface Imported {
  readonly manifest: Manifest;
  readonly rows: number;
  readonly files: number;
  /** The administrator whose password was set. */
  readonly administrator: { readonly id: string; readonly username: string };
}

interface Options {
  readonly store: FileStore;
  /** Hash of the administrator's new password. Everybody else gets one from the administrator: archives hold none. */
  readonly passwordHash: string;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Triggers that only check what is written stay on; the others would write a second time what the archive holds already. */
const CHECKS = ["balanced", "fresh_tx"];
const PICTURE = /^files\/([0-9a-f]{2}\/[0-9a-f]{38}\.(png|jpg|gif|webp))$/;

/**
 * Imports an archive in one transaction.
 * @param client an unused connection of the tables' owner
 * @param source the archive, gzipped
 * @throws AppError `importNotEmpty`, `importSchema` (made by another version), `importDamaged` (not an archive, broken off or changed),
 * `importNobody` (nobody in it is an administrator): nothing of it is kept
 */
export async function importVenue(client: Client, source: Readable, options: Options): Promise<Imported> {
  const ownKeys: string[] = [];
  await client.query("BEGIN");
  try {
    const imported = await inTransaction(client, source, options, ownKeys);
    await client.query("COMMIT");
    return imported;
  } catch (error) {
    await client.query("ROLLBACK");
    for (const file of ownKeys) await options.store.remove(file);
    throw isDamage(error) ? new AppError("importDamaged") : error;
  }
}

/** True if an error comes from reading anything but a whole archive: messages of zlib, tar and JSON, and values that no table accepts. */
const isDamage = (error: unknown): boolean =>
  error instanceof RangeError ||
  error instanceof SyntaxError ||
  (error instanceof Error && "code" in error && typeof error.code === "string" && /^(Z_|22|23)/.test(error.code));

async function inTransaction(client: Client, source: Readable, options: Options, kept: string[]): Promise<Imported> {
  await client.query("LOCK TABLE organization, venue, person IN EXCLUSIVE MODE");
  const { rowCount } = await client.query("SELECT FROM organization UNION ALL SELECT FROM venue UNION ALL SELECT FROM person");
  if (rowCount !== 0) throw new AppError("importNotEmpty");
  const entries = tarEntries(unpack(source));
  const first = await entries.next();
  if (first.done === true || first.value.name !== MANIFEST) throw new AppError("importDamaged");
  const manifest = JSON.parse(first.value.content.toString("utf8")) as Manifest;
  const here = schemaOf((await client.query<{ name: string; checksum: string }>(MIGRATIONS)).rows);
  if (manifest.format !== 1 || manifest.schema !== here.schema)
    throw new AppError("importSchema", { theirs: manifest.newest, ours: here.newest });
  const tables = new Map(tablesOf((await client.query<ArchiveTable>(CATALOGUE)).rows).map((table) => [table.name, table]));
  const restore = await open(client, [...tables.keys()]);

  const hash = createHash("sha256");
  for (const piece of first.value.bytes) hash.update(piece);
  const total = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  const done = new Map<string, number>();
  let [rows, files, sealed] = [0, 0, false];
  for await (const { name, content, bytes } of entries) {
    if (name === SEAL) {
      sealed = JSON.parse(content.toString("utf8")) === hash.digest("hex");
      break;
    }
    for (const piece of bytes) hash.update(piece);
    const table = tables.get(name.split("/")[1] ?? "");
    const picture = PICTURE.exec(name);
    if (picture?.[1] !== undefined) {
      await importPicture(options.store, picture[1], content, kept);
      files++;
    } else if (name.startsWith("rows/") && table) {
      const count = await insert(client, table, content, manifest.venue.id);
      done.set(table.name, (done.get(table.name) ?? 0) + count);
      rows += count;
      options.onProgress?.(Math.min(rows, total), total);
    } else throw new AppError("importDamaged");
  }
  if (!sealed || Object.entries(manifest.rows).some(([name, count]) => count !== (done.get(name) ?? 0)))
    throw new AppError("importDamaged");
  const administrator = await letIn(client, manifest.venue.id, options.passwordHash);
  await client.query("DELETE FROM platform_secret WHERE name LIKE 'setup%'");
  await restore();
  return { manifest, rows, files, administrator };
}

/**
 * Rows come in the order of their tables' names: keys to other tables are looked at when all are there.
 * @returns what looks at them, puts triggers and keys back as they were, and lets numbers continue behind those that came
 */
async function open(client: Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const triggers = await client.query<{ on: string }>(
    `SELECT format('ALTER TABLE %s %%s TRIGGER %I', tgrelid::regclass, tgname) AS on FROM pg_trigger
     WHERE NOT tgisinternal AND tgenabled = 'O' AND NOT tgname = ANY ($1) AND tgrelid IN (SELECT oid FROM pg_class WHERE relkind IN ('r', 'p') AND relname = ANY ($2))`,
    [CHECKS, tables],
  );
  const keys = await client.query<{ on: string }>(
    `SELECT format('ALTER TABLE %s ALTER CONSTRAINT %I %%s', conrelid::regclass, conname) AS on FROM pg_constraint
     WHERE contype = 'f' AND NOT condeferrable AND connamespace = 'public'::regnamespace`,
  );
  const identities = await client.query<{ on: string }>(
    `SELECT format('SELECT setval(%L, (SELECT max(%I) FROM %s))', s.name, attname, attrelid::regclass) AS on
     FROM pg_attribute CROSS JOIN LATERAL pg_get_serial_sequence(attrelid::regclass::text, attname) AS s (name) WHERE s.name IS NOT NULL
       AND attnum > 0 AND NOT attisdropped AND attrelid IN (SELECT oid FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND relname = ANY ($1))`,
    [tables],
  );
  const all = async (list: readonly { on: string }[], word = ""): Promise<void> => {
    if (list.length > 0) await client.query(list.map(({ on }) => on.replace("%s", word)).join(";"));
  };
  await all(triggers.rows, "DISABLE");
  await all(keys.rows, "DEFERRABLE INITIALLY DEFERRED");
  return async () => {
    await client.query("SET CONSTRAINTS ALL IMMEDIATE");
    await all(keys.rows, "NOT DEFERRABLE");
    await all(triggers.rows, "ENABLE");
    await all(identities.rows);
  };
}

async function insert(client: Client, table: ArchiveTable, content: Buffer, venueId: string): Promise<number> {
  const columns = table.columns.map((name) => `"${name}"`).join(", ");
  // An owner that row-level security binds writes as the venue whose rows these are.
  await client.query(settingText({ "app.venue_id": table.name === FILES ? PLATFORM : venueId }));
  const lines = content.toString("utf8").trimEnd().split("\n");
  const { rowCount } = await client.query(
    `INSERT INTO "${table.name}" (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM json_populate_recordset(NULL::"${table.name}", $1)`,
    [`[${lines.join(",")}]`],
  );
  return rowCount ?? 0;
}

async function importPicture(store: FileStore, file: string, content: Buffer, kept: string[]): Promise<void> {
  if (pictureOf(content)?.ending !== path.extname(file).slice(1)) throw new AppError("importDamaged");
  if ((await store.read(file)) !== undefined) throw new AppError("importNotEmpty");
  kept.push(file);
  await store.put(file, content);
}

/** The first administrator gets the password. */
async function letIn(client: Client, venueId: string, passwordHash: string): Promise<Imported["administrator"]> {
  await client.query(settingText({ "app.venue_id": venueId }));
  const { rows } = await client.query<Imported["administrator"]>(
    `UPDATE person SET password_hash = $2 WHERE id = (SELECT p.id FROM person p JOIN person_venue v ON v.person_id = p.id JOIN role r ON r.id = v.role_id
       WHERE v.venue_id = $1 AND p.state = 'active' AND (r.kind = $3
       OR (SELECT count(DISTINCT g.code) FROM role_grant g WHERE g.role_id = r.id AND g.code = ANY ($4)) = cardinality($4)) ORDER BY p.created_at, p.id LIMIT 1) RETURNING id, username`,
    [venueId, passwordHash, ADMINISTRATOR, KEYS],
  );
  if (!rows[0]) throw new AppError("importNobody");
  return rows[0];
}
