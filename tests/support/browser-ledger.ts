/** Contents of the ledger, past all screens and services. Amounts in fen, debits above zero. */
import type { Database } from "../../src/server/db/client";

/** The legs of all transactions of a document, in the order they were posted. */
export function postingsOf(
  database: Database,
  venueId: string,
  documentId: string,
): Promise<{ account: string; subject: string; amount: number }[]> {
  return database
    .dbFor(venueId)
    .selectFrom("ledger_tx as t")
    .innerJoin("posting as p", (join) => join.onRef("p.venue_id", "=", "t.venue_id").onRef("p.tx_id", "=", "t.id"))
    .where("t.document_id", "=", documentId)
    .orderBy("t.posted_at")
    .orderBy("t.id")
    .orderBy("p.seq")
    .select(["p.account", "p.subject", "p.amount"])
    .execute();
}

/** Every balance that is not zero, as `account subject`. */
export async function balancesOf(database: Database, venueId: string): Promise<Record<string, number>> {
  const rows = await database
    .dbFor(venueId)
    .selectFrom("balance")
    .select(["account", "subject", "amount"])
    .where("amount", "<>", 0)
    .execute();
  return Object.fromEntries(rows.map((row) => [`${row.account} ${row.subject}`, row.amount]));
}
