/** Changing one's own password: who may, what is refused, what ends with it and who hears of it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import { content } from "../../src/contract/cms/content";
import { platform } from "../../src/contract/platform/platform";
import { callsOf } from "../../src/contract/core/resource/calls";
import { securityLog } from "../../src/contract/platform/security-log";
import { session } from "../../src/contract/session/session";
import { venue } from "../../src/contract/venue/venue";
import { openDatabase, PLATFORM } from "../../src/server/db/client";
import { type Client, password, type TestServer, testServer } from "../support/server";

const FRESH = "Another-Lane-22";
const ACTION = "platform.changePassword";

let server: TestServer;
let hour = 0;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
/** Each test has an hour of its own: all ask from one address. */
const at = (minute: number, second = 0): void => {
  server.now = new Date(Date.UTC(2026, 10, 21, hour, minute, second));
};
beforeAll(() => at(0));
afterEach(() => {
  hour++;
  at(0);
});

const login = (username: string, secret: string) => server.with("").call(session.login, { username, password: secret });
const change = (client: Client, input: Partial<Input<typeof platform.changePassword>> = {}) =>
  client.call(platform.changePassword, { oldPassword: password, newPassword: FRESH, ...input });
const logOf = async (venueId: string, operatorId: string) =>
  (await (await server.as("admin")).ok(callsOf(securityLog).list, { action: ACTION, operatorId }, { venueId })).content;

describe("a change", () => {
  it("takes the new password for the old one, ends every other session and keeps the one that asked", async () => {
    await server.addPerson("changer", ["v-1"], []);
    const [here, phone, tablet] = [await server.as("changer"), await server.as("changer"), await server.as("changer")];
    for (const one of [here, phone, tablet]) await one.ok(venue.view, {});
    expect(await change(here)).toEqual({ code: 200, msg: "", data: {} });
    expect((await here.call(venue.view, {})).code).toBe(200);
    expect([(await phone.call(venue.view, {})).code, (await tablet.call(venue.view, {})).code]).toEqual([401, 401]);
    expect([(await login("changer", password)).code, (await login("changer", FRESH)).code]).toEqual([400, 200]);
  });

  it("needs no venue and no permission, and is nobody else's", async () => {
    await server.addPerson("homeless", [], []);
    expect((await change(await server.as("homeless"))).code).toBe(200);
    expect((await login("admin", password)).code).toBe(200);
    expect((await change(server.with(""))).code).toBe(401);
  });

  it("ends what else would open the account: a phone's confirmation not yet taken up, and a code on its way", async () => {
    const id = await server.addPerson("careful", ["v-1"]);
    await server.database.dbFor(PLATFORM).updateTable("person").set({ phone: "13810000001" }).where("id", "=", id).execute();
    const here = await server.as("careful");
    const { ticket } = await server.with("").ok(session.qrTicket, {});
    await here.ok(session.qrConfirm, { ticket });
    await server.with("").ok(content.sendCode, { mobile: "13810000001" });
    const [sent] = (await (await server.as("admin")).ok(platform.sentCodes, {})).content;
    expect((await change(here)).code).toBe(200);
    expect((await server.with("").ok(session.qrState, { ticket })).state).toBe("expired");
    const code = sent?.code ?? "";
    const stale = await server.with("").call(platform.findPassword, { mobile: "13810000001", code, password: "Third-Lane-33" });
    expect([code.length, stale.code]).toEqual([6, 400]);
  });

  it("is in the operation log of each venue of the person and of no other, without either password", async () => {
    const id = await server.addPerson("logged", ["v-1"]);
    const here = await server.as("logged");
    await server.as("logged");
    await change(here);
    const [line, ...more] = await logOf("v-1", id);
    expect(more).toEqual([]);
    expect(line).toMatchObject({ operator: "员工 logged", object: "person", objectId: id, address: "127.0.0.1", change: "changed" });
    expect(line?.changes).toEqual(["登录会话数：2 → 1"]);
    expect(await logOf("v-2", id)).toEqual([]);
    const owner = openDatabase(server.url, { role: null });
    const rows = await owner.dbFor(PLATFORM).selectFrom("audit_log").selectAll().where("action", "=", ACTION).execute();
    const text = JSON.stringify(rows);
    expect(rows.length).toBeGreaterThan(0);
    expect([FRESH, password, "argon2", "password_hash"].filter((secret) => text.includes(secret))).toEqual([]);
    await owner.close();
  });
});

