/** Requests that are sent before the client is there: handed over once, ended with the client's own, and dropped when nobody takes them. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fetchOrReuse, sendAhead } from "../../../src/console/api/ahead";
import { session } from "../../../src/contract/session/session";

interface Sent {
  readonly href: string;
  readonly signal: AbortSignal | null | undefined;
}
let sent: Sent[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  vi.stubGlobal("fetch", (href: string, init?: RequestInit) => {
    sent.push({ href, signal: init?.signal });
    return new Promise<Response>((resolve, reject) => {
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
      setTimeout(() => resolve(new Response("{}")), 1_000);
    });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const send = (): string => {
  sendAhead(session.profile, {});
  return sent.at(-1)?.href ?? "";
};

it("hands the response over once; the next request is a new one", async () => {
  const href = send();
  const response = fetchOrReuse(href);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await (await response).text()).toBe("{}");
  void fetchOrReuse(href).catch(() => undefined);
  expect(sent).toHaveLength(2);
});

it("ends the request that is under way when the client gives up its own", async () => {
  const controller = new AbortController();
  const response = fetchOrReuse(send(), { signal: controller.signal });
  const outcome = expect(response).rejects.toThrow("left");
  controller.abort(new Error("left"));
  await outcome;
  expect(sent[0]?.signal?.aborted).toBe(true);
});

it("drops a response that nobody takes within ten seconds", async () => {
  const href = send();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent[0]?.signal?.aborted).toBe(true);
  void fetchOrReuse(href).catch(() => undefined);
  expect(sent).toHaveLength(2);
});
