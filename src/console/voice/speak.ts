/**
 * Says sentences, one after the other. The venue API's voice service speaks where one is configured; where there is none, or it fails,
 * the browser speaks itself, so that the voice works out of the box (product session-and-shell "Voice", spec §9).
 */
import { shell } from "../../contract/shell";
import { invokeFile } from "../api/invoke";
import { newKey } from "../api/request";
import { preference } from "../session/preferences";
import { type Voice, VOICE_PREFERENCE, voiceOf } from "./voices";

/** Pause before the audio is played (spec §9). */
const PLAY_AFTER_MS = 1_000;
/** Who waits longer hears of the payment when the customer has gone: the browser says it then. */
const SERVICE_MS = 4_000;
/** A service that failed is not asked again for this long. */
const REST_MS = 5 * 60_000;
/** A sentence that never ends must not silence the next: time for a character, and to begin. */
const CHARACTER_MS = 400;
const BEGIN_MS = 4_000;
interface Waiting {
  readonly sentence: string;
  readonly begin: () => void;
}
let waiting: Waiting[] = [];
let speaking = false;
/** Each hush ends one: a sentence of an earlier turn that is not heard yet is not said any more. */
let turn = 0;
let token: { readonly text: string; readonly until: number } | undefined;
let restUntil = 0;
const device = newKey();

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Says a sentence after those that wait, in the chosen voice; nothing where the voice is off. However many wait, none is left out: each
 * is somebody's money.
 * @param begin told when its first sound is heard, or when nothing will be said of it
 */
export function speak(sentence: string, begin: () => void = () => undefined): void {
  if (voiceOf(preference(VOICE_PREFERENCE)) === "off") return begin();
  waiting.push({ sentence, begin });
  if (!speaking) void run();
  return undefined;
}

/** Forgets what waits, and what is fetched and not heard yet. What is being said is said to its end. */
export function hush(): void {
  waiting = [];
  turn++;
}

async function run(): Promise<void> {
  speaking = true;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const voice = voiceOf(preference(VOICE_PREFERENCE));
    if (voice === "off") next.begin();
    else await say(next, voice);
  }
  speaking = false;
}

async function say({ sentence, begin }: Waiting, voice: Voice): Promise<void> {
  const mine = turn;
  const limit = BEGIN_MS + sentence.length * CHARACTER_MS;
  let begun = false;
  /** @returns whether it may be said still */
  const start = (): boolean => {
    if (!begun && turn !== mine) return false;
    if (!begun) begin();
    begun = true;
    return true;
  };
  const served = Date.now() >= restUntil && (await byService(sentence, voice, start, limit));
  if (!served && start()) await Promise.race([byBrowser(sentence, voice), pause(limit)]);
}

const quietly = () => ({ quiet: true, signal: AbortSignal.timeout(SERVICE_MS) });

/** @returns whether it was said, or is not to be said any more */
async function byService(sentence: string, voice: Voice, start: () => boolean, limit: number): Promise<boolean> {
  try {
    const { blob } = await invokeFile(
      shell.text2audio,
      { tex: sentence, tok: await tokenNow(), cuid: device, per: Number(voice) },
      quietly(),
    );
    if (!blob.type.startsWith("audio/")) throw new TypeError("the voice service answered no audio");
    await pause(PLAY_AFTER_MS);
    if (start()) await Promise.race([play(blob), pause(limit)]);
    return true;
  } catch {
    token = undefined;
    restUntil = Date.now() + REST_MS;
    return false;
  }
}

async function tokenNow(): Promise<string> {
  if (token && token.until > Date.now()) return token.text;
  const { blob } = await invokeFile(shell.voiceToken, {}, quietly());
  const answer: unknown = JSON.parse(await blob.text());
  const known: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(Object(answer) as object));
  const { access_token: text, expires_in: seconds } = known;
  if (typeof text !== "string" || text === "") throw new TypeError("the voice service gave no token");
  token = { text, until: Date.now() + (typeof seconds === "number" ? seconds * 1_000 : 0) };
  return text;
}

async function play(blob: Blob): Promise<void> {
  const address = URL.createObjectURL(blob);
  try {
    const audio = new Audio(address);
    const ended = new Promise<void>((resolve, reject) => {
      audio.addEventListener("ended", () => resolve());
      audio.addEventListener("error", () => reject(new TypeError("the audio cannot be played")));
    });
    await audio.play();
    await ended;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Voices 1 and 3 are men's: said lower, where the browser has one Chinese voice only. */
const PITCH: Readonly<Record<Voice, number>> = { "0": 1, "1": 0.8, "3": 0.7, "4": 1.25 };

function byBrowser(sentence: string, voice: Voice): Promise<void> {
  const speech = globalThis.speechSynthesis;
  if (speech === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.lang = "zh-CN";
    utterance.pitch = PITCH[voice];
    utterance.addEventListener("end", () => resolve());
    utterance.addEventListener("error", () => resolve());
    speech.speak(utterance);
  });
}
