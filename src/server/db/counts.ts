/**
 * Totals of lists, counted once for all who ask within a few seconds. A change in the venue drops the totals of the tables whose rows it
 * changed, in every process, and no others.
 */
import { createHash } from "node:crypto";
import { type SelectQueryBuilder, sql } from "kysely";
import { Bounded } from "../kernel/bounded";
import type { Db } from "./client";

/** Caller as counting needs it: a `Ctx` fits. */
export interface Counter {
  readonly db: Db;
  readonly venue: { readonly id: string };
}
interface Count {
  total: Promise<number>;
  /** Every word of its query, its tables among them, and the tables behind its views. */
  readonly words: ReadonlySet<string>;
  /** Until the count is there: forever, so that one runs for everybody. */
  until: number;
}
const KEPT_MS = 3_000;
/** A count that took t is kept at least 50 t: counting never takes more than a fiftieth of the time. */
const KEPT_TIMES = 50;
/**
 * So long afterwards it is still answered while it is counted anew: nothing has changed that anybody heard of, so nobody waits for a count over
 * all rows only because time went by.
 */
const RENEWED_MS = 60_000;
const MOST_KEPT = 500;
/** Venues whose totals are kept. */
const MOST_VENUES = 1_000;
const counts = new Bounded<string, Bounded<string, Count>>(MOST_VENUES);

/** Counts the rows of the query. */
export async function countOf<DB, TB extends keyof DB, O>(ctx: Counter, query: SelectQueryBuilder<DB, TB, O>): Promise<number> {
  const rows = query
    .clearSelect()
    .clearOrderBy()
    .select(sql`1`.as("one"));
  const counting = sql<{ total: number }>`select count(*) as total from (${rows}) as counted`.compile(ctx.db);
  const key = keyOf(counting.sql + JSON.stringify(counting.parameters));
  const words = await wordsOf(ctx.db, counting.sql);
  let ofVenue = counts.get(ctx.venue.id);
  if (!ofVenue) counts.set(ctx.venue.id, (ofVenue = new Bounded(MOST_KEPT)));
  const found = ofVenue.get(key);
  const age = performance.now() - (found?.until ?? -Infinity);
  if (found && age < 0) return found.total;
  const counted = (count: Count): Promise<number> => {
    const started = performance.now();
    count.until = Infinity;
    return ctx.db.executeQuery(counting).then(
      (answer) => {
        const now = performance.now();
        count.until = now + Math.max(KEPT_MS, (now - started) * KEPT_TIMES);
        return answer.rows[0]?.total ?? 0;
      },
      (error: unknown) => {
        if (ofVenue.get(key) === count) ofVenue.delete(key);
        throw error;
      },
    );
  };
  if (found && age < RENEWED_MS) {
    const { total } = found;
    counted(found).then(
      (value) => (found.total = Promise.resolve(value)),
      () => undefined,
    );
    return total;
  }
  const count: Count = { total: Promise.resolve(0), words, until: Infinity };
  ofVenue.set(key, count);
  return (count.total = counted(count));
}

/** Returns the cache key of a total: a long query, which may contain very many row ids, is replaced by its digest. */
const keyOf = (query: string): string => (query.length > LONG ? createHash("sha256").update(query).digest("base64") : query);
const LONG = 4_000;

/**
 * Drops the kept totals whose queries name one of the tables.
 * @param venueId none: of all venues
 * @param tables none: all totals
 */
export function forgetCounts(venueId?: string, tables?: readonly string[]): void {
  for (const [id, ofVenue] of counts) {
    if (venueId !== undefined && venueId !== id) continue;
    for (const [key, { words }] of ofVenue) if (!tables || tables.some((table) => words.has(table))) ofVenue.delete(key);
  }
}

/** As `forgetCounts`, by a notice: the venue and its tables in one text. */
export function forgetCountsOf(notice: string): void {
  const [venueId, ...tables] = notice.split(" ");
  forgetCounts(venueId, tables);
}

type Written = ReadonlyMap<string, number>;

/**
 * Rows written by table, as this transaction's connection has counted them: the count continues from earlier transactions, so two of them
 * are compared.
 */
export async function writtenRows(tx: Db): Promise<Written> {
  const { rows } = await sql<{
    name: string;
    written: number;
  }>`SELECT coalesce(pg_partition_root(oid)::oid::regclass::text, name) AS name, sum(written) AS written FROM (
      SELECT oid, relname AS name, pg_stat_get_xact_tuples_inserted(oid) + pg_stat_get_xact_tuples_updated(oid) + pg_stat_get_xact_tuples_deleted(oid) AS written
      FROM pg_class WHERE relkind = 'r' AND relnamespace IN ('public'::regnamespace, 'months'::regnamespace)) AS counted WHERE written > 0 GROUP BY 1`.execute(
    tx,
  );
  return new Map(rows.map(({ name, written }) => [name, written]));
}

/** Tables with other rows than before. */
export async function writtenSince(tx: Db, before: Written): Promise<string[]> {
  const after = await writtenRows(tx);
  return [...after].filter(([name, written]) => before.get(name) !== written).map(([name]) => name);
}

/** Tables that every transaction writes: lists count them only together with the rows they describe. */
const OWN = new Set(["idempotency", "counter", "outbox", "due"]);
/** True if list totals depend on the table. */
export const listed = (table: string): boolean => !OWN.has(table);

let views: Promise<ReadonlyMap<string, readonly string[]>> | undefined;

/** Reads the sources of each view, including other views. The schema does not change while the process runs. */
async function readViews(db: Db): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ name: string; tables: string[] }>`
    SELECT v.relname AS name, array_agg(DISTINCT t.relname::text) AS tables FROM pg_rewrite r
    JOIN pg_class v ON v.oid = r.ev_class AND v.relkind = 'v' AND v.relnamespace = 'public'::regnamespace
    JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> v.oid
    JOIN pg_class t ON t.oid = d.refobjid GROUP BY v.relname`.execute(db);
  return new Map(rows.map(({ name, tables }) => [name, tables]));
}

async function wordsOf(db: Db, text: string): Promise<ReadonlySet<string>> {
  views ??= readViews(db).catch((error: unknown) => {
    views = undefined;
    throw error;
  });
  const known = await views;
  // A set gives what is added to it while it is walked: views of views too.
  const words = new Set(text.match(/\w+/g) ?? []);
  for (const word of words) for (const table of known.get(word) ?? []) words.add(table);
  return words;
}

/** Returns the number of venues with cached totals, and the highest number of totals of one venue. */
export const totalsStored = (): { readonly venues: number; readonly most: number } => ({
  venues: counts.size,
  most: Math.max(0, ...[...counts.values()].map(({ size }) => size)),
});
