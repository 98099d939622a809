import { type BaseRecord, type CrudFilter, type CrudSort, type HttpError, useList, type useTableReturnType } from "@refinedev/core";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Call, Page } from "../../../contract/core/call";
import { readKey } from "../../api/keys";
import { queryClient } from "../../providers/queries";
import { listInput, type ListState, readState, withFilters, writeState } from "./state";

const NONE: readonly string[] = [];
const FRESH_MS = 5_000;

/** Filters as Refine names them: the call's input fields, all "eq". */
export const crudFilters = (values: ListState["filters"]): CrudFilter[] =>
  Object.entries(values).map(([field, value]) => ({ field, operator: "eq", value }));
export function crudSorters(sort: string | undefined): CrudSort[] {
  const [field, order] = sort?.split(",") ?? [];
  return field ? [{ field, order: order === "desc" ? "desc" : "asc" }] : [];
}
const sortText = ([sorter]: readonly CrudSort[]): string | undefined => sorter && `${sorter.field},${sorter.order}`;
/** As text of the address: several words with commas, figures as they are written. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.join(",");
  return typeof value === "string" ? value : JSON.stringify(value);
}
const valuesOf = (filters: readonly CrudFilter[]): Record<string, string> =>
  Object.fromEntries(filters.flatMap((filter) => ("field" in filter ? [[filter.field, textOf(filter.value)]] : [])));

/** Returns the answer that the boot cached for exactly this request; the list then renders at once and sends no request. */
function seeded<T>(call: Call, state: ListState) {
  const key = readKey(call, listInput(state));
  const page = queryClient.getQueryData<Page<T>>(key);
  return (
    page && { data: { ...page, data: page.content, total: page.totalElements }, at: queryClient.getQueryState(key)?.dataUpdatedAt ?? 0 }
  );
}

/**
 * Refine's `useTable`, by its own names and types, with the address as its only state: back, reload and a shared link show the same. Core's
 * hook keeps state of its own, reads the address once and writes it without a step in history. Filters merge unless "replace" is set,
 * pages count from 1. A change of filter or page is a step back in history; typing in the search is not. The last page stays on screen while
 * the next one is on its way.
 * @param resource the Refine resource, whose list call is `call`
 * @param filterKeys names of the filters in the address
 */
export function useTable<T extends BaseRecord>(
  resource: string,
  call: Call,
  filterKeys: readonly string[],
): useTableReturnType<T, HttpError> & { readonly state: ListState; readonly unsorted: readonly string[] } {
  const location = useLocation();
  const navigate = useNavigate();
  const state = useMemo(() => readState(location.search, filterKeys), [location.search, filterKeys]);
  const latest = useRef({ state, location });
  latest.current = { state, location };
  const set = useCallback(
    (change: (before: ListState) => ListState): void => {
      const { state: before, location: at } = latest.current;
      const next = change(before);
      const typing = next.filters["q"] !== before.filters["q"];
      const search = writeState(next, at.search, filterKeys);
      void navigate({ pathname: at.pathname, search }, { replace: typing, preventScrollReset: true });
    },
    [navigate, filterKeys],
  );
  const filters = useMemo(() => crudFilters(state.filters), [state]);
  const sorters = useMemo(() => crudSorters(state.sort), [state]);
  const seed = seeded<T>(call, state);
  const { query, result, overtime } = useList<T, HttpError, T>({
    resource,
    pagination: { currentPage: state.page, pageSize: state.size, mode: "server" },
    filters,
    sorters,
    queryOptions: {
      staleTime: FRESH_MS,
      placeholderData: (previous) => previous,
      ...(seed === undefined ? {} : { initialData: seed.data, initialDataUpdatedAt: seed.at }),
    },
    errorNotification: false,
  });
  const pageCount = Math.max(1, Math.ceil((result.total ?? 0) / state.size));
  // The page went away: its last row was deleted, or the address is an old one. What is there now is the last page.
  const isGone = query.isSuccess && !query.isFetching && query.data.data.length === 0 && state.page > pageCount;
  useEffect(() => {
    if (!isGone) return;
    const { state: now, location: at } = latest.current;
    const search = writeState({ ...now, page: pageCount }, at.search, filterKeys);
    void navigate({ pathname: at.pathname, search }, { replace: true, preventScrollReset: true });
  }, [isGone, pageCount, navigate, filterKeys]);
  const setters = useMemo(
    () => ({
      setFilters: (next: CrudFilter[] | ((before: CrudFilter[]) => CrudFilter[]), behavior: "merge" | "replace" = "merge") =>
        set((before) => {
          if (typeof next === "function") return withFilters(before, valuesOf(next(crudFilters(before.filters))));
          return withFilters(before, behavior === "replace" ? valuesOf(next) : { ...before.filters, ...valuesOf(next) });
        }),
      setSorters: (next: readonly CrudSort[]) => set((before) => ({ ...before, page: 1, sort: sortText(next) })),
      setCurrentPage: (next: number | ((before: number) => number)) =>
        set((before) => ({ ...before, page: typeof next === "function" ? next(before.page) : next })),
      setPageSize: (next: number | ((before: number) => number)) =>
        set((before) => ({ ...before, page: 1, size: typeof next === "function" ? next(before.size) : next })),
    }),
    [set],
  );
  return {
    ...setters,
    state,
    filters,
    sorters,
    overtime,
    currentPage: state.page,
    pageSize: state.size,
    pageCount,
    tableQuery: query,
    result: { ...result, total: result.total },
    unsorted: query.data?.["unsorted"] ?? NONE,
    createLinkForSyncWithLocation: ({ pagination: { currentPage = 1, pageSize = state.size }, sorters: by, filters: narrow }) =>
      `${location.pathname}?${writeState({ page: currentPage, size: pageSize, sort: sortText(by), filters: valuesOf(narrow) }, location.search, filterKeys)}`,
  };
}
