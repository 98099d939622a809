/** Steps of signing in beside the password: the person's own password, the second step; and what a person sees and ends of their own access. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { content } from "../../src/contract/cms/content";
import { ownAccess } from "../../src/contract/session/own-access";
import { platform } from "../../src/contract/platform/platform";
import { callsOf } from "../../src/contract/core/resource/calls";
import { securityLog } from "../../src/contract/platform/security-log";
import { session } from "../../src/contract/session/session";
import { roles, staff } from "../../src/contract/platform/staff";
import { venue } from "../../src/contract/venue/venue";
import { PLATFORM } from "../../src/server/db/client";
import { type Client, password, type TestServer, testServer } from "../support/server";

const OWN = "Own-Choice-77";
const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 10, 21, 2);

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  server.now = new Date(START);
  admin = await server.as("admin");
});
afterAll(() => server.close());
const wait = (ms: number): void => {
  server.now = new Date((server.now?.getTime() ?? START) + ms);
};

const people = () => server.database.dbFor(PLATFORM);
const login = (username: string, more: { password?: string; newPassword?: string; code?: string } = {}) =>
  server.with("").call(session.login, { username, password, ...more });
const codeAt = (secret: string, ms = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: (server.now?.getTime() ?? START) + ms });
/** Turns the second step of a person on. @returns its secret and recovery codes */
const enrol = async (client: Client) => {
  const { secret } = await client.ok(ownAccess.beginSecondFactor, { password });
  const { recoveryCodes } = await client.ok(ownAccess.confirmSecondFactor, { code: codeAt(secret) });
  wait(30_000);
  return { secret, recoveryCodes };
};
const sessionsOf = async (personId: string): Promise<number> =>
  (await people().selectFrom("person_session").select("id").where("person_id", "=", personId).execute()).length;

describe("a password that an administrator chose", () => {
  const first = "Chosen-By-Office-1";
  const make = async (username: string): Promise<string> => {
    const role = (await admin.ok(callsOf(roles).create, { name: `角色 ${username}`, base: null, memo: "", discountPercent: 0 })).id;
    const { id } = await admin.ok(callsOf(staff).create, { name: `新人${username}`, username, role, password: first, phone: "" });
    return id;
  };

  it("opens no session before the person chose their own, and opens none afterwards", async () => {
    const id = await make("newcomer");
    expect(await login("newcomer", { password: first })).toMatchObject({ code: 428, data: { step: "password" } });
    expect(await sessionsOf(id)).toBe(0);
    for (const [newPassword, fault] of [
      [first, "不能与原来的相同"],
      ["1234567890", "密码"],
    ] as const)
      expect(await login("newcomer", { password: first, newPassword })).toMatchObject({
        code: 400,
        data: { errors: { newPassword: expect.stringContaining(fault) as string } },
      });
    expect(await sessionsOf(id)).toBe(0);
    const { data } = await login("newcomer", { password: first, newPassword: OWN });
    await server.with(data.access_token).ok(session.profile, {});
    expect((await login("newcomer", { password: first })).code).toBe(400);
    expect((await login("newcomer", { password: OWN })).code).toBe(200);
  });

  it("does not let a new password be set without the one that was given out", async () => {
    await make("guarded");
    expect((await login("guarded", { password: "Wrong-Guess-11", newPassword: OWN })).code).toBe(400);
    expect((await login("guarded", { password: OWN })).code).toBe(400);
  });

  it("is good for a week, and is renewed by setting another one, which is changed at first use as well", async () => {
    const id = await make("latecomer");
    wait(7 * 24 * HOUR_MS);
    expect(await login("latecomer", { password: first, newPassword: OWN })).toMatchObject({ code: 423 });
    admin = await server.as("admin");
    await admin.ok(callsOf(staff).setPassword, { id, password: "Chosen-Again-22" });
    expect(await login("latecomer", { password: "Chosen-Again-22" })).toMatchObject({ code: 428, data: { step: "password" } });
    expect((await login("latecomer", { password: "Chosen-Again-22", newPassword: OWN })).code).toBe(200);
  });
});

