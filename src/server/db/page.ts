/**
 * Pages of lists. The rows come straight from an index; the total, which would read every row of the filter, is counted apart and
 * kept for a few seconds, so that a list over a million rows stays as quick as its SQL.
 */
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { AppError, badField } from "../http/error";
import type { Page } from "../../contract/call";
import { type Counter, countOf } from "./counts";
import { LONG_ROWS, unsortedOf } from "./sorts";

/** What `PageQuery` gives. */
export interface PageRequest {
  readonly page: number;
  readonly size: number;
  readonly sort?: string | undefined;
  /** What somebody searches for. */
  readonly q?: string | undefined;
}
/** A column to sort by: its reference ("m.created_at") or an expression; nullable ones sort their nulls as the smallest. */
type Column = string | Expression<unknown> | { readonly nullable: string | RawBuilder<unknown> };
/** What a field sorts by: a column, or several where one does not tell rows apart. */
export type SortColumn = Column | readonly Column[];
/** So few rows of a search are found by looking through all of them once, and sorted then: their index would be walked to its end. */
const FEW = 500;
/** Sortable fields by their name in the contract. `id` breaks ties, so that no row shows twice or never while paging. */
export type Sortable = Readonly<Record<string, SortColumn>> & { readonly id: SortColumn };

/**
 * Reads one page. Joins in the query should be left joins on unique keys, which the planner then drops from the count; a list that
 * dresses its rows richly pages over their ids first, so that a deep page does not join what it skips.
 * @param sortable the only fields that may be sorted by
 * @param firstSort "field,desc" used when the request names none
 * @param longRows above so many rows only what an index has in order is sorted by; the page names the other fields
 * @throws AppError `badInput` on `sort` for a field outside `sortable`; `longSort`
 */
export async function pageOf<DB, TB extends keyof DB, O>(
  ctx: Counter,
  query: SelectQueryBuilder<DB, TB, O>,
  request: PageRequest,
  sortable: Sortable,
  firstSort: string,
  longRows = LONG_ROWS,
): Promise<Page<O>> {
  const [field = "", direction] = (request.sort ?? firstSort).split(",");
  if (!Object.hasOwn(sortable, field)) throw badField("sort", "other");
  const offset = request.page * request.size;
  const paged = (name: string, descending: boolean, few = false): typeof query => {
    const by = [...listed(sortable[name] ?? sortable.id), ...(name === "id" ? [] : listed(sortable.id))];
    return by.reduce<typeof query>((sorted, next) => sorted.orderBy(order(next, descending, few)), query).limit(request.size);
  };
  // The list's own sort is always there: every other is asked about, once the list is long.
  const [own = ""] = firstSort.split(",");
  const others = Object.keys(sortable).filter((name) => name !== own && name !== "id");
  const unsorted = async (total: number): Promise<readonly string[]> =>
    total > longRows ? unsortedOf(ctx, new Map(others.map((name) => [name, paged(name, false)]))) : [];
  if (others.includes(field) && (await unsorted(await countOf(ctx, query))).includes(field))
    throw new AppError("longSort", { most: longRows });
  const few = request.q !== undefined && request.q !== "" && (await countOf(ctx, query)) <= FEW;
  const content = await paged(field, direction === "desc", few)
    .offset(offset)
    .execute();
  const ends = content.length < request.size && (content.length > 0 || offset === 0);
  const total = ends ? offset + content.length : await countOf(ctx, query);
  const not = await unsorted(total);
  return { ...pageFrom(content, request, total), ...(not.length > 0 ? { unsorted: [...not] } : {}) };
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

/** @param few sorted once they are found: the database takes no index for it, whose order it would hope to meet the rows in */
function order(column: Column, descending: boolean, few: boolean): RawBuilder<unknown> {
  const by = (ref: Expression<unknown>): Expression<unknown> => (few ? sql`(select ${ref})` : ref);
  if (typeof column === "object" && "nullable" in column) {
    const ref = by(typeof column.nullable === "string" ? sql.ref(column.nullable) : column.nullable);
    return descending ? sql`${ref} desc nulls last` : sql`${ref} asc nulls first`;
  }
  const ref = by(typeof column === "string" ? sql.ref(column) : column);
  return descending ? sql`${ref} desc` : sql`${ref} asc`;
}
