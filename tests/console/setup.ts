/** Features that jsdom lacks, and the common start and end of every console test (design, trap 17). */
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { KBarContext } from "kbar";
import { http, HttpResponse } from "msw";
import { useContext } from "react";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { isOffline } from "../../src/console/api/connection";
import { loadPageWords, setLanguage } from "../../src/console/i18n/i18n";
import { emptySession } from "../../src/console/session/store";
import { notify } from "../../src/console/ui/notices";
import { server } from "./server";
import { stopTimers } from "./timers";

// A page that is rendered alone has no palette to offer its commands in.
vi.mock("@refinedev/kbar", async (load) => {
  const kbar = await load<typeof import("@refinedev/kbar")>();
  const useRegisterActions: typeof kbar.useRegisterActions = (...args) => {
    const { query } = useContext(KBarContext) as Partial<React.ContextType<typeof KBarContext>>;
    if (query !== undefined) kbar.useRegisterActions(...args);
  };
  return { ...kbar, useRegisterActions };
});

// A busy machine is no reason to fail: what is waited for may take its time, up to the test's own.
configure({ asyncUtilTimeout: 15_000 });

const computed = window.getComputedStyle.bind(window);
// jsdom computes styles slowly and not at all for pseudo-elements; nothing here asserts CSS
window.getComputedStyle = (element: Element) => (element instanceof HTMLElement ? element.style : computed(element));
window.matchMedia = (query: string) =>
  Object.assign(new EventTarget(), {
    matches: /min-width|reduced-motion/.test(query),
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  }) as MediaQueryList;
window.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
Element.prototype.scrollIntoView = () => undefined;
// jsdom's Blob can't be streamed, which msw does with a download
Blob.prototype.stream ??= function (this: Blob) {
  return new ReadableStream({
    start: async (controller) => {
      controller.enqueue(new Uint8Array(await this.arrayBuffer()));
      controller.close();
    },
  });
};
window.scrollTo = () => undefined;
// jsdom has the element, not its behaviour
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false;
};

beforeAll(async () => {
  server.listen({ onUnhandledRequest: "error" });
  await setLanguage("zh");
  await loadPageWords();
});
/** Ends an outage: whether the server can be reached is the console's to know, and the files of a worker share it. */
async function reconnect(): Promise<void> {
  if (!isOffline()) return;
  server.use(http.get("*/healthz", () => HttpResponse.text("ok")));
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => {
    if (isOffline()) throw new Error("The console still believes that the server can't be reached");
  });
}

// Messages outlive the page that showed them, and the files of a worker share them: one of a late answer comes after its test has ended.
beforeEach(() => notify.closeAll());
afterEach(async () => {
  cleanup();
  await reconnect();
  server.resetHandlers();
  emptySession();
  localStorage.clear();
  sessionStorage.clear();
});
afterAll(async () => {
  server.close();
  // Pending work of the last test ends while there is still a window.
  await new Promise((resolve) => setTimeout(resolve, 50));
  stopTimers();
});
