/** Information for browsers and proxies beside the server's answers: cookies and headers over TLS, the API's pages, readiness. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { session } from "../../src/contract/session/session";
import { on } from "../support/database";
import { password, type TestServer, testServer } from "../support/server";

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ env: { TRUST_PROXY: "on" } });
  await server.addPerson("frontdesk", ["v-1"]);
});
afterAll(() => server.close());

const TLS = { "x-forwarded-proto": "https" };
const login = (headers: Record<string, string> = {}) =>
  fetch(server.origin + session.login.path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ username: "frontdesk", password }),
  });
const codeWith = async (cookie: string, headers: Record<string, string> = {}): Promise<number> => {
  const answer = await fetch(server.origin + session.profile.path, { headers: { cookie, ...headers } });
  return ((await answer.json()) as { code: number }).code;
};

describe("cookies", () => {
  it("have the prefix __Host- over TLS, with which no subdomain can plant one", async () => {
    const cookies = (await login(TLS)).headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    for (const name of ["session", "device"]) {
      const cookie = cookies.find((one) => one.startsWith(`__Host-${name}=`));
      expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
      expect(cookie).not.toMatch(/domain/i);
    }
  });
  it("without the prefix open nothing over TLS, and do on plain HTTP", async () => {
    const token = /^__Host-session=([^;]+)/.exec(
      (await login(TLS)).headers.getSetCookie().find((one) => one.includes("session")) ?? "",
    )?.[1];
    expect(await codeWith(`__Host-session=${token}`, TLS)).toBe(200);
    expect(await codeWith(`session=${token}`, TLS)).toBe(401);
    expect(await codeWith(`session=${token}`)).toBe(200);
  });
  it("are taken back under the name under which they were set", async () => {
    const dead = await fetch(server.origin + session.profile.path, { headers: { ...TLS, cookie: "__Host-session=long-dead" } });
    expect(dead.headers.get("set-cookie")).toMatch(/^__Host-session=; .*Secure/);
  });
});

describe("headers", () => {
  it("ask browsers for TLS on this host and its subdomains, over TLS only", async () => {
    const over = async (headers: Record<string, string>) =>
      (await fetch(`${server.origin}/healthz`, { headers })).headers.get("strict-transport-security");
    expect(await over(TLS)).toBe("max-age=31536000; includeSubDomains");
    expect(await over({})).toBeNull();
  });
  it("let no <base> move the page's addresses", async () => {
    expect((await fetch(`${server.origin}/healthz`)).headers.get("content-security-policy")).toContain("base-uri 'none'");
  });
});

describe("the API's page and document", () => {
  it("are there unless they are switched off", async () => {
    const off = await testServer({ url: server.url, env: { API_DOCS: "off" } });
    const paths = ["/docs", "/docs/start.js", "/docs/ui/swagger-ui-bundle.js", "/api/open/openapi.json"];
    const codes = async (origin: string) =>
      Promise.all(
        paths.map(async (path) => {
          const answer = await fetch(origin + path);
          const text = await answer.text();
          return answer.status === 200 && text.startsWith('{"code"') ? (JSON.parse(text) as { code: number }).code : answer.status;
        }),
      );
    expect(await codes(off.origin)).toEqual([404, 404, 404, 404]);
    expect(await codes(server.origin)).toEqual([200, 200, 200, 200]);
    await off.close();
  });
});

describe("readiness", () => {
  it("is refused while the database answers reads and takes no writes", async () => {
    const name = new URL(server.url).pathname.slice(1);
    const statusOf = async (path: string): Promise<number> => (await fetch(server.origin + path)).status;
    /** Changes what new connections may, and cuts those that are open: the server opens new ones. */
    const set = (statement: string) =>
      on(server.url, async (client) => {
        await client.query("SET default_transaction_read_only = off");
        await client.query(`ALTER DATABASE "${name}" ${statement}`);
        await client.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
        );
      });
    expect(await statusOf("/readyz")).toBe(200);
    await set("SET default_transaction_read_only = on");
    try {
      await expect.poll(() => statusOf(session.setupState.path)).toBe(200);
      await expect.poll(() => statusOf("/readyz")).toBe(503);
      // It is the writes: reads are answered all the while.
      expect(await statusOf(session.setupState.path)).toBe(200);
    } finally {
      await set("RESET default_transaction_read_only");
    }
    await expect.poll(() => statusOf("/readyz")).toBe(200);
  });
});