describe("the same change once more", () => {
  it("by a second click at once changes once, answers both, and logs one line", async () => {
    const id = await server.addPerson("clicker", ["v-1"]);
    const here = await server.as("clicker");
    const answers = await Promise.all([change(here), change(here)]);
    expect(answers.map(({ code }) => code)).toEqual([200, 200]);
    expect(await logOf("v-1", id)).toHaveLength(1);
    expect((await login("clicker", FRESH)).code).toBe(200);
  });

  it("as a retry whose answer was lost is done, not a wrong password; a minute later it is one", async () => {
    await server.addPerson("retried", ["v-1"]);
    const here = await server.as("retried");
    await change(here);
    at(0, 50);
    for (let i = 0; i < 6; i++) expect((await change(here)).code).toBe(200);
    expect((await change(here, { newPassword: "Something-Else-4" })).code).toBe(400);
    at(1, 1);
    expect((await change(here)).code).toBe(400);
  });
});

describe("a refusal", () => {
  it("of a wrong old password names the field, changes nothing, and ends no session", async () => {
    await server.addPerson("mistaken", ["v-1"]);
    const [here, phone] = [await server.as("mistaken"), await server.as("mistaken")];
    const msg = "原密码不对，密码没有改动；请核对后再试";
    expect(await change(here, { oldPassword: "wrong" })).toEqual({ code: 400, msg, data: { errors: { oldPassword: msg } } });
    expect((await phone.call(venue.view, {})).code).toBe(200);
    expect((await login("mistaken", password)).code).toBe(200);
  });

  it.each([
    ["too short", { newPassword: "Short-1" }, "新密码 不能少于 10 个字符"],
    ["missing", { newPassword: "" }, "新密码 是必填项"],
    ["too long", { newPassword: "x".repeat(129) }, "新密码 不能超过 128 个字符"],
    ["the old one", { newPassword: password }, "新密码 不能与原来的相同，请换一个"],
  ])("of a new password that is %s says so at its field and counts no guess", async (_, input, text) => {
    const here = await server.as("admin");
    for (let i = 0; i < 6; i++) expect(await change(here, input)).toMatchObject({ code: 400, data: { errors: { newPassword: text } } });
    expect((await login("admin", password)).code).toBe(200);
  });
});

describe("guesses of the old password", () => {
  it("lock the account after five, here and at the login, for 15 minutes, also for the right one", async () => {
    await server.addPerson("guessed", ["v-1"]);
    const here = await server.as("guessed");
    for (let i = 0; i < 5; i++) expect((await change(here, { oldPassword: `guess-${i}` })).code).toBe(400);
    expect(await change(here)).toEqual({ code: 423, msg: "账号已锁定，请在 15 分钟后再试", data: {} });
    expect((await login("guessed", password)).code).toBe(423);
    at(15, 1);
    expect((await change(here)).code).toBe(200);
  });

  it("count together with those at the login, and from the last right one", async () => {
    await server.addPerson("mixed", ["v-1"]);
    const here = await server.as("mixed");
    const guess = () => change(here, { oldPassword: "wrong", newPassword: "Third-Lane-33" });
    const fail = async (): Promise<void> => {
      await login("mixed", "wrong");
      for (let i = 0; i < 3; i++) await guess();
    };
    await fail();
    expect((await change(here)).code).toBe(200);
    await fail();
    expect((await guess()).code).toBe(400);
    expect((await login("mixed", FRESH)).code).toBe(423);
  });

  it("count one by one when they come at once", async () => {
    await server.addPerson("stormed", ["v-1"]);
    const here = await server.as("stormed");
    const all = await Promise.all(Array.from({ length: 8 }, (_, i) => change(here, { oldPassword: `guess-${i}` })));
    expect([400, 423].map((refusal) => all.filter(({ code }) => code === refusal).length)).toEqual([5, 3]);
  });

  it("slow their address down together with its logins: thirty a minute", async () => {
    await server.addPerson("slowed", ["v-1"]);
    const here = await server.as("slowed");
    for (let i = 0; i < 30; i++) await login(`nobody-${i}`, "wrong");
    expect((await change(here)).code).toBe(429);
    at(1, 1);
    expect((await change(here)).code).toBe(200);
  });
});

it("is limited per address like the login, as are no other calls of who is signed in", async () => {
  const strict = await testServer({ env: { RATE_LIMIT: "40", TRUST_PROXY: "on" } });
  const admin = await strict.as("admin");
  const headers = { "x-forwarded-for": "203.0.113.7" };
  const weak = { oldPassword: password, newPassword: "short" };
  const codes: number[] = [];
  for (let i = 0; i < 3; i++) codes.push((await admin.call(platform.changePassword, weak, { headers })).code);
  expect(codes).toEqual([400, 400, 429]);
  expect((await admin.call(session.profile, {}, { headers })).code).toBe(200);
  await strict.close();
});
