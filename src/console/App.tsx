/** The <Refine> element with its providers, around the router's pages. Nothing else lives here. */
import { Refine } from "@refinedev/core";
import { KBarProvider } from "@refinedev/kbar";
import { memo, useMemo } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { type DataRouter, Outlet, RouterProvider } from "react-router";
import type { Seed } from "./boot";
import { invokeAfter } from "./api/invoke";
import { useLanguage } from "./i18n/use-t";
import { nextPaint } from "./next-paint";
import { accessControlProvider } from "./providers/access-control";
import { auditLogProvider } from "./providers/audit-log";
import { authProvider } from "./providers/auth";
import { dataProvider } from "./providers/data";
import { i18nProvider } from "./providers/i18n";
import { liveProvider } from "./providers/live";
import { notificationProvider } from "./providers/notification";
import { queryClient, seed, seedIdentity } from "./providers/queries";
import { routerProvider } from "./providers/router";
import { refineResources } from "./resources";
import { handleFailures } from "./session/failures";
import { consoleRouter } from "./shell/router";
import { Overlays } from "./shell/Overlays";
import { Pages } from "./shell/tabs/Pages";

const OPTIONS = {
  disableTelemetry: true,
  syncWithLocation: false,
  warnWhenUnsavedChanges: false, // ours asks in a data router too: ui/use-unsaved
  disableRouteChangeHandler: true, // the guard is synchronous: session/guard
  reactQuery: { clientConfig: queryClient },
} as const;

/** Ctrl+K opens at once, and the page behind stays as it is. */
const PALETTE = { animations: { enterMs: 0, exitMs: 0 }, disableScrollbarManagement: true, disableDocumentLock: true };

/** Root that renders the overlays above every page of the router. */
export const AppRoot = () => (
  <>
    <Outlet />
    <Overlays />
  </>
);
const flush = (now: () => unknown): undefined => void flushSync(now);

/** Wraps every page. Drawn once for each language: navigation happens inside. */
export const App = memo(function App({ router }: { router: DataRouter }) {
  const language = useLanguage();
  const i18n = useMemo(() => i18nProvider(language), [language]);
  return (
    <Refine
      routerProvider={routerProvider}
      authProvider={authProvider}
      dataProvider={dataProvider}
      accessControlProvider={accessControlProvider}
      liveProvider={liveProvider}
      notificationProvider={notificationProvider}
      auditLogProvider={auditLogProvider}
      i18nProvider={i18n}
      resources={refineResources}
      options={OPTIONS}
    >
      <KBarProvider options={PALETTE}>
        <RouterProvider router={router} flushSync={flush} />
        <Pages />
      </KBarProvider>
    </Refine>
  );
});

let root: Root | undefined;

/** Draws the console, once, with the answers of the boot in the query cache. */
export function draw(seeds: readonly Seed[]): void {
  const place = document.getElementById("root");
  if (!place) throw new TypeError("index.html has no #root");
  handleFailures();
  seed(seeds);
  seedIdentity();
  root ??= createRoot(place);
  root.render(<App router={consoleRouter(AppRoot)} />);
  invokeAfter(nextPaint());
}

/** Takes the console off the page. */
export function erase(): void {
  root?.unmount();
  root = undefined;
}
