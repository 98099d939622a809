/**
 * Pages of lists. The rows come straight from an index; the total, which would read every row of the filter, is counted apart and
 * kept for a few seconds, so that a list over a million rows stays as quick as its SQL.
 */
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { badInput } from "../http/error";
import type { Page } from "../../contract/call";
import type { Db } from "./client";

/** Who asks, as counting needs it: a `Ctx` fits. */
export interface Counter {
  readonly db: Db;
  readonly venue: { readonly id: string };
}
/** What `PageQuery` gives. */
export interface PageRequest {
  readonly page: number;
  readonly size: number;
  readonly sort?: string | undefined;
}
/** A column to sort by: its reference ("m.created_at") or an expression; nullable ones sort their nulls as the smallest. */
type Column = string | Expression<unknown> | { readonly nullable: string };
/** What a field sorts by: a column, or several where one does not tell rows apart. */
export type SortColumn = Column | readonly Column[];
/** Sortable fields by their name in the contract. `id` breaks ties, so that no row shows twice or never while paging. */
export type Sortable = Readonly<Record<string, SortColumn>> & { readonly id: SortColumn };

/**
 * Reads one page. Joins in the query should be left joins on unique keys, which the planner then drops from the count; a list that
 * dresses its rows richly pages over their ids first, so that a deep page does not join what it skips.
 * @param sortable the only fields that may be sorted by
 * @param firstSort "field,desc" used when the request names none
 * @throws AppError `badInput` on `sort` for a field outside `sortable`
 */
export async function pageOf<DB, TB extends keyof DB, O>(
  ctx: Counter,
  query: SelectQueryBuilder<DB, TB, O>,
  request: PageRequest,
  sortable: Sortable,
  firstSort: string,
): Promise<Page<O>> {
  const [field = "", direction] = (request.sort ?? firstSort).split(",");
  const column = Object.hasOwn(sortable, field) ? sortable[field] : undefined;
  if (column === undefined) throw badInput({ sort: field });
  const descending = direction === "desc";
  const offset = request.page * request.size;
  const by = field === "id" ? listed(column) : [...listed(column), ...listed(sortable.id)];
  const ordered = by.reduce<typeof query>((sorted, next) => sorted.orderBy(order(next, descending)), query);
  const content = await ordered.limit(request.size).offset(offset).execute();
  const ends = content.length < request.size && (content.length > 0 || offset === 0);
  const total = ends ? offset + content.length : await countOf(ctx, query);
  return pageFrom(content, request, total);
}

/** A contract page of rows that are already cut. */
export function pageFrom<T>(content: T[], request: Pick<PageRequest, "page" | "size">, total: number): Page<T> {
  const totalPages = Math.ceil(total / request.size);
  return {
    content,
    totalElements: total,
    totalPages,
    number: request.page,
    size: request.size,
    numberOfElements: content.length,
    first: request.page === 0,
    last: request.page >= totalPages - 1,
    empty: content.length === 0,
  };
}

/** The same page with each row turned into what the wire carries. */
export const mapPage = <A, B>(page: Page<A>, turn: (row: A) => B): Page<B> => ({ ...page, content: page.content.map(turn) });

const listed = (column: SortColumn): readonly Column[] => (isList(column) ? column : [column]);
const isList = (column: SortColumn): column is readonly Column[] => Array.isArray(column);

function order(column: Column, descending: boolean): RawBuilder<unknown> {
  if (typeof column === "object" && "nullable" in column) {
    const ref = sql.ref(column.nullable);
    return descending ? sql`${ref} desc nulls last` : sql`${ref} asc nulls first`;
  }
  const by = typeof column === "string" ? sql.ref(column) : column;
  return descending ? sql`${by} desc` : sql`${by} asc`;
}

interface Count {
  readonly total: Promise<number>;
  /** Until the count is there: forever, so that everybody waits for the one that runs. */
  until: number;
}
const KEPT_MS = 3_000;
/** A count that took t is kept at least 50 t: counting never takes more than a fiftieth of the time. */
const KEPT_TIMES = 50;
const MOST_KEPT = 500;
const counts = new Map<string, Map<string, Count>>();

/** How many rows the query has; counted once for all who ask within a few seconds, anew after a change in the venue. */
export async function countOf<DB, TB extends keyof DB, O>(ctx: Counter, query: SelectQueryBuilder<DB, TB, O>): Promise<number> {
  const rows = query
    .clearSelect()
    .clearOrderBy()
    .select(sql`1`.as("one"));
  const counting = sql<{ total: number }>`select count(*) as total from (${rows}) as counted`.compile(ctx.db);
  const key = counting.sql + JSON.stringify(counting.parameters);
  let ofVenue = counts.get(ctx.venue.id);
  if (!ofVenue) counts.set(ctx.venue.id, (ofVenue = new Map()));
  const found = ofVenue.get(key);
  if (found && found.until > performance.now()) return found.total;
  if (ofVenue.size >= MOST_KEPT) ofVenue.clear();
  const started = performance.now();
  const total = ctx.db.executeQuery(counting).then((answer) => answer.rows[0]?.total ?? 0);
  const count: Count = { total, until: Infinity };
  ofVenue.set(key, count);
  try {
    const value = await total;
    const now = performance.now();
    count.until = now + Math.max(KEPT_MS, (now - started) * KEPT_TIMES);
    return value;
  } catch (error) {
    if (ofVenue.get(key) === count) ofVenue.delete(key);
    throw error;
  }
}

/** Drops the kept totals of a venue. Called when a change in the venue commits in this process. */
export function forgetCounts(venueId: string): void {
  counts.delete(venueId);
}
