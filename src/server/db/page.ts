/**
 * Pages of lists. The rows come straight from an index; the total, which would read every row of the filter, is counted apart and
 * kept for a few seconds, so that a list over a million rows stays as quick as its SQL.
 */
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from "kysely";
import { AppError, badField } from "../http/error";
import type { Page } from "../../contract/core/call";
import { type Counter, countOf } from "./counts";
import { LONG_ROWS, unsortedOf } from "./sorts";

/** Page request, as `PageQuery` parses it. */
export interface PageRequest {
  readonly page: number;
  readonly size: number;
  readonly sort?: string | undefined;
  /** Search text. */
  readonly q?: string | undefined;
}
/** A column to sort by: its reference ("m.created_at") or an expression; nullable ones sort their nulls as the smallest. */
type Column = string | Expression<unknown> | { readonly nullable: string | RawBuilder<unknown> };
/** Sort key of a field: a column, or several where one does not distinguish rows. */
type SortColumn = Column | readonly Column[];
/** So many rows of a search are found by one look through all of them, counted and sorted then: few of them would be met late in any index. */
const MOST_FOUND = 200_000;
/** Sortable fields by their name in the contract. `id` breaks ties, so that no row shows twice or never while paging. */
export type Sortable = Readonly<Record<string, SortColumn>> & { readonly id: SortColumn };

/**
 * Reads one page. Joins in the query should be left joins on unique keys, which the planner then drops from the count; a list that
 * dresses its rows richly pages over their ids first, so that a deep page does not join what it skips.
 * @param sortable the only fields that may be sorted by
 * @param firstSort "field,desc" used when the request names none
 * @param options.longRows above so many rows only what an index has in order is sorted by; the page names the other fields
 * @param options.unsearched the same without what is searched for: by their ids, rows are read from it that were found before
 * @throws AppError `badInput` on `sort` for a field outside `sortable`; `longSort`
 */
export async function pageOf<DB, TB extends keyof DB, O>(
  ctx: Counter,
  query: SelectQueryBuilder<DB, TB, O>,
  request: PageRequest,
  sortable: Sortable,
  firstSort: string,
  { longRows = LONG_ROWS, unsearched = query }: { readonly longRows?: number; readonly unsearched?: typeof query } = {},
): Promise<Page<O>> {
  const [field = "", direction] = (request.sort ?? firstSort).split(",");
  if (!Object.hasOwn(sortable, field)) throw badField("sort", "other");
  const offset = request.page * request.size;
  const columns = (name: string): readonly Column[] => [
    ...listed(sortable[name] ?? sortable.id),
    ...(name === "id" ? [] : listed(sortable.id)),
  ];
  const paged = (name: string, descending: boolean, rows = query): typeof query =>
    columns(name)
      .reduce<typeof query>((sorted, next) => sorted.orderBy(order(next, valueOf(next), descending)), rows)
      .limit(request.size);
  const found = request.q ? await searchPage(ctx, query, request, columns(field), listed(sortable.id), direction === "desc") : undefined;
  if (found) {
    const content = found.rows ? await paged(field, direction === "desc", unsearched.where(found.rows)).execute() : [];
    return pageFrom(content, request, found.total);
  }
  // The list's own sort is always there: every other is asked about, once the list is long.
  const [own = ""] = firstSort.split(",");
  const others = Object.keys(sortable).filter((name) => name !== own && name !== "id");
  const unsorted = async (total: number): Promise<readonly string[]> =>
    total > longRows ? unsortedOf(ctx, new Map(others.map((name) => [name, paged(name, false)]))) : [];
  if (others.includes(field) && (await unsorted(await countOf(ctx, query))).includes(field))
    throw new AppError("longSort", { most: longRows });
  const content = await paged(field, direction === "desc")
    .offset(offset)
    .execute();
  const ends = content.length < request.size && (content.length > 0 || offset === 0);
  const total = ends ? offset + content.length : await countOf(ctx, query);
  const not = await unsorted(total);
  return { ...pageFrom(content, request, total), ...(not.length > 0 ? { unsorted: [...not] } : {}) };
}

/** A contract page of rows that are already cut. */
function pageFrom<T>(content: T[], request: Pick<PageRequest, "page" | "size">, total: number): Page<T> {
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

/**
 * Finds, sorts and counts a search's rows in one look, whatever order they are met in, and tells those of the page by their ids: what a list
 * dresses its rows with is worked out for them alone.
 * @returns the page's rows, none where it is empty, and the total; undefined where there are more than `MOST_FOUND`
 */
async function searchPage<DB, TB extends keyof DB, O>(
  ctx: Counter,
  query: SelectQueryBuilder<DB, TB, O>,
  request: PageRequest,
  columns: readonly Column[],
  ids: readonly Column[],
  descending: boolean,
): Promise<{ rows: RawBuilder<SqlBool> | undefined; total: number } | undefined> {
  const sorts = columns.map((column, i) => ({ column, name: `sort_${i}` }));
  const all = query
    .clearSelect()
    .select(sorts.map(({ column, name }) => valueOf(column).as(name)))
    .limit(sql.lit(MOST_FOUND + 1));
  // As text, which every type is read back from without loss.
  const id = sql.join(sorts.slice(-ids.length).map(({ name }) => sql`${sql.ref(name)}::text`));
  const by = sorts.map(({ column, name }) => order(column, sql.ref(name), descending));
  const { rows } = await sql<{ total: number; ids: string[][] }>`with found as materialized (${all})
    select (select count(*) from found) as total,
      array(select array[${id}] from found order by ${sql.join(by)} limit ${request.size} offset ${request.page * request.size}) as ids`.execute(
    ctx.db,
  );
  const [{ total, ids: page } = { total: 0, ids: [] }] = rows;
  if (total > MOST_FOUND) return undefined;
  return { rows: page.length === 0 ? undefined : isOneOf(ids.map(valueOf), page), total };
}

/** One parameter where the id is one column, so that pages of every length are the same statement. */
const isOneOf = (columns: readonly RawBuilder<unknown>[], ids: readonly (readonly string[])[]): RawBuilder<SqlBool> =>
  columns.length === 1
    ? sql<SqlBool>`${sql.join(columns)} = any(${ids.flat()})`
    : sql<SqlBool>`(${sql.join(columns)}) in (${sql.join(ids.map((id) => sql`(${sql.join(id)})`))})`;

const valueOf = (column: Column): RawBuilder<unknown> => {
  const ref = typeof column === "object" && "nullable" in column ? column.nullable : column;
  return typeof ref === "string" ? sql`${sql.ref(ref)}` : sql`${ref}`;
};

/** Nulls of a nullable column are the smallest. */
function order(column: Column, value: Expression<unknown>, descending: boolean): RawBuilder<unknown> {
  if (typeof column === "object" && "nullable" in column) return descending ? sql`${value} desc nulls last` : sql`${value} asc nulls first`;
  return descending ? sql`${value} desc` : sql`${value} asc`;
}
