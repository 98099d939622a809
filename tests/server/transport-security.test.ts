/** What the server tells browsers and proxies beside its answers: cookies and headers over TLS, the API's pages, readiness. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { session } from "../../src/contract/session";
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
    const readinessOfNewProcess = async (): Promise<number[]> => {
      const process = await testServer({ url: server.url });
      const asked = [process.origin + session.setupState.path, `${process.origin}/readyz`];
      const statuses = await Promise.all(asked.map(async (address) => (await fetch(address)).status));
      await process.close();
      return statuses;
    };
    await on(server.url, (client) => client.query(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`));
    try {
      expect(await readinessOfNewProcess()).toEqual([200, 503]);
    } finally {
      await on(server.url, async (client) => {
        await client.query("SET default_transaction_read_only = off");
        await client.query(`ALTER DATABASE "${name}" RESET default_transaction_read_only`);
      });
    }
    expect(await readinessOfNewProcess()).toEqual([200, 200]);
  });
});
