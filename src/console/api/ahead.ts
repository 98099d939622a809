/**
 * Sends the first requests of a page load before the client's code is there. The client sends the same request a moment later and is
 * handed the response that is already on its way: one transport, one set of rules.
 */
import type { Call } from "../../contract/call";
import { describeCall, RULES, toSearchParams } from "./rules";

const inFlight = new Map<string, Promise<Response>>();

/** Sends a reading call. */
export function sendAhead(call: Call, input: object): void {
  const request = { ...describeCall(call, input), headers: new Headers() };
  for (const rule of RULES) rule(request);
  const { href } = new URL(`${request.url}?${toSearchParams(request.params)}`);
  if (inFlight.has(href)) return;
  const response = fetch(href, { headers: request.headers, credentials: "include" });
  response.catch(() => undefined); // reported by the client, which is handed the failure, too
  inFlight.set(href, response);
}

/** `fetch` for the client: hands over the response of a request that was sent ahead, once. */
export function fetchOrTake(input: URL | Request | string, init?: RequestInit): Promise<Response> {
  const href = input instanceof Request ? input.url : String(input);
  const response = inFlight.get(href);
  if (response === undefined) return fetch(input, init);
  inFlight.delete(href);
  const signal = input instanceof Request ? input.signal : init?.signal;
  return new Promise((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
    response.then(resolve, reject);
  });
}
