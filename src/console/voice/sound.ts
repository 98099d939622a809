/** Output of a sentence: an audio of the voice service, or the browser's own speech. */
import type { Voice } from "./voices";

/**
 * Outcome of an attempt: heard, or silenced before; failed; or refused, because a browser plays no sound on a page that nobody touched yet.
 */
type Ending = "done" | "failed" | "refused";

/**
 * Starts to sound.
 * @param began called at the first sound
 * @param ended called with how it ended; only the first call counts
 * @returns how to stop it
 */
export type Sound = (began: () => void, ended: (how: Ending) => void) => () => void;

interface Watch {
  /** ms after which nobody waits for its end any more; what is silent still is stopped. */
  readonly limit: number;
  /** Aborted when it is not to be said any more. What is heard already is said to its end. */
  readonly signal: AbortSignal;
  readonly begin: () => void;
}

/** Sounds, and follows it to its end. What was heard in part is done: nothing is said twice. */
export function follow(sound: Sound, { limit, signal, begin }: Watch): Promise<Ending> {
  return new Promise((resolve) => {
    // Some browsers refuse without a word.
    const touched = navigator.userActivation?.hasBeenActive ?? true;
    let begun = false;
    let over = false;
    const began = (): void => {
      if (begun || over) return;
      begun = true;
      begin();
    };
    const end = (how: Ending): void => {
      over = true;
      clearTimeout(timer);
      signal.removeEventListener("abort", hush);
      resolve(begun ? "done" : how);
    };
    const giveUp = (how: Ending): void => {
      end(how);
      if (!begun) stop();
    };
    const hush = (): void => {
      if (!begun) giveUp("done");
    };
    const timer = setTimeout(() => giveUp(touched ? "failed" : "refused"), limit);
    signal.addEventListener("abort", hush);
    const stop = sound(began, (how) => {
      if (how === "done") began();
      end(how);
    });
  });
}

/** The audio of a sentence. */
export const audioOf =
  (blob: Blob): Sound =>
  (began, ended) => {
    const address = URL.createObjectURL(blob);
    const audio = new Audio(address);
    const end = (how: Ending): void => {
      URL.revokeObjectURL(address);
      ended(how);
    };
    audio.addEventListener("playing", began);
    audio.addEventListener("ended", () => end("done"));
    audio.addEventListener("error", () => end("failed"));
    audio.play().catch((error: unknown) => end(error instanceof DOMException && error.name === "NotAllowedError" ? "refused" : "failed"));
    return () => {
      audio.pause();
      URL.revokeObjectURL(address);
    };
  };

/** Voices 1 and 3 are men's: said lower, where the browser has one Chinese voice only. */
const PITCH: Readonly<Record<Voice, number>> = { "0": 1, "1": 0.8, "3": 0.7, "4": 1.25 };

/** The browser's own speech. */
export const speechOf =
  (sentence: string, voice: Voice): Sound =>
  (began, ended) => {
    const speech = globalThis.speechSynthesis;
    if (speech === undefined) {
      ended("failed");
      return () => undefined;
    }
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.lang = "zh-CN";
    utterance.pitch = PITCH[voice];
    utterance.addEventListener("start", began);
    utterance.addEventListener("end", () => ended("done"));
    utterance.addEventListener("error", ({ error }) => ended(error === "not-allowed" ? "refused" : "failed"));
    speech.speak(utterance);
    return () => speech.cancel();
  };
