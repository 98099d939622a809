// @vitest-environment jsdom
/**
 * The console's own client, session and providers against the real server, over a line that can fail: what msw answers elsewhere is here
 * answered by the product itself.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { booking } from "../../src/contract/booking/booking";
import type { Member } from "../../src/contract/members/members";
import { members } from "../../src/contract/members/members";
import { shell } from "../../src/contract/platform/shell";
import { ApiError } from "../../src/console/api/error";
import { invoke, invokeFile, watchFailures } from "../../src/console/api/invoke";
import { setLanguage } from "../../src/console/i18n/i18n";
import { connectLive, disconnectLive, hear, liveState } from "../../src/console/live/socket";
import { authProvider } from "../../src/console/providers/auth";
import { dataProvider } from "../../src/console/providers/data";
import { loadPerson } from "../../src/console/session/enter";
import { failureKind } from "../../src/console/session/failure";
import { can } from "../../src/console/providers/access-control";
import { emptySession, session } from "../../src/console/session/store";
import { inVenue } from "../../src/server/http/serve";
import { allRoutes } from "../../src/server/routes";
import { seedBooking, seedMember } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { deskOf, venueOf } from "../support/desk";
import { type Line, openLine } from "../support/line";
import { password, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

/** The page of this test, as vitest gives it. */
declare const jsdom: {
  readonly window: object;
  reconfigure(settings: { url: string }): void;
  cookieJar: { getCookieStringSync(url: string): string; setCookieSync(cookie: string, url: string): unknown };
};

const NOW = new Date("2026-11-21T02:00:00Z");
let server: TestServer;
let line: Line;
/** Inputs of the form-encoded call's service. */
const spoken: unknown[] = [];

beforeAll(async () => {
  // jsdom has one of its own, which the server, in this very process, would not know its answers by.
  globalThis.ArrayBuffer = Object.getPrototypeOf(Buffer.from("").buffer).constructor;
  const speak = inVenue(shell, {
    text2audio: async (_, input) => {
      spoken.push(input);
      return { fileName: "a.mp3", type: "audio/mp3", body: Buffer.from("ID3") };
    },
  });
  const served = allRoutes({ dataDir: "/tmp/venue-console-test" }).filter((route) => route.call !== shell.text2audio);
  server = await testServer({ routes: [...served, ...speak] });
  server.now = NOW;
  const desk = deskOf(server.database, server.url, await venueOf(server.database, "v-1"), NOW);
  await seedBooking(desk);
  await seedCommerce(desk);
  for (const n of [1, 2, 3, 4, 5]) await seedMember(desk, `x-${n}`, { name: `许${n}`, principal: n * 10_000 });
  // Headers that browsers send with every request and jsdom does not.
  line = await openLine(server.origin, { "sec-fetch-site": "same-origin" });
  jsdom.reconfigure({ url: `${line.origin}/` });
  // jsdom lets the address change but not the origin, with which requests are judged.
  Reflect.set(jsdom.window, "_origin", line.origin);
  pageFetch();
  vi.stubGlobal("WebSocket", PageSocket);
  const timer = globalThis.setTimeout;
  const soon = (run: () => void, ms?: number, ...given: []): NodeJS.Timeout => timer(run, ms === 50_000 ? patience : ms, ...given);
  vi.stubGlobal("setTimeout", Object.assign(soon, timer));
  await setLanguage("zh");
});
/** A page hears after 50 s that nothing comes; the test of it need not wait that long. */
let patience = 50_000;
afterAll(async () => {
  disconnectLive();
  await line.close();
  await server.close();
});

/** jsdom has no fetch: Node's, with the page's address and cookies. */
function pageFetch(): void {
  const nodeFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { url, method, signal } = request;
    const headers = { ...Object.fromEntries(request.headers), cookie: jsdom.cookieJar.getCookieStringSync(url) };
    const ended = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(new Error(String(signal.reason)))));
    const body = method === "GET" ? null : await request.text();
    const answer = await Promise.race([nodeFetch(url, { method, headers, body }), ended]);
    for (const cookie of answer.headers.getSetCookie()) jsdom.cookieJar.setCookieSync(cookie, url);
    return answer;
  };
}

/** jsdom's own websocket does not work under vitest. This one, too, carries the page's origin and cookies. */
class PageSocket extends WebSocket {
  constructor(url: string) {
    super(url, { origin: location.origin, headers: { cookie: jsdom.cookieJar.getCookieStringSync(url.replace(/^ws/, "http")) } });
  }
}

