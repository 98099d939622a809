/**
 * Sends the first requests of a page load before the client's code is there. The client sends the same request a moment later and is
 * handed the response that is already on its way: one transport, one set of rules.
 */
import type { Call } from "../../contract/core/call";
import { describeCall, RULES, toSearchParams } from "./rules";

/** Longest that a response waits for the client. Later it would be old, and one that nobody reads keeps its connection. */
const MAX_AGE_MS = 10_000;

interface InFlight {
  readonly response: Promise<Response>;
  readonly controller: AbortController;
}
const inFlight = new Map<string, InFlight>();

/** Sends a reading call. */
export function sendAhead(call: Call, input: object): void {
  const request = { ...describeCall(call, input), headers: new Headers() };
  for (const rule of RULES) rule(request);
  const { href } = new URL(`${request.url}?${toSearchParams(request.params)}`);
  if (inFlight.has(href)) return;
  const controller = new AbortController();
  const response = fetch(href, { headers: request.headers, credentials: "include", signal: controller.signal });
  response.catch(() => undefined); // reported by the client, which is handed the failure, too
  const one = { response, controller };
  inFlight.set(href, one);
  setTimeout(() => {
    if (inFlight.get(href) !== one) return;
    inFlight.delete(href);
    controller.abort();
  }, MAX_AGE_MS);
}

/** `fetch` for the client: hands over the response of a request that was sent ahead, once. Aborting ends that request, too. */
export function fetchOrReuse(input: URL | Request | string, init?: RequestInit): Promise<Response> {
  const href = input instanceof Request ? input.url : String(input);
  const request = inFlight.get(href);
  if (request === undefined) return fetch(input, init);
  inFlight.delete(href);
  const signal = input instanceof Request ? input.signal : init?.signal;
  const abort = (): void => request.controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);
  return request.response;
}
