import { sql } from "kysely";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { messages } from "../../src/contract/messages/messages";
import { session } from "../../src/contract/session/session";
import { venue } from "../../src/contract/venue/venue";
import { inVenue } from "../../src/server/http/serve";
import { view } from "../../src/server/domains/venue/venue";
import { type Client, type TestServer, testServer } from "../support/server";

let server: TestServer;
let client: Client;
let consoleDir: string;

beforeAll(async () => {
  consoleDir = await mkdtemp(path.join(tmpdir(), "venue-console-"));
  await mkdir(path.join(consoleDir, "assets"));
  await writeFile(path.join(consoleDir, "index.html"), "<!doctype html><title>Venue Console</title>");
  await writeFile(path.join(consoleDir, "csp.json"), JSON.stringify({ scripts: ["sha256-AAAA="] }));
  await writeFile(path.join(consoleDir, "assets/app-1.js"), "console.log(1)");
  await writeFile(path.join(consoleDir, "favicon.svg"), "<svg/>");
  await writeFile(path.join(consoleDir, "assets/app-1.js.gz"), gzipSync("console.log(1)"));
  await writeFile(path.join(consoleDir, "assets/app-1.js.br"), "brotli bytes");
  server = await testServer({ consoleDir, env: { ALLOWED_ORIGINS: "https://desk.example", CDN_ORIGINS: "https://cdn.example" } });
  client = await server.as("admin");
});
afterAll(async () => {
  await server.close();
  await rm(consoleDir, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => fetch(server.origin + url, { headers });
const json = async (answer: Response) => (await answer.json()) as { code: number; msg: string; data: unknown };

describe("who and where", () => {
  it.each([
    ["headers", () => get(venue.view.path, { access_token: client.token, sourceId: "v-1" })],
    ["a bearer and a query", () => get(`${venue.view.path}?sourceId=v-1&siteType=Venue`, { authorization: `Bearer ${client.token}` })],
    ["the query", () => get(`${venue.view.path}?access_token=${client.token}&sourceId=v-1&siteType=Venue&siteTypeSourceId=v-1`)],
    [
      "the session cookie",
      () => get(`${venue.view.path}?sourceId=v-1`, { cookie: `session=${client.token}`, "sec-fetch-site": "same-origin" }),
    ],
  ])("are read from %s", async (_, ask) => {
    expect(await json(await ask())).toMatchObject({ code: 200, data: { id: "v-1" } });
  });

  it("are read from a form body", async () => {
    const body = new URLSearchParams({ access_token: client.token, sourceId: "v-1", sourceName: "馆", key: "form", value: "1" });
    expect(await json(await fetch(server.origin + session.savePreference.path, { method: "POST", body }))).toEqual({
      code: 200,
      msg: "",
      data: {},
    });
  });

  it("are taken from the header where body or query say otherwise", async () => {
    const other = await get(`${venue.view.path}?access_token=wrong&sourceId=v-2`, { access_token: client.token, sourceId: "v-1" });
    expect(await json(other)).toMatchObject({ code: 200, data: { id: "v-1" } });
  });

  it("are not believed from a cookie that another site sends", async () => {
    const cookie = `session=${client.token}`;
    for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }])
      expect((await json(await get(`${venue.view.path}?sourceId=v-1`, { cookie, ...headers }))).code).toBe(403);
  });
});

describe("an open call with personal data", () => {
  const { path: url } = messages.count;
  it("needs the session cookie; a token is not enough", async () => {
    expect((await json(await get(`${url}?venueId=v-1`, { access_token: client.token }))).code).toBe(401);
    expect(await json(await get(`${url}?venueId=v-1`, { cookie: `session=${client.token}`, origin: server.origin }))).toMatchObject({
      code: 200,
      data: 0,
    });
  });
  it("takes the venue under the name that the specification sends", async () => {
    expect((await json(await get(`${url}?sourceId=v-1`, { cookie: `session=${client.token}` }))).code).toBe(200);
  });
  it("refuses another site, and a venue outside the list", async () => {
    const cookie = `session=${client.token}`;
    expect((await json(await get(`${url}?venueId=v-1`, { cookie, origin: "https://evil.example" }))).code).toBe(403);
    expect(await json(await get(`${url}?venueId=v-9`, { cookie }))).toMatchObject({ code: 403, msg: "site data error" });
  });
});

