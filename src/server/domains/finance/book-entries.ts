/** Postings of income, discounts and costs as a list. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { bookEntries } from "../../../contract/finance/book-entries";
import type { Route } from "../../http/serve";
import { earnedStream } from "../../ledger/streams";
import { serveResource } from "../../resource/serve";
import { causeOf, isCategorized } from "./expenses";

const ACCOUNT = sql`t.account`;
/** SQL condition: postings on the earned basis, which have a business. */
const EARNED = sql<SqlBool>`(t.account ^@ 'income.' OR t.account ^@ 'discount.')`;
/** SQL condition: postings that the report of expenses counts, which have a cause. */
const SPENT = sql<SqlBool>`(t.account ^@ 'cost.' OR t.account IN ('income.other', 'over_short'))`;
const only = (where: RawBuilder<SqlBool>, value: RawBuilder<unknown>): RawBuilder<unknown> => sql`CASE WHEN ${where} THEN ${value} END`;

export const entryRoutes: Route[] = serveResource(bookEntries, {
  table: "book_entry",
  columns: {
    id: () => sql`t.id`,
    stream: () => only(EARNED, earnedStream(ACCOUNT)),
    cause: () => only(SPENT, causeOf(ACCOUNT)),
    entries: () => sql`(CASE WHEN ${isCategorized(ACCOUNT)} AND EXISTS (SELECT FROM ledger_tx x
      WHERE x.venue_id = t.venue_id AND x.id = t.tx_id AND x.reverses IS NOT NULL) THEN -1 ELSE 1 END)`,
    category: () => only(isCategorized(ACCOUNT), sql`t.subject`),
  },
  hasId: (id) => {
    const at = id.lastIndexOf(".");
    return sql<SqlBool>`t.tx_id = ${id.slice(0, Math.max(at, 0))} AND t.id = ${id}`;
  },
});