describe("a second step", () => {
  it("is asked for after the password, and opens no session without its code", async () => {
    const id = await server.addPerson("stepper", ["v-1"], []);
    const client = await server.as("stepper");
    expect((await login("stepper")).code).toBe(200);
    const { secret } = await enrol(client);
    expect(await sessionsOf(id)).toBe(1);
    expect(await login("stepper")).toMatchObject({ code: 428, data: { step: "code" } });
    expect(await login("stepper", { code: "000000" })).toMatchObject({ code: 400 });
    expect(await sessionsOf(id)).toBe(1);
    const { data } = await login("stepper", { code: codeAt(secret) });
    expect(await server.with(data.access_token).ok(session.profile, {})).toMatchObject({ username: "stepper", secondFactor: "on" });
    // The code alone is nothing.
    expect((await login("stepper", { password: "Wrong-Guess-11", code: codeAt(secret, 30_000) })).code).toBe(400);
  });

  it("takes each code once, also when it comes twice at the same time, and no earlier one after it", async () => {
    await server.addPerson("replayed", ["v-1"], []);
    const { secret } = await enrol(await server.as("replayed"));
    const [earlier, code] = [codeAt(secret, -30_000), codeAt(secret)];
    const codes = (await Promise.all([login("replayed", { code }), login("replayed", { code })])).map((answer) => answer.code);
    expect(codes.sort((a, b) => a - b)).toEqual([200, 400]);
    expect((await login("replayed", { code })).code).toBe(400);
    expect((await login("replayed", { code: earlier })).code).toBe(400);
    wait(30_000);
    expect((await login("replayed", { code: codeAt(secret) })).code).toBe(200);
  });

  it("takes a code of half a minute ago, and none that is older or from the time before the first", async () => {
    await server.addPerson("slow", ["v-1"], []);
    const { secret } = await enrol(await server.as("slow"));
    wait(300_000);
    expect((await login("slow", { code: codeAt(secret, -90_000) })).code).toBe(400);
    expect((await login("slow", { code: codeAt(secret, -30_000) })).code).toBe(200);
  });

  it("is replaced by a recovery code, each of which works once and is stored as a hash only", async () => {
    const id = await server.addPerson("lost", ["v-1"], []);
    const { recoveryCodes } = await enrol(await server.as("lost"));
    expect(new Set(recoveryCodes).size).toBe(10);
    const [one = "", two = ""] = recoveryCodes;
    const rows = await people().selectFrom("person_recovery_code").selectAll().where("person_id", "=", id).execute();
    expect(JSON.stringify(rows)).not.toContain(one.replaceAll("-", ""));
    expect((await login("lost", { code: one.toUpperCase().replaceAll("-", " ") })).code).toBe(200);
    expect((await login("lost", { code: one })).code).toBe(400);
    const { data } = await login("lost", { code: two });
    expect((await server.with(data.access_token).ok(ownAccess.view, {})).secondFactor).toMatchObject({ on: true, codesLeft: 8 });
  });

  it("locks after ten wrong codes, wherever they come from, though the password was right each time", async () => {
    const behind = await testServer({ env: { TRUST_PROXY: "on" }, url: server.url });
    behind.now = server.now;
    await server.addPerson("guessed", ["v-1"], []);
    const { secret } = await enrol(await server.as("guessed"));
    behind.now = server.now;
    const from = async (n: number, code?: string) => {
      const input = { username: "guessed", password, ...(code === undefined ? {} : { code }) };
      const answer = await behind.with("").fetch(session.login, input, { headers: { "x-forwarded-for": `203.0.113.${n}` } });
      return ((await answer.json()) as { code: number }).code;
    };
    for (let n = 1; n <= 10; n++) {
      // The first step right, which must not give new tries of the second.
      expect(await from(n)).toBe(428);
      expect(await from(n, "000000")).toBe(400);
    }
    expect(await from(11, codeAt(secret))).toBe(423);
    wait(15 * 60_000 + 1);
    behind.now = server.now;
    expect(await from(12, codeAt(secret))).toBe(200);
    await behind.close();
  });

  it("is set up at the next login where a role requires it, can't be turned off then, and gives recovery codes once", async () => {
    const id = await server.addPerson("required", ["v-1"], []);
    const client = await server.as("required");
    expect((await login("required")).code).toBe(200);
    const role = { id: "r-required", name: "r-required", base: null, memo: "", discountPercent: 20 };
    await admin.ok(callsOf(roles).modify, { ...role, secondFactor: true });
    const asked = await login("required");
    const { step, secret, svg, uri } = asked.data as unknown as Record<"step" | "secret" | "svg" | "uri", string>;
    expect([asked.code, step]).toEqual([428, "enrolment"]);
    expect(svg).toMatch(/^<svg /);
    expect(new URL(uri).searchParams.get("secret")).toBe(secret);
    // Asked again, it is the same picture.
    expect((await login("required")).data).toMatchObject({ secret });
    expect((await login("required", { code: "000000" })).code).toBe(400);
    const { data } = await login("required", { code: codeAt(secret) });
    expect(data.recoveryCodes).toHaveLength(10);
    wait(30_000);
    expect(await login("required")).toMatchObject({ code: 428, data: { step: "code" } });
    expect(JSON.stringify((await login("required")).data)).not.toContain(secret);
    const signedIn = server.with(data.access_token);
    expect((await signedIn.call(ownAccess.endSecondFactor, { password, code: codeAt(secret) })).code).toBe(409);
    await admin.ok(callsOf(roles).modify, { ...role, secondFactor: false });
    await signedIn.ok(ownAccess.endSecondFactor, { password, code: codeAt(secret) });
    expect((await login("required")).code).toBe(200);
    expect((await client.call(session.profile, {})).code).toBe(200);
    expect(await people().selectFrom("person_totp").select("person_id").where("person_id", "=", id).execute()).toEqual([]);
  });

  it("is not got around by a new password that a code of SMS set", async () => {
    await server.addPerson("recovered", ["v-1"]);
    await people().updateTable("person").set({ phone: "13810000099" }).where("id", "=", "p-recovered").execute();
    await enrol(await server.as("recovered"));
    await server.with("").ok(content.sendCode, { mobile: "13810000099" });
    const waiting = (await admin.ok(platform.sentCodes, {})).content.find(({ username }) => username === "recovered");
    await server.with("").ok(platform.findPassword, { mobile: "13810000099", code: waiting?.code ?? "", password: OWN });
    expect(await login("recovered", { password: OWN })).toMatchObject({ code: 428, data: { step: "code" } });
  });

  it("is turned on and off with the password, and off with a code as well", async () => {
    await server.addPerson("careful", ["v-1"], []);
    const client = await server.as("careful");
    // In words of its own: no password was about to be changed.
    expect(await client.call(ownAccess.beginSecondFactor, { password: "Wrong-Guess-11" })).toMatchObject({
      code: 400,
      msg: "密码不对，什么都没有改；请核对后再试",
    });
    const { secret } = await enrol(client);
    expect((await client.call(ownAccess.endSecondFactor, { password })).code).toBe(400);
    expect((await client.call(ownAccess.endSecondFactor, { password: "Wrong-Guess-11", code: codeAt(secret) })).code).toBe(400);
    expect((await client.call(ownAccess.beginSecondFactor, { password })).code).toBe(400);
    expect((await client.ok(ownAccess.view, {})).secondFactor.on).toBe(true);
    await client.ok(ownAccess.endSecondFactor, { password, code: codeAt(secret) });
    expect((await client.ok(ownAccess.view, {})).secondFactor).toEqual({ on: false, since: null, codesLeft: 0, required: false });
  });

  it("is reset by an administrator for a lost phone, which ends the sessions, and by nobody who may less", async () => {
    await server.addPerson("phoneless", ["v-1"], ["sale_create"]);
    const client = await server.as("phoneless");
    await enrol(client);
    await server.addPerson("junior", ["v-1"], ["staff_password"]);
    const reset = { id: "p-phoneless" };
    expect((await (await server.as("junior")).call(callsOf(staff).resetSecondFactor, reset)).code).not.toBe(200);
    expect((await login("phoneless")).code).toBe(428);
    await admin.ok(callsOf(staff).resetSecondFactor, reset);
    expect((await client.call(session.profile, {})).code).toBe(401);
    expect((await login("phoneless")).code).toBe(200);
  });

  it("is advised to administrators only", async () => {
    await server.addPerson("cashier", ["v-1"], ["sale_create"]);
    expect((await admin.ok(session.profile, {})).secondFactor).toBe("advised");
    expect((await (await server.as("cashier")).ok(session.profile, {})).secondFactor).toBe("off");
  });
});

