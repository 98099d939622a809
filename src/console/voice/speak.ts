/**
 * Says sentences, one after the other. The venue API's voice service speaks where one is configured; where there is none, or it fails,
 * the browser speaks itself, so that the voice works out of the box.
 */
import { shell } from "../../contract/platform/shell";
import { invokeFile } from "../api/invoke";
import { newKey } from "../api/idempotency-key";
import { FRESH_MS } from "../live/mark";
import { preference } from "../session/preferences";
import { audioOf, follow, type Sound, speechOf } from "./sound";
import { type Voice, VOICE_PREFERENCE, voiceOf } from "./voices";

/** Pause before the audio is played. */
const PLAY_AFTER_MS = 1_000;
/** After a longer wait the payment would be announced when the customer has gone: the browser then speaks it. */
const SERVICE_MS = 4_000;
/** Manner of speaking. */
const MANNER = { spd: 5, pit: 5, vol: 15, lan: "zh", aue: 3, ctp: 1 } as const;
/** A service that failed is not asked again for this long. */
const REST_MS = 5 * 60_000;
/** A sentence that never ends must not silence the next: time for a character, and to begin. */
const CHARACTER_MS = 400;
const BEGIN_MS = 4_000;
/** A finger counts when it is lifted. */
const TOUCHES = ["pointerup", "keydown"] as const;

interface Waiting {
  readonly at: number;
  readonly sentence: string;
  readonly begin: () => void;
}
let waiting: Waiting[] = [];
let speaking = false;
/** Each hush ends one: a sentence of an earlier turn that is not heard yet is not said any more. */
let turn = new AbortController();
let token: { readonly text: string; readonly until: number } | undefined;
let restUntil = 0;
const device = newKey();

/** Whoever comes to a page that the browser restored last night is not told of last night. */
const isFresh = ({ at }: Waiting): boolean => Date.now() - at < FRESH_MS;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Says a sentence after those that wait, in the chosen voice; nothing where the voice is off. However many wait, none is left out: each
 * is somebody's money. What the browser refuses to sound waits for the first pointer or key.
 * @param begin called when its first sound is heard, or when nothing will be said of it
 */
export function speak(sentence: string, begin: () => void = () => undefined): void {
  if (voiceOf(preference(VOICE_PREFERENCE)) === "off") return begin();
  waiting.push({ at: Date.now(), sentence, begin });
  if (!speaking) void run();
  return undefined;
}

/** Forgets what waits, and what is fetched and not heard yet. What is being said is said to its end. */
export function hush(): void {
  waiting = [];
  turn.abort();
  turn = new AbortController();
}

async function run(): Promise<void> {
  speaking = true;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const voice = voiceOf(preference(VOICE_PREFERENCE));
    if (voice === "off") next.begin();
    else await speakOne(next, voice);
  }
  speaking = false;
}

async function speakOne(one: Waiting, voice: Voice): Promise<void> {
  const { sentence, begin } = one;
  const { signal } = turn;
  const limit = BEGIN_MS + sentence.length * CHARACTER_MS;
  const audio = await byService(sentence, voice);
  let sounds: Sound[] = [...(audio ? [audio] : []), speechOf(sentence, voice)];
  while (!signal.aborted) {
    const refused: Sound[] = [];
    for (const sound of sounds) {
      const how = await follow(sound, { limit, signal, begin });
      if (how === "done") return;
      if (how === "refused") refused.push(sound);
      else if (sound === audio) restService();
    }
    sounds = refused;
    if (refused.length === 0) break;
    await touch();
    waiting = waiting.filter(isFresh);
    if (!isFresh(one)) return;
  }
  if (!signal.aborted) begin();
}

/** The next pointer or key: from then on the browser lets the page sound. */
function touch(): Promise<void> {
  return new Promise((resolve) => {
    const touched = (): void => {
      for (const type of TOUCHES) removeEventListener(type, touched, true);
      resolve();
    };
    for (const type of TOUCHES) addEventListener(type, touched, true);
  });
}

const quietly = () => ({ quiet: true, signal: AbortSignal.timeout(SERVICE_MS) });

function restService(): void {
  token = undefined;
  restUntil = Date.now() + REST_MS;
}

/** @returns the audio, when it may be played; `undefined` where the service rests or failed */
async function byService(sentence: string, voice: Voice): Promise<Sound | undefined> {
  if (Date.now() < restUntil) return undefined;
  try {
    const { blob } = await invokeFile(
      shell.text2audio,
      { tex: sentence, tok: await tokenNow(), cuid: device, per: Number(voice), ...MANNER },
      quietly(),
    );
    if (!blob.type.startsWith("audio/")) throw new TypeError("the voice service answered no audio");
    await pause(PLAY_AFTER_MS);
    return audioOf(blob);
  } catch {
    restService();
    return undefined;
  }
}

async function tokenNow(): Promise<string> {
  if (token && token.until > Date.now()) return token.text;
  const { blob } = await invokeFile(shell.voiceToken, { grant_type: "client_credentials" }, quietly());
  const answer: unknown = JSON.parse(await blob.text());
  const known: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(Object(answer) as object));
  const { access_token: text, expires_in: seconds } = known;
  if (typeof text !== "string" || text === "") throw new TypeError("the voice service gave no token");
  token = { text, until: Date.now() + (typeof seconds === "number" ? seconds * 1_000 : 0) };
  return text;
}
