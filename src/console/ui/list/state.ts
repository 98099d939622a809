/** State of a list, as it is in the address: the address is authoritative, so that back, reload and a shared link show the same. */

/** `page` is 1-based, as people count; `sort` is `field,asc|desc`; filters are the call's input fields as text. */
export interface ListState {
  readonly page: number;
  readonly size: number;
  readonly sort: string | undefined;
  readonly filters: Readonly<Record<string, string>>;
}

export const PAGE_SIZES = [20, 50, 100, 200, 500] as const;
const FIRST_SIZE = 20;
const SORT = /^[A-Za-z]\w*,(asc|desc)$/;

/** Reads the state from a query string. Unknown filters and broken values are passed over. */
export function readState(search: string, filterKeys: readonly string[]): ListState {
  const query = new URLSearchParams(search);
  const page = Number(query.get("page") ?? 1);
  const size = Number(query.get("size") ?? FIRST_SIZE);
  const sort = query.get("sort") ?? undefined;
  const filters: Record<string, string> = {};
  for (const key of filterKeys) {
    const value = query.get(key)?.trim();
    if (value) filters[key] = value;
  }
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: PAGE_SIZES.some((known) => known === size) ? size : FIRST_SIZE,
    sort: sort !== undefined && SORT.test(sort) ? sort : undefined,
    filters,
  };
}

/** Writes the state as a query string without `?`; what is as at first is left out. Other parameters of `search` are kept. */
export function writeState(state: ListState, search: string, filterKeys: readonly string[]): string {
  const query = new URLSearchParams(search);
  for (const key of ["page", "size", "sort", ...filterKeys]) query.delete(key);
  for (const key of filterKeys) {
    const value = state.filters[key];
    if (value) query.set(key, value);
  }
  if (state.sort !== undefined) query.set("sort", state.sort);
  if (state.size !== FIRST_SIZE) query.set("size", String(state.size));
  if (state.page !== 1) query.set("page", String(state.page));
  return query.toString();
}

/** The state with another filter set; back on the first page. An empty value takes the filter away. */
export function withFilters(state: ListState, filters: Readonly<Record<string, string>>): ListState {
  return { ...state, page: 1, filters: Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== "")) };
}

/** The next sort when a column header is pressed: ascending, descending, none. */
export function nextSort(current: string | undefined, field: string): string | undefined {
  if (current === `${field},asc`) return `${field},desc`;
  return current === `${field},desc` ? undefined : `${field},asc`;
}

/** True if two sets of filters are the same. */
export const sameFilters = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([key, value]) => b[key] === value);

/** The call's input of a state: 0-based page, as it travels. */
export const listInput = (state: ListState): Record<string, string | number> => ({
  ...state.filters,
  page: state.page - 1,
  size: state.size,
  ...(state.sort === undefined ? {} : { sort: state.sort }),
});
