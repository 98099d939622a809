import { sql } from "kysely";
import type { Db } from "../../server/db/client";

/**
 * Pages of the database read so far, whether they were kept in memory or not: by this connection, or by all that ask from outside. Unlike
 * time, nothing else on the machine moves that figure, nor does what the database cleans up by itself.
 */
export async function pagesRead(db: Db, of: "this connection" | "all connections"): Promise<number> {
  await sql`SELECT pg_stat_force_next_flush()`.execute(db);
  const from =
    of === "all connections"
      ? sql`pg_stat_io WHERE backend_type = 'client backend'`
      : sql`pg_stat_get_backend_io(pg_backend_pid()) WHERE true`;
  const { rows } = await sql<{
    pages: number;
  }>`SELECT coalesce(sum(hits + reads), 0)::int8 AS pages FROM ${from} AND object = 'relation'`.execute(db);
  return rows[0]?.pages ?? 0;
}
