/**
 * Tells the desk of money and bookings that arrive by themselves: a notice, and a spoken sentence.
 * Of all tabs of the browser one announces; each event is announced once, over reloads and over whoever leads.
 *
 * What the desk itself took in hand (cash, a balance) is not announced: the screen that took it has said so.
 */
import { showFen } from "../../contract/core/money";
import { t } from "../i18n/i18n";
import { canOpenPath } from "../providers/access-control";
import { session } from "../session/store";
import { paymentNotice } from "../desk/announce-paid";
import { notify } from "../ui/notices";
import { ONLINE_BOOKING_SENTENCE, paymentSentence } from "../voice/sentences";
import { hush, speak } from "../voice/speak";
import { removeUnspoken, storeUnspoken, unsaid } from "../voice/unspoken";
import type { LiveMessage } from "./event";
import { followLead } from "./leader";
import { readMark, watchAnnounced, writeMark } from "./mark";
import { forgetNotified, rememberNotified, wasNotified } from "./notified";
import { hear } from "./socket";

/** Page that opens an online booking. */
const GRID = "/book/venue-booking";
/** Time that a payment's notice stays. The notice of an online booking stays until it is closed. */
const PAYMENT_STAYS_MS = 20_000;
/** The tab that led before may have announced this very moment: its mark takes as long as this to be seen here. */
const SETTLE_MS = 150;

/**
 * Begins to announce.
 * @param open goes to a path of the console
 * @returns how to stop
 */
export function announce(open: (path: string) => void): () => void {
  const { venueId = "" } = session();
  let waiting: readonly LiveMessage[] = [];
  let leads = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isNew = ({ id }: LiveMessage): boolean => id === 0 || id > (readMark("announced", venueId) ?? 0);
  const drain = (): void => {
    timer = undefined;
    for (const message of waiting.filter(isNew)) {
      if (message.id > 0) writeMark("announced", venueId, message.id);
      if (!isAgain(message)) announceMessage(message, open);
    }
    waiting = [];
  };
  const lead = (): void => {
    // Speak the sentences that the previous tab announced but could not speak any more.
    for (const sentence of unsaid()) speak(sentence, () => removeUnspoken(sentence));
    drain();
  };
  const soon = (): void => {
    if (leads) timer ??= setTimeout(drain, 0);
  };

  addEventListener("pagehide", forgetNotified);
  const stops = [
    () => removeEventListener("pagehide", forgetNotified),
    hear(["payment", "booking_online"], (message) => {
      if (message.data["byHand"] === true) return;
      waiting = [...waiting.filter(isNew), message];
      soon();
    }),
    watchAnnounced(() => {
      waiting = waiting.filter(isNew);
    }),
    followLead((now) => {
      leads = now;
      clearTimeout(timer);
      timer = now ? setTimeout(lead, SETTLE_MS) : undefined;
      if (!now) hush(); // the next tab says it
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
    hush();
  };
}

/** True if this order's payment was announced before, even if under another event: another venue API may send no ids. */
function isAgain({ type, orderId }: LiveMessage): boolean {
  if (type !== "payment" || orderId === undefined) return false;
  if (wasNotified(orderId)) return true;
  rememberNotified(orderId);
  return false;
}

function announceMessage({ type, amount, data, id, orderId }: LiveMessage, open: (path: string) => void): void {
  if (type === "booking_online") {
    // A venue that sells sessions has no grid, and not everybody may open it: what nobody here can look at is not announced.
    if (!canOpenPath(GRID)) return;
    const day = typeof data["day"] === "string" ? `?day=${data["day"]}` : "";
    notify.info(t("live.bookingOnline"), {
      id: `live-${id}`,
      stays: Infinity,
      onOpen: () => open(`${GRID}${day}`),
    });
    announceSentence(ONLINE_BOOKING_SENTENCE);
    return;
  }
  // A person who handles no money receives a payment without its amount: screens refresh, nothing is announced.
  if (amount === undefined) return;
  const fen = amount;
  const name = orderId !== undefined ? paymentNotice(orderId) : id > 0 ? `live-${id}` : undefined;
  notify.success(t("live.payment", { amount: showFen(fen) }), { ...(name === undefined ? {} : { id: name }), stays: PAYMENT_STAYS_MS });
  announceSentence(paymentSentence(fen));
}

function announceSentence(sentence: string): void {
  storeUnspoken(sentence);
  speak(sentence, () => removeUnspoken(sentence));
}