/** As the login page and the boot do. */
async function logIn(): Promise<void> {
  expect(await authProvider.login({ username: "admin", password })).toMatchObject({ success: true });
  await loadPerson();
  expect(await authProvider.login({ venueId: "v-1" })).toMatchObject({ success: true });
}
const refusal = async (work: Promise<unknown>): Promise<ApiError> => {
  const error = await work.then(
    () => new Error("was not refused"),
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw error;
};
const passed = (path: string) => line.passed.filter((one) => one.path === path);
const countOf = async (table: string): Promise<number> =>
  (await query<{ n: number }>(server.url, `SELECT count(*)::int AS n FROM "${table}" WHERE venue_id = 'v-1'`))[0]?.n ?? -1;

beforeEach(async () => {
  emptySession();
  await logIn();
  line.passed.length = 0;
});

describe("session", () => {
  it("logs in, learns person, venues, codes and venue data, and is let in", async () => {
    expect(session()).toMatchObject({
      person: { username: "admin" },
      venueId: "v-1",
      venue: { name: "场馆 v-1", mainTag: "badminton" },
      venueInfo: { id: "v-1", zone: "Asia/Shanghai" },
    });
    expect(
      session()
        .sites?.map((site) => site.venueId)
        .sort(),
    ).toEqual(["v-1", "v-2"]);
    expect([can("booking_create"), can("member_recharge")]).toEqual([true, true]);
    expect(await authProvider.check()).toEqual({ authenticated: true });
    expect(await authProvider.getIdentity()).toMatchObject({ name: "员工 admin" });
  });

  it("says in the person's language why a login is refused", async () => {
    const { success, error } = await authProvider.login({ username: "admin", password: "wrong" });
    expect(success).toBe(false);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ message: "账号或密码错误" });
  });

  it("logs out at the server too: the old token opens nothing, which counts as a lapsed session", async () => {
    const { token } = session();
    await authProvider.logout();
    expect(await authProvider.check()).toMatchObject({ authenticated: false, redirectTo: expect.stringContaining("/login") });
    expect(token).toBeDefined();
    const failures: unknown[] = [];
    watchFailures((error) => failures.push(error));
    const refused = await refusal(invoke(members.list, {}));
    watchFailures(() => undefined);
    expect(refused).toMatchObject({ code: 401, message: expect.stringContaining("invalid_token") });
    expect(failures.map(failureKind)).toEqual(["expired"]);
    expect(await authProvider.onError(refused)).toEqual({});
  });

  it("hears of a venue that is not the person's as the site data error", async () => {
    const { setSession } = await import("../../src/console/session/store");
    setSession({ venueId: "v-none", venue: undefined });
    const refused = await refusal(invoke(members.list, {}));
    expect(failureKind(refused)).toBe("siteData");
  });
});