describe("one's own sessions", () => {
  it("are listed with the one that asks, and are signed out one by one or all others at once", async () => {
    await server.addPerson("roamer", ["v-1"], []);
    const [here, phone, tablet] = [await server.as("roamer"), await server.as("roamer"), await server.as("roamer")];
    for (const one of [here, phone, tablet]) await one.ok(venue.view, {});
    const { sessions } = await here.ok(ownAccess.view, {});
    expect(sessions.map(({ isThis }) => Number(isThis)).sort((a, b) => a - b)).toEqual([0, 0, 1]);
    expect(JSON.stringify(sessions)).not.toContain(here.token);
    const other = (await phone.ok(ownAccess.view, {})).sessions.find(({ isThis }) => isThis)?.id ?? "";
    await here.ok(ownAccess.endSession, { id: other });
    expect((await phone.call(venue.view, {})).code).toBe(401);
    expect((await tablet.call(venue.view, {})).code).toBe(200);
    expect(await here.ok(ownAccess.endOthers, {})).toEqual({ sessions: 1 });
    expect([(await tablet.call(venue.view, {})).code, (await here.call(venue.view, {})).code]).toEqual([401, 200]);
  });

  it("end where their browser signs in anew, and nowhere else", async () => {
    await server.addPerson("again", ["v-1"], []);
    const [before, elsewhere] = [await server.as("again"), await server.as("again")];
    const input = { username: "again", password };
    await server.with("").fetch(session.login, input, { headers: { cookie: `session=${before.token}` } });
    expect([(await before.call(venue.view, {})).code, (await elsewhere.call(venue.view, {})).code]).toEqual([401, 200]);
  });

  it("are nobody else's to see or to end", async () => {
    await server.addPerson("stranger", ["v-1"]);
    const mine = (await admin.ok(ownAccess.view, {})).sessions.map(({ id }) => id);
    const stranger = await server.as("stranger");
    expect((await stranger.ok(ownAccess.view, {})).sessions.filter(({ id }) => mine.includes(id))).toEqual([]);
    for (const id of mine) await stranger.ok(ownAccess.endSession, { id });
    expect((await admin.call(venue.view, {})).code).toBe(200);
  });

  it("end twelve hours after the sign-in however busy they are, or as the operator sets it", async () => {
    const long = await testServer({ url: server.url, env: { SESSION_HOURS: "18" } });
    const at = (hours: number): void => {
      server.now = new Date(START + 30 * 24 * HOUR_MS + hours * HOUR_MS);
      long.now = server.now;
    };
    at(0);
    await server.addPerson("busy", ["v-1"], []);
    const [short, other] = [await server.as("busy"), await long.as("busy")];
    const codes = async (hours: number) => {
      at(hours);
      return Promise.all([short, other].map(async (client) => (await client.call(venue.view, {})).code));
    };
    expect([await codes(11), await codes(11.9)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    expect([await codes(12.01), await codes(17.9), await codes(18.01)]).toEqual([
      [401, 200],
      [401, 200],
      [401, 401],
    ]);
    await long.close();
    admin = await server.as("admin");
  });
});

describe("one's own mobile", () => {
  it("is changed with the password only, tells the old number, is in the venue's log, and ends a code on its way", async () => {
    const texts: { mobile?: string; text?: string; code?: string }[] = [];
    const gateway = createServer((request, response) => {
      let text = "";
      request.on("data", (part: Buffer) => (text += part.toString()));
      request.on("end", () => {
        texts.push(JSON.parse(text) as { mobile?: string });
        response.end();
      });
    });
    await new Promise<void>((done) => gateway.listen(0, "127.0.0.1", done));
    const sending = await testServer({ url: server.url, env: { SMS_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/` } });
    sending.now = server.now;
    await sending.addPerson("mover", ["v-1"], []);
    const [old, fresh] = ["13810000091", "13810000092"];
    await people().updateTable("person").set({ phone: old }).where("id", "=", "p-mover").execute();
    const client = await sending.as("mover");
    await sending.with("").ok(content.sendCode, { mobile: old });
    await expect.poll(() => texts.length).toBe(1);
    const { code = "" } = texts[0] ?? {};
    expect((await client.call(ownAccess.changeMobile, { password: "Wrong-Guess-11", mobile: fresh })).code).toBe(400);
    expect((await client.call(ownAccess.changeMobile, { password, mobile: old })).code).toBe(400);
    await client.ok(ownAccess.changeMobile, { password, mobile: fresh });
    await expect.poll(() => texts.length).toBe(2);
    expect(texts[1]).toMatchObject({ mobile: old, text: expect.stringMatching(/0092/) });
    expect(texts[1]?.text).not.toContain(fresh);
    expect((await client.ok(ownAccess.view, {})).mobile).toBe("138****0092");
    expect((await sending.with("").call(platform.findPassword, { mobile: old, code, password: OWN })).code).toBe(400);
    const { content: lines } = await admin.ok(callsOf(securityLog).list, { action: "ownAccess.changeMobile" });
    expect(lines).toHaveLength(1);
    await sending.close();
    await new Promise((done) => gateway.close(done));
  });

  it("is not changed by the form of staff, which asks for no password, and somebody else's is", async () => {
    const change = async (id: string) => {
      const { name, username, role } = await admin.ok(callsOf(staff).view, { id });
      return admin.call(callsOf(staff).modify, { id, name, username, role, phone: "13810000093" });
    };
    expect(await change("p-admin")).toMatchObject({
      code: 400,
      data: { errors: { phone: expect.stringContaining("登录与安全") as string } },
    });
    await server.addPerson("other", ["v-1"], []);
    expect((await change("p-other")).code).toBe(200);
  });
});
