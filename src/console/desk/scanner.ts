/**
 * The scanner of the whole console: listens before any field, keeps a scan out of it, and gives it to whoever asked. A scan is processed
 * 100 ms after its last key; what nobody takes goes into the field as if it had been typed.
 */
import { type Before, retype, remember, restore } from "./field";
import { type Burst, continues, feed, finish, isTyped, type Key, type Scan, type ScanKind } from "./recognise";
import { isOfInputMethod } from "../keys/ime";

const SETTLE_MS = 100;
/** Longest that is waited more because keys come late. */
const MOST_LATE_MS = 1_000;
/** A timer that is later than this says that the page was busy, and that keys may be waiting behind it. */
const LATE_TIMER_MS = 20;

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
export function subscribeToScans(kinds: readonly ScanKind[], rank: number, handler: ScanHandler): () => void {
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

/** Acts of keys that may still turn out to be the first of a scan, in their order; undefined: no key is pending. */
let pendingActs: (() => void)[] | undefined;

/** Runs what the key being handled does, once it is known that a person pressed it; the keys of a scan do nothing. */
export function whenTyped(act: () => void): void {
  if (pendingActs) pendingActs.push(act);
  else act();
}

/** Runs the pending acts now, before that of a key that no code contains. */
export function runPendingActs(): void {
  const acts = pendingActs?.splice(0) ?? [];
  for (const act of acts) act();
}

const MODIFIERS = new Set(["Shift", "CapsLock", "NumLock", "AltGraph"]);
/** The character of a key that an input method took: a scanner's keys are letters, digits and the hyphen. */
const charOfCode = (code: string): string | null =>
  /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? /^Key([A-Z])$/.exec(code)?.[1] ?? (code === "Minus" ? "-" : null);

function keyOf(event: KeyboardEvent): Key {
  const char = isOfInputMethod(event) ? charOfCode(event.code) : event.key.length === 1 ? event.key : null;
  return {
    char,
    suffix: event.key === "Enter" || event.key === "Tab",
    modifier: MODIFIERS.has(event.key),
    human: event.repeat || event.ctrlKey || event.altKey || event.metaKey,
    at: event.timeStamp,
  };
}

/** A burst with the field that it began in. */
interface Run {
  readonly burst: Burst;
  readonly field: Before | undefined;
  /** The field before the burst's head. */
  readonly headField: Before | undefined;
  readonly composing: boolean;
}

/** Outcome of a settled burst: typed by a person or handled by nobody, and so entirely in the field; or handled as a scan. */
type Outcome = "typed" | "taken";

function process({ burst, field, headField, composing }: Run): Outcome {
  const scan = finish(burst);
  if (!scan) {
    retype(burst.text.slice(burst.landed));
    return "typed";
  }
  // The field is as it was before the taker sees it, so that what the taker focuses stays focused.
  const isJoined = scan.text.length > burst.text.length;
  const before = isJoined ? headField : field;
  const landed = burst.landed + (isJoined ? (burst.head?.landed ?? 0) : 0);
  if (before?.element.isConnected) restore(before, landed, composing);
  if (offer(scan)) return "taken";
  retype(scan.text);
  return "typed";
}

/** Begins to listen; answers how to stop. */
export function listenForScans(target: Window = window): () => void {
  let burst: Burst | undefined;
  let before: Before | undefined;
  let beforeHead: Before | undefined;
  let composing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The scan is whole: what still comes of its end is swallowed until it is processed. */
  let ended = false;
  /** Burst that was settled last: a key that was pressed with it but arrived later belongs to it. */
  let settled: (Run & { readonly outcome: Outcome }) | undefined;

  const settle = (): void => {
    clearTimeout(timer);
    const run = burst && { burst, field: before, headField: beforeHead, composing };
    const acts = pendingActs ?? [];
    burst = before = beforeHead = pendingActs = undefined;
    composing = ended = false;
    if (run && isTyped(run.burst)) for (const act of acts) act();
    if (run && run.burst.text !== settled?.burst.text) settled = { ...run, outcome: process(run) };
  };
  /** Settles after so long, unless the page was too busy meanwhile to hear a key in time. */
  const settleAfter = (wait: number, since = performance.now()): void => {
    clearTimeout(timer);
    const due = performance.now() + wait;
    timer = setTimeout(() => {
      const behind = performance.now() - due;
      if (behind > LATE_TIMER_MS && performance.now() - since < MOST_LATE_MS) settleAfter(Math.min(behind, SETTLE_MS), since);
      else settle();
    }, wait);
  };
  /** Takes back what was settled before its last keys were heard. */
  const rejoin = ({ burst: known, field, outcome, ...run }: NonNullable<typeof settled>): void => {
    const isTaken = outcome === "taken";
    burst = { ...known, landed: isTaken ? 0 : known.text.length };
    before = isTaken ? remember() : field;
    beforeHead = isTaken ? before : run.headField;
    composing = run.composing;
  };

  const down = (event: KeyboardEvent): void => {
    const key = keyOf(event);
    if (ended && key.suffix) return stop(event);
    if (!burst && settled && continues(settled.burst, key)) rejoin(settled);
    const { burst: next, move } = feed(burst, key);
    // A stall before the burst is sure may be inside a scan: what came before it waits with it.
    const stalled = move === "start" && next?.head !== undefined;
    if (burst && (move === "start" || next === undefined) && !stalled) settle();
    if (move === "start" || next === undefined) settled = undefined;
    burst = next;
    if (burst === undefined) return undefined;
    pendingActs ??= [];
    if (move === "start") {
      if (stalled) beforeHead ??= before;
      before = remember();
      if (!stalled) composing = false;
    }
    composing ||= isOfInputMethod(event);
    // On a busy machine keys come later than they were struck; the next may be later still.
    const late = Math.min(Math.max(performance.now() - key.at, 0) * 2, MOST_LATE_MS);
    settleAfter(SETTLE_MS + late);
    if (move === "end") ended = true;
    if (move === "swallow" && isOfInputMethod(event)) burst = { ...burst, landed: burst.landed + 1 };
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
    pendingActs = undefined;
    target.removeEventListener("keydown", down, { capture: true });
  };
}