describe("data provider", () => {
  const list = (currentPage: number, pageSize: number, more = {}) =>
    dataProvider.getList<Member>({ resource: "members", pagination: { currentPage, pageSize, mode: "server" }, ...more });

  it("pages from 0 on the wire, from 1 on the screen, and no row comes twice", async () => {
    const sorters = [{ field: "cardNo", order: "asc" as const }];
    const [first, second] = [await list(1, 3, { sorters }), await list(2, 3, { sorters })];
    expect(passed(members.list.path).map(({ query: asked }) => [asked.get("page"), asked.get("size"), asked.get("sort")])).toEqual([
      ["0", "3", "cardNo,asc"],
      ["1", "3", "cardNo,asc"],
    ]);
    expect([first.total, first.data.length, second.data.length]).toEqual([7, 3, 3]);
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    expect(new Set(ids).size).toBe(6);
  });

  it("sorts both ways", async () => {
    const up = await list(1, 20, { sorters: [{ field: "principal", order: "asc" }] });
    const down = await list(1, 20, { sorters: [{ field: "principal", order: "desc" }] });
    const amounts = (rows: readonly Member[]): number[] => rows.map(({ principal }) => Number(principal));
    expect(amounts(up.data)).toEqual(amounts(up.data).toSorted((a, b) => a - b));
    expect(amounts(down.data)).toEqual(amounts(up.data).toReversed());
  });

  it("filters by text and by several words, and leaves out what is empty", async () => {
    const filters = [
      { field: "q", operator: "eq" as const, value: "许" },
      { field: "state", operator: "in" as const, value: ["active", "frozen"] },
      { field: "cardTypeId", operator: "in" as const, value: [] },
    ];
    const { data, total } = await list(1, 20, { filters });
    expect(total).toBe(5);
    expect(data.every(({ name }) => name.startsWith("许"))).toBe(true);
    const [sent] = passed(members.list.path);
    expect([sent?.query.get("state"), sent?.query.has("cardTypeId")]).toEqual(["active,frozen", false]);
  });

  it("searches by what a field contains", async () => {
    const { total } = await list(1, 20, { filters: [{ field: "name", operator: "contains", value: "许3" }] });
    expect(total).toBe(1);
  });

  it("refuses a filter that the list does not have by its name, instead of showing all rows", async () => {
    const filters = [{ field: "favourite", operator: "eq" as const, value: "yes" }];
    expect(await refusal(list(1, 20, { filters }))).toMatchObject({ code: 400, errors: { favourite: "列表没有筛选条件“favourite”" } });
  });

  it("gets several records in the order of their ids", async () => {
    const { data } = (await dataProvider.getMany?.<Member>({ resource: "members", ids: ["x-4", "x-2"] })) ?? { data: [] };
    expect(data.map(({ name }) => name)).toEqual(["许4", "许2"]);
  });

  it("makes any call of the API, and refuses methods that it has not", async () => {
    const view = await dataProvider.custom?.<Member>({ url: members.view.path, method: "get", query: { id: "x-2" } });
    expect(view?.data).toMatchObject({ name: "许2" });
    await expect(dataProvider.custom?.({ url: members.view.path, method: "put" })).rejects.toThrow("no PUT");
    const before = await countOf("recharge");
    await dataProvider.custom?.({
      url: "",
      method: "post",
      payload: { memberId: "x-3", pay: "1.00", method: "WeChat" },
      meta: { call: members.recharge },
    });
    expect(await countOf("recharge")).toBe(before + 1);
    expect(passed(members.recharge.path)[0]?.headers["idempotency-key"]).toMatch(/^[0-9a-f]{32}$/);
    // By its path alone the call has the same encoding and key.
    const payload = { memberId: "x-3", pay: "2.00", method: "WeChat" };
    await dataProvider.custom?.({ url: members.recharge.path, method: "post", payload });
    expect(await countOf("recharge")).toBe(before + 2);
    const [declared, byPath] = passed(members.recharge.path);
    expect(byPath?.headers["content-type"]).toBe(declared?.headers["content-type"]);
    expect(byPath?.headers["idempotency-key"]).toMatch(/^[0-9a-f]{32}$/);
    expect(byPath?.headers["idempotency-key"]).not.toBe(declared?.headers["idempotency-key"]);
  });

  it("gets one record, and refuses one that is not there", async () => {
    expect((await dataProvider.getOne<Member>({ resource: "members", id: "x-2" })).data).toMatchObject({
      name: "许2",
      principal: "200.00",
    });
    expect(await refusal(dataProvider.getOne({ resource: "members", id: "none" }))).toMatchObject({ code: 404 });
  });

  it("creates under a key of its own, and changes what it created", async () => {
    const variables = { phone: "13912345678", name: "新会员", cardTypeId: "ct-full" };
    const { data } = await dataProvider.create<Member>({ resource: "members", variables });
    expect(data).toMatchObject({ name: "新会员", phone: "139****5678" });
    expect(passed(members.create.path)[0]?.headers["idempotency-key"]).toMatch(/^[0-9a-f]{32}$/);
    const changed = await dataProvider.update<Member>({
      resource: "members",
      id: data.id,
      variables: { ...variables, phone: "", name: "改名" },
    });
    expect(changed.data.name).toBe("改名");
  });

  it("says by field, in the language on screen, what is wrong", async () => {
    const before = await countOf("member");
    const draft = { phone: "123", name: "", cardTypeId: "ct-full" };
    const zh = await refusal(dataProvider.create({ resource: "members", variables: draft }));
    expect(zh).toMatchObject({ code: 400, errors: { phone: "手机号 必须是 11 位数字，以 13 至 19 开头" } });
    expect(Object.keys(zh.errors).sort()).toEqual(["name", "phone"]);
    await setLanguage("en");
    const en = await refusal(dataProvider.create({ resource: "members", variables: draft }));
    await setLanguage("zh");
    expect(en.errors["phone"]).toMatch(/must be 11 digits/);
    expect(await countOf("member")).toBe(before);
  });
});

