/** Calls before the console's HTTP client is there: the envelope, the time-out and the one retry of spec §7, and nothing more. */
import { language } from "./words";

const TIMEOUT_MS = 50_000;
const RETRY_MS = 200;

/** A refusal of the server: its `msg`, for the person. */
export class Refused extends Error {}

/**
 * Asks the API and gives `data` of its envelope.
 * @throws Refused when the answer's code is not 200
 * @throws TypeError when the server can't be reached or answers no envelope, after one retry
 */
export async function ask<T>(path: string, body?: object): Promise<T> {
  const once = async (): Promise<{ code?: number; msg?: string; message?: string; data?: T }> => {
    const answer = await fetch(path, {
      method: body ? "POST" : "GET",
      credentials: "include",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { "Accept-Language": language(), ...(body ? { "Content-Type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return answer.json();
  };
  const answer = await once().catch(async () => {
    await new Promise((done) => setTimeout(done, RETRY_MS));
    return once();
  });
  if (answer.code !== 200 || answer.data === undefined) throw new Refused(answer.msg ?? answer.message ?? "");
  return answer.data;
}
