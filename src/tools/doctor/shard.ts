/**
 * `npm run doctor -- --shard`: whether the schema can be spread over machines by Citus, by `venue_id`. Reads the catalogue of any PostgreSQL;
 * Citus need not be there. The rules are those of its documentation ("Creating and modifying distributed objects").
 */
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../server/db/client";
import type { Row } from "./checks";

/** Tables that every machine has whole: people, roles and venues, which calls of all venues read. */
const REFERENCE = sql`(c.relname IN ('person_venue', 'preference')
  OR NOT EXISTS (SELECT FROM pg_attribute v WHERE v.attrelid = c.oid AND v.attname = 'venue_id' AND NOT v.attisdropped))`;
const OURS = sql`c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'schema_migration'`;
const SPREAD = sql`${OURS} AND NOT ${REFERENCE}`;
const VENUE_ID = sql`(SELECT attnum FROM pg_attribute v WHERE v.attrelid = c.oid AND v.attname = 'venue_id')`;

/** Constructs that Citus refuses, whatever is set. */
export const REFUSED: Readonly<Record<string, RawBuilder<Row>>> = {
  "every primary key begins with venue_id": sql`
    SELECT c.relname AS subject, coalesce(pg_get_constraintdef(k.oid), 'has no primary key') AS detail
    FROM pg_class c LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'p'
    WHERE ${SPREAD} AND k.conkey[1] IS DISTINCT FROM ${VENUE_ID}`,
  "every unique index and exclusion holds venue_id": sql`
    SELECT i.indexrelid::regclass::text AS subject, pg_get_indexdef(i.indexrelid) AS detail FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
    WHERE ${SPREAD} AND (i.indisunique OR i.indisexclusion) AND NOT i.indisprimary AND NOT ${VENUE_ID} = ANY (i.indkey::int2[])`,
  "a foreign key to another table of venues carries venue_id": sql`
    SELECT c.relname || '.' || k.conname AS subject, pg_get_constraintdef(k.oid) AS detail
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_attribute f ON f.attrelid = k.confrelid AND f.attname = 'venue_id'
    WHERE ${SPREAD} AND k.contype = 'f' AND k.confrelid::regclass::text NOT IN ('person_venue', 'preference')
      AND array_position(k.conkey, ${VENUE_ID}) IS DISTINCT FROM array_position(k.confkey, f.attnum)`,
  "no table that all machines have refers to a table of venues": sql`
    SELECT c.relname || '.' || k.conname AS subject, pg_get_constraintdef(k.oid) AS detail
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_attribute f ON f.attrelid = k.confrelid AND f.attname = 'venue_id'
    WHERE ${OURS} AND ${REFERENCE} AND k.contype = 'f' AND k.confrelid::regclass::text NOT IN ('person_venue', 'preference')`,
  "no foreign key empties venue_id": sql`
    SELECT c.relname || '.' || k.conname AS subject, pg_get_constraintdef(k.oid) AS detail FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    WHERE ${SPREAD} AND k.contype = 'f' AND (k.confdeltype IN ('n', 'd') OR k.confupdtype IN ('n', 'd', 'c'))
      AND (k.confdelsetcols IS NULL OR ${VENUE_ID} = ANY (k.confdelsetcols))`,
  "no key is deferred": sql`
    SELECT c.relname || '.' || k.conname AS subject, pg_get_constraintdef(k.oid) AS detail FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    WHERE ${SPREAD} AND k.condeferrable AND k.contype <> 't'`,
  "sequences are of bigint": sql`
    SELECT c.relname || '.' || a.attname AS subject, format_type(a.atttypid, a.atttypmod) AS detail FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE ${OURS} AND (a.attidentity <> '' OR pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval%') AND a.atttypid <> 'bigint'::regtype`,
  "no table inherits or is unlogged": sql`
    SELECT c.relname AS subject, 'unlogged or inherits' AS detail FROM pg_class c
    WHERE ${SPREAD} AND (c.relpersistence <> 'p' OR EXISTS (SELECT FROM pg_inherits h WHERE h.inhrelid = c.oid))`,
};

/** Guards that Citus carries to its workers only with a setting. */
export const BELTS: Readonly<Record<string, RawBuilder<Row>>> = {
  "triggers of tables of venues, which need citus.enable_unsafe_triggers": sql`
    SELECT g.tgname AS subject, count(*) || ' tables: ' || string_agg(c.relname, ', ' ORDER BY c.relname) AS detail
    FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid WHERE ${SPREAD} AND NOT g.tgisinternal GROUP BY g.tgname`,
  "policies that read app.venue_id, which need citus.propagate_set_commands = 'local'": sql`
    SELECT p.polname AS subject, count(*) || ' tables' AS detail FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
    WHERE ${SPREAD} AND pg_get_expr(p.polqual, p.polrelid) LIKE '%current_setting%' GROUP BY p.polname`,
};

/** Runs a set of rules and returns what each finds. */
export async function broken(db: Db, rules: Readonly<Record<string, RawBuilder<Row>>>): Promise<{ rule: string; rows: Row[] }[]> {
  const found: { rule: string; rows: Row[] }[] = [];
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await sql<Row>`SELECT * FROM (${query}) AS broken ORDER BY subject`.execute(db);
    found.push({ rule, rows });
  }
  return found;
}

/** A foreign key as the catalogue writes it. */
interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Returns the script that spreads the tables of an empty or filled installation, to be run whole by psql on the coordinator.
 *
 * Citus refuses a foreign key whose two tables are not both spread yet, whatever their order, so all keys are dropped first and added last.
 * Triggers and policies stay: `citus.enable_unsafe_triggers` carries them to the workers.
 */
export async function shardScript(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string; reference: boolean }>`
    SELECT format('%I', c.relname) AS name, ${REFERENCE} AS reference FROM pg_class c WHERE ${OURS} ORDER BY 2 DESC, 1`.execute(db);
  const { rows: keys } = await sql<ForeignKey>`
    SELECT k.conrelid::regclass::text AS "table", format('%I', k.conname) AS name, pg_get_constraintdef(k.oid) AS definition
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid WHERE ${OURS} AND k.contype = 'f' AND k.conparentid = 0 ORDER BY 1, 2`.execute(
    db,
  );
  return [
    "\\set ON_ERROR_STOP on",
    "SET citus.enable_unsafe_triggers = on;",
    "-- Foreign keys go first and come back last.",
    ...keys.map(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name};`),
    "-- Every machine has these whole.",
    ...tables.filter(({ reference }) => reference).map(({ name }) => `SELECT create_reference_table('${name}');`),
    "-- These are spread by venue.",
    ...tables.filter(({ reference }) => !reference).map(({ name }) => `SELECT create_distributed_table('${name}', 'venue_id');`),
    ...keys.map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition};`),
    `-- Checks the result: ${tables.length} tables, ${keys.length} foreign keys.`,
    `SELECT count(*) = ${tables.length} AS every_table_is_spread FROM citus_tables;`,
    `SELECT count(*) = ${keys.length} AS every_key_is_back FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND k.contype = 'f' AND k.conparentid = 0;`,
  ];
}
