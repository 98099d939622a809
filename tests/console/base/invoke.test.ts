import { HttpResponse } from "msw";
import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { Done, download, get, postForm, postJson } from "../../../src/contract/core/call";
import { Yuan } from "../../../src/contract/core/money";
import { parseJson } from "../../../src/console/api/answer";
import { callDirectly } from "../../../src/console/api/call-directly";
import { ApiError } from "../../../src/console/api/error";
import { invoke, invokeFile, watchFailures } from "../../../src/console/api/invoke";
import { useCall } from "../../../src/console/api/use-call";
import { setSession } from "../../../src/console/session/store";
import { handle, Refusal, type Seen } from "../server";

const anything = z.record(z.string(), z.unknown());
const list = get("/api/manage/venue/sale/list", {
  summary: "",
  input: z.object({
    page: z.number().optional(),
    size: z.number().optional(),
    states: z.array(z.string()).optional(),
    q: z.string().optional(),
  }),
  output: anything,
});
const save = postJson("/api/manage/venue/sale/create", { summary: "", input: z.object({ total: z.string() }), output: anything });
const form = postForm("/api/open/upload/base64", { summary: "", input: z.object({ image: z.string() }), output: anything });
const account = postForm("/api/manage/venue/account", { summary: "", input: z.object({ amount: z.string() }), output: Done });
const open = get("/api/open/place/search", { summary: "", input: z.object({ venueId: z.string() }), output: anything });
const excel = download("/api/manage/venue/sale/excelExport", { summary: "", file: "application/vnd.ms-excel" });

const site = {
  venueId: "v1",
  name: "源深羽毛球馆",
  logo: null,
  city: "上海",
  area: "浦东新区",
  mainTag: "badminton" as const,
  tags: ["badminton" as const],
  siteTypeSourceId: "s1",
  bookingsToday: 1,
  utilisation: 1,
};
const signIn = (): void => setSession({ token: "secret", venueId: "v1", venue: site });

/** Answers a call and keeps what each request carried. */
function record(
  call: Parameters<typeof handle>[0],
  answer: () => Record<string, unknown> | Response | Promise<Response> = () => ({}),
): Seen[] {
  const seen: Seen[] = [];
  handle(call, (_, what) => {
    seen.push(what);
    return answer();
  });
  return seen;
}

afterEach(() => watchFailures(() => undefined));

describe("where the session travels", () => {
  it("JSON: headers with a bearer, nothing of it in the body", async () => {
    signIn();
    const [seen] = [record(save)];
    await invoke(save, { total: "12.30" });
    const headers = Object.fromEntries(seen[0]?.headers ?? []);
    expect(headers).toMatchObject({
      access_token: "secret",
      sourceid: "v1",
      sitetype: "Venue",
      sitetypesourceid: "s1",
      authorization: "Bearer secret",
    });
    expect(headers["accept-language"]).toBe("zh");
    expect(seen[0]?.body).toEqual({ total: "12.30" });
  });
  it("form: in the body with the source name, not in headers", async () => {
    signIn();
    const seen = record(account);
    await invoke(account, { amount: "1.00" });
    expect(seen[0]?.body).toEqual({
      access_token: "secret",
      sourceId: "v1",
      sourceName: "源深羽毛球馆",
      siteType: "Venue",
      siteTypeSourceId: "s1",
      amount: "1.00",
    });
    expect(seen[0]?.headers.get("authorization")).toBeNull();
  });
  it("GET: as query; a 0-based page passes as it is; lists become words; what is absent is left out", async () => {
    signIn();
    const seen = record(list);
    await invoke(list, { page: 0, size: 20, states: ["paid", "refunded"], q: undefined });
    expect(Object.fromEntries(seen[0]?.query ?? [])).toEqual({
      access_token: "secret",
      sourceId: "v1",
      siteType: "Venue",
      siteTypeSourceId: "s1",
      page: "0",
      size: "20",
      states: "paid,refunded",
    });
  });
  it("open paths carry neither token nor source id", async () => {
    signIn();
    const [query, body] = [record(open), record(form)];
    await invoke(open, { venueId: "v1" });
    await invoke(form, { image: "x" });
    for (const name of ["access_token", "sourceId", "sourceName"]) {
      expect(query[0]?.query.has(name)).toBe(false);
      expect(body[0]?.body).not.toHaveProperty(name);
    }
    expect(query[0]?.query.get("venueId")).toBe("v1");
  });
});

