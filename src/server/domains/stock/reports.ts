/** Reports of goods, from movements, sale lines and payments. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { LATER, LATER_LABEL, type ReportQuery } from "../../../contract/core/resource/report";
import {
  mainStockLog,
  productReport,
  saleReport,
  SOLD_DAYS,
  stockFlow,
  stockMovements,
  stockNow,
} from "../../../contract/stock/stock-reports";
import { addDays, instant } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { type Figures, serveReport } from "../../resource/report";
import { inPieces, type Most } from "../../resource/report-rows";
import { type Rollup, rolled } from "../../rollups/rollup";
import { serveResource } from "../../resource/serve";
import { groupBy } from "../../kernel/group-by";
import { METHODS } from "../../kernel/sale-methods";

/** Common start of every product report: the product, its class, and the class above that one. */
const CATALOGUE = (ctx: Ctx): RawBuilder<unknown> => sql`
  SELECT p.id, p.name AS plain, rtrim(p.name || ' ' || p.spec) AS name, p.spec, p.cost, p.low_limit, p.stocked, p.position,
    c.id AS class_id, CASE WHEN a.id IS NULL THEN c.name ELSE a.name || ' / ' || c.name END AS class_name,
    coalesce(a.position, c.position) AS above, c.position AS class_position
  FROM product p JOIN product_class c ON c.venue_id = p.venue_id AND c.id = p.class_id
  LEFT JOIN product_class a ON a.venue_id = c.venue_id AND a.id = c.parent_id
  WHERE p.venue_id = ${ctx.venue.id}`;

type Row = Readonly<Record<string, number | string | null>> & { readonly id: string; readonly name: string; readonly class_id: string };
const figure = (row: Row, name: string): number => Number(row[name] ?? 0);
/** Adds measures up under a key. */
const added = (rows: readonly Row[], measures: readonly string[]): Record<string, number> =>
  Object.fromEntries(measures.map((name) => [name, rows.reduce((sum, row) => sum + figure(row, name), 0)]));
/** Classes with their products below, or the products alone. */
function byClass(
  rows: readonly Row[],
  group: string,
  measures: readonly string[],
  toFigures: (row: Row) => Readonly<Record<string, unknown>>,
): Figures[] {
  const of = (row: Row, level: number): Figures => ({ name: row.name, ...toFigures(row), key: `product:${row.id}`, level });
  if (group === "product") return rows.map((row) => of(row, 0));
  return [...groupBy(rows, (row) => row.class_id)].flatMap(([id, all]) => [
    { key: `class:${id}`, level: 0, name: all[0]?.["class_name"], ...added(all, measures) },
    ...all.map((row) => of(row, 1)),
  ]);
}

/** Days without a sale after which goods count as still. */
const STILL_DAYS = 60;
/** First instant of the last `days` days. */
const since = (ctx: Ctx, days: number) => instant(addDays(today(ctx), 1 - days), 0, ctx.venue.zone);
/**
 * Selects the status of each product: on hand, recently sold, and its levels. A product that is no longer stocked counts while some is
 * left.
 */
const STANDING = (ctx: Ctx): RawBuilder<unknown> => sql`
  SELECT p.id, coalesce(s.shop, 0) AS shop, coalesce(s.main, 0) AS main, coalesce(s.shop, 0) + coalesce(s.main, 0) AS held,
    coalesce(v.value, 0) AS value, coalesce(m.sold, 0) AS sold, l.level AS level_of,
    CASE WHEN coalesce(s.shop, 0) + coalesce(s.main, 0) > 0 AND coalesce(m.recent, 0) <= 0 THEN ARRAY[l.level, 'still'] ELSE ARRAY[l.level] END AS levels
  FROM product p
  LEFT JOIN (SELECT product_id, coalesce(sum(quantity) FILTER (WHERE warehouse = 'shop'), 0)::int AS shop,
    coalesce(sum(quantity) FILTER (WHERE warehouse = 'main'), 0)::int AS main FROM stock WHERE venue_id = ${ctx.venue.id} GROUP BY product_id) s
    ON s.product_id = p.id
  LEFT JOIN (SELECT product_id, -coalesce(sum(quantity) FILTER (WHERE at >= ${since(ctx, SOLD_DAYS)}), 0)::int AS sold, -sum(quantity)::int AS recent
    FROM stock_movement WHERE venue_id = ${ctx.venue.id} AND kind IN ('sale', 'return') AND at >= ${since(ctx, STILL_DAYS)} GROUP BY product_id) m
    ON m.product_id = p.id
  LEFT JOIN stock_value v ON v.venue_id = p.venue_id AND v.product_id = p.id
  CROSS JOIN LATERAL (SELECT CASE WHEN coalesce(s.shop, 0) = 0 THEN 'none'
    WHEN p.low_limit > 0 AND s.shop <= p.low_limit THEN 'low' ELSE 'enough' END AS level) l
  WHERE p.venue_id = ${ctx.venue.id} AND (p.stocked OR s.shop <> 0 OR s.main <> 0 OR v.value <> 0 OR m.sold <> 0)`;
