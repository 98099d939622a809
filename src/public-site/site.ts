/** The pages' little script: shares the address, brings live parts up to date. Without it everything can still be read. */
import "./site.css";

const REFRESH_MS = 15_000;
const status = document.querySelector<HTMLElement>("[data-status]");
const announce = (text: string | undefined): void => {
  if (status) status.textContent = text ?? "";
};

const share = document.querySelector<HTMLButtonElement>("[data-share]");
if (share) {
  share.hidden = false;
  share.addEventListener("click", () => {
    const url = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? location.href;
    const hasDialog = typeof navigator.share === "function";
    const shared = hasDialog ? navigator.share({ title: document.title, url }) : navigator.clipboard.writeText(url);
    shared.then(() => announce(hasDialog ? "" : status?.dataset["shared"])).catch(() => undefined);
  });
}

/** Seconds above which an answer is stale, however long a cache may store it. */
const STALE_S = 60;
let updatedAt = Date.now();
/** Says since when the content is as it is. */
const announceStale = (): void => {
  const time = new Date(updatedAt).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  announce(status?.dataset["stale"]?.replace("{time}", time));
};

/** Replaces the live parts by those of the page as it is now; a part that somebody has the focus in stays. */
async function refresh(): Promise<void> {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!answer.ok) {
    announceStale();
    return;
  }
  const age = Number(answer.headers.get("age") ?? 0);
  updatedAt = Date.now() - age * 1_000;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of document.querySelectorAll("[data-live]")) {
    const next = fresh.getElementById(part.id);
    if (!next || next.innerHTML === part.innerHTML || part.contains(document.activeElement)) continue;
    // Chosen cells stay chosen while they are free.
    const chosen = new Set([...part.querySelectorAll<HTMLInputElement>("input:checked")].map(({ value }) => value));
    part.replaceChildren(...next.childNodes);
    for (const input of part.querySelectorAll<HTMLInputElement>("input")) input.checked = chosen.has(input.value);
    document.dispatchEvent(new Event("change"));
    const done = part.querySelector<HTMLAnchorElement>("a[data-done]");
    if (done) location.replace(done.href);
  }
  if (age > STALE_S) announceStale();
  else announce("");
}

const update = (): void => {
  if (document.visibilityState === "visible") refresh().catch(() => announce(status?.dataset["offline"]));
};
const live = document.querySelector<HTMLElement>("[data-live]");
if (live) {
  setInterval(update, Number(live.dataset["live"]) * 1_000 || REFRESH_MS);
  document.addEventListener("visibilitychange", update);
  window.addEventListener("online", update);
}

/** Shows how many cells are chosen, and their list price. */
const sum = document.querySelector<HTMLElement>("[data-sum]");
if (sum) {
  const hint = sum.textContent;
  const show = (): void => {
    const chosen = [...document.querySelectorAll<HTMLInputElement>("input[name=cell]:checked")];
    const fen = chosen.reduce((total, one) => total + Number(one.dataset["price"]), 0);
    const text = sum.dataset["text"]?.replace("{n}", String(chosen.length)).replace("{sum}", (fen / 100).toFixed(2));
    sum.textContent = chosen.length === 0 ? hint : (text ?? "");
  };
  document.addEventListener("change", show);
  // A browser that comes back to the page has its choice already.
  window.addEventListener("pageshow", show);
}
