/**
 * Distinguishes scanner input from typing by timing and shape. Pure: it receives keys with their times and returns what to do with each. A
 * scanner sends a key every 1 to 15 ms; the fastest hands need 20. A slow one, over Bluetooth or a remote desktop, needs up to 50 ms for each key:
 * no hand is so fast and so regular over a whole code, so at its end key the gaps and the shape tell.
 */

/** Possible kinds of a code. `other` is a burst of no known shape. */
export type ScanKind = "pay" | "barcode" | "voucher" | "member" | "other";

/** A scanned code; one text may be several things, the likeliest first: whoever asks for one of them gets it. */
export interface Scan {
  readonly text: string;
  readonly kinds: readonly ScanKind[];
}

/** A key as it went down. */
export interface Key {
  /** The character that it types; null: none. */
  readonly char: string | null;
  /** Enter or Tab, which scanners send at the end. */
  readonly suffix: boolean;
  /** Shift and the like: they come between the characters of a scan and mean nothing by themselves. */
  readonly modifier: boolean;
  /** Held down, or with Ctrl, Alt or Meta: no scanner does that. */
  readonly human: boolean;
  /** Milliseconds on any clock. */
  readonly at: number;
}

/** A run of fast keys. */
export interface Burst {
  readonly text: string;
  readonly first: number;
  readonly last: number;
  /** Number of its characters that the field received before the burst was recognised as a scan. */
  readonly landed: number;
  /** Keys from before a stall, too few to tell: typed by a person, or the first characters of a slow scan. */
  readonly head?: { readonly text: string; readonly landed: number };
  /** Times between the keys, those of the head included. */
  readonly gaps: readonly number[];
  /** True once its end key has shown that a slow scanner sent it, head and all. */
  readonly isSlow?: true;
}

/**
 * Action for a key. `start`: a burst may begin here, remember the field; `swallow`: withhold it from the field; `end`: withhold it, the
 * scan is complete; `pass`: not part of a scan.
 */
type Move = "pass" | "start" | "swallow" | "end";

/** Mean time between keys up to which they are a scanner's. */
const SCANNER_MS = 17;
/** A pause inside a scan: the system was busy. Before a burst is sure, it counts as the end of what a person typed. */
const PAUSE_MS = 40;
/** A pause up to which keys may be those of a slow scanner. */
const SLOW_PAUSE_MS = 75;
/** Mean time between keys up to which they may be a slow scanner's. */
const SLOW_MS = 50;
/** Deviation of the gaps up to which they are a machine's, as a part of their mean. People who type a number vary by a third to a half of it. */
const SLOW_SPREAD = 0.3;
/** From so many fast keys on a burst is taken for a scan. */
const SURE = 4;
/** No code is shorter. */
export const SHORTEST = 6;

const pace = ({ text, first, last }: Burst): number => (text.length < 2 ? Infinity : (last - first) / (text.length - 1));
const isFast = (burst: Burst): boolean => pace(burst) <= SCANNER_MS;

/** True if a key was pressed so soon after a burst that it is part of it. Until a burst is sure, a pause ends what a person typed. */
export const continues = (burst: Burst, key: Key): boolean => key.at - burst.last <= (burst.text.length >= SURE ? PAUSE_MS : SCANNER_MS);

/** Takes a key. @returns the burst as it is then, none where there is none, and what becomes of the key */
export function feed(burst: Burst | undefined, key: Key): { burst: Burst | undefined; move: Move } {
  if (key.human) return { burst: undefined, move: "pass" };
  if (key.modifier) return { burst, move: "pass" };
  const gap = burst ? key.at - burst.last : Infinity;
  if (key.suffix) {
    if (burst === undefined) return { burst, move: "pass" };
    if (finish(burst) !== undefined && gap <= PAUSE_MS) return { burst, move: "end" };
    return isSlowScan(burst, gap) ? { burst: { ...burst, isSlow: true }, move: "end" } : { burst: undefined, move: "pass" };
  }
  if (key.char === null) return { burst: undefined, move: "pass" };
  if (burst === undefined || !continues(burst, key)) {
    const start = { text: key.char, first: key.at, last: key.at, landed: 1, gaps: [] };
    if (burst === undefined || gap > SLOW_PAUSE_MS || burst.text.length >= SURE) return { burst: start, move: "start" };
    const { head = { text: "", landed: 0 }, gaps } = burst;
    const before = { text: head.text + burst.text, landed: head.landed + burst.landed };
    return { burst: { ...start, head: before, gaps: [...gaps, gap] }, move: "start" };
  }
  const longer = { ...burst, text: burst.text + key.char, last: key.at, gaps: [...burst.gaps, gap] };
  if (longer.text.length >= SURE && isFast(longer)) return { burst: longer, move: "swallow" };
  return { burst: { ...longer, landed: longer.landed + 1 }, move: "pass" };
}

