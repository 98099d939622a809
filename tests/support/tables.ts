/** Looking at all tables at once, below row-level security. */
import { Client, type QueryResultRow } from "pg";

/** The names of all tables that belong to venues. */
export async function venueTables(url: string): Promise<string[]> {
  const rows = await query<{ table_name: string }>(
    url,
    `SELECT table_name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'venue_id' ORDER BY table_name`,
  );
  return rows.map((row) => row.table_name);
}

/** Rows and a fingerprint of each venue table, of all venues or of one; equal snapshots: nothing was written. */
export async function snapshot(url: string, venueId?: string): Promise<Record<string, string>> {
  // One statement, planned once: a proof asks for hundreds of these.
  const rows = await query<{ name: string; shot: string }>(url, await shotOf(url), [venueId ?? null], "snapshot");
  return Object.fromEntries(rows.map(({ name, shot }) => [name, shot]));
}

const shots = new Map<string, Promise<string>>();
function shotOf(url: string): Promise<string> {
  const known = shots.get(url) ?? venueTables(url).then((tables) => tables.map(shotOfTable).join(" UNION ALL "));
  shots.set(url, known);
  return known;
}
const shotOfTable = (table: string): string =>
  `SELECT '${table}' AS name, count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) AS shot FROM "${table}" t WHERE venue_id = coalesce($1, venue_id)`;

const clients = new Map<string, Client>();
/** Runs a statement as the database's owner; with a name, the server keeps its plan. */
export async function query<T extends QueryResultRow>(url: string, text: string, values: unknown[] = [], name?: string): Promise<T[]> {
  let client = clients.get(url);
  if (!client) {
    client = new Client({ connectionString: url });
    // The database is dropped under it when the file is done.
    client.on("error", () => clients.delete(url));
    await client.connect();
    clients.set(url, client);
  }
  return (await client.query<T>({ text, values, ...(name === undefined ? {} : { name }) })).rows;
}
