/** Rows of a query one after the other, however many, in constant memory: a cursor in one consistent snapshot. */
import { type SelectQueryBuilder, sql } from "kysely";
import type { Db } from "./client";

const BATCH = 1_000;

/**
 * Streams the rows of a query. Holds one connection until the rows are read or the reader stops; what others commit meanwhile is not
 * seen. `db` must not be inside a transaction.
 */
export async function* streamRows<DB, TB extends keyof DB, O>(db: Db, query: SelectQueryBuilder<DB, TB, O>): AsyncGenerator<O> {
  const tx = await db.startTransaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute();
  try {
    await sql`DECLARE rows_of_query NO SCROLL CURSOR FOR ${query}`.execute(tx);
    for (;;) {
      const { rows } = await sql<O>`FETCH ${sql.lit(BATCH)} FROM rows_of_query`.execute(tx);
      yield* rows;
      if (rows.length < BATCH) return;
    }
  } finally {
    await tx.rollback().execute();
  }
}
