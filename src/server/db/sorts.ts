/**
 * By what a long list may be sorted: above so many rows only by what an index has in order, or each page would sort them all. The planner
 * is asked, so an index that is added is used at once and nothing else names it.
 */
import type { SelectQueryBuilder } from "kysely";
import { Bounded } from "../kernel/bounded";
import type { Counter } from "./counts";

/** Rows above which a list is long. */
export const LONG_ROWS = 50_000;
const KEPT_MS = 600_000;
const MOST_KEPT = 500;
/** Fields by statement: which indexes there are does not depend on what is searched for. */
const fieldsByStatement = new Bounded<string, { readonly fields: Promise<readonly string[]>; readonly until: number }>(MOST_KEPT);

/** A node of a plan, as `EXPLAIN (FORMAT JSON)` gives it. */
interface Plan {
  readonly "Node Type": string;
  readonly "Parent Relationship"?: string;
  readonly Plans?: readonly Plan[];
}
/** True if the plan sorts rows of the list; sorts inside subqueries beside each row do not count. */
const sorts = (plan: Plan): boolean =>
  plan["Node Type"] === "Sort" ||
  (plan.Plans ?? []).some((below) => ["Outer", "Member", "Subquery"].includes(below["Parent Relationship"] ?? "") && sorts(below));

/**
 * The fields by which a page of the list would have to sort all of its rows.
 * @param ordered the list's page by each field that it may be sorted by
 */
export async function unsortedOf<DB, TB extends keyof DB, O>(
  ctx: Counter,
  ordered: ReadonlyMap<string, SelectQueryBuilder<DB, TB, O>>,
): Promise<readonly string[]> {
  const [first] = ordered.values();
  if (!first) return [];
  const key = `${ctx.venue.id} ${first.compile().sql}`;
  const found = fieldsByStatement.get(key);
  if (found && found.until > Date.now()) return found.fields;
  const fields = queryIndexedFields(ordered);
  fieldsByStatement.set(key, { fields, until: Date.now() + KEPT_MS });
  fields.catch(() => fieldsByStatement.delete(key));
  return fields;
}

async function queryIndexedFields<DB, TB extends keyof DB, O>(
  ordered: ReadonlyMap<string, SelectQueryBuilder<DB, TB, O>>,
): Promise<readonly string[]> {
  const fields: string[] = [];
  for (const [field, query] of ordered) {
    const [row] = await query.explain<{ "QUERY PLAN": readonly { readonly Plan: Plan }[] }>("json");
    if (row?.["QUERY PLAN"].some(({ Plan }) => sorts(Plan))) fields.push(field);
  }
  return fields;
}
