/**
 * Sends sales for cash and out of allowances. Each is kept in this browser before it is sent, under the key that makes it one sale however often it arrives; they are
 * sent in the order in which they were made, by one tab at a time.
 */
import { useEffect, useState } from "react";
import { AnswerCode } from "../../../../contract/core/answer-code";
import { sale, type SaleDetail } from "../../../../contract/sale/sale";
import { ApiError } from "../../../api/error";
import { invoke } from "../../../api/invoke";
import { session } from "../../../session/store";
import { isOffline, noteFailure, watchConnection } from "../../../api/connection";
import { addSale, findStoredSale, listStoredSales, type KeptSale, setSale } from "./store";

/** Time that the cashier waits for the server before the sale counts as unsent. */
const PATIENCE_MS = 4_000;
/** Answers that say nothing about the sale itself: it is sent again later. */
const LATER: ReadonlySet<number> = new Set([AnswerCode.signedOut, AnswerCode.locked, AnswerCode.slowDown]);
const watchers = new Set<() => void>();
const tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel("till") : undefined;
const changed = (): void => {
  for (const watcher of watchers) watcher();
};
tabs?.addEventListener("message", changed);
const notifyListeners = (): void => {
  changed();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches this origin only
  tabs?.postMessage("changed");
};

const isMine = ({ venueId, personId }: KeptSale): boolean => venueId === session().venueId && personId === session().person?.userId;

/** Sends what this person has to send, the oldest first, until nothing is left or the line is down. */
async function sendAll(): Promise<void> {
  for (;;) {
    const next = (await listStoredSales()).find((one) => one.state === "waiting" && isMine(one));
    if (!next || !(await sendOne(next))) return;
    notifyListeners();
  }
}

/** @returns whether the next one may follow */
async function sendOne({ key, body }: KeptSale): Promise<boolean> {
  try {
    const savedSale = await invoke(sale.create, body, { key, quiet: true });
    await setSale(key, { state: "sent", shown: savedSale });
    return true;
  } catch (error) {
    noteFailure(error);
    if (!(error instanceof ApiError) || LATER.has(error.code) || error.code >= 500) return false;
    await setSale(key, { state: "refused", why: error.message });
    return true;
  }
}

let running: Promise<void> | undefined;
/** Sends what waits. One at a time: what comes meanwhile is sent by the one that runs. */
export function flush(): Promise<void> {
  running ??= ("locks" in navigator ? navigator.locks.request("till-outbox", sendAll) : sendAll()).finally(() => {
    running = undefined;
  });
  return running;
}
/** A browser without storage stored no sale, so there is none to send. */
const flushStored = (): void => void flush().catch(() => undefined);
watchConnection(() => {
  if (!isOffline()) flushStored();
});

/** Puts a sale that the server refused among those to be sent again. */
export async function sendAgain(key: string): Promise<void> {
  await setSale(key, { state: "waiting", why: "" });
  notifyListeners();
  await flush();
}

/** Records that somebody settled a refused sale: the server has it now. */
export async function markSettled(key: string, shown: SaleDetail): Promise<void> {
  await setSale(key, { state: "sent", why: "", shown });
  notifyListeners();
}

/** Hears that the kept sales changed. @returns what ends it */
export function subscribeToStoredSales(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Tells this tab and the others that the kept sales changed. */
export const notifyStoredSales = notifyListeners;

/**
 * Sells for cash, or out of an allowance: kept first, then sent. Without an answer in time the sale stands all the same and is sent later.
 * @returns what the server made of it; of an unsent one, what is known here
 * @throws Error in the server's words where it refused; the sale is kept as refused
 */
export async function sellOffline(sold: Omit<KeptSale, "state" | "why">): Promise<SaleDetail> {
  await addSale({ ...sold, state: "waiting", why: "" });
  notifyListeners();
  const sending = flush().then(() => flush());
  if (!isOffline()) await Promise.race([sending, new Promise((done) => setTimeout(done, PATIENCE_MS))]);
  const now = await findStoredSale(sold.key);
  if (now?.state === "refused") throw new Error(now.why);
  return now?.shown ?? sold.shown;
}

/** Sales of this browser at this venue that the server does not have: waiting and refused ones, whoever made them. */
export function useUnsent(): readonly KeptSale[] {
  const [unsent, setUnsent] = useState<readonly KeptSale[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const read = (): void =>
      void listStoredSales()
        .then((all) => {
          if (isCurrent) setUnsent(all.filter(({ state, venueId }) => state !== "sent" && venueId === session().venueId));
        })
        .catch(() => undefined); // no storage: nothing can be kept, so nothing is unsent
    read();
    watchers.add(read);
    flushStored();
    return () => {
      isCurrent = false;
      watchers.delete(read);
    };
  }, []);
  return unsent;
}
