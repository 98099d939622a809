/** The list SQL of a declared resource: filters, search, sort, names of references, sums. */
import { type Expression, type Kysely, type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from "kysely";
import { contains, holds, spellingOf } from "../db/contains";
import { type Field, isRange, nameKey, type Options } from "../../contract/core/resource/fields";
import { periodEnds, type Resource } from "../../contract/core/resource/define";
import { textOf } from "../../contract/core/resource/text";
import { addDays, instant } from "../../contract/core/time";
import type { Db } from "../db/client";
import { type PageRequest, pageOf, type Sortable } from "../db/page";
import type { Page } from "../../contract/core/call";
import type { Tables } from "../db/tables";
import type { Ctx } from "../http/context";
import { phoneIs } from "../kernel/phones";
import { columnName, isHeld, isNullable, isSpelled, type Names } from "./columns";
import { targetTable } from "./targets";

/** A row as the query gives it: a column for each field, under the field's name. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly createdAt: Date };
/** The table is `t`; which columns it has was checked against the declaration. */
interface Any {
  t: Record<string, unknown> & { venue_id: string; id: string };
}
type Query<O = unknown> = SelectQueryBuilder<Any, "t", O>;
export type Filter = Readonly<Record<string, unknown>>;
type Where = Expression<SqlBool>;

/** Source of a resource's rows, beyond its declaration. */
export interface Source {
  /** Table or view; its alias in expressions is `t`. */
  readonly table: keyof Tables;
  /** The table whose rows are written where `table` is a view: under which the audit log has them. */
  readonly writes?: keyof Tables;
  /** Columns that are called otherwise than their fields. */
  readonly names?: Names;
  /** Expressions of computed fields; `createdAt` and `id` too. */
  readonly columns?: Readonly<Record<string, (ctx: Ctx) => RawBuilder<unknown>>>;
  /** The columns that the id is made of, where it is several: rows that are else alike are in their order, which an index then gives. */
  readonly order?: readonly string[];
  /** True if a row has an id, where the column `id` is not text and an index on it is to be used. */
  readonly hasId?: (id: string) => Where;
  /**
   * Days that are worked out from an instant, with its column, which an index has: rows of some days are looked for within a day of them, as
   * no zone is further away.
   */
  readonly daysOf?: Readonly<Record<string, string>>;
  /** Rows that belong to the resource, where that is not the whole table. */
  readonly where?: (ctx: Ctx) => Where;
  /** Columns with one value in all rows of the resource, by column name: what tells several resources of one table apart. */
  readonly constants?: Readonly<Record<string, string>>;
  /**
   * Searches of fields whose text is stored in other rows: those are searched once for the statement, instead of computed for each row. The
   * text is in lower case.
   */
  readonly searches?: Readonly<Record<string, (text: string, ctx: Ctx) => Where | Promise<Where>>>;
  /**
   * The table keeps what a search looks through for a part of it in one column `finds`, generated as `findsOf` says: for wide rows and several
   * such texts, which a search through very many rows would lower and put together for each. A write has that much more to write.
   */
  readonly finds?: true;
  /** Fields that sort by several columns, where an index has them in that order: a day by its hours too. */
  readonly sorts?: Readonly<Record<string, readonly string[]>>;
  /** Filters that mean something else than equality or range (of a range: both ends at once); `q` too. What else narrows the list comes with each. */
  readonly filters?: Readonly<Record<string, (value: never, ctx: Ctx, filter: Filter) => Where | Promise<Where>>>;
}

/** The table under its alias. One typed name in, any table inside: its columns follow from the declaration. */
export const from = (db: Db, table: string): Query => (db as Kysely<unknown> as Kysely<Any>).selectFrom(`${table} as t` as "t");

const and = (query: Query, where: Where): Query => query.where(where);

/**
 * Instants that may lie on these days in some zone, whatever the connection's own. Compared as instants: under row-level security an index
 * serves only comparisons that are known to tell nothing, and one with a date is not.
 */
function within(query: Query, at: RawBuilder<unknown>, first: unknown, last: unknown): Query {
  const after = first === undefined ? query : and(query, sql<SqlBool>`${at} >= (${first}::date - 2)::timestamptz`);
  return last === undefined ? after : and(after, sql<SqlBool>`${at} < (${last}::date + 3)::timestamptz`);
}

const FINDS = sql.ref("t.finds");
/** So many rows are named one by one. */
const MOST_NAMED = 200;
/** So many are handed on as one text: page and total both ask for them, and neither reads the other table again. */
const MOST_LISTED = 300_000;
/**
 * True if one of the references is among the rows found by their text, which `ids` selects. They are searched once, however few rows of the
 * list refer to them: a join would search for each row of the list in its order until a page is full.
 * @param indexed each reference has an index and nothing else finds rows of the list: however many were found, the rows are looked up by them
 */
export async function isAmongFound(
  ctx: Ctx,
  ids: RawBuilder<{ id: string }>,
  references: readonly RawBuilder<unknown>[],
  indexed?: "indexed",
): Promise<Where> {
  const { rows } = await sql<{
    found: number;
    all: string | null;
  }>`select count(*) as found, case when count(*) <= ${MOST_LISTED} then array_agg(id order by id collate "C")::text end as "all"
    from (${ids} limit ${MOST_LISTED + 1}) found`.execute(ctx.db);
  const { found = 0, all = null } = rows[0] ?? {};
  if (found === 0) return sql<SqlBool>`false`;
  const listed = all === null ? ids : sql`select unnest(${all}::text[])`;
  const byIndex = found <= (indexed ? MOST_LISTED : MOST_NAMED);
  // With many matches, the list's own order fills the page soon: "is true" prevents a join.
  const named = references.map((at) => (byIndex ? sql`${at} = any(array(${listed}))` : sql`(${at} in (${listed})) is true`));
  return sql<SqlBool>`(${sql.join(named, sql` or `)})`;
}

/** Reads of one resource. */
export function readerOf(resource: Resource, source: Source) {
  const fields = Object.entries<Field>(resource.fields);
  for (const [name, { kind, options }] of fields)
    if (kind === "reference" && options.search && !source.searches?.[name] && !source.filters?.["q"])
      throw new TypeError(`${resource.name}: how the names of ${name} are searched is not said`);
  const column = (ctx: Ctx, name: string, field?: Field): RawBuilder<unknown> =>
    field?.options.secret
      ? sql`''`
      : (source.columns?.[name]?.(ctx) ??
        sql.ref(`t.${field ? columnName(name, field, source.names) : name === "createdAt" ? "created_at" : name}`));

  /** Builds the condition for `q`. Phones match whole, or by their last four digits; by their beginning only for those who may see them. */
  async function found(ctx: Ctx, q: string, filter: Filter): Promise<Where | undefined> {
    const own = source.filters?.["q"] as ((value: string, ctx: Ctx, filter: Filter) => Where | Promise<Where>) | undefined;
    if (own) return own(q, ctx, filter);
    const text = q.toLowerCase();
    const parts: Where[] = [];
    // Columns of the row that may hold it anywhere: one look through all of them, each on its own line.
    const holding: RawBuilder<unknown>[] = [];
    if (source.finds) parts.push(holds(text, FINDS));
    for (const [name, field] of fields) {
      if (source.finds && isHeld(field)) continue;
      const how: Options["search"] = field.options.search;
      if (how === undefined) continue;
      const elsewhere = source.searches?.[name];
      const at = column(ctx, name, field);
      if (elsewhere) parts.push(await elsewhere(text, ctx));
      else if (field.kind === "phone") parts.push(phoneIs(ctx, at, q));
      else if (how === "prefix") parts.push(sql<SqlBool>`lower(${at}) ^@ ${text}`);
      else if (source.columns?.[name]) parts.push(contains(text, at));
      else holding.push(at);
    }
    if (holding.length > 0) parts.unshift(contains(text, ...holding));
    const letters = spellingOf(text);
    // Letters alone were looked for in the spelling, too, where it is part of `finds`.
    if (isSpelled(resource.fields) && letters !== "" && !(source.finds && letters === text))
      parts.push(holds(letters, sql.ref("t.pinyin")));
    return parts.length === 0 ? undefined : sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
  }

  async function narrowed(
    ctx: Ctx,
    filter: Filter,
    name: string,
    kind: Field["kind"],
    at: RawBuilder<unknown>,
    query: Query,
  ): Promise<Query> {
    const own = source.filters?.[name] as ((value: unknown, ctx: Ctx, filter: Filter) => Where | Promise<Where>) | undefined;
    if (!isRange(kind)) {
      const value = filter[name];
      if (value === undefined || (Array.isArray(value) && value.length === 0)) return query;
      if (own) return and(query, await own(value, ctx, filter));
      if (kind === "words") return and(query, sql<SqlBool>`${at} && ${value}::text[]`);
      return and(query, Array.isArray(value) ? sql<SqlBool>`${at} = any(${value}::text[])` : sql<SqlBool>`${at} = ${value}`);
    }
    const [first, last] = periodEnds(resource, name).map((end) => filter[end]);
    if (own) return first === undefined && last === undefined ? query : and(query, await own([first, last], ctx, filter));
    // A range of instants is given in days of the venue.
    const start = kind === "instant" && first ? instant(textOf(first), 0, ctx.venue.zone) : first;
    const end = kind === "instant" && last ? instant(addDays(textOf(last), 1), 0, ctx.venue.zone) : last;
    const near = source.daysOf?.[name];
    if (near) query = within(query, sql.ref(`t.${near}`), first, last);
    const after = start === undefined ? query : and(query, sql<SqlBool>`${at} >= ${start}`);
    return end === undefined ? after : and(after, kind === "instant" ? sql<SqlBool>`${at} < ${end}` : sql<SqlBool>`${at} <= ${end}`);
  }

  /** Rows of a filter. */
  async function matching(ctx: Ctx, filter: Filter): Promise<Query> {
    let query = from(ctx.db, source.table).where("t.venue_id", "=", ctx.venue.id);
    if (source.where) query = and(query, source.where(ctx));
    for (const [name, value] of Object.entries(source.constants ?? {}))
      query = and(query, sql<SqlBool>`${sql.ref(`t.${name}`)} = ${value}`);
    const q = filter["q"];
    const where = typeof q === "string" && q !== "" ? await found(ctx, q, filter) : undefined;
    if (where) query = and(query, where);
    for (const [name, field] of fields)
      if (field.options.filter) query = await narrowed(ctx, filter, name, field.kind, column(ctx, name, field), query);
    return narrowed(ctx, filter, "createdAt", "instant", column(ctx, "createdAt"), query);
  }

  const hasId = (ctx: Ctx, id: string): Where => source.hasId?.(id) ?? sql<SqlBool>`${column(ctx, "id")} = ${id}`;

  /** Returns the columns that distinguish rows otherwise equal in order. */
  const ties = (ctx: Ctx): readonly RawBuilder<unknown>[] => source.order?.map((name) => sql.ref(`t.${name}`)) ?? [column(ctx, "id")];

  /**
   * The name of what a reference points to: looked up for the rows that are shown. Joined, it would be looked up for all that a filter leaves
   * before a page is cut.
   */
  const nameOf = (ctx: Ctx, name: string, field: Field): RawBuilder<unknown> | undefined => {
    if (!field.of) return undefined;
    const { table, name: title } = targetTable(field.of().resource);
    return sql`(select ${sql.ref(`r.${title}`)} from ${sql.table(table)} r where r.venue_id = t.venue_id and r.id = ${column(ctx, name, field)})`;
  };

  /** Rows of a filter with all their values, each under its field's name. */
  async function rows(ctx: Ctx, filter: Filter): Promise<Query<Row>> {
    const query = (await matching(ctx, filter)).select([
      sql`${column(ctx, "id")}`.as("id"),
      sql`${column(ctx, "createdAt")}`.as("createdAt"),
      ...fields.flatMap(([name, field]) => {
        const called = nameOf(ctx, name, field);
        return [column(ctx, name, field).as(name), ...(called ? [called.as(nameKey(name))] : [])];
      }),
    ]);
    return query as Query<Row>;
  }

  function sortable(ctx: Ctx): Sortable {
    const sorted = fields.filter(([, { options }]) => options.sort);
    return {
      id: ties(ctx),
      createdAt: column(ctx, "createdAt"),
      ...Object.fromEntries(
        sorted.map(([name, field]) => {
          const called = nameOf(ctx, name, field);
          if (called) return [name, { nullable: called }];
          const own = source.columns?.[name];
          if (own) return [name, own(ctx)];
          const several = source.sorts?.[name];
          if (several) return [name, several.map((each) => `t.${each}`)];
          const ref = `t.${columnName(name, field, source.names)}`;
          return [name, isNullable(field) ? { nullable: ref } : ref];
        }),
      ),
    };
  }

  return {
    matching,
    rows,
    /** A page of a filter. What is found by a search is read from the same rows without it: it has been looked for. */
    async page(ctx: Ctx, input: PageRequest): Promise<Page<Row>> {
      const unsearched = input.q ? { unsearched: await rows(ctx, { ...input, q: undefined }) } : {};
      return pageOf(ctx, await rows(ctx, { ...input }), input, sortable(ctx), resource.sort ?? "createdAt,desc", unsearched);
    },
    /** Sums over a filter, amounts in fen. */
    async sums(ctx: Ctx, filter: Filter): Promise<Readonly<Record<string, number>>> {
      const summed = fields.filter(([, { options }]) => options.sum);
      const row = await (
        await matching(ctx, filter)
      )
        .select([
          sql<number>`count(*)`.as("count"),
          ...summed.map(([name, field]) => sql<number>`coalesce(sum(${column(ctx, name, field)}), 0)`.as(name)),
        ])
        .executeTakeFirstOrThrow();
      return row;
    },
    newestFirst: <O>(ctx: Ctx, query: Query<O>): Query<O> =>
      [column(ctx, "createdAt"), ...ties(ctx)].reduce<Query<O>>((sorted, by) => sorted.orderBy(by, "desc"), query),
    /** The row of an id. */
    one: async (ctx: Ctx, id: string): Promise<Query> => and(await matching(ctx, {}), hasId(ctx, id)),
    hasId,
    /** True of what a reference of some row that the person sees points to. A name that is no field of the rows is pointed to by none. */
    async refersTo(ctx: Ctx, name: string, target: RawBuilder<unknown>): Promise<Where> {
      const field = resource.fields[name];
      if (!field) return sql<SqlBool>`false`;
      const rows = (await matching(ctx, {})).select(sql`${column(ctx, name, field)}`.as("target"));
      return sql<SqlBool>`${target} in (${rows})`;
    },
  };
}
export type Reader = ReturnType<typeof readerOf>;