const isAt = (levels: readonly string[]): RawBuilder<SqlBool> => sql<SqlBool>`levels && ${levels}::text[]`;

/** On hand now, what it is worth, and how long it lasts. */
async function now(ctx: Ctx, { group, filter }: ReportQuery): Promise<readonly Figures[]> {
  const levels = filter["level"] as readonly string[] | undefined;
  const { rows } = await sql<Row>`
    SELECT k.*, h.shop, h.main, h.held, h.value, h.sold, h.level_of FROM (${CATALOGUE(ctx)}) k JOIN (${STANDING(ctx)}) h ON h.id = k.id
    ${levels?.length ? sql`WHERE ${isAt(levels)}` : sql``} ORDER BY k.above, k.class_position, k.class_id, k.position, k.id`.execute(
    ctx.db,
  );
  return byClass(rows, group, ["shop", "main", "held", "value", "sold"], (row) => ({
    shop: row["shop"],
    main: row["main"],
    held: row["held"],
    cost: row["cost"],
    value: row["value"],
    sold: row["sold"],
    cover: figure(row, "sold") > 0 ? Math.round((figure(row, "held") * 30) / figure(row, "sold")) : null,
    lowLimit: row["low_limit"],
    state: row["level_of"],
  }));
}

/** Opening, what came and went by kind, closing. */
async function flow(ctx: Ctx, { from, to, group, filter }: ReportQuery): Promise<readonly Figures[]> {
  const start = instant(from, 0, ctx.venue.zone);
  const end = instant(addDays(to, 1), 0, ctx.venue.zone);
  const houses = filter["warehouse"] as readonly string[] | undefined;
  const here = houses?.length ? sql`AND warehouse = ANY (${houses}::text[])` : sql``;
  const of = (kind: string, sign = 1): RawBuilder<unknown> =>
    sql`coalesce(sum(${sql.raw(sign < 0 ? "-" : "")}quantity) FILTER (WHERE at >= ${start} AND kind = ${kind}), 0)::int`;
  const { rows } = await sql<Row>`
    WITH k AS (${CATALOGUE(ctx)}),
    m AS (SELECT product_id, coalesce(sum(quantity) FILTER (WHERE at < ${start}), 0)::int AS opening, ${of("receipt")} AS received,
      ${of("transfer")} AS transferred, ${of("sale", -1)} AS sold, ${of("return")} AS returned, ${of("count")} AS counted,
      ${of("writeOff", -1)} AS "writtenOff", sum(quantity)::int AS closing, sum(cost)::bigint AS value
      FROM stock_movement WHERE venue_id = ${ctx.venue.id} AND at < ${end} ${here} GROUP BY product_id)
    SELECT k.*, m.* FROM k JOIN m ON m.product_id = k.id ORDER BY k.above, k.class_position, k.class_id, k.position, k.id`.execute(ctx.db);
  const measures = ["opening", "received", "transferred", "sold", "returned", "counted", "writtenOff", "closing", "value"];
  const nonZero = rows.filter((row) => measures.some((name) => figure(row, name) !== 0));
  return byClass(nonZero, group, measures, (row) => Object.fromEntries(measures.map((name) => [name, row[name]])));
}

