/** A list's page through Refine's data hooks. The parameters are made in one place, so that what the boot seeds is what the list asks. */
import { type BaseRecord, type CrudFilter, type CrudSort, type HttpError, useList } from "@refinedev/core";
import type { ListState } from "./state";

/** The state as Refine says it: filters are the call's input fields, all "eq". */
export function listParams(state: ListState): { pagination: { currentPage: number; pageSize: number; mode: "server" }; filters: CrudFilter[]; sorters: CrudSort[] } {
  const [field, order] = state.sort?.split(",") ?? [];
  return {
    pagination: { currentPage: state.page, pageSize: state.size, mode: "server" },
    filters: Object.entries(state.filters).map(([name, value]) => ({ field: name, operator: "eq" as const, value })),
    sorters: field ? [{ field, order: order === "desc" ? ("desc" as const) : ("asc" as const) }] : [],
  };
}

/** The rows of a page, and how many there are in all. The last page stays on screen while the next one is on its way. */
export function useListPage<T extends BaseRecord>(resource: string, state: ListState) {
  const { query, result } = useList<T, HttpError, T>({
    resource,
    ...listParams(state),
    queryOptions: { placeholderData: (previous) => previous, staleTime: 5_000 },
    errorNotification: false,
  });
  return { rows: result.data, total: result.total ?? 0, isLoading: query.isLoading, isFetching: query.isFetching, isPlaceholder: query.isPlaceholderData, error: query.error, refetch: query.refetch };
}
