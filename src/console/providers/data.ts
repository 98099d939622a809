/**
 * Refine's data provider over the contract: `members` + `list` is `members.list` of its contract file. `meta` never travels, except the
 * keys of `TRAVELS`: Refine puts every address parameter into it.
 */
import type { BaseRecord, CrudFilter, CrudSort, DataProvider, Pagination } from "@refinedev/core";
import type { Page } from "../../contract/call";
import { invoke } from "../api/invoke";
import { callOf } from "./calls";

/** Keys of `meta` that become input of a call. */
const TRAVELS = ["venueId"] as const;

type Input = Record<string, unknown>;

function fromMeta(meta: unknown): Input {
  if (typeof meta !== "object" || meta === null) return {};
  return Object.fromEntries(Object.entries(meta).filter(([key]) => TRAVELS.some((name) => name === key)));
}

function signalOf(meta: Readonly<Record<string, unknown>> = {}): { signal?: AbortSignal } {
  const { signal } = meta;
  return signal instanceof AbortSignal ? { signal } : {};
}

/** Filters by field name; several words as a list; empty ones are left out. Conditional filters have no counterpart in the API. */
export function filterInput(filters: readonly CrudFilter[] = []): Input {
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
export function pageInput(pagination: Pagination | undefined, sorters: readonly CrudSort[] = []): Input {
  const [sorter] = sorters;
  const paged = pagination?.mode !== "off";
  return {
    ...(paged ? { page: (pagination?.currentPage ?? 1) - 1, size: pagination?.pageSize ?? 20 } : {}),
    ...(sorter ? { sort: `${sorter.field},${sorter.order}` } : {}),
  };
}

/** Refine names the record's type at the hook; the contract's schema is what it is in truth. */
const as = <T>(value: unknown): T => value as T;

async function one<T>(resource: string, name: string, input: Input): Promise<{ data: T }> {
  return { data: as<T>(await invoke(await callOf(resource, name), input)) };
}

export const dataProvider: DataProvider = {
  getApiUrl: () => "",
  getList: async <T extends BaseRecord>({ resource, pagination, sorters, filters, meta }: Parameters<DataProvider["getList"]>[0]) => {
    const call = await callOf(resource, "list");
    const input = { ...fromMeta(meta), ...filterInput(filters), ...pageInput(pagination, sorters) };
    const page = as<Page<T> & Record<string, unknown>>(await invoke(call, input, signalOf(meta)));
    return { ...page, data: page.content, total: page.totalElements };
  },
  getOne: ({ resource, id, meta }) => one(resource, "view", { ...fromMeta(meta), id: String(id) }),
  create: ({ resource, variables, meta }) => one(resource, "create", { ...fromMeta(meta), ...variables }),
  update: ({ resource, id, variables, meta }) => one(resource, "modify", { ...fromMeta(meta), ...variables, id: String(id) }),
  deleteOne: ({ resource, id, variables, meta }) => one(resource, "delete", { ...fromMeta(meta), ...variables, id: String(id) }),
  custom: async () => {
    throw new TypeError("calls beyond a resource go through useCall and useRead");
  },
};
