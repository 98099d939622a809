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
  const shots: Record<string, string> = {};
  for (const table of await venueTables(url)) {
    const [row] = await query<{ shot: string }>(
      url,
      `SELECT count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) AS shot FROM "${table}" t WHERE venue_id = coalesce($1, venue_id)`,
      [venueId ?? null],
    );
    shots[table] = row?.shot ?? "";
  }
  return shots;
}

const clients = new Map<string, Client>();
/** Runs a statement as the database's owner. */
export async function query<T extends QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<T[]> {
  let client = clients.get(url);
  if (!client) {
    client = new Client({ connectionString: url });
    // The database is dropped under it when the file is done.
    client.on("error", () => clients.delete(url));
    await client.connect();
    clients.set(url, client);
  }
  return (await client.query<T>(text, values)).rows;
}
