/**
 * Refine's binding of react-router, with one part of our own: each of Refine's hooks reads the address, and the binding's reader tries all paths
 * of all resources for each of them (measured: a tenth of the first load's script with 131 screens). The registry knows the path at once.
 */
import { type ParseResponse, parseTableParams, ResourceContext, type RouterProvider } from "@refinedev/core";
import binding from "@refinedev/react-router";
import { useCallback, useContext } from "react";
import { useLocation } from "react-router";
import { screenAt } from "../resources";

/** Returns the state that `useTable` stores in the address with `syncWithLocation`. */
function tableParams(search: string): Pick<NonNullable<ParseResponse["params"]>, "currentPage" | "pageSize" | "sorters" | "filters"> {
  if (!/[?&](?:currentPage|pageSize|sorters|filters)\b/.test(search)) return {};
  const { parsedCurrentPage, parsedPageSize, parsedSorter, parsedFilters } = parseTableParams(search);
  return {
    ...(parsedCurrentPage ? { currentPage: parsedCurrentPage } : {}),
    ...(parsedPageSize ? { pageSize: parsedPageSize } : {}),
    sorters: parsedSorter,
    filters: parsedFilters,
  };
}

function useAddressReader(): () => ParseResponse {
  const { pathname, search } = useLocation();
  const { resources } = useContext(ResourceContext);
  return useCallback(() => {
    const at = screenAt(pathname);
    const action = at?.screen.action;
    const resource = resources.find(({ name }) => name === at?.screen.resource);
    return {
      pathname,
      ...(resource && { resource }),
      ...(action && { action }),
      ...(at?.params["id"] !== undefined && { id: at.params["id"] }),
      params: { ...at?.params, ...Object.fromEntries(new URLSearchParams(search)), ...tableParams(search) },
    };
  }, [pathname, search, resources]);
}

export const routerProvider: RouterProvider = { ...binding, parse: useAddressReader };
