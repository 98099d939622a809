/** Tells the browser to keep the checkout for when the network is away. Works in secure contexts only: https, or this machine. */
import type { Call } from "../../../../contract/core/call";
import { session as calls } from "../../../../contract/session/session";
import { stock } from "../../../../contract/stock/stock";
import { venue } from "../../../../contract/venue/venue";
import { callDirectly } from "../../../api/call-directly";

const CACHE = "checkout";
const PAGE = "/sale/sale-from2";
/** Reads of the console before it renders the checkout: the worker caches the answers (public/sw.js). */
const READS: readonly Call[] = [calls.profile, calls.sites, calls.menus, calls.buttons, venue.view, stock.classes];

/** The code that this window runs. */
const files = (): string[] =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/assets/`));

/** Resolves once the worker hears what this window asks. */
async function inHand(): Promise<void> {
  await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller) return;
  await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
}

/** Keeps the page, the code that is loaded by now and the first answers; code of earlier versions goes. */
export async function cacheCheckout(): Promise<void> {
  if (!("serviceWorker" in navigator) || !("caches" in globalThis) || import.meta.env.DEV) return;
  await navigator.serviceWorker.register("/sw.js");
  const cache = await caches.open(CACHE);
  const currentFiles = new Set(files());
  const known = new Set((await cache.keys()).map(({ url }) => url));
  await cache.addAll([...currentFiles].filter((url) => !known.has(url)));
  const old = [...known].filter((url) => url.startsWith(`${location.origin}/assets/`) && !currentFiles.has(url));
  await inHand();
  const answered = new Set([...known].map((url) => new URL(url).pathname));
  const input = { siteType: "Venue" };
  await Promise.all(
    READS.filter(({ path }) => !answered.has(path)).map((call) => callDirectly(call, call.path.includes("/menu/") ? input : {})),
  );
  // Last: a page is not kept before what it needs.
  await cache.add(PAGE);
  await Promise.all(old.map((url) => cache.delete(url)));
}
