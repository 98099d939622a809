/** Determines the contents of a venue's archive from the database's own catalogue: a new table of venues is included automatically. */
import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";

/** Rows that stay behind: they open doors, or are of this installation and not of the venue. A table without a venue is named here or in `SHARED`. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  schema_migration: "the other installation has its own; they are compared",
  platform_secret: "keys of this installation",
  person_session: "sessions end with the installation that they were opened on",
  person_device: "devices are known to the installation that set their cookie",
  person_pin: "PINs are set at each installation",
  person_totp: "second steps are set up at each installation",
  person_recovery_code: "second steps are set up at each installation",
  write_probe: "a row of this installation by which it finds out that it can write",
  person_sign_in: "they were made at the installation that keeps them",
  qr_ticket: "tickets live two minutes",
  sms_code: "codes live ten minutes",
  customer_code: "codes live ten minutes",
  customer_session: "sessions end with the installation that they were opened on",
  login_attempt: "guesses at this installation",
  guess: "guesses at this installation",
  rate: "limits of this minute, over the processes of this installation",
  idempotency: "keys of retries live 24 hours, and their answers may hold tickets",
};

/** Columns that are emptied: who works at the venue gets a new password. */
const WITHHELD: Readonly<Record<string, readonly string[]>> = { person: ["password_hash"] };

const OWN = "(SELECT organization_id FROM venue WHERE id = $venue)";
/** Rows of tables that have no venue of their own, or are shared by several: those that the venue's rows need. */
const SHARED: Readonly<Record<string, string>> = {
  organization: `id = ${OWN}`,
  venue: "id = $venue",
  role: `organization_id = ${OWN}`,
  role_code: `role_id IN (SELECT id FROM role WHERE organization_id = ${OWN})`,
  update_notice: `organization_id = ${OWN}`,
  person: "id IN (SELECT person_id FROM person_venue WHERE venue_id = $venue)",
  preference: "venue_id = $venue AND person_id IN (SELECT person_id FROM person_venue WHERE venue_id = $venue)",
  // Pictures have no venue: those that a row of the archive names.
  uploaded_file: "venue_id = '-' AND path = ANY ($files)",
};

/** The table of uploaded pictures: its rows are chosen last, when all others have been read. */
export const FILES = "uploaded_file";

/** A table of the archive, as the catalogue describes it. */
export interface ArchiveTable {
  readonly name: string;
  /** Columns with values of their own, in their order. */
  readonly columns: readonly string[];
  readonly key: readonly string[];
}

/** The tables that an archive holds, pictures last. @throws Error a table without a rule */
export function tablesOf(catalogue: readonly ArchiveTable[]): ArchiveTable[] {
  const tables = catalogue.filter(({ name }) => LEFT_OUT[name] === undefined);
  const strange = tables.find(({ name, columns, key }) => key.length === 0 || !(columns.includes("venue_id") || name in SHARED));
  if (strange) throw new Error(`The table "${strange.name}" has no venue_id and no rule in LEFT_OUT or SHARED, or no primary key`);
  return tables.sort((a, b) => Number(a.name === FILES) - Number(b.name === FILES));
}

/** The catalogue's tables with the columns that are not computed, and their primary keys. */
export const CATALOGUE = `
  SELECT c.relname::text AS name,
    ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS columns,
    ARRAY(SELECT a.attname::text FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k (attnum, place)
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum WHERE i.indrelid = c.oid AND i.indisprimary ORDER BY k.place) AS key
  FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace ORDER BY 1`;

/** Which rows of a table are the venue's. @param files paths of the pictures that they name */
export function rowsWhere({ name }: ArchiveTable, venueId: string, files: readonly string[]): RawBuilder<boolean> {
  const parts = (SHARED[name] ?? "venue_id = $venue").split(/(\$venue|\$files)/);
  return sql.join(
    parts.map((part) =>
      part === "$venue" ? sql.lit(venueId) : part === "$files" ? sql`${sql.lit(arrayOf(files))}::text[]` : sql.raw(part),
    ),
    sql.raw(""),
  );
}
const arrayOf = (texts: readonly string[]): string => `{${texts.map((text) => JSON.stringify(text)).join(",")}}`;

/** The rows of a table as one line of JSON each, in the order of its key. */
export function linesOf(table: ArchiveTable, venueId: string, files: readonly string[]): RawBuilder<{ line: string }> {
  const withheld = WITHHELD[table.name] ?? [];
  const columns = table.columns.map((name) => (withheld.includes(name) ? sql`'' AS ${sql.ref(name)}` : sql.ref(name)));
  return sql<{ line: string }>`SELECT row_to_json(r)::text AS line FROM (SELECT ${sql.join(columns)} FROM ${sql.table(table.name)}
    WHERE ${rowsWhere(table, venueId, files)} ORDER BY ${sql.join(table.key.map((name) => sql.ref(name)))}) AS r`;
}

/** The migrations that a database has run, newest last, as one text to compare. */
export const MIGRATIONS = "SELECT name, coalesce(checksum, '') AS checksum FROM schema_migration ORDER BY name";

/** The first thing in an archive. */
export interface Manifest {
  readonly format: 1;
  readonly exportedAt: string;
  readonly venue: { readonly id: string; readonly name: string };
  /** Hash over the migrations that its tables were made by, and the last of them, for people. */
  readonly schema: string;
  readonly newest: string;
  readonly rows: Readonly<Record<string, number>>;
}

/** Hash over the migrations, and the last one's name. */
export function schemaOf(rows: readonly { readonly name: string; readonly checksum: string }[]): Pick<Manifest, "schema" | "newest"> {
  const hash = createHash("sha256");
  for (const { name, checksum } of rows) hash.update(`${name} ${checksum}\n`);
  return { schema: hash.digest("hex"), newest: rows.at(-1)?.name ?? "" };
}
