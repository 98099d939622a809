/** Rows of a query one after the other, however many, in constant memory: a cursor in one consistent snapshot. */
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { Db } from "./client";

const BATCH = 1_000;

/**
 * Streams the rows of a query. Holds one connection until the rows are read or the reader stops; what others commit meanwhile is not
 * seen. `db` must not be inside a transaction.
 */
export async function* streamRows<DB, TB extends keyof DB, O>(db: Db, query: SelectQueryBuilder<DB, TB, O>): AsyncGenerator<O> {
  const tx = await db.startTransaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute();
  try {
    yield* rowsWithin<O>(tx, query);
  } finally {
    await tx.rollback().execute();
  }
}

/** The same inside the transaction `tx`, which stays open; one query at a time. */
export async function* rowsWithin<O>(tx: Db, query: Expression<unknown>): AsyncGenerator<O> {
  // All rows will be read: plan for the last one, not, as cursors are by default, for the first few.
  await sql`SET LOCAL cursor_tuple_fraction = 1`.execute(tx);
  await sql`DECLARE rows_of_query NO SCROLL CURSOR FOR ${query}`.execute(tx);
  const fetch = () => {
    const batch = sql<O>`FETCH ${sql.lit(BATCH)} FROM rows_of_query`.execute(tx);
    // A reader that has left does not hear of it; one that reads on hears at the await below.
    batch.catch(() => undefined);
    return batch;
  };
  // The next batch is on its way while this one is read.
  for (let coming = fetch(); ;) {
    const { rows } = await coming;
    const last = rows.length < BATCH;
    if (!last) coming = fetch();
    yield* rows;
    if (last) break;
  }
  await sql`CLOSE rows_of_query`.execute(tx);
}

/** An instant as epoch milliseconds: for streams, where making a `Date` of each of a million texts is what takes the time. */
export const epochMs = (column: string): RawBuilder<number | null> =>
  sql<number | null>`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`;
