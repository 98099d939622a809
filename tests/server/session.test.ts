import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { members } from "../../src/contract/members/members";
import { sale } from "../../src/contract/sale/sale";
import { session } from "../../src/contract/session/session";
import { stock } from "../../src/contract/stock/stock";
import { venue } from "../../src/contract/venue/venue";
import { PLATFORM } from "../../src/server/db/client";
import { requireSetupToken, openSetup } from "../../src/server/domains/session/setup";
import { query } from "../support/tables";
import { addVenue } from "../support/venue";
import { password, type TestServer, testServer } from "../support/server";
import { makeTwins } from "../support/twins";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const login = (username: string, secret: string) => server.with("").call(session.login, { username, password: secret });

describe("login", () => {
  it("gives a token that opens the chosen venue, and a session cookie", async () => {
    const answer = await server.with("").fetch(session.login, { username: "  admin ", password, siteType: "Venue" });
    expect(answer.headers.getSetCookie()[0]).toMatch(/^session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/);
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

describe("five failures", () => {
  const fail = async (username: string, times: number) => {
    for (let i = 0; i < times; i++) expect((await login(username, "wrong")).code).toBe(400);
  };

  it("lock the account for 15 minutes, also for the right password", async () => {
    await server.addPerson("locked", ["v-1"]);
    server.now = new Date("2026-11-21T02:00:00Z");
    await fail("locked", 5);
    expect(await login("locked", password)).toEqual({ code: 423, msg: "账号已锁定，请在 15 分钟后再试", data: {} });
    server.now = new Date("2026-11-21T02:14:30Z");
    expect((await login("locked", password)).msg).toBe("账号已锁定，请在 1 分钟后再试");
    server.now = new Date("2026-11-21T02:15:01Z");
    expect((await login("locked", password)).code).toBe(200);
  });

  it("are counted from the last success", async () => {
    await server.addPerson("forgetful", ["v-1"]);
    server.now = new Date("2026-11-21T03:00:00Z");
    await fail("forgetful", 4);
    expect((await login("forgetful", password)).code).toBe(200);
    await fail("forgetful", 4);
    expect((await login("forgetful", password)).code).toBe(200);
  });

  it("count one by one when they come at once", async () => {
    await server.addPerson("stormed", ["v-1"]);
    server.now = new Date("2026-11-21T04:00:00Z");
    const codes = (await Promise.all(Array.from({ length: 12 }, () => login("stormed", "wrong")))).map(({ code }) => code);
    expect(codes.filter((code) => code === 400)).toHaveLength(5);
    expect(codes.filter((code) => code === 423)).toHaveLength(7);
  });

  it("lock a name that nobody has in the same way", async () => {
    server.now = new Date("2026-11-21T05:00:00Z");
    await fail("a-stranger", 5);
    expect((await login("a-stranger", "wrong")).msg).toBe("账号已锁定，请在 15 分钟后再试");
    server.now = null;
  });
});

describe("a lock", () => {
  it("holds where the guesses came from: nobody shuts out an owner at another address, nor a device that logged in before", async () => {
    const behind = await testServer({ env: { TRUST_PROXY: "on" } });
    behind.now = new Date("2026-11-21T05:30:00Z");
    const from = async (address: string, secret: string, cookie = "") => {
      const answer = await behind
        .with("")
        .fetch(session.login, { username: "admin", password: secret }, { headers: { "x-forwarded-for": address, cookie } });
      const device = answer.headers.getSetCookie().find((one) => one.startsWith("device="));
      return { code: ((await answer.json()) as { code: number }).code, device: device?.split(";")[0] ?? "", set: device };
    };
    const { device, set } = await from("203.0.113.1", password);
    expect(set).toMatch(/^device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
    for (let i = 0; i < 5; i++) expect((await from("203.0.113.1", "wrong")).code).toBe(400);
    expect((await from("203.0.113.1", password)).code).toBe(423);
    expect((await from("203.0.113.1", password, "device=made-up")).code).toBe(423);
    expect((await from("203.0.113.2", "wrong")).code).toBe(400);
    for (let i = 0; i < 6; i++) expect((await from("203.0.113.1", "wrong", device)).code).toBe(400);
    expect((await from("203.0.113.1", password, device)).code).toBe(200);
    for (let i = 0; i < 5; i++) await from("203.0.113.3", "wrong");
    expect((await from("203.0.113.3", password)).code).toBe(423);
    expect((await from("203.0.113.4", password)).code).toBe(200);
    await behind.close();
  });
});

describe("an address", () => {
  it("is slowed down after thirty failures in a minute, and free again after it", async () => {
    server.now = new Date("2026-11-21T06:00:00Z");
    for (let i = 0; i < 30; i++) await login(`guess-${i}`, "wrong");
    expect(await login("admin", password)).toMatchObject({ code: 429, msg: "操作太频繁，请 60 秒后再试" });
    server.now = new Date("2026-11-21T06:01:01Z");
    expect((await login("admin", password)).code).toBe(200);
    server.now = null;
  });
});

describe("a disabled account", () => {
  it("shows so only to who knows the password, and its sessions end", async () => {
    await server.addPerson("gone", ["v-1"]);
    const client = await server.as("gone");
    await client.ok(venue.view, {});
    await server.database.dbFor(PLATFORM).updateTable("person").set({ state: "disabled" }).where("username", "=", "gone").execute();
    await expect.poll(async () => (await client.call(venue.view, {})).code, { timeout: 1_000 }).toBe(401);
    expect((await login("gone", "wrong")).msg).toBe("账号或密码错误");
    expect((await login("gone", password)).code).toBe(423);
  });
});

describe("a session", () => {
  it("ends at once at logout, and the cookie is taken back", async () => {
    const client = await server.as("admin");
    await client.ok(venue.view, {});
    const answer = await client.fetch(session.logout, {});
    expect(answer.headers.get("set-cookie")).toMatch(/^session=; .*(Max-Age=0|Expires=Thu, 01 Jan 1970)/);
    expect((await client.call(venue.view, {})).code).toBe(401);
  });

  it("takes a cookie back that opens nothing any more, and leaves one that does", async () => {
    const client = await server.as("admin");
    const logout = (cookie: string, token = ""): Promise<Response> =>
      fetch(`${server.origin}${session.logout.path}`, {
        method: "POST",
        headers: { cookie: `session=${cookie}`, origin: server.origin, ...(token === "" ? {} : { access_token: token }) },
      });
    expect((await logout(client.token, "long-dead")).headers.get("set-cookie")).toBeNull();
    await client.ok(venue.view, {});
    const dead = await logout("long-dead");
    expect(await dead.json()).toMatchObject({ code: 401 });
    expect(dead.headers.get("set-cookie")).toMatch(/^session=; .*(Max-Age=0|Expires=Thu, 01 Jan 1970)/);
  });

  it("ends in other processes as soon as the database says so", async () => {
    const other = await testServer({ url: server.url });
    const client = await server.as("admin");
    const there = other.with(client.token);
    await there.ok(venue.view, {});
    await client.ok(session.logout, {});
    await expect.poll(async () => (await there.call(venue.view, {})).code, { timeout: 1_000 }).toBe(401);
    await other.close();
  });

  it("slides: twelve hours count from the last use, where it may live longer than that", async () => {
    const long = await testServer({ url: server.url, env: { SESSION_HOURS: "72" } });
    long.now = new Date("2026-11-21T00:00:00Z");
    const client = await long.as("admin");
    long.now = new Date("2026-11-21T11:00:00Z");
    await client.ok(venue.view, {});
    long.now = new Date("2026-11-21T22:00:00Z");
    await client.ok(venue.view, {});
    long.now = new Date("2026-11-22T10:01:00Z");
    expect((await client.call(venue.view, {})).code).toBe(401);
    await long.close();
  });
});

describe("a token without its cookie", () => {
  const open = { venueId: "v-1" };
  it("gets the cookie by one call, and open calls work by it; the cookie alone gets the token", async () => {
    const { data } = await login("admin", password);
    const exchanged = await server.with(data.access_token).fetch(session.exchange, {});
    const [cookie = ""] = exchanged.headers.getSetCookie();
    expect(cookie).toMatch(/^session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
    const send = (headers: Record<string, string>, path: string, method = "GET") =>
      fetch(`${server.origin}${path}`, { method, headers: { origin: server.origin, ...headers } }).then(
        async (answer) => (await answer.json()) as { code: number; data: { access_token?: string } },
      );
    const list = `/api/open/goods-stock-log/list?venueId=${open.venueId}`;
    expect((await send({ access_token: data.access_token }, list)).code).toBe(401);
    expect((await send({ cookie: cookie.split(";")[0] ?? "" }, list)).code).toBe(200);
    const path = session.exchange.path;
    const again = await send({ cookie: cookie.split(";")[0] ?? "" }, path, "POST");
    expect([again.code, again.data.access_token]).toEqual([200, data.access_token]);
  });

  it("gets none where the token opens nothing, nor a page of elsewhere by the cookie", async () => {
    expect((await server.with("made-up").call(session.exchange, {})).code).toBe(401);
    const { data } = await login("admin", password);
    const answer = await fetch(`${server.origin}${session.exchange.path}`, {
      method: "POST",
      headers: { cookie: `session=${data.access_token}`, origin: "https://elsewhere.example" },
    });
    expect(((await answer.json()) as { code: number }).code).not.toBe(200);
  });
});

describe("a path that no call has", () => {
  it.each([
    ["zh-CN", /没有 \/api\/manage\/venue\/nothing\/list 这个接口，什么都没有做/, /删除/],
    ["en", /There is no call \/api\/manage\/venue\/nothing\/list; nothing was done/, /removed|deleted/],
  ])("is refused in words of its own (%s)", async (language, words, otherWords) => {
    const url = `${server.origin}/api/manage/venue/nothing/list?page=0`;
    const answer = await fetch(url, { headers: { "accept-language": language } });
    const { code, msg } = (await answer.json()) as { code: number; msg: string };
    expect(code).toBe(404);
    expect(msg).toMatch(words);
    expect(msg).not.toMatch(otherWords);
  });
});

describe("what a person sees", () => {
  it("has the fixed admin role in the profile", async () => {
    expect(await (await server.as("admin")).ok(session.profile, {})).toMatchObject({ username: "admin", roles: ["admin"] });
  });

  it("lists the venues by name with today's figures", async () => {
    const { content } = await (await server.as("admin")).ok(session.sites, {});
    expect(content.map((site) => [site.venueId, site.bookingsToday, site.utilisation])).toEqual([
      ["v-1", 0, 0],
      ["v-2", 0, 0],
    ]);
  });

  it("dates each venue by the day of its own zone", async () => {
    await addVenue(server.database, "v-far", { zone: "America/Los_Angeles" });
    await server.addPerson("traveller", ["v-1", "v-far"]);
    server.now = new Date("2026-11-21T02:00:00Z");
    const { content } = await (await server.as("traveller")).ok(session.sites, {});
    server.now = null;
    expect(Object.fromEntries(content.map(({ venueId, day }) => [venueId, day]))).toEqual({ "v-1": "2026-11-21", "v-far": "2026-11-20" });
  });

  it("counts today's active bookings, and the open unit-slots that are taken", async () => {
    await makeTwins(server.url);
    server.now = new Date("2026-11-21T02:00:00Z");
    const { content } = await (await server.as("admin")).ok(session.sites, {});
    // One hall open 14 hours with one unit; an hour is locked, another is booked: 1 of 13.
    expect(content[0]).toMatchObject({ venueId: "v-1", bookingsToday: 1, utilisation: 8 });
    server.now = null;
  });

  it("refuses a person with no venue by the specification's words", async () => {
    await server.addPerson("homeless", []);
    expect(await (await server.as("homeless")).call(session.sites, {})).toMatchObject({ code: 403, msg: "没有管理角色" });
  });

  it("splits codes into menus and buttons, with the page and group above a button", async () => {
    await server.addPerson("seller", ["v-1"], ["sale_create"]);
    const client = await server.as("seller");
    expect((await client.ok(session.menus, {})).menuList.map(({ code }) => code).sort()).toEqual(["sale_admin", "sale_from2"]);
    expect((await client.ok(session.buttons, {})).resourcesList).toEqual([{ code: "sale_create" }]);
  });

  it("shows the goods to whoever may sell them, and sells nothing for who may only look", async () => {
    const page = { q: "", shelf: "on" as const, page: 0, size: 8 };
    const basket = { lines: [{ productId: "none", quantity: 1 }] };
    await server.addPerson("till-only", ["v-1"], ["sale_create"]);
    const seller = await server.as("till-only");
    expect(await seller.call(stock.products, page)).toMatchObject({ code: 200 });
    expect(await seller.call(sale.quote, basket)).not.toMatchObject({ code: 403 });
    await server.addPerson("shelf-only", ["v-1"], ["product_list"]);
    const looker = await server.as("shelf-only");
    expect(await looker.call(stock.products, page)).toMatchObject({ code: 200 });
    expect(await looker.call(sale.quote, basket)).toMatchObject({ code: 403 });
  });

  it("keeps preferences per person and venue; an empty value forgets", async () => {
    const client = await server.as("admin");
    await client.ok(session.savePreference, { key: "theme", value: "dark" });
    await client.ok(session.savePreference, { key: "theme", value: "light" }, { venueId: "v-2" });
    expect((await client.ok(session.preferences, {})).values).toEqual({ theme: "dark" });
    await client.ok(session.savePreference, { key: "theme", value: "" });
    expect((await client.ok(session.preferences, {})).values).toEqual({});
    expect((await client.ok(session.preferences, {}, { venueId: "v-2" })).values).toEqual({ theme: "light" });
  });
});

describe("QR login", () => {
  const anyone = () => server.with("");

  it("logs the waiting page in after a signed-in phone confirmed, once", async () => {
    const { ticket, svg } = await anyone().ok(session.qrTicket, {});
    expect(svg).toMatch(/^<svg/);
    expect((await anyone().ok(session.qrState, { ticket })).state).toBe("waiting");
    const phone = await server.as("admin");
    await phone.ok(session.qrConfirm, { ticket });
    expect((await phone.call(session.qrConfirm, { ticket })).code).toBe(400);
    const confirmed = await anyone().ok(session.qrState, { ticket });
    expect(confirmed.state).toBe("confirmed");
    const code = confirmed.code ?? "";
    expect((await anyone().ok(session.qrState, { ticket })).state).toBe("expired");
    const { access_token } = await anyone().ok(session.qrLogin, { code });
    expect((await server.with(access_token).ok(session.profile, {})).username).toBe("admin");
    expect((await anyone().call(session.qrLogin, { code })).msg).toBe("二维码已失效，请刷新后重扫");
  });

  it("refuses a ticket after two minutes", async () => {
    server.now = new Date("2026-11-21T07:00:00Z");
    const phone = await server.as("admin");
    const { ticket } = await anyone().ok(session.qrTicket, {});
    server.now = new Date("2026-11-21T07:02:01Z");
    expect((await anyone().ok(session.qrState, { ticket })).state).toBe("expired");
    expect((await phone.call(session.qrConfirm, { ticket })).msg).toBe("二维码已失效，请刷新后重扫");
    server.now = null;
  });
});

describe("the first administrator", () => {
  it("is made by the link of either of two processes, and by one of them only", async () => {
    const empty = await testServer({ empty: true });
    const tokens = await Promise.all([openSetup(empty.database), openSetup(empty.database)]);
    expect(new Set(tokens).size).toBe(2);
    const make = (token: string | null, username: string) =>
      empty.with("").call(session.setup, {
        organizationName: "新机构",
        venueName: "新馆",
        mainTag: "tennis",
        token: token ?? "",
        username,
        password: "Venue2026!",
        name: "老板",
      });
    for (const token of tokens) expect(await requireSetupToken(empty.database.dbFor("-"), token ?? "")).toBeUndefined();
    const answers = await Promise.all(tokens.map((token, i) => make(token, `boss${i}`)));
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(await query(empty.url, "SELECT count(*)::int AS n FROM person")).toEqual([{ n: 1 }]);
    expect(await query(empty.url, "SELECT name FROM platform_secret WHERE name LIKE 'setup%'")).toEqual([]);
    await empty.close();
  });

  it("is made once, with the printed token, on an empty server", async () => {
    const empty = await testServer({ empty: true });
    const input = {
      organizationName: "新机构",
      venueName: "新馆",
      mainTag: "tennis",
      username: "boss",
      password: "Venue2026!",
      name: "老板",
    } as const;
    const token = (await openSetup(empty.database)) ?? "";
    expect(await empty.with("").ok(session.setupState, {})).toEqual({ needed: true });
    expect((await empty.with("").call(session.setup, { ...input, token: "guess" })).code).toBe(409);
    const { access_token } = await empty.with("").ok(session.setup, { ...input, token });
    const { content } = await empty.with(access_token).ok(session.sites, {});
    expect(content).toMatchObject([{ name: "新馆", mainTag: "tennis" }]);
    // Time moves at the venue from the first day.
    expect(await query(empty.url, "SELECT venue_id, job FROM due WHERE job = 'due.plan'")).toEqual([
      { venue_id: content[0]?.venueId, job: "due.plan" },
    ]);
    // A member can be enrolled from the first day.
    const venueId = content[0]?.venueId ?? "";
    const levels = await empty.with(access_token).ok(members.cardTypes, {}, { venueId });
    expect(levels.content).toHaveLength(1);
    expect(await empty.with("").ok(session.setupState, {})).toEqual({ needed: false });
    expect((await empty.with("").call(session.setup, { ...input, username: "second", token })).code).toBe(409);
    expect(await openSetup(empty.database)).toBeNull();
    await empty.close();
  });
});
