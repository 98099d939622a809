import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { session } from "../../src/contract/session";
import { venue } from "../../src/contract/venue";
import { PLATFORM } from "../../src/server/db/client";
import { password, type TestServer, testServer } from "../support/server";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const login = (username: string, secret: string) => server.with("").call(session.login, { username, password: secret });

describe("login", () => {
  it("gives a token that opens the chosen venue, and a session cookie", async () => {
    const answer = await server.with("").fetch(session.login, { username: "  admin ", password, siteType: "Venue" });
    expect(answer.headers.get("set-cookie")).toMatch(/^session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/);
    const { data } = (await answer.json()) as { data: { access_token: string } };
    expect((await server.with(data.access_token).ok(venue.view, {})).id).toBe("v-1");
  });

  it("gives another token every time", async () => {
    const [a, b] = [await login("admin", password), await login("admin", password)];
    expect(a.data.access_token).not.toBe(b.data.access_token);
  });

  it("says the same of a wrong password and of a user that does not exist", async () => {
    const wrong = await login("admin", "wrong");
    const unknown = await login("nobody-here", "wrong");
    expect(wrong).toEqual({ code: 400, msg: "账号或密码错误", data: {} });
    expect(unknown).toEqual(wrong);
  });

  it("keeps only the hash of a token", async () => {
    const { data } = await login("admin", password);
    const rows = await server.database.dbFor(PLATFORM).selectFrom("person_session").select("token_hash").execute();
    expect(JSON.stringify(rows)).not.toContain(data.access_token);
  });
});
