/** When a page is settled: nothing asked, nothing busy, nothing left to draw. */
import type { Page, Request } from "playwright-core";

interface Traffic {
  /** Requests without an end yet, and what came of each: nothing, or headers without the end of the body. */
  readonly open: Map<Request, "no answer" | "unread answer">;
  /** Total number of requests ever. */
  started: number;
}
const traffics = new WeakMap<Page, Traffic>();

const PATIENCE_MS = 30_000;

/** Counts the requests of a page from now on. */
export function watchTraffic(page: Page): void {
  const traffic: Traffic = { open: new Map(), started: 0 };
  traffics.set(page, traffic);
  page.on("request", (request) => {
    traffic.open.set(request, "no answer");
    traffic.started++;
  });
  page.on("response", (response) => {
    if (traffic.open.has(response.request())) traffic.open.set(response.request(), "unread answer");
  });
  const ended = (request: Request): void => void traffic.open.delete(request);
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
}

/**
 * Waits until the page is settled: no request is on its way, no part in sight is a skeleton or busy, its fonts are there, and the browser
 * was idle since. What a page does later by itself (a timer, news from another desk) is not waited for.
 * @throws Error with what still runs
 */
export async function settled(page: Page): Promise<void> {
  const traffic = traffics.get(page);
  if (!traffic) throw new Error("This page was not opened on the stage");
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const before = traffic.started;
    // While it goes from one document to the next, none can be asked.
    const busy = await page.evaluate(busyParts).catch(() => ["navigation"]);
    if (busy.length === 0 && traffic.open.size === 0 && traffic.started === before) return;
    if (performance.now() > deadline)
      throw new Error(
        `The page does not settle: ${[...busy, ...[...traffic.open].map(([request, state]) => `${request.url()} (${state})`)].join(", ")}`,
      );
  }
}

/** In the page: what is busy once all that could be drawn is drawn. */
async function busyParts(): Promise<string[]> {
  const frame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done));
  const idle = (): Promise<unknown> => new Promise((done) => requestIdleCallback(done, { timeout: 1_000 }));
  await document.fonts.ready;
  for (let i = 0; i < 2; i++) {
    await frame();
    await idle();
  }
  // A page that is kept alive out of sight is settled, whatever it waited for.
  return [...document.querySelectorAll(".skeleton, .sk, [aria-busy=true]")]
    .filter((part) => part.checkVisibility({ visibilityProperty: true }))
    .map((part) => part.className || part.tagName);
}
