/** Days that a write touches after they were rolled up: as the triggers `rollups` mark them. */
import { byVenue, type Effects, type Parsed, type Row, sets } from "./rows";

const MONEY = ["taken", "earned", "expense"];

/** Marks the days of these rows, of the tables whose triggers are off. */
export async function markDays(rows: readonly Parsed[], { off, plain }: Effects): Promise<void> {
  const mark = async (names: readonly string[], venue: unknown, days: string, ...values: unknown[]): Promise<void> => {
    await plain(`SELECT touch_rollups($1::text[], $2, ARRAY(${days})::date[])`, [names, venue, ...values]);
  };
  const of = (trigger: string, table: string): Parsed[] => (off.has(trigger, table) ? rows.filter((row) => row.table === table) : []);
  const sides = (all: readonly Parsed[]): Row[] => all.flatMap(({ old, new: now }) => [old, now].filter((row): row is Row => row !== null));
  /** Of each venue in which something was written. */
  const venues = async (all: readonly Row[], work: (venue: unknown, own: readonly Row[]) => Promise<void>): Promise<void> => {
    for (const [venue, own] of byVenue(all)) await work(venue, own);
  };
  const days = (own: readonly Row[], ...columns: string[]): unknown[] => [
    ...new Set(columns.flatMap((name) => own.map((row) => row[name]).filter((day) => day !== null && day !== undefined))),
  ];
  const idsOf = (own: readonly Row[], column: string): unknown[] => [...new Set(own.map((row) => row[column]))];
  const GIVEN = "SELECT unnest($3::text[])";

  await venues(sides(of("rollups", "posting")), async (venue, own) => {
    await mark([...MONEY, "purse"], venue, GIVEN, days(own, "day", "earned_on"));
    if (!off.has("rollups", "ledger_tx")) return;
    // Their transaction was written by the same statement.
    const opened = `SELECT t.posted_at AT TIME ZONE v.zone FROM ledger_tx t JOIN venue v ON v.id = t.venue_id
      WHERE t.venue_id = $2 AND t.id = ANY ($3::text[]) AND t.document_kind = 'card' AND t.operation = 'package card'`;
    await mark(["openings"], venue, opened, idsOf(own, "tx_id"));
  });
  const claimed = of("rollups_claim", "payment").filter(
    (row) => sets(row, ["document_kind"]) && row.old?.["document_kind"] !== row.new?.["document_kind"],
  );
  await venues(
    claimed.map((row) => row.new ?? {}),
    (venue, own) =>
      mark(
        MONEY,
        venue,
        `SELECT d.day FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id CROSS JOIN LATERAL (VALUES (p.day), (p.earned_on)) d (day)
        WHERE t.venue_id = $2 AND t.document_kind = 'collection' AND t.document_id = ANY ($3::text[])`,
        idsOf(own, "id"),
      ),
  );

  const OF_SALES = "SELECT s.day FROM sale s WHERE s.venue_id = $2 AND s.id = ANY ($3::text[])";
  await venues(sides(of("rollups", "sale")), (venue, own) => mark(["sold"], venue, GIVEN, days(own, "day")));
  await venues(sides(of("rollups", "sale_line")), (venue, own) => mark(["sold"], venue, OF_SALES, idsOf(own, "sale_id")));
  const paid = [
    ...of("rollups_added", "payment").filter(({ old }) => old === null),
    ...of("rollups_changed", "payment").filter(({ old, new: now }) => old && now),
  ];
  const ofSales = paid.filter(({ old, new: now }) => [old, now].some((row) => row?.["document_kind"] === "sale"));
  await venues(sides(ofSales), (venue, own) => mark(["sold"], venue, OF_SALES, idsOf(own, "document_id")));

  const OF_LINES = (column: string): string => `SELECT l.day FROM booking_line l WHERE l.venue_id = $2 AND l.${column} = ANY ($3::text[])`;
  const differing = (table: string, columns: readonly string[]): Row[] =>
    of("rollups", table).flatMap((row) =>
      sets(row, columns) && columns.some((name) => JSON.stringify(row.old?.[name]) !== JSON.stringify(row.new?.[name]))
        ? [row.new ?? {}]
        : [],
    );
  await venues(sides(of("rollups", "booking_line")), (venue, own) => mark(["courts"], venue, GIVEN, days(own, "day")));
  await venues(differing("booking_order", ["order_status", "pay_status"]), (venue, own) =>
    mark(["courts"], venue, OF_LINES("order_id"), idsOf(own, "id")),
  );
  await venues(differing("place", ["unit_ids"]), (venue, own) => mark(["courts"], venue, OF_LINES("place_id"), idsOf(own, "id")));

  const members = of("rollups", "member").filter(
    (row) => row.old === null || row.new === null || sets(row, ["card_type_id", "created_at"]),
  );
  const OPENED = "SELECT at AT TIME ZONE (SELECT v.zone FROM venue v WHERE v.id = $2) FROM unnest($3::timestamptz[]) at";
  await venues(sides(members), (venue, own) => mark(["openings"], venue, OPENED, days(own, "created_at")));
}