/** Columns of the payment split. */
const SPLIT = [...Object.keys(METHODS), "other"];
const MEASURES = ["quantity", "returned", "list", "sales", "cost"];
/** Sold lines less what was taken back of them, on the day on which they are booked: pieces and fen, with what each method paid (`booked_sale_line`). */
const SOLD: Rollup = {
  name: "sold",
  keys: ["product_id"],
  figures: [...MEASURES, ...SPLIT],
  rows: (venue, on) => sql`
    SELECT w.day, CASE WHEN w.later THEN ${sql.lit(LATER)} ELSE w.product_id END AS product_id,
      ${sql.join([...MEASURES, ...SPLIT].map((name) => sql`coalesce(sum(w.${sql.ref(name)}), 0)::bigint AS ${sql.ref(name)}`))}
    FROM booked_sale_line w WHERE w.venue_id = ${venue} AND ${on(sql`w.day`)} GROUP BY 1, 2`,
  first: (venue) => sql`SELECT min(day) AS first FROM sale WHERE venue_id = ${venue}`,
};
export const saleRollups = [SOLD];

const earned = (figures: Readonly<Record<string, number>>): Record<string, number> => ({
  ...figures,
  discount: (figures["list"] ?? 0) - (figures["sales"] ?? 0),
  profit: (figures["sales"] ?? 0) - (figures["cost"] ?? 0),
});