describe("refusals", () => {
  it("name each wrong field with its reason, in the person's language", async () => {
    const input = {
      name: "",
      address: "",
      phone: "",
      holdMinutes: 0,
      daysAhead: 1,
      freeCancelHours: 0,
      lateCancelPercent: 0,
      purseOrder: "giftFirst",
    } as const;
    const zh = await client.call(venue.modify, input);
    const en = await client.call(venue.modify, input, { headers: { "accept-language": "en-GB,en;q=0.9" } });
    expect([zh.code, Object.keys((zh.data as unknown as { errors: object }).errors)]).toEqual([400, ["name", "holdMinutes"]]);
    expect(zh.msg).toBe("有内容需要修改，已填写的内容都保留着");
    expect(en.msg).toBe("Some entries need changing; everything you typed is kept");
  });

  it("answer broken JSON, unknown paths and unknown calls by the envelope", async () => {
    const broken = await client.fetch(venue.modify, {}, { raw: "{" });
    expect([broken.status, (await json(broken)).code]).toEqual([200, 400]);
    const unknown = await get("/api/manage/venue/nothing/here");
    expect([unknown.status, (await json(unknown)).code]).toEqual([200, 404]);
  });

  it("keep prototypes clean", async () => {
    const sent = await client.fetch(venue.modify, {}, { raw: '{"__proto__":{"codes":"all"}}' });
    expect((await json(sent)).code).toBe(400);
  });

  it("of too big a body keep the transport's status, in words of their own", async () => {
    const sent = await client.fetch(venue.modify, {}, { raw: JSON.stringify({ name: "x".repeat(1_100_000) }) });
    expect([sent.status, await json(sent)]).toEqual([413, { code: 413, msg: "提交的内容太大，没有处理；请减少内容后重试", data: {} }]);
  });

  it.each([
    ["a broken multipart", "multipart/form-data; boundary=x", "--x\r\nbroken", 415, 415],
    ["a type nobody reads", "application/xml", "<a/>", 415, 415],
    ["a login as long as a book", "application/x-www-form-urlencoded", `username=${"x".repeat(70_000)}`, 413, 413],
  ])("of %s come before anything is looked at, on every path", async (_, type, body, status, code) => {
    for (const path of [session.login.path, venue.modify.path]) {
      if (status === 413 && path !== session.login.path) continue;
      const answer = await fetch(server.origin + path, {
        method: "POST",
        headers: { "content-type": type, "accept-language": "en" },
        body,
      });
      const { code: said, msg } = await json(answer);
      expect([answer.status, said]).toEqual([status, code]);
      expect(msg).not.toContain("busy");
    }
  });

  it("of an address that can't be read say so", async () => {
    for (const path of ["/api/manage/venue/%E0%A4%A", "/%", "/api/%zz?x=1"]) {
      const answer = await get(path, { "accept-language": "en" });
      expect([answer.status, await json(answer)]).toEqual([
        200,
        { code: 400, msg: "This address can't be read; nothing was changed. Check the link and try again", data: {} },
      ]);
    }
  });
});

describe("a fault of ours", () => {
  it("says a number to find it by, and nothing of its cause", async () => {
    const broken = await testServer({
      routes: inVenue(venue, {
        view: async () => {
          throw new Error("secret detail");
        },
      }),
    });
    const answer = await (await broken.as("admin")).fetch(venue.view, {});
    const text = await answer.text();
    expect(answer.status).toBe(500);
    expect(JSON.parse(text)).toEqual({
      code: 500,
      msg: "服务繁忙，请稍后再试！",
      data: { requestId: expect.stringMatching(/^[0-9a-f]{16}$/) },
    });
    await broken.close();
  });
});

describe("an answer", () => {
  it("carries no field that the contract does not declare", async () => {
    const talkative = await testServer({ routes: inVenue(venue, { view: async (ctx) => ({ ...(await view(ctx)), secret: "x" }) }) });
    const text = await (await (await talkative.as("admin")).fetch(venue.view, {})).text();
    expect(text).toContain('"id":"v-1"');
    expect(text).not.toContain("secret");
    await talkative.close();
  });

  it("is not stored by anyone, and refers to nobody", async () => {
    const { headers } = await client.fetch(venue.view, {});
    expect([headers.get("cache-control"), headers.get("referrer-policy")]).toEqual(["no-store", "no-referrer"]);
  });
});

