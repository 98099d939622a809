/** Contracts as the lists, their sums and their file show them. */
import { type Expression, type SelectQueryBuilder, sql, type SqlBool } from "kysely";
import type { z } from "zod";
import type { Page, PageQuery } from "../../../contract/core/call";
import type { Fixed, FixedFilter, FixedSums } from "../../../contract/fixed/fixed";
import { yuan } from "../../../contract/core/money";
import { maskPhone } from "../../../contract/core/phone";
import { addDays } from "../../../contract/core/time";
import { mapPage, pageOf, type Sortable } from "../../db/page";
import type { Tables } from "../../db/tables";
import { type Ctx, today } from "../../http/context";
import { phoneFits } from "../../kernel/phones";
import { placeLabels } from "../../kernel/place-words";
import type { ContractRow } from "./contract";
import { OFFER_DAYS } from "./hold";
import { occurrenceDays } from "./recurrence";

export type Filter = z.output<typeof FixedFilter>;
type Contracts = Tables & { k: Tables["fixed_contract"] };

const SORTABLE: Sortable = {
  id: "k.id",
  createdAt: "k.created_at",
  no: "k.no",
  name: "k.name",
  from: "k.from_day",
  to: "k.to_day",
  paid: "k.paid",
  usedValue: "k.used",
  owed: sql`k.used - k.paid`,
  state: "k.state",
};

/** Values that a row shows besides the contract's own columns. */
interface Beside {
  readonly program: string;
  readonly place_names: string[];
  readonly used_count: number;
  readonly left_count: number;
  readonly lowest: number | null;
  readonly highest: number | null;
  readonly next_day: string | null;
}
type DressedContract = ContractRow & Beside;

/** Contracts with what their occurrences make up, counted for the rows that are read only. */
export const contractsWithTotals = (ctx: Ctx) =>
  ctx.db
    .selectFrom("fixed_contract as k")
    .where("k.venue_id", "=", ctx.venue.id)
    .selectAll("k")
    .select([
      sql<string>`coalesce((SELECT g.name FROM program g WHERE g.venue_id = k.venue_id AND g.id = k.program_id), '')`.as("program"),
      sql<
        string[]
      >`ARRAY(SELECT p.name FROM place p WHERE p.venue_id = k.venue_id AND p.id = ANY (k.place_ids) ORDER BY p.position, p.id)`.as(
        "place_names",
      ),
      ofOccurrences<number>(sql`count(*) FILTER (WHERE c.state IN ('used', 'no_show', 'settled'))`).as("used_count"),
      ofOccurrences<number>(sql`count(*) FILTER (WHERE c.state = 'planned')`).as("left_count"),
      ofOccurrences<number | null>(sql`min(c.price) FILTER (WHERE c.state NOT IN ('moved', 'cancelled'))`).as("lowest"),
      ofOccurrences<number | null>(sql`max(c.price) FILTER (WHERE c.state NOT IN ('moved', 'cancelled'))`).as("highest"),
      ofOccurrences<string | null>(sql`min(c.day) FILTER (WHERE c.state = 'planned' AND c.ends_at > ${ctx.now})`).as("next_day"),
    ]);

function ofOccurrences<T>(value: Expression<unknown>) {
  return sql<T>`(SELECT ${value} FROM fixed_occurrence c WHERE c.venue_id = k.venue_id AND c.contract_id = k.id)`;
}

/** A page of contracts, newest first unless sorted. */
export async function list(ctx: Ctx, input: Filter & z.output<typeof PageQuery>): Promise<Page<Fixed>> {
  return mapPage(await pageOf(ctx, filtered(ctx, contractsWithTotals(ctx), input), input, SORTABLE, "createdAt,desc"), (row) =>
    toFixed(ctx, row),
  );
}

