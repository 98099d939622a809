/** Refine's filters and sorters as the venue API takes them; what it can't do is refused by name instead of being left out. */
import type { CrudFilter, CrudSort, Pagination } from "@refinedev/core";
import { isRange } from "../../contract/core/resource/fields";
import { periodEnds, type Resource } from "../../contract/core/resource/define";

export type Input = Record<string, unknown>;

/** Names of a field's filters: by its declaration, or by the API's convention for a hand-written resource. */
type Declaration = Pick<Resource, "fields" | "period" | "dates"> | undefined;

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

function endsOf(declaration: Declaration, field: string): readonly [from: string, to: string] {
  const kind = declaration?.fields[field]?.kind;
  if (declaration && field !== "createdAt" && (kind === undefined || !isRange(kind)))
    throw new TypeError(`${field} can't be filtered by a range: it is no amount or day of the resource`);
  return periodEnds(declaration ?? {}, field);
}

function searchName(declaration: Declaration, field: string): string {
  if (declaration && field !== "q" && !declaration.fields[field]?.options.search)
    throw new TypeError(`${field} can't be searched: its declaration has no "search"`);
  return "q";
}

/** The input of one filter. @throws TypeError for an operator or field that the API can't filter by */
function inputOf(filter: CrudFilter, declaration: Declaration): Input {
  if (!("field" in filter)) throw new TypeError(`the venue API has no “${filter.operator}” of several filters`);
  const { field, operator, value } = filter;
  if (isEmpty(value)) return {};
  switch (operator) {
    case "eq":
      return { [field]: value };
    case "in":
      return { [field]: Array.isArray(value) ? value : [value] };
    case "gte":
      return { [endsOf(declaration, field)[0]]: value };
    case "lte":
      return { [endsOf(declaration, field)[1]]: value };
    case "between": {
      const [from, to] = endsOf(declaration, field);
      const [low, high]: readonly unknown[] = Array.isArray(value) ? value : [];
      return { ...(isEmpty(low) ? {} : { [from]: low }), ...(isEmpty(high) ? {} : { [to]: high }) };
    }
    case "contains":
      return { [searchName(declaration, field)]: value };
    default:
      throw new TypeError(`the venue API has no filter operator “${operator}” (${field}); it has eq, in, gte, lte, between, contains`);
  }
}

/** @throws TypeError for what the API can't filter by */
export const filterInput = (filters: readonly CrudFilter[] = [], declaration?: Declaration): Input =>
  Object.assign({}, ...filters.map((filter) => inputOf(filter, declaration))) as Input;

/** The largest page of the API: what `pagination: { mode: "off" }` gets. */
const LARGEST_PAGE = 500;

/**
 * `page` is 0-based on the wire; Refine counts from 1. `sort` is `field,asc`.
 * @throws TypeError for several sorters, which the API has not
 */
export function pageInput(pagination: Pagination | undefined, sorters: readonly CrudSort[] = []): Input {
  const [sorter, second] = sorters;
  if (second) throw new TypeError(`the venue API sorts by one field, not by ${sorters.map(({ field }) => field).join(" and ")}`);
  const isPaged = pagination?.mode === undefined || pagination.mode === "server";
  return {
    page: isPaged ? (pagination?.currentPage ?? 1) - 1 : 0,
    size: isPaged ? (pagination?.pageSize ?? 20) : LARGEST_PAGE,
    ...(sorter ? { sort: `${sorter.field},${sorter.order}` } : {}),
  };
}
