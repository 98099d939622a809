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
  const rows = await query<{ name: string; shot: string }>(url, await ofEachTable(url, shotOfTable), [venueId ?? null], "snapshot");
  return Object.fromEntries(rows.map(({ name, shot }) => [name, shot]));
}

/** Counts this venue's rows in each table of venues: the numbers of a snapshot, for a small part of its work. */
export async function countRows(url: string, venueId: string): Promise<Record<string, number>> {
  const rows = await query<{ name: string; n: number }>(url, await ofEachTable(url, countOfTable), [venueId], "count rows");
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

const tablesOf = new Map<string, Promise<string[]>>();
/** One statement out of one for each table of venues. */
async function ofEachTable(url: string, one: (table: string) => string): Promise<string> {
  const tables = tablesOf.get(url) ?? venueTables(url);
  tablesOf.set(url, tables);
  return (await tables).map(one).join(" UNION ALL ");
}
const shotOfTable = (table: string): string =>
  `SELECT '${table}' AS name, count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) AS shot FROM "${table}" t WHERE venue_id = coalesce($1, venue_id)`;
const countOfTable = (table: string): string => `SELECT '${table}' AS name, count(*)::int AS n FROM "${table}" WHERE venue_id = $1`;

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
