/** A second venue that is the twin of one, row for row under ids of its own: whatever fits a row of the one would fit the twin's. */
import type { Call, Envelope } from "../../src/contract/core/call";
import { query, venueTables } from "./tables";

/** The twin. Whoever calls has no role at it. */
export const TWIN = "v-twin";
/** Is in names and notes of the twin, and nowhere else. */
export const MARK = "秘密";
/** Before each id of the twin's rows, and before ids that nobody has. */
export const FOREIGN = "f-";
export const NOWHERE = "n-";

/** Columns that people and the platform share, whichever venue they are at. */
const SHARED = new Set(["venue_id", "person_id", "role_id", "organization_id", "operator_id", "tenant_id"]);
/** Tables that an installation fills by itself, whose rows would only be run twice. */
const LEFT_OUT = new Set(["due", "audit_log", "person_venue", "preference", "session", "idempotency"]);
/** Tables whose subject is the id of a row. */
const LEDGER = new Set(["balance", "posting"]);
const MARKED = /^(name|title|memo|remark|note|reason|operator|address|content)$/;

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

/**
 * Makes the twin of a venue, under another organization. Row-level security is off from then on, so that it is the queries that keep the
 * venues apart; so are guards of the data while the twin's rows are written, which are as good as the first's.
 * @returns makes the twin's rows anew, of what the venue has by now
 */
export async function makeTwin(url: string, venueId: string): Promise<() => Promise<void>> {
  await query(
    url,
    `INSERT INTO organization SELECT (jsonb_populate_record(o, jsonb_build_object('id', 'o-${TWIN}'))).*
     FROM organization o JOIN venue v ON v.organization_id = o.id WHERE v.id = $1`,
    [venueId],
  );
  await query(
    url,
    `INSERT INTO venue SELECT (jsonb_populate_record(v, jsonb_build_object('id', '${TWIN}', 'organization_id', 'o-${TWIN}', 'name', '${MARK}'))).*
     FROM venue v WHERE id = $1`,
    [venueId],
  );
  const columns = await query<Column>(
    url,
    `SELECT table_name AS table, column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'public' AND is_generated = 'NEVER' AND is_identity = 'NO' ORDER BY table_name, ordinal_position`,
  );
  const tables = await venueTables(url);
  for (const table of tables) await query(url, `ALTER TABLE "${table}" DISABLE ROW LEVEL SECURITY`);
  const copies = tables
    .filter((table) => !LEFT_OUT.has(table))
    .map((table) => {
      const own = columns.filter((column) => column.table === table);
      const names = own.map(({ name }) => `"${name}"`).join(", ");
      return `DELETE FROM "${table}" WHERE venue_id = '${TWIN}';
        INSERT INTO "${table}" (${names}) SELECT ${own.map(valueOf).join(", ")} FROM "${table}" WHERE venue_id = first;`;
    });
  await query(
    url,
    `CREATE FUNCTION make_twin(first text) RETURNS void LANGUAGE plpgsql SET session_replication_role = replica AS $twin$
     BEGIN ${copies.join("\n")} END $twin$`,
  );
  const make = async (): Promise<void> => void (await query(url, "SELECT make_twin($1)", [venueId]));
  await make();
  return make;
}

function valueOf({ table, name, type }: Column): string {
  if (name === "venue_id") return `'${TWIN}'`;
  if (SHARED.has(name)) return `"${name}"`;
  if (type === "text" && (name === "id" || name.endsWith("_id") || (name === "subject" && LEDGER.has(table))))
    return `'${FOREIGN}' || "${name}"`;
  if (type === "ARRAY" && name.endsWith("_ids"))
    return `CASE WHEN "${name}" IS NOT NULL THEN ARRAY(SELECT '${FOREIGN}' || one FROM unnest("${name}") one) END`;
  if (type === "text" && MARKED.test(name)) return `'${MARK}' || "${name}"`;
  return `"${name}"`;
}

/** Some ids of a venue's rows, by table. */
export async function idsOf(url: string, venueId: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = await query<{ table: string }>(
    url,
    `SELECT i.table_name AS table FROM information_schema.columns i JOIN information_schema.columns v USING (table_schema, table_name)
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE table_schema = 'public' AND t.table_type = 'BASE TABLE' AND i.column_name = 'id' AND i.data_type = 'text' AND v.column_name = 'venue_id'`,
  );
  const rows = await query<{ table: string; ids: string[] }>(
    url,
    tables
      .map(
        ({ table }) =>
          `SELECT '${table}' AS table, ARRAY(SELECT id FROM "${table}" WHERE venue_id = '${venueId}' ORDER BY id DESC LIMIT 5000) AS ids`,
      )
      .join(" UNION ALL "),
  );
  return new Map(rows.filter(({ ids }) => ids.length > 0).map(({ table, ids }) => [table, ids]));
}

/** Path of an id in a body: names of fields, and numbers in lists. */
export type Path = readonly (string | number)[];
/** Returns the field that a path names, without its numbers. */
export const fieldAt = (path: Path): string => path.filter((at) => typeof at === "string").join(".");

/** Paths of all texts of a body that are ids. */
export function pathsOf(body: unknown, isId: (text: string) => boolean, path: Path = []): Path[] {
  if (typeof body === "string") return isId(body) ? [path] : [];
  if (typeof body !== "object" || body === null) return [];
  const within = Array.isArray(body) ? [...body.entries()] : Object.entries(body);
  return within.flatMap(([at, value]) => pathsOf(value, isId, [...path, at]));
}

function replaced(value: unknown, [at, ...rest]: Path, before: string): unknown {
  if (at === undefined) return before + String(value);
  if (Array.isArray(value)) return value.map((one, i) => (i === at ? replaced(one, rest, before) : one));
  return { ...(value as object), [at]: replaced((value as Record<string, unknown>)[String(at)], rest, before) };
}

/**
 * Sends a body once with the twin's id at a path, and once with an id that nobody has.
 * @returns whether both were taken, and what is wrong: an answer that tells more of the twin's row than of none
 */
export async function sendForeign(
  send: (call: Call, body: unknown) => Promise<Envelope>,
  call: Call,
  body: unknown,
  path: Path,
): Promise<{ readonly taken: boolean; readonly wrong?: string }> {
  const first = await send(call, replaced(body, path, FOREIGN));
  const nowhere = await send(call, replaced(body, path, NOWHERE));
  const taken = first.code === 200 && nowhere.code === 200;
  // The result of the first call may cause the refusal of the second: then a third is refused like it.
  const foreign = first.code === 200 && !taken ? await send(call, replaced(body, path, FOREIGN)) : first;
  const [told, untold] = [foreign, nowhere].map((answer) => JSON.stringify(answer)) as [string, string];
  const alike = taken || told.replaceAll(FOREIGN, NOWHERE) === untold;
  if (alike && !JSON.stringify(first).includes(MARK) && !told.includes(MARK)) return { taken };
  return {
    taken,
    wrong: `${fieldAt(path)} of ${JSON.stringify(body).slice(0, 400)}: ${told.slice(0, 400)}, and of none: ${untold.slice(0, 400)}`,
  };
}
