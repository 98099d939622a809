/**
 * Lets the checkout be opened while the network is away: its page, the code that it had loaded, and the few answers that the console needs
 * before it draws. Nothing else of the console is kept; whatever changes something passes by. The page itself says what is to be kept
 * (src/console/domains/sale/offline/worker.ts).
 */
const CACHE = "checkout";
const PAGE = "/sale/sale-from2";
const READS = [
  "/api/my/user/profile",
  "/api/manage/venue/venue/venue-list",
  "/api/manage/platform/menu/list",
  "/api/manage/platform/menu/resourceAll",
  "/api/manage/venue/venue/view",
  "/api/manage/venue/product-class/sold",
];
const PATIENCE_MS = 5_000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET") return;
  const isOwn = url.origin === self.location.origin;
  if (request.mode === "navigate") {
    if (isOwn && url.pathname === PAGE) event.respondWith(newest(request, PAGE, (answer) => Promise.resolve(answer.ok)));
  } else if (isOwn && url.pathname.startsWith("/assets/")) event.respondWith(kept(request));
  // By venue, never by the token that travels in the address.
  else if (READS.includes(url.pathname))
    event.respondWith(newest(request, `${url.pathname}?venue=${url.searchParams.get("sourceId") ?? ""}`, granted));
});

/** Code has its content in its name: what is kept is right for ever. */
async function kept(request) {
  return (await caches.match(request.url, { cacheName: CACHE, ignoreVary: true })) ?? fetch(request);
}

/** What the server says; only where it does not answer in time, what it said last. */
async function newest(request, key, isGood) {
  const cache = await caches.open(CACHE);
  const asked = fetch(request).then(async (answer) => {
    if (await isGood(answer.clone())) await cache.put(key, answer.clone());
    return answer;
  });
  const late = new Promise((done) => setTimeout(() => done(undefined), PATIENCE_MS));
  const answer = await Promise.race([asked.catch(() => undefined), late]);
  return answer ?? (await cache.match(key, { ignoreVary: true })) ?? asked;
}

/** A refusal travels as an answer, too. */
async function granted(answer) {
  return answer.ok && (await answer.json()).code === 200;
}