/** Sums over the whole filter. */
export async function sums(ctx: Ctx, input: Filter): Promise<z.infer<typeof FixedSums>> {
  const contracts = ctx.db.selectFrom("fixed_contract as k").where("k.venue_id", "=", ctx.venue.id);
  const money = await filtered(ctx, contracts, input)
    .select([
      sql<number>`count(*)`.as("count"),
      sql<number>`coalesce(sum(k.paid), 0)`.as("paid"),
      sql<number>`coalesce(sum(k.used), 0)`.as("used"),
      sql<number>`coalesce(sum(greatest(k.used - k.paid, 0)), 0)`.as("owed"),
    ])
    .executeTakeFirstOrThrow();
  const counted = await filtered(ctx, contracts, input)
    .innerJoin("fixed_occurrence as c", (join) => join.onRef("c.venue_id", "=", "k.venue_id").onRef("c.contract_id", "=", "k.id"))
    .select([
      sql<number>`count(*) FILTER (WHERE c.state IN ('used', 'no_show', 'settled'))`.as("used"),
      sql<number>`count(*) FILTER (WHERE c.state = 'planned')`.as("left"),
    ])
    .executeTakeFirstOrThrow();
  return {
    count: money.count,
    total: counted.used + counted.left,
    used: counted.used,
    left: counted.left,
    paid: yuan(money.paid),
    usedValue: yuan(money.used),
    owed: yuan(money.owed),
  };
}

/** Narrows a query on `fixed_contract as k` to the filter. */
export function filtered<DB extends Contracts, TB extends keyof DB & string, O>(
  ctx: Ctx,
  query: SelectQueryBuilder<DB, TB, O>,
  filter: Filter,
): SelectQueryBuilder<DB, TB, O> {
  const day = today(ctx);
  const conditions: Expression<SqlBool>[] = [];
  if (filter.q) {
    const { q } = filter;
    conditions.push(sql<SqlBool>`(k.no ^@ ${q.toUpperCase()} OR k.name ^@ ${q} OR ${phoneFits(ctx, "k.phone", q)})`);
  }
  if (filter.state?.length) conditions.push(sql<SqlBool>`k.state = ANY (${filter.state}::text[])`);
  if (filter.payMode?.length) conditions.push(sql<SqlBool>`k.pay_mode = ANY (${filter.payMode}::text[])`);
  if (filter.weekday?.length) {
    const days = filter.weekday.filter((word) => /^[1-7]$/.test(word)).map(Number);
    conditions.push(sql<SqlBool>`k.weekdays && ${days}::int[]`);
  }
  if (filter.renewal === "due") {
    conditions.push(sql<SqlBool>`k.state = 'active' AND NOT k.declined AND k.to_day >= ${day} AND k.to_day <= ${addDays(day, OFFER_DAYS)}`);
  }
  if (filter.owing === "yes") conditions.push(sql<SqlBool>`k.used > k.paid`);
  return conditions.reduce((narrowed, condition) => narrowed.where(condition), query);
}

/** A contract as the wire carries it. */
export function toFixed(ctx: Ctx, row: DressedContract): Fixed {
  const day = today(ctx);
  const price = row.agreed_price ?? 0;
  const left = row.state === "draft" ? plannedCount(row) : row.left_count;
  return {
    id: row.id,
    no: row.no,
    memberId: row.member_id,
    name: row.name,
    phone: maskPhone(row.phone),
    program: row.program,
    places: placeLabels(row.place_names, ctx.language),
    weekdays: row.weekdays,
    everyWeeks: row.every_weeks,
    start: row.start_minute,
    end: row.end_minute,
    from: row.from_day,
    to: row.to_day,
    priceBasis: row.price_basis as Fixed["priceBasis"],
    payMode: row.pay_mode as Fixed["payMode"],
    asGroup: row.as_group,
    unitPrice: yuan(row.lowest ?? price),
    unitPriceTo: yuan(row.highest ?? price),
    total: row.used_count + left,
    used: row.used_count,
    left,
    paid: yuan(row.paid),
    usedValue: yuan(row.used),
    owed: yuan(row.used - row.paid),
    state: row.state as Fixed["state"],
    renewalDue: row.state === "active" && !row.declined && row.to_day >= day && row.to_day <= addDays(day, OFFER_DAYS),
    nextDay: row.next_day,
    operator: row.operator,
    createdAt: row.created_at.toISOString(),
  };
}

/** Counts the planned occurrences of a draft, ignoring holidays: none of it is booked yet. */
const plannedCount = (row: DressedContract): number =>
  occurrenceDays(row.rule, row.from_day, row.to_day, { except: row.except_days }).length * row.place_ids.length;
