/** When a request is sent again. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { client } from "../../../src/console/api/client";
import { HttpError } from "../../../src/console/api/error";

const wire = { method: "POST", url: "/api/manage/venue/sale/create", encoding: "json", idempotencyKey: "one", data: {} } as const;
const send = async (): Promise<unknown> => (await client.request<unknown>(wire)).data;
const asked = vi.fn<typeof fetch>();
const answers = (...given: Response[]): void => {
  for (const one of given) asked.mockResolvedValueOnce(one);
};
const busy = (retryAfter?: string): Response =>
  new Response('{"code":503,"msg":"busy","data":{}}', {
    status: 503,
    headers: retryAfter === undefined ? {} : { "retry-after": retryAfter },
  });
const done = (): Response => new Response('{"code":200,"msg":"","data":7}');

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", asked);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  asked.mockReset();
});

describe("a server that is busy", () => {
  it.each([
    ["says nothing of when", undefined, 200],
    ["says a second", "1", 1_000],
    ["says an hour: no person waits so long", "3600", 5_000],
    ["says a date, which is not read", "Wed, 21 Oct 2026 07:28:00 GMT", 200],
  ])("is asked again, with the same key, when it %s", async (_, header, ms) => {
    answers(busy(header), done());
    const sent = send();
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(asked).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await sent).toBe(7);
    expect(asked.mock.calls.map(([request, init]) => new Request(request, init).headers.get("idempotency-key"))).toEqual(["one", "one"]);
  });

  it("is not asked a third time", async () => {
    answers(busy("1"), busy("1"));
    const failed = send().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await failed).toBeInstanceOf(HttpError);
    expect(asked).toHaveBeenCalledTimes(2);
  });
});
