/**
 * Refine's data provider over the contract: `members` + `list` is `members.list` of its contract file, `meta.call` another call in its place;
 * by `choicesOf`, lists and records are the choices of a reference. Nothing else of `meta` travels: Refine puts every address parameter into it.
 */
import type { BaseRecord, DataProvider } from "@refinedev/core";
import { type Call, get, type Page, postJson } from "../../contract/core/call";
import type { Option } from "../../contract/core/resource/calls";
import { act } from "../api/act";
import { invoke } from "../api/invoke";
import { apiHost } from "../api/host";
import { callOf, declarationOf } from "./calls";
import { filterInput, type Input, pageInput } from "./filters";

type Meta = Readonly<Record<string, unknown>> | undefined;

function signalOf(meta: Meta): { signal?: AbortSignal } {
  const signal = meta?.["signal"];
  return signal instanceof AbortSignal ? { signal } : {};
}

/** Refine names the record's type at the hook; the contract's schema is what it is in truth. */
const as = <T>(value: unknown): T => value as T;

const isCall = (value: unknown): value is Call => typeof value === "object" && value !== null && "path" in value && "input" in value;
const callForMeta = async (resource: string, name: string, meta: Meta): Promise<Call> =>
  isCall(meta?.["call"]) ? meta["call"] : callOf(resource, name);

/**
 * Returns the `meta` of `useSelect` for a reference of a resource. It reads the resource's `options`, open to whoever may set the reference,
 * instead of the target's list. An object, which an address can't contain.
 */
export const choicesOf = (field: string) => ({ choices: { field } });

/** The field whose choices are read; undefined for records. */
function choiceField(meta: Meta): string | undefined {
  const choices = meta?.["choices"];
  return typeof choices === "object" && choices !== null && "field" in choices ? String(choices.field) : undefined;
}

async function readChoices(resource: string, input: Input, meta: Meta): Promise<readonly Option[]> {
  return as(await invoke(await callOf(resource, "options"), input, signalOf(meta)));
}

/** A change, under the idempotency key of the person's action. */
async function change<T>(resource: string, name: string, input: Input, meta: Meta): Promise<{ data: T }> {
  return { data: as<T>(await act(await callForMeta(resource, name, meta), input)) };
}

/**
 * The call of a path, in its encoding and under its idempotency key; a path that the contract lacks is a plain GET or JSON POST.
 * @throws TypeError for methods that the API lacks
 */
async function callAt(url: string, method: string): Promise<Call> {
  if (method !== "get" && method !== "post") throw new TypeError(`the venue API has GET and POST, no ${method.toUpperCase()} (${url})`);
  const { api } = await import("../../contract/all");
  const known = Object.values(api)
    .flatMap((calls): Call[] => Object.values(calls))
    .find((call) => call.path === url && call.method.toLowerCase() === method);
  return known ?? (method === "get" ? get(url, { summary: url }) : postJson(url, { summary: url }));
}

type GetMany = Parameters<NonNullable<DataProvider["getMany"]>>[0];
type Custom = Parameters<NonNullable<DataProvider["custom"]>>[0];

export const dataProvider: DataProvider = {
  getApiUrl: () => apiHost(),
  getList: async <T extends BaseRecord>({ resource, pagination, sorters, filters, meta }: Parameters<DataProvider["getList"]>[0]) => {
    const field = choiceField(meta);
    if (field !== undefined) {
      const data = as<T[]>(await readChoices(resource, { field, ...filterInput(filters) }, meta));
      return { data, total: data.length };
    }
    const call = await callForMeta(resource, "list", meta);
    const input = { ...filterInput(filters, await declarationOf(resource)), ...pageInput(pagination, sorters) };
    const page = as<Page<T> & Record<string, unknown>>(await invoke(call, input, signalOf(meta)));
    return { ...page, data: page.content, total: page.totalElements };
  },
  getOne: async <T extends BaseRecord>({ resource, id, meta }: Parameters<DataProvider["getOne"]>[0]) => ({
    data: as<T>(await invoke(await callOf(resource, "view"), { id: String(id) }, signalOf(meta))),
  }),
  /** The API reads records one by one. */
  getMany: async <T extends BaseRecord>({ resource, ids, meta }: GetMany) => {
    const field = choiceField(meta);
    if (field !== undefined) {
      const found = await Promise.all(ids.map((id) => readChoices(resource, { field, id: String(id) }, meta)));
      return { data: as<T[]>(found.flat()) };
    }
    const call = await callOf(resource, "view");
    return { data: await Promise.all(ids.map(async (id) => as<T>(await invoke(call, { id: String(id) }, signalOf(meta))))) };
  },
  create: ({ resource, variables, meta }) => change(resource, "create", as<Input>(variables), meta),
  update: ({ resource, id, variables, meta }) => change(resource, "modify", { ...variables, id: String(id) }, meta),
  deleteOne: ({ resource, id, variables, meta }) => change(resource, "delete", { ...variables, id: String(id) }, meta),
  /** A call of the contract by its path, or as `meta.call`. Filters and sorters are those of lists. */
  custom: async <T extends BaseRecord>({ url, method, payload, query, filters, sorters, meta }: Custom) => {
    const call = isCall(meta?.["call"]) ? meta["call"] : await callAt(url, method);
    const { sort } = pageInput(undefined, sorters);
    const input = { ...as<Input>(query), ...filterInput(filters), ...(sort === undefined ? {} : { sort }), ...as<Input>(payload) };
    return { data: as<T>(await (call.effect ? act(call, input) : invoke(call, input, signalOf(meta)))) };
  },
};