/** Returns the row of later corrections: sales of locked periods that were booked in this one. */
async function laterSales(ctx: Ctx, { from, to }: ReportQuery): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    SELECT ${LATER} AS id, ${LATER_LABEL[ctx.language]} AS name, '' AS class_id,
      ${sql.join([...MEASURES, ...SPLIT].map((name) => sql`sum(x.${sql.ref(name)})::bigint AS ${sql.ref(name)}`))}
    FROM ${await rolled(ctx, SOLD, [from, to], "month")} x WHERE x.product_id = ${LATER} HAVING count(*) > 0`.execute(ctx.db);
  return rows.filter((row) => [...MEASURES, ...SPLIT].some((name) => figure(row, name) !== 0));
}

/** Class → product → SKU, SKUs alone, or days. A product is all SKUs of one name in one class. */
async function listSoldGoods(ctx: Ctx, query: ReportQuery): Promise<readonly Figures[]> {
  const by = query.group === "day" ? sql`x.day::text` : sql`x.product_id`;
  const { rows } = await sql<Row>`
    WITH g AS (SELECT ${by} AS key, sum(x.quantity)::int AS quantity, sum(x.returned)::int AS returned, sum(x.list)::bigint AS list,
      sum(x.sales)::bigint AS sales, sum(x.cost)::bigint AS cost FROM ${await rolled(ctx, SOLD, [query.from, query.to], query.group === "day" ? "day" : "month")} x
      WHERE x.product_id <> ${LATER} GROUP BY 1)
    ${
      query.group === "day"
        ? sql`SELECT g.key AS id, g.key AS name, '' AS class_id, g.* FROM g ORDER BY g.key`
        : sql`SELECT k.*, g.* FROM g JOIN (${CATALOGUE(ctx)}) k ON k.id = g.key
            ORDER BY k.above, k.class_position, k.class_id, min(k.position) OVER (PARTITION BY k.class_id, k.plain), k.plain, k.position, k.id`
    }`.execute(ctx.db);
  const of = (all: readonly Row[]) => earned(added(all, MEASURES));
  const later = (await laterSales(ctx, query)).map((row): Figures => ({ key: LATER, name: row.name, ...of([row]) }));
  if (query.group === "day") return [...rows.map((row) => ({ key: `day:${row.id}`, name: row.name, ...of([row]) })), ...later];
  const sku = (row: Row, level: number, name: unknown = row.name): Figures => ({ key: `product:${row.id}`, level, name, ...of([row]) });
  if (query.group === "sku") return [...rows.map((row) => sku(row, 0)), ...later];
  const classes = [...groupBy(rows, (row) => row.class_id)].flatMap(([id, all]) => [
    { key: `class:${id}`, level: 0, name: all[0]?.["class_name"], ...of(all) },
    ...[...groupBy(all, (row) => String(row["plain"]))].flatMap(([name, skus]) => {
      const [only, second] = skus;
      if (only && !second) return [sku(only, 1)];
      return [{ key: `name:${id}/${name}`, level: 1, name, ...of(skus) }, ...skus.map((row) => sku(row, 2, row["spec"] || row.name))];
    }),
  ]);
  return [...classes, ...later];
}

const DAILY = ["quantity", "returned", "sales", ...SPLIT];
const DAILY_SUMS = sql.join(DAILY.map((name) => sql`sum(w.${sql.ref(name)})::bigint AS ${sql.ref(name)}`));
/** Days × products with what each method paid; days alone where a page would be too long with the products below them. */
async function daily(ctx: Ctx, query: ReportQuery, most: Most | undefined): Promise<readonly Figures[]> {
  const byDay = query.group === "day";
  const sales = sql`(SELECT * FROM ${await rolled(ctx, SOLD, [query.from, query.to], byDay ? "day" : "month")} y WHERE y.product_id <> ${LATER})`;
  const later = (await laterSales(ctx, query)).map((row): Figures => ({ ...row, key: LATER }));
  const { rows: days } = await sql<Row>`
    SELECT w.day::text AS day, count(*)::int AS products, ${DAILY_SUMS} FROM ${sales} w WHERE ${byDay} GROUP BY w.day ORDER BY w.day DESC`.execute(
    ctx.db,
  );
  const ofDay = (row: Row, shut: boolean): Figures => ({ ...row, key: `day:${row["day"]}`, name: row["day"], shut });
  if (most && days.reduce((rows, row) => rows + 1 + figure(row, "products"), 0) > most.all)
    return [...days.map((row) => ofDay(row, true)), ...later];
  const { rows } = await sql<Row>`
    SELECT k.id, k.name, ${byDay ? sql`w.day::text` : sql`''`} AS day, ${DAILY_SUMS}
    FROM ${sales} w JOIN (${CATALOGUE(ctx)}) k ON k.id = w.product_id
    GROUP BY k.id, k.name, k.class_id, k.above, k.class_position, k.position, 3
    ORDER BY 3 DESC, k.above, k.class_position, k.class_id, k.position, k.id`.execute(ctx.db);
  if (!byDay) return [...rows.map((row) => ({ ...row, key: `product:${row.id}` })), ...later];
  // Day after day as the rows below them come; a file may have very many.
  const all: Figures[] = [];
  let next = 0;
  for await (const piece of inPieces(rows))
    for (const row of piece) {
      for (let day = days[next]; day && String(day["day"]) >= String(row["day"]); day = days[++next]) all.push(ofDay(day, false));
      all.push({ ...row, key: `day:${row["day"]}/product:${row.id}`, level: 1 });
    }
  return [...all, ...days.slice(next).map((day) => ofDay(day, false)), ...later];
}

const MOVEMENT = {
  createdAt: () => sql.ref("t.at"),
  // A sale moves its goods before it takes its number, which many wait for; the number is on the sale.
  document: () =>
    sql`(case when t.kind = 'sale' then coalesce((select s.no from sale s where s.venue_id = t.venue_id and s.id = t.document_id), t.document_no)
      else t.document_no end)`,
  // The level is that of the shop, from the product's current stock.
  level: () =>
    sql`(select case when coalesce(s.quantity, 0) = 0 then 'none' when p.low_limit > 0 and s.quantity <= p.low_limit then 'low' else 'enough' end
      from product p left join stock s on s.venue_id = p.venue_id and s.product_id = p.id and s.warehouse = 'shop'
      where p.venue_id = t.venue_id and p.id = t.product_id)`,
  class: () => sql`(select p.class_id from product p where p.venue_id = t.venue_id and p.id = t.product_id)`,
  voided: () => sql`(case when t.voids then 'yes' else 'no' end)`,
};

const LEVEL = {
  level: (levels: readonly string[], ctx: Ctx) =>
    sql<SqlBool>`t.product_id in (select h.id from (${STANDING(ctx)}) h where ${isAt(levels)})`,
};

export const stockReportRoutes = [
  ...serveReport(stockNow, { rows: now }),
  ...serveReport(stockFlow, { rows: flow }),
  ...serveReport(productReport, { rows: listSoldGoods }),
  ...serveReport(saleReport, { rows: daily }),
  ...serveResource(stockMovements, { table: "stock_movement", columns: MOVEMENT, filters: LEVEL }),
  ...serveResource(mainStockLog, {
    table: "stock_movement",
    columns: MOVEMENT,
    filters: LEVEL,
    where: () => sql<boolean>`t.warehouse = 'main'`,
  }),
];
