/**
 * Refine's data provider over the contract: `members` + `list` is `members.list` of its contract file, `meta.call` another call in its place.
 * Nothing else of `meta` travels: Refine puts every address parameter into it.
 */
import type { BaseRecord, CrudFilter, CrudSort, DataProvider, Pagination } from "@refinedev/core";
import type { Call, Page } from "../../contract/call";
import { act } from "../api/act";
import { invoke } from "../api/invoke";
import { callOf } from "./calls";

type Input = Record<string, unknown>;
type Meta = Readonly<Record<string, unknown>> | undefined;

function signalOf(meta: Meta): { signal?: AbortSignal } {
  const signal = meta?.["signal"];
  return signal instanceof AbortSignal ? { signal } : {};
}

/** Filters by field name; several words as a list; empty ones are left out. Conditional filters have no counterpart in the API. */
function filterInput(filters: readonly CrudFilter[] = []): Input {
  const input: Input = {};
  for (const filter of filters) {
    if (!("field" in filter)) throw new TypeError("the venue API has no and/or filters");
    const { field, value } = filter;
    if (value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)) continue;
    input[field] = value;
  }
  return input;
}

/** `page` is 0-based on the wire; Refine counts from 1. `sort` is `field,asc`. */
function pageInput(pagination: Pagination | undefined, sorters: readonly CrudSort[] = []): Input {
  const [sorter] = sorters;
  const paged = pagination?.mode !== "off";
  return {
    ...(paged ? { page: (pagination?.currentPage ?? 1) - 1, size: pagination?.pageSize ?? 20 } : {}),
    ...(sorter ? { sort: `${sorter.field},${sorter.order}` } : {}),
  };
}

/** Refine names the record's type at the hook; the contract's schema is what it is in truth. */
const as = <T>(value: unknown): T => value as T;

const isCall = (value: unknown): value is Call => typeof value === "object" && value !== null && "path" in value && "input" in value;
const chosen = async (resource: string, name: string, meta: Meta): Promise<Call> =>
  isCall(meta?.["call"]) ? meta["call"] : callOf(resource, name);

/** A change, under the idempotency key of the person's action. */
async function change<T>(resource: string, name: string, input: Input, meta: Meta): Promise<{ data: T }> {
  return { data: as<T>(await act(await chosen(resource, name, meta), input)) };
}

export const dataProvider: DataProvider = {
  getApiUrl: () => "",
  getList: async <T extends BaseRecord>({ resource, pagination, sorters, filters, meta }: Parameters<DataProvider["getList"]>[0]) => {
    const call = await callOf(resource, "list");
    const input = { ...filterInput(filters), ...pageInput(pagination, sorters) };
    const page = as<Page<T> & Record<string, unknown>>(await invoke(call, input, signalOf(meta)));
    return { ...page, data: page.content, total: page.totalElements };
  },
  getOne: async <T extends BaseRecord>({ resource, id, meta }: Parameters<DataProvider["getOne"]>[0]) => ({
    data: as<T>(await invoke(await callOf(resource, "view"), { id: String(id) }, signalOf(meta))),
  }),
  create: ({ resource, variables, meta }) => change(resource, "create", as<Input>(variables), meta),
  update: ({ resource, id, variables, meta }) => change(resource, "modify", { ...variables, id: String(id) }, meta),
  deleteOne: ({ resource, id, variables, meta }) => change(resource, "delete", { ...variables, id: String(id) }, meta),
};
