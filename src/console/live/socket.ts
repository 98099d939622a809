/**
 * The venue's websocket, once, outside React: connects when a venue is chosen, pings every 5 s, and on reconnect names the last message it
 * saw, so that nothing is lost. The session travels as the cookie.
 */
import ReconnectingWebSocket from "reconnecting-websocket";
import { LIVE_REPLACED } from "../../contract/messages/live";
import { socketAddress } from "../api/host";
import { newKey } from "../api/idempotency-key";
import { t } from "../i18n/i18n";
import { session } from "../session/store";
import type { LiveState } from "../shell/menu";
import { notify } from "../ui/notices";
import { type LiveMessage, type LiveType, readMessage } from "./event";
import { readMark, writeMark } from "./mark";

const PATH = "/api/manage/venue/ws";
const PING_MS = 5_000;
/** Nothing heard for this long: the line is dead, whatever the browser thinks. */
const SILENCE_MS = 12_000;
/** Longest pause between two tries to come back: a payment that the desk does not hear of is charged again at the till. */
const AGAIN_MS = 3_000;
/** Delay before seen events are stored for a reload: the server then sends an event that nobody could announce yet once more. */
const KEEP_MS = 1_000;

/** Name of this page for the server, which allows few connections of one page. */
const PAGE = newKey();

interface Listener {
  readonly types: readonly LiveType[];
  readonly callback: (message: LiveMessage) => void;
}

let socket: ReconnectingWebSocket | undefined;
let state: LiveState = "offline";
let lastId: number | undefined;
let lastMessageAt = 0;
let ping: ReturnType<typeof setInterval> | undefined;
let keepAliveTimer: ReturnType<typeof setTimeout> | undefined;
let unwatch: AbortController | undefined;
const listeners = new Set<Listener>();
const watchers = new Set<() => void>();

function become(next: LiveState): void {
  if (next === state) return;
  state = next;
  for (const watcher of watchers) watcher();
}

/** The state of the connection. */
export const liveState = (): LiveState => state;
export function watchLive(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Calls `callback` with each message of these types; answers how to stop. */
export function hear(types: readonly LiveType[], callback: (message: LiveMessage) => void): () => void {
  const listener = { types, callback };
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Address of the line now: a function, so that each reconnect says what was seen last. */
export function liveAddress(): string {
  const { venue, venueId = "" } = session();
  const query = new URLSearchParams({
    sourceId: venueId,
    sourceName: venue?.name ?? "",
    siteType: "venue",
    siteTypeSourceId: venue?.siteTypeSourceId ?? venueId,
    page: PAGE,
    ...(lastId === undefined ? {} : { since: String(lastId) }),
  });
  return socketAddress(`${PATH}?${query.toString()}`);
}

/** "hello" gives the position of the connection when nothing happened yet. */
function storeLastId(text: unknown): void {
  const id = typeof text === "string" ? /"id":(\d+)/.exec(text)?.[1] : undefined;
  if (id === undefined) return;
  const seen = Math.max(lastId ?? 0, Number(id));
  const { venueId = "" } = session();
  lastId = seen;
  keepAliveTimer ??= setTimeout(() => {
    keepAliveTimer = undefined;
    writeMark("seen", venueId, seen);
  }, KEEP_MS);
}

function receive(text: unknown): void {
  lastMessageAt = Date.now();
  if (text === "pong") return;
  const message = readMessage(text);
  if (message && lastId !== undefined && message.id > 0 && message.id <= lastId) return; // seen before the line broke
  storeLastId(text);
  if (!message) return;
  for (const listener of listeners) if (listener.types.includes(message.type)) listener.callback(message);
}

/** Opens the line to the chosen venue; an open one is closed first. */
export function connectLive(): void {
  disconnectLive();
  if (typeof WebSocket !== "function") {
    become("unsupported");
    notify.info(t("errors.noSocket"));
    return;
  }
  lastId = readMark("seen", session().venueId ?? "");
  const line = new ReconnectingWebSocket(liveAddress, [], {
    maxReconnectionDelay: AGAIN_MS,
    minReconnectionDelay: 500,
    connectionTimeout: 8_000,
  });
  socket = line;
  // A pulled cable closes no socket: the browser knows first, and knows when to try again.
  unwatch = new AbortController();
  const { signal } = unwatch;
  become("reconnecting");
  line.addEventListener("open", () => {
    lastMessageAt = Date.now();
    become("live");
  });
  line.addEventListener("close", ({ code }) => {
    become(navigator.onLine ? "reconnecting" : "offline");
    if (code !== LIVE_REPLACED) return;
    // Newer pages have all the connections of the session: this one comes back when somebody looks at it, or they would drive each other out.
    line.close();
    globalThis.addEventListener("focus", connectLive, { signal, once: true });
  });
  line.addEventListener("message", (event) => {
    become("live"); // what is heard is proof, whatever the browser says of the network
    receive(event.data);
  });
  globalThis.addEventListener("offline", () => become("offline"), { signal });
  globalThis.addEventListener("online", () => line.reconnect(), { signal });
  ping = setInterval(() => {
    if (line.readyState !== line.OPEN) return;
    if (Date.now() - lastMessageAt > SILENCE_MS) line.reconnect();
    else line.send("ping");
  }, PING_MS);
}

/** Closes the line. What was seen stays kept for the same venue: another one's ids are its own. */
export function disconnectLive(): void {
  clearInterval(ping);
  clearTimeout(keepAliveTimer);
  keepAliveTimer = undefined;
  unwatch?.abort();
  socket?.close();
  socket = undefined;
  lastId = undefined;
  become("offline");
}
