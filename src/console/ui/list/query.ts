/** A list's page through Refine's data hooks, started from what the boot has already fetched. */
import { type BaseRecord, type CrudFilter, type CrudSort, type HttpError, useList } from "@refinedev/core";
import type { Call, Page } from "../../../contract/call";
import { readKey } from "../../api/keys";
import { queryClient } from "../../providers/queries";
import { listInput, type ListState } from "./state";

const FRESH_MS = 5_000;

/** The state as Refine says it: filters are the call's input fields, all "eq". */
function listParams(state: ListState): {
  pagination: { currentPage: number; pageSize: number; mode: "server" };
  filters: CrudFilter[];
  sorters: CrudSort[];
} {
  const [field, order] = state.sort?.split(",") ?? [];
  return {
    pagination: { currentPage: state.page, pageSize: state.size, mode: "server" },
    filters: Object.entries(state.filters).map(([name, value]) => ({ field: name, operator: "eq" as const, value })),
    sorters: field ? [{ field, order: order === "desc" ? ("desc" as const) : ("asc" as const) }] : [],
  };
}

/** What the boot put into the cache for this very question; the list then draws at once and asks nothing. */
function seeded<T>(call: Call, state: ListState): { data: { data: T[]; total: number }; at: number } | undefined {
  const key = readKey(call, listInput(state));
  const page = queryClient.getQueryData<Page<T>>(key);
  return page && { data: { data: page.content, total: page.totalElements }, at: queryClient.getQueryState(key)?.dataUpdatedAt ?? 0 };
}

/**
 * The rows of a page, and how many there are in all. The last page stays on screen while the next one is on its way.
 * @param resource the Refine resource, whose list call is `call`
 */
export function useListPage<T extends BaseRecord>(resource: string, call: Call, state: ListState) {
  const seed = seeded<T>(call, state);
  const { query, result } = useList<T, HttpError, T>({
    resource,
    ...listParams(state),
    queryOptions: {
      staleTime: FRESH_MS,
      placeholderData: (previous) => previous,
      ...(seed === undefined ? {} : { initialData: seed.data, initialDataUpdatedAt: seed.at }),
    },
    errorNotification: false,
  });
  return {
    rows: result.data,
    total: result.total ?? 0,
    isLoading: query.isLoading,
    isFetching: query.isFetching,
    error: query.error,
    refetch: query.refetch,
  };
}