describe.each([
  ["of the first load", callDirectly],
  ["of the running console", invoke],
])("one retry of a call %s", (_, ask) => {
  it("after a status code, then gives up", async () => {
    const seen = record(list, () => new HttpResponse("gone", { status: 502 }));
    await expect(ask(list, {})).rejects.toThrow("status code 502");
    expect(seen).toHaveLength(2);
  });
  it("after 50 seconds without an answer, with as long again", async () => {
    const never = new Promise<Response>(() => undefined);
    const seen = record(list, () => never);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const asked = ask(list, {}).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(49_999);
    expect(seen.length).toBeLessThan(2);
    await vi.advanceTimersByTimeAsync(201);
    await vi.waitFor(() => expect(seen).toHaveLength(2));
    await vi.advanceTimersByTimeAsync(50_000);
    vi.useRealTimers();
    expect(await asked).toMatchObject({ message: expect.stringContaining("timeout") });
    expect(seen).toHaveLength(2);
  });
  it("helps once", async () => {
    let first = true;
    const seen = record(list, () => {
      if (!first) return { ok: true };
      first = false;
      return new HttpResponse("", { status: 500 });
    });
    await expect(ask(list, {})).resolves.toEqual({ ok: true });
    expect(seen).toHaveLength(2);
  });
  it("waits 200 ms", async () => {
    const at: number[] = [];
    record(list, () => {
      at.push(performance.now());
      return new HttpResponse("", { status: 502 });
    });
    await expect(ask(list, {})).rejects.toThrow();
    const [first = 0, second = 0] = at;
    expect(second - first).toBeGreaterThanOrEqual(199);
  });
  it("is not made for a refusal", async () => {
    const seen = record(list, () => {
      throw new Refusal(409, "已被预订");
    });
    await expect(ask(list, {})).rejects.toThrow("已被预订");
    expect(seen).toHaveLength(1);
  });
  it("is not made when the network is away: the message names no status code", async () => {
    const seen = record(list, () => HttpResponse.error());
    await expect(ask(list, {})).rejects.toThrow(TypeError);
    expect(seen).toHaveLength(1);
  });
});

describe("a retry", () => {
  it("carries the same idempotency key", async () => {
    const seen = record(save, () => new HttpResponse("", { status: 503 }));
    await expect(invoke(save, { total: "1.00" })).rejects.toThrow();
    const keys = seen.map(({ headers }) => headers.get("idempotency-key"));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
  });
});

describe("answers", () => {
  it("refusals keep code, message, data and field errors", async () => {
    handle(save, () => {
      throw new Refusal(400, "有内容需要修改", { errors: { total: "应为金额" } });
    });
    const error: unknown = await invoke(save, { total: "x" }).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 400, msg: "有内容需要修改", errors: { total: "应为金额" } });
  });
  it("tell whoever watches the session of every failure", async () => {
    const failures: unknown[] = [];
    watchFailures((error) => failures.push(error));
    handle(list, () => {
      throw new Refusal(401, "invalid_token");
    });
    await expect(invoke(list, {})).rejects.toThrow();
    expect(failures).toHaveLength(1);
  });
  it("a message under the name of other servers is read too", async () => {
    record(list, () => HttpResponse.json({ code: 500, message: "busy there" }));
    await expect(invoke(list, {})).rejects.toThrow("busy there");
  });
  it("a download passes through with its name", async () => {
    record(
      excel,
      () =>
        new HttpResponse("rows", {
          headers: {
            "Content-Type": "application/vnd.ms-excel",
            "Content-Disposition": "attachment; filename*=UTF-8''%E9%94%80%E5%94%AE.xlsx",
          },
        }),
    );
    const { blob, name } = await invokeFile(excel, {});
    expect(name).toBe("销售.xlsx");
    expect(await blob.text()).toBe("rows");
  });
  it("a download that the server refuses is a refusal", async () => {
    record(excel, () => HttpResponse.json({ code: 403, msg: "没有权限", data: {} }));
    await expect(invokeFile(excel, {})).rejects.toThrow("没有权限");
  });
  it("long whole numbers of other servers are read as text, money and words are not touched", () => {
    expect(
      parseJson('{"id":12345678901234567890,"a":[9007199254740993,1],"s":"id 12345678901234567890","x":1.5,"n":-12345678901234567890}'),
    ).toEqual({
      id: "12345678901234567890",
      a: ["9007199254740993", 1],
      s: "id 12345678901234567890",
      x: 1.5,
      n: "-12345678901234567890",
    });
    expect(Yuan.parse("12.30")).toBe("12.30");
  });
});

describe("a person's action", () => {
  it("keeps its key while the same input is tried again, and gets another after success or a change", async () => {
    let refuse = true;
    const seen: (string | null)[] = [];
    handle(save, (_, { headers }) => {
      seen.push(headers.get("idempotency-key"));
      if (refuse) throw new Refusal(409, "no");
      return {};
    });
    const { result } = renderHook(() => useCall(save));
    const run = (total: string) => act(() => result.current.run({ total }).catch(() => undefined));
    await run("1.00");
    expect(result.current.error?.message).toBe("no");
    await run("1.00");
    await run("2.00");
    refuse = false;
    await run("2.00");
    await run("2.00");
    expect(seen[1]).toBe(seen[0]);
    expect(seen[2]).not.toBe(seen[1]);
    expect(seen[3]).toBe(seen[2]);
    expect(seen[4]).not.toBe(seen[3]);
    expect(result.current.error).toBeUndefined();
  });
  it("is one call when it is clicked twice", async () => {
    const seen = record(save);
    const { result } = renderHook(() => useCall(save));
    await act(() => Promise.all([result.current.run({ total: "1.00" }), result.current.run({ total: "1.00" })]));
    expect(seen).toHaveLength(1);
    await waitFor(() => expect(result.current.pending).toBe(false));
  });
  it("reads carry no key", async () => {
    const seen = record(list);
    await invoke(list, {});
    expect(seen[0]?.headers.has("idempotency-key")).toBe(false);
  });
});