describe("other origins", () => {
  it("may call with credentials when configured, and only then", async () => {
    const allowed = await get("/healthz", { origin: "https://desk.example" });
    expect([allowed.headers.get("access-control-allow-origin"), allowed.headers.get("access-control-allow-credentials")]).toEqual([
      "https://desk.example",
      "true",
    ]);
    expect((await get("/healthz", { origin: "https://evil.example" })).headers.get("access-control-allow-origin")).toBeNull();
  });
  it("get an answer to their preflight", async () => {
    const answer = await fetch(server.origin + venue.modify.path, {
      method: "OPTIONS",
      headers: { origin: "https://desk.example", "access-control-request-method": "POST" },
    });
    expect([answer.status, answer.headers.get("access-control-allow-headers")]).toEqual([204, expect.stringContaining("idempotency-key")]);
  });
});

describe("the console", () => {
  /** As `fetch`, without its unpacking. */
  const raw = async (url: string, encoding: string) => {
    const asked = httpRequest(server.origin + url, { headers: { "accept-encoding": encoding } });
    asked.end();
    const [answer] = (await once(asked, "response")) as [import("node:http").IncomingMessage];
    answer.resume();
    return answer.headers;
  };

  it("answers every screen's address with index.html, never to be kept unasked", async () => {
    for (const url of ["/", "/login", "/book/venue-booking?day=2026-11-21", "/venueUser/venue-user-list"]) {
      const answer = await get(url);
      expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
        200,
        "text/html; charset=utf-8",
        "no-cache",
      ]);
      expect(await answer.text()).toContain("Venue Console");
    }
  });
  it("lets the icon be kept for a day, for browsers ask at every navigation", async () => {
    expect((await get("/favicon.svg")).headers.get("cache-control")).toBe("public, max-age=86400");
  });
  it("sends files compressed beforehand, kept for a year", async () => {
    expect(await raw("/assets/app-1.js", "gzip, br")).toMatchObject({
      "content-encoding": "br",
      "cache-control": "public, max-age=31536000, immutable",
      vary: expect.stringContaining("Accept-Encoding"),
    });
    expect(await raw("/assets/app-1.js", "gzip")).toMatchObject({
      "content-encoding": "gzip",
      "content-type": expect.stringContaining("javascript"),
    });
    expect(await raw("/assets/app-1.js", "identity")).not.toHaveProperty("content-encoding");
  });
  it("has no file where an old page asks for one that is gone", async () => {
    expect((await get("/assets/app-0.js")).status).toBe(404);
    expect(await (await get("/csp.json")).text()).not.toContain("sha256");
  });
  it("runs under a policy that names its own scripts", async () => {
    const policy = (await get("/")).headers.get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' 'sha256-AAAA='");
    expect(policy).toContain("img-src 'self' blob: data: https://cdn.example");
    expect(policy).toContain("frame-ancestors 'none'");
  });
  it("lets the next visit use what the browser compiled: no opener policy, but a process apart and no frames", async () => {
    const { headers } = await get("/");
    expect(headers.get("cross-origin-opener-policy")).toBeNull();
    expect(headers.get("origin-agent-cluster")).toBe("?1");
    expect(headers.get("x-frame-options")).toBe("DENY");
  });
});

describe("a login", () => {
  const login = (from: TestServer, headers: Record<string, string>) =>
    fetch(from.origin + session.login.path, {
      method: "POST",
      headers,
      body: new URLSearchParams({ username: "admin", password: "wrong" }),
    });
  it("is not taken from a page of another site, nor from https of this host on http", async () => {
    for (const origin of ["https://evil.example", "null", server.origin.replace("http:", "https:")]) {
      const answer = await json(await login(server, { origin }));
      expect([answer.code, answer.msg]).toEqual([403, expect.stringContaining("其他网站")]);
    }
    for (const origin of [server.origin, "https://desk.example"]) expect((await json(await login(server, { origin }))).code).toBe(400);
  });
});

