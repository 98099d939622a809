/**
 * QR login: shows a one-time ticket as a QR code and waits until a signed-in phone confirms it.
 * It never gets in the way: a failure is one quiet line with a way to try again.
 */
import { enterConsole, loadConsole } from "./enter";
import { words } from "./words";

interface Ticket {
  readonly ticket: string;
  readonly svg: string;
}

const POLL_MS = 2_000;
/** A ticket's life, counted from its arrival: the clock of a desk may be far from the server's, which has the last word. */
const LIFE_MS = 120_000;
/** After so many codes that no one scanned, the page waits for a click instead of asking all night. */
const MOST_CODES = 5;

const place = (id: string): HTMLElement | null => document.getElementById(id);
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

function note(text: string, again?: () => void): void {
  const line = place("qr-note");
  if (!line) return;
  line.textContent = text;
  if (!again) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "lg-again";
  button.textContent = words().again;
  button.addEventListener("click", again);
  line.append(" ", button);
}

function show({ svg }: Ticket): void {
  const image = new Image(190, 190);
  image.alt = words().qr;
  image.src = `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`;
  place("qr")?.replaceChildren(image);
}

/** Waits until a phone has confirmed a ticket. @returns where the new session leads; undefined when the ticket ran out */
async function signIn({ ticket }: Ticket): Promise<string | undefined> {
  const { authProvider } = await loadConsole();
  const end = Date.now() + LIFE_MS;
  for (let polled = 0; Date.now() < end && place("login"); await pause(1_000)) {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1_000));
    note(words().refresh(`${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`));
    if (document.hidden || Date.now() - polled < POLL_MS) continue;
    polled = Date.now();
    const { success, redirectTo, error, state } = await authProvider.login({ ticket });
    if (success) return redirectTo;
    if (error) throw error;
    if (state === "expired") return undefined;
  }
  return undefined;
}

/** Runs until a phone confirms, the codes are used up, or the person logs in by password. */
export async function runQr(): Promise<void> {
  const again = (): void => void runQr();
  try {
    for (let codes = 0; codes < MOST_CODES; codes++) {
      const ticket = await (await loadConsole()).fetchQrTicket();
      show(ticket);
      const path = await signIn(ticket);
      if (!place("login")) return;
      if (path !== undefined) {
        note(words().entering);
        return await enterConsole(path);
      }
    }
    note(words().qrPaused, again);
  } catch {
    note(words().qrFailed, again);
  }
}
