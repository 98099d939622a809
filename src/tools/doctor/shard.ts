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

/** What Citus refuses, whatever is set. */
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

/** What Citus takes only with a setting, or what the machines of Citus do not see: belts, which then are off there. */
export const BELTS: Readonly<Record<string, RawBuilder<Row>>> = {
  "triggers of tables of venues (citus.enable_unsafe_triggers)": sql`
    SELECT g.tgname AS subject, count(*) || ' tables: ' || string_agg(c.relname, ', ' ORDER BY c.relname) AS detail
    FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid WHERE ${SPREAD} AND NOT g.tgisinternal GROUP BY g.tgname`,
  "policies that read app.venue_id, which is not set on other machines": sql`
    SELECT p.polname AS subject, count(*) || ' tables' AS detail FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
    WHERE ${SPREAD} AND pg_get_expr(p.polqual, p.polrelid) LIKE '%current_setting%' GROUP BY p.polname`,
};

/** What finds something, of a set of rules. */
export async function broken(db: Db, rules: Readonly<Record<string, RawBuilder<Row>>>): Promise<{ rule: string; rows: Row[] }[]> {
  const found: { rule: string; rows: Row[] }[] = [];
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await sql<Row>`SELECT * FROM (${query}) AS broken ORDER BY subject`.execute(db);
    found.push({ rule, rows });
  }
  return found;
}

/** The commands that take the triggers of tables away, before the tables are spread: from then on processes do the work of triggers themselves. */
export async function dropTriggers(ask: (text: string) => Promise<readonly { readonly line: string }[]>): Promise<string[]> {
  const rows =
    await ask(`SELECT format('DROP TRIGGER %I ON %I;', g.tgname, c.relname) AS line FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT g.tgisinternal AND g.tgparentid = 0 ORDER BY 1`);
  return rows.map(({ line }) => line);
}

/** The commands that spread the tables, in an order in which each finds what it refers to. */
export async function commands(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string; reference: boolean }>`
    SELECT c.relname AS name, ${REFERENCE} AS reference FROM pg_class c WHERE ${OURS} ORDER BY 1`.execute(db);
  const { rows: keys } = await sql<{ from: string; to: string }>`
    SELECT conrelid::regclass::text AS "from", confrelid::regclass::text AS "to" FROM pg_constraint WHERE contype = 'f' AND conrelid <> confrelid`.execute(
    db,
  );
  const done = new Set<string>();
  const lines: string[] = [];
  const add = ({ name, reference }: (typeof tables)[number]): void => {
    if (done.has(name)) return;
    done.add(name);
    for (const { to } of keys.filter(({ from }) => from === name)) tables.filter((table) => table.name === to).forEach(add);
    lines.push(reference ? `SELECT create_reference_table('${name}');` : `SELECT create_distributed_table('${name}', 'venue_id');`);
  };
  tables.filter(({ reference }) => reference).forEach(add);
  tables.forEach(add);
  return lines;
}