describe("behind a proxy", () => {
  it("nobody opens the figures by naming this machine's address, and who comes by TLS stays with it", async () => {
    for (const TRUST_PROXY of ["on", "off"]) {
      const behind = await testServer({ env: { TRUST_PROXY, RATE_LIMIT: "20" } });
      const ask = (path: string, headers: Record<string, string>) => fetch(behind.origin + path, { headers });
      const forged = { "x-forwarded-for": "127.0.0.1" };
      expect((await ask("/metrics", {})).status).toBe(200);
      expect((await ask("/metrics", forged)).status).toBe(403);
      for (let i = 0; i < 2; i++) await ask(session.setupState.path, forged);
      expect((await json(await ask(session.setupState.path, forged))).code).toBe(429);
      const stays = (await ask("/healthz", { "x-forwarded-proto": "https" })).headers.get("strict-transport-security");
      expect(stays).toBe(TRUST_PROXY === "on" ? "max-age=31536000; includeSubDomains" : null);
      await behind.close();
    }
  });
});

describe("the machine's own pages", () => {
  it("tell health, readiness and figures by call", async () => {
    await client.ok(venue.view, {});
    expect([(await get("/healthz")).status, (await get("/readyz")).status]).toEqual([200, 200]);
    const text = await (await get("/metrics")).text();
    expect(text).toMatch(/venue_requests_total\{call="venue\.view",code="200"\} \d+/);
    expect(text).toMatch(/venue_request_seconds_bucket\{le="\+Inf",call="venue\.view"\} \d+/);
    expect(text).toMatch(/process_resident_memory_bytes \d+/);
  });
  it("show the API's document and page", async () => {
    expect(((await (await get("/api/open/openapi.json")).json()) as { openapi: string }).openapi).toBe("3.1.0");
    // Read to the end: a server that closes waits for whoever has taken only the head of a long answer.
    expect(await (await get("/docs")).text()).toContain("swagger-ui-bundle.js");
    expect(await (await get("/docs/ui/swagger-ui-bundle.js")).text()).toContain("SwaggerUIBundle");
  });
});

describe("an address that asks too much", () => {
  it("is slowed down by the envelope", async () => {
    const strict = await testServer({ env: { RATE_LIMIT: "40", TRUST_PROXY: "on" } });
    const ask = () => fetch(strict.origin + session.setupState.path, { headers: { "x-forwarded-for": "203.0.113.7" } });
    expect((await json(await ask())).code).toBe(200);
    expect((await json(await ask())).code).toBe(200);
    const third = await ask();
    expect([third.status, (await json(third)).code]).toEqual([200, 429]);
    await strict.close();
  });
  it("is the last that a proxy saw, whatever the client wrote before it", async () => {
    const strict = await testServer({ env: { RATE_LIMIT: "40", TRUST_PROXY: "on" } });
    const codes: number[] = [];
    for (const claimed of [1, 2, 3])
      codes.push(
        (
          await json(
            await fetch(strict.origin + session.setupState.path, { headers: { "x-forwarded-for": `198.51.100.${claimed}, 203.0.113.7` } }),
          )
        ).code,
      );
    expect(codes).toEqual([200, 200, 429]);
    await strict.close();
  });
});

describe("the database's own refusals", () => {
  it.each([
    ["a broken key is a conflict", "INSERT INTO venue SELECT * FROM venue WHERE id = 'v-1'", 200, 409],
    ["a broken rule is a conflict", "UPDATE venue SET hold_minutes = 0 WHERE id = 'v-1'", 200, 409],
    ["a statement that takes too long is busy", "SELECT set_config('statement_timeout', '30', true), pg_sleep(5)", 503, 503],
    ["text that no column holds is bad input", "SELECT E'\\xff'::text", 200, 400],
  ])("%s", async (_, statement, status, code) => {
    const failing = await testServer({
      routes: inVenue(venue, {
        view,
        modify: async (ctx) => {
          await sql`SET LOCAL statement_timeout = 50`.execute(ctx.db);
          await sql.raw(statement).execute(ctx.db);
          return view(ctx);
        },
      }),
    });
    const input = {
      name: "名字",
      address: "",
      phone: "",
      holdMinutes: 1,
      daysAhead: 1,
      freeCancelHours: 0,
      lateCancelPercent: 0,
      purseOrder: "giftFirst",
    } as const;
    const answer = await (await failing.as("admin")).fetch(venue.modify, input);
    expect([answer.status, (await json(answer)).code]).toEqual([status, code]);
    await failing.close();
  });
});