const wholeText = ({ head, text }: Burst): string => (head?.text ?? "") + text;
/** Cards as venues number them: capitals and a run of digits. */
const CARD = /^[A-Z]{1,5}-?\d{8,18}$/;

/** True if keys that all landed are a code from a slow scanner. @param gap time until the end key after them */
function isSlowScan(burst: Burst, gap: number): boolean {
  const text = wholeText(burst);
  if (gap > SLOW_PAUSE_MS || burst.landed < burst.text.length || (sureness(text) === 0 && !CARD.test(text))) return false;
  const gaps = [...burst.gaps, gap];
  const mean = gaps.reduce((sum, one) => sum + one, 0) / gaps.length;
  const variance = gaps.reduce((sum, one) => sum + (one - mean) ** 2, 0) / gaps.length;
  return mean <= SLOW_MS && Math.sqrt(variance) <= SLOW_SPREAD * mean;
}

/**
 * True if a finished burst is the keys of a person: no scan, not even one that came too slowly to be taken for one, since no hand strikes so
 * many keys within 75 ms of each other.
 */
export const isTyped = (burst: Burst): boolean => finish(burst) === undefined && (burst.head?.text.length ?? 0) + burst.text.length < SURE;

/**
 * The scan that a finished burst is; undefined: a person typed it. A stall among its first characters does not split it: they belong to it
 * where only with them it is a code that has a check of its own.
 */
export function finish(burst: Burst): Scan | undefined {
  const joined = wholeText(burst);
  if (burst.isSlow) return { text: joined, kinds: kindsOf(joined) };
  if (burst.text.length < SURE || !isFast(burst)) return undefined;
  const text = sureness(joined) > 0 && sureness(joined) >= sureness(burst.text) ? joined : burst.text;
  return text.length < SHORTEST ? undefined : { text, kinds: kindsOf(text) };
}

/** Confidence that a text is a whole code: 2 for one of a fixed length or with a check digit, 1 for an Alipay code, whose length varies. */
const sureness = (text: string): 0 | 1 | 2 =>
  payChannel(text) === "wechat" || isBarcode(text) ? 2 : payChannel(text) === "alipay" ? 1 : 0;

/** True if the last digit of an EAN-13, EAN-8, UPC-A or GTIN-14 is the check digit of the others. */
export function isBarcode(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false;
  const sum = Array.from(text)
    .toReversed()
    .reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** The channel of a payment code: WeChat 18 digits from 10–15, Alipay 16–24 digits from 25–30. */
export function payChannel(text: string): "wechat" | "alipay" | undefined {
  if (/^1[0-5]\d{16}$/.test(text)) return "wechat";
  return /^(2[5-9]|30)\d{14,22}$/.test(text) ? "alipay" : undefined;
}

/**
 * Returns the possible kinds of a text, likeliest first. Each venue has its own shapes of cards and vouchers: letters, digits and hyphens.
 */
export function kindsOf(text: string): readonly ScanKind[] {
  if (payChannel(text)) return ["pay"];
  if (isBarcode(text)) return ["barcode", "voucher", "member"];
  if (/^\d{10,15}$/.test(text)) return ["voucher", "member", "barcode"];
  if (/^(?=.*\d)[A-Za-z\d-]{6,24}$/.test(text)) return ["member", "voucher"];
  return ["other"];
}
