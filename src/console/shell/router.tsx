/**
 * The routes, derived from the registry: a page whose code is here is a component at once, the others come when they are opened. The router is
 * given a page when somebody goes there: it would rank all routes before the first draw, and try one after the other at each navigation.
 */
import { CanAccess } from "@refinedev/core";
import { type ComponentType, useEffect } from "react";
import { createBrowserRouter, type DataRouter, Navigate, type RouteObject, useLocation, useParams } from "react-router";
import { accessOf, decide } from "../providers/access-control";
import { queryClient } from "../providers/queries";
import type { Screen } from "../registry";
import { loadedPage, loadPage, redirects, screenAt, screens } from "../resources";
import { Guard } from "./Guard";
import { failedPage } from "./failed-page";
import { NoPermission } from "./NoPermission";
import { NotFound } from "./NotFound";
import { PageError, RouteError } from "./RouteError";
import { Shell } from "./Shell";

/** A page behind Refine's access control. The answer is there with the first render: nothing flashes. */
function withAccess(screen: Screen, Page: ComponentType): ComponentType {
  const question = { ...accessOf(screen), params: {} };
  return function AllowedPage() {
    return (
      <CanAccess {...question} queryOptions={{ initialData: () => decide(question) }} fallback={<NoPermission screen={screen} />}>
        <Page />
      </CanAccess>
    );
  };
}

/** A route whose code failed must not fail itself: the router would draw nothing at all, open tabs included. */
function routeOf(screen: Screen): RouteObject {
  const Component = loadedPage(screen);
  const common = { id: screen.name, path: screen.path, ErrorBoundary: PageError };
  return Component
    ? { ...common, Component: withAccess(screen, Component) }
    : { ...common, lazy: async () => ({ Component: withAccess(screen, await loadPage(screen).catch(() => failedPage(screen))) }) };
}

/** `/401` is outside the frame. */
function Unauthorized() {
  return (
    <main className="page bare">
      <NoPermission />
    </main>
  );
}

/** `/redirect/<path>` draws that path anew, and asks for what it shows: it is how a page is refreshed. */
function Again() {
  const { "*": path = "" } = useParams();
  const { search, hash } = useLocation();
  useEffect(() => void queryClient.invalidateQueries({ refetchType: "none" }), []);
  return <Navigate to={{ pathname: `/${path}`, search, hash }} replace />;
}

/** Those inside the frame are children of this route. */
const FRAME = "frame";

/** The route of a path, unless the router has it already or it is outside the frame. */
function framed(pathname: string, known: Set<string>): readonly RouteObject[] {
  const screen = screenAt(pathname)?.screen;
  if (!screen || screen.bare || known.has(screen.name)) return [];
  known.add(screen.name);
  return [routeOf(screen)];
}

/** @param AppRoot wraps every page */
export function consoleRouter(AppRoot: ComponentType): DataRouter {
  const known = new Set<string>();
  return createBrowserRouter(
    [
      {
        Component: AppRoot,
        ErrorBoundary: RouteError,
        children: [
          {
            Component: Guard,
            children: [
              ...redirects.map(({ from, to }) => ({ path: from, element: <Navigate to={to} replace /> })),
              ...screens.filter((screen) => screen.bare).map(routeOf),
              { path: "/404", Component: NotFound },
              { path: "/401", Component: Unauthorized },
              {
                id: FRAME,
                Component: Shell,
                // Drawn anew inside the frame, so that the other tabs stay as they are.
                children: [...framed(location.pathname, known), { path: "/redirect/*", Component: Again }],
              },
              { path: "*", element: <Navigate to="/404" replace /> },
            ],
          },
        ],
      },
    ],
    { patchRoutesOnNavigation: ({ path, patch }) => patch(FRAME, [...framed(path, known)]) },
  );
}