describe("the client", () => {
  const recharge = { memberId: "x-1", pay: "1.00", method: "WeChat" } as const;

  it("passes a download through as a file with its name", async () => {
    const { blob, name } = await invokeFile(members.excel, {});
    expect(name).toMatch(/\.xlsx$/);
    expect(decodeURIComponent(encodeURIComponent(name))).toMatch(/[\u4e00-\u9fff]/);
    const bytes = new Uint8Array(await blob.arrayBuffer());
    expect(String.fromCharCode(...bytes.slice(0, 2))).toBe("PK");
  });

  it("takes a refused download for a refusal", async () => {
    await server.addPerson("plain", ["v-1"], ["venue_user_list"]);
    await authProvider.login({ username: "plain", password });
    const refused = await refusal(invokeFile(members.excel, {}));
    expect(refused).toMatchObject({ code: 403, data: { codes: ["member_export"] } });
  });

  it("asks once more after a status code, with the same key, and the money moves once", async () => {
    const before = await countOf("recharge");
    line.fail(members.recharge.path, 502);
    const { paid } = await invoke(members.recharge, recharge);
    expect(paid).toBe("1.00");
    const tries = passed(members.recharge.path);
    expect(tries).toHaveLength(2);
    expect(new Set(tries.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect(await countOf("recharge")).toBe(before + 1);
  });

  it("asks once more after 50 seconds of silence, although the server had done it: the money moves once", async () => {
    const before = await countOf("recharge");
    line.fail(members.recharge.path, "silent");
    patience = 4_000;
    await invoke(members.recharge, recharge).finally(() => (patience = 50_000));
    expect(passed(members.recharge.path).map(({ fault }) => fault)).toEqual(["silent", undefined]);
    expect(await countOf("recharge")).toBe(before + 1);
  });

  it("asks no third time, and not again after a refusal", async () => {
    line.fail(members.list.path, 503, 503);
    const busy = await invoke(members.list, {}).catch((error: unknown) => error);
    expect(failureKind(busy)).toBe("busy");
    expect(passed(members.list.path)).toHaveLength(2);
    expect((await refusal(invoke(members.view, { id: "none" }))).code).toBe(404);
    expect(passed(members.view.path)).toHaveLength(1);
  });

  it("sends a form with the session in its body", async () => {
    const { blob } = await invokeFile(shell.text2audio, { tex: "到账一百元 & 零五分", tok: "t", cuid: "c", per: 0 });
    expect(await blob.text()).toBe("ID3");
    expect(spoken).toEqual([expect.objectContaining({ tex: "到账一百元 & 零五分", vol: 15 })]);
    const [sent] = passed(shell.text2audio.path);
    expect(sent?.headers["content-type"]).toMatch(/^application\/x-www-form-urlencoded/);
    expect(Object.fromEntries(new URLSearchParams(sent?.body))).toMatchObject({
      access_token: session().token,
      sourceId: "v-1",
      sourceName: "场馆 v-1",
    });
    expect(sent?.headers["access_token"]).toBeUndefined();
  });

  it("sends open calls without token and source id: the cookie speaks for them", async () => {
    const { places } = await invoke(booking.places, { venueId: "v-1" });
    expect(places.length).toBeGreaterThan(0);
    const [sent] = passed(booking.places.path);
    expect([sent?.query.has("access_token"), sent?.query.has("sourceId"), sent?.headers["authorization"]]).toEqual([
      false,
      false,
      undefined,
    ]);
    expect(sent?.headers["cookie"]).toMatch(/\bsession=/);
    const quote = { venueId: "v-1", day: "2026-11-23", runs: [{ placeId: "b-1", start: 600, end: 660 }] };
    expect((await invoke(booking.quote, quote)).total).toBe("50.00");
  });

  it("reads who took the place from a refused booking", async () => {
    const input = { day: "2026-11-24", runs: [{ placeId: "b-1", start: 600, end: 660 }], mode: "hold" as const, name: "王伟" };
    await invoke(booking.create, input);
    const refused = await refusal(invoke(booking.create, { ...input, name: "张强" }));
    expect(refused).toMatchObject({ code: 409, message: expect.stringContaining("王伟") });
  });
});

describe("the live line", () => {
  it("brings each payment of another desk once, also those made while the line was broken", async () => {
    const paid: unknown[] = [];
    const stop = hear(["payment"], (message) => paid.push(message.orderId));
    connectLive();
    await vi.waitFor(() => expect(liveState()).toBe("live"), { timeout: 5_000 });
    const other = await server.as("admin");
    const sell = async (hour: number): Promise<string> => {
      const runs = [{ placeId: "b-1", start: hour * 60, end: hour * 60 + 60 }];
      const payments = [{ type: "WeChat", amount: "50.00" }];
      return (await other.ok(booking.create, { day: "2026-11-25", runs, mode: "pay", name: "王伟", payments })).id;
    };
    const orders = [await sell(8)];
    await vi.waitFor(() => expect(paid).toEqual(orders), { timeout: 5_000 });
    line.cut();
    await vi.waitFor(() => expect(liveState()).toBe("reconnecting"), { timeout: 5_000 });
    orders.push(await sell(9), await sell(10));
    await vi.waitFor(() => expect(paid).toEqual(orders), { timeout: 10_000 });
    orders.push(await sell(11));
    await vi.waitFor(() => expect(paid).toEqual(orders), { timeout: 5_000 });
    stop();
  });
});
