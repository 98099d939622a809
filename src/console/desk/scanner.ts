/**
 * The scanner of the whole console: listens before any field, keeps a scan out of it, and gives it to whoever asked. A scan is processed
 * 100 ms after its last key; what nobody takes goes into the field as if it had been typed.
 */
import { type Before, giveBack, remember, restore } from "./field";
import { type Burst, feed, finish, type Key, type Scan, type ScanKind } from "./recognise";

const SETTLE_MS = 100;
/** Longest that is waited more because keys come late. */
const MOST_LATE_MS = 1_000;

/** Takes a scan. `false`: not mine, ask the next. */
export type ScanHandler = (scan: Scan) => boolean | void;
interface Taker {
  readonly kinds: readonly ScanKind[];
  readonly handler: ScanHandler;
  /** Higher: further inside. */
  readonly rank: number;
}

const takers = new Set<Taker>();

/** Asks for scans of these kinds; the taker with the highest rank gets them first. Returns how to stop. */
export function takeScans(kinds: readonly ScanKind[], rank: number, handler: ScanHandler): () => void {
  const taker = { kinds, rank, handler };
  takers.add(taker);
  return () => takers.delete(taker);
}

/** Offers a scan from inside to outside. @returns whether somebody took it */
export function offer(scan: Scan): boolean {
  return [...takers]
    .filter((taker) => taker.kinds.some((kind) => scan.kinds.includes(kind)))
    .toSorted((a, b) => b.rank - a.rank)
    .some((taker) => taker.handler(scan) !== false);
}

const MODIFIERS = new Set(["Shift", "CapsLock", "NumLock", "AltGraph"]);
const byMethod = (event: KeyboardEvent): boolean => event.isComposing || event.key === "Process" || event.keyCode === 229;

/** The character of a key that an input method took: a scanner's keys are letters, digits and the hyphen. */
const charOfCode = (code: string): string | null =>
  /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? /^Key([A-Z])$/.exec(code)?.[1] ?? (code === "Minus" ? "-" : null);

function keyOf(event: KeyboardEvent): Key {
  const char = byMethod(event) ? charOfCode(event.code) : event.key.length === 1 ? event.key : null;
  return {
    char,
    suffix: event.key === "Enter" || event.key === "Tab",
    modifier: MODIFIERS.has(event.key),
    human: event.repeat || event.ctrlKey || event.altKey || event.metaKey,
    at: event.timeStamp,
  };
}

/** Begins to listen; answers how to stop. */
export function listenForScans(target: Window = window): () => void {
  let burst: Burst | undefined;
  let before: Before | undefined;
  let composing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The scan is whole: what still comes of its end is swallowed until it is processed. */
  let ended = false;

  const settle = (): void => {
    clearTimeout(timer);
    const done = burst;
    const field = before;
    const methods = composing;
    burst = before = undefined;
    composing = ended = false;
    if (!done) return undefined;
    const scan = finish(done);
    if (!scan) return giveBack(done.text.slice(done.landed));
    // The field is as it was before the taker sees it, so that what the taker focuses stays focused.
    if (field?.element.isConnected) restore(field, done.landed, methods);
    return offer(scan) ? undefined : giveBack(scan.text);
  };

  const down = (event: KeyboardEvent): void => {
    const key = keyOf(event);
    if (ended && key.suffix) return stop(event);
    const { burst: next, move } = feed(burst, key);
    if (burst && (move === "start" || next === undefined)) settle();
    burst = next;
    if (burst === undefined) return undefined;
    if (move === "start") {
      before = remember();
      composing = false;
    }
    composing ||= byMethod(event);
    clearTimeout(timer);
    // On a busy machine keys come later than they were struck; the next may be later still.
    const late = Math.min(Math.max(performance.now() - key.at, 0) * 2, MOST_LATE_MS);
    timer = setTimeout(settle, SETTLE_MS + late);
    if (move === "end") ended = true;
    if (move === "swallow" && byMethod(event)) burst = { ...burst, landed: burst.landed + 1 };
    if (move === "swallow" || move === "end") return stop(event);
    return undefined;
  };
  const stop = (event: KeyboardEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  target.addEventListener("keydown", down, { capture: true });
  return () => {
    clearTimeout(timer);
    target.removeEventListener("keydown", down, { capture: true });
  };
}
