/**
 * Questions that were asked for a page before it was drawn. The page takes them over, with their failure too, instead of asking again: with
 * the retry of `client.ts` a list that fails would otherwise go out four times.
 */
import { hashKey } from "@tanstack/react-query";

/** For how long an answer counts as of now, ms. */
export const FRESH_MS = 5_000;

const pendingByKey = new Map<string, Promise<unknown>>();

/** Leaves a question to whoever asks the same next, as long as its end counts as of now. */
export function shareRequest(key: readonly unknown[], answer: Promise<unknown>): void {
  const name = hashKey(key);
  pendingByKey.set(name, answer);
  const drop = (): void => {
    if (pendingByKey.get(name) === answer) pendingByKey.delete(name);
  };
  const later = (): void => void setTimeout(drop, FRESH_MS);
  answer.then(later, later);
}

/** The question that was handed over, once: whoever asks after that asks the server. */
export function claimSharedRequest(key: readonly unknown[]): Promise<unknown> | undefined {
  if (pendingByKey.size === 0) return undefined;
  const name = hashKey(key);
  const answer = pendingByKey.get(name);
  pendingByKey.delete(name);
  return answer;
}

/** Nothing of one venue or person is taken over in another. */
export const clearSharedRequests = (): void => pendingByKey.clear();
