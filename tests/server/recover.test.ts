/** A forgotten password: codes to mobiles, what they are good for, and what they tell nobody (wire "Small decisions"). */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { content } from "../../src/contract/cms/content";
import { ALL_CODES } from "../../src/contract/core/permissions";
import { platform } from "../../src/contract/platform/platform";
import { callsOf } from "../../src/contract/core/resource/calls";
import { securityLog } from "../../src/contract/platform/security-log";
import { ownAccess } from "../../src/contract/session/own-access";
import { session } from "../../src/contract/session/session";
import { venue } from "../../src/contract/venue/venue";
import { PLATFORM } from "../../src/server/db/client";
import { password, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

const FRESH = "Another-Lane-22";
const SENT = { wait: 60, minutes: 10, byAdministrator: true };

let server: TestServer;
let hour = 0;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
/** Each test has hours of its own: all ask from one address. */
const at = (minute: number, second = 0): void => {
  server.now = new Date(Date.UTC(2026, 10, 21, 0, minute, second) + hour * 3_600_000);
};
afterEach(() => {
  hour += 3;
  at(0);
});

const anyone = () => server.with("");
const ask = (mobile: string) => anyone().call(content.sendCode, { mobile });
const reset = (mobile: string, code: string) => anyone().call(platform.findPassword, { mobile, code, password: FRESH });
const login = (username: string, secret: string) => anyone().call(session.login, { username, password: secret });
const people = () => server.database.dbFor(PLATFORM);
const shown = async (reader = "admin") => (await (await server.as(reader)).ok(platform.sentCodes, {})).content;
const codeOf = async (username: string) => (await shown()).find((one) => one.username === username)?.code ?? "";
const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

async function staff(username: string, mobile: string): Promise<string> {
  const id = await server.addPerson(username, ["v-1"], ALL_CODES);
  await people().updateTable("person").set({ phone: mobile }).where("id", "=", id).execute();
  return id;
}

it("sets a new password by the code that the administrator passes on, unlocks, ends every session, and is in the venue's log", async () => {
  at(0);
  const id = await staff("forgot", "13810000001");
  const before = await server.as("forgot");
  await before.ok(venue.view, {});
  await before.ok(ownAccess.setPin, { pin: "9713", password });
  for (let i = 0; i < 5; i++) await login("forgot", "wrong");
  expect((await login("forgot", password)).code).toBe(423);

  expect((await ask("13810000001")).data).toEqual(SENT);
  const [told] = await shown();
  expect(told).toMatchObject({ username: "forgot", phone: "138****0001", code: expect.stringMatching(/^\d{6}$/) });
  expect(await reset("13810000001", told?.code ?? "")).toMatchObject({ code: 200, data: { username: "forgot" } });

  expect((await before.call(venue.view, {})).code).toBe(401);
  expect((await login("forgot", password)).code).toBe(400);
  expect((await login("forgot", FRESH)).code).toBe(200);
  expect(await shown()).toEqual([]);
  const log = await (await server.as("admin")).ok(callsOf(securityLog).list, { action: "platform.findPassword" });
  expect(log.content).toHaveLength(2);
  for (const line of log.content) expect(line).toMatchObject({ operatorId: id, object: "person", objectId: id, address: "127.0.0.1" });
  const removed = await query(
    server.url,
    "SELECT venue_id FROM audit_log WHERE object_id = $1 AND before ->> 'pin_state' = 'set' AND after ->> 'pin_state' = 'none' AND venue_id = 'v-1'",
    [id],
  );
  expect(removed).toEqual([{ venue_id: "v-1" }]);
  expect(JSON.stringify(log)).not.toContain(FRESH);
});

describe("who asks learns nothing", () => {
  it("of a mobile that nobody has, that two have, or whose account is disabled: the same answer, and no code goes out", async () => {
    at(0);
    await staff("twin-a", "13810000002");
    await staff("twin-b", "13810000002");
    const gone = await staff("disabled", "13810000003");
    await people().updateTable("person").set({ state: "disabled" }).where("id", "=", gone).execute();
    for (const mobile of ["13810000002", "13810000003", "13810000004"]) {
      expect(await ask(mobile)).toMatchObject({ code: 200, data: SENT });
      expect(await ask(mobile)).toMatchObject({ code: 429, msg: "操作太频繁，请 60 秒后再试" });
    }
    expect(await shown()).toEqual([]);
    const refused = await Promise.all(["13810000002", "13810000004", "13810000009"].map((mobile) => reset(mobile, "000000")));
    expect(new Set(refused.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(refused[0]?.code).toBe(400);
  });

  it("and the database keeps no code that could be read", async () => {
    at(0);
    await staff("hidden", "13810000005");
    await ask("13810000005");
    const rows = await people().selectFrom("sms_code").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(await codeOf("hidden"));
    expect(rows.at(-1)?.code_hash).toMatch(/^\$argon2id\$/);
  });
});

describe("a code", () => {
  it("is good for five tries, also when they come at once", async () => {
    at(0);
    await staff("guessed", "13810000006");
    await ask("13810000006");
    const code = await codeOf("guessed");
    const tries = await Promise.all(Array.from({ length: 8 }, () => reset("13810000006", wrong(code))));
    expect(tries.every((answer) => answer.code === 400)).toBe(true);
    expect((await reset("13810000006", code)).code).toBe(400);
    expect((await login("guessed", password)).code).toBe(200);
    at(2);
    await ask("13810000006");
    expect((await reset("13810000006", await codeOf("guessed"))).code).toBe(200);
  });

  it("works once, for one of those who use it at once", async () => {
    at(0);
    await staff("raced", "13810000007");
    await ask("13810000007");
    const code = await codeOf("raced");
    const answers = await Promise.all(Array.from({ length: 4 }, () => reset("13810000007", code)));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect((await reset("13810000007", code)).code).toBe(400);
  });

  it("lives ten minutes, and only until the next is sent", async () => {
    at(0);
    await staff("slow", "13810000008");
    await ask("13810000008");
    const first = await codeOf("slow");
    at(10, 1);
    expect(await shown()).toEqual([]);
    expect((await reset("13810000008", first)).code).toBe(400);
    await ask("13810000008");
    const second = await codeOf("slow");
    at(12);
    await ask("13810000008");
    const third = await codeOf("slow");
    if (second !== third) expect((await reset("13810000008", second)).code).toBe(400);
    expect((await reset("13810000008", third)).code).toBe(200);
  });

  it("does nothing for an account that was disabled, or got another mobile, since it was sent", async () => {
    at(0);
    const id = await staff("leaving", "13810000010");
    await ask("13810000010");
    const code = await codeOf("leaving");
    await people().updateTable("person").set({ phone: "13810000011" }).where("id", "=", id).execute();
    expect((await reset("13810000010", code)).code).toBe(400);
    await people().updateTable("person").set({ phone: "13810000010", state: "disabled" }).where("id", "=", id).execute();
    expect((await reset("13810000010", code)).code).toBe(400);
  });
});

describe("codes are limited", () => {
  it("for a mobile to one a minute and five an hour, whoever asks at once", async () => {
    at(0);
    const once = await Promise.all(Array.from({ length: 5 }, () => ask("13810000012")));
    expect(once.filter((answer) => answer.code === 200)).toHaveLength(1);
    for (let minute = 1; minute < 5; minute++) {
      at(minute, 1);
      expect((await ask("13810000012")).code).toBe(200);
    }
    at(30);
    expect(await ask("13810000012")).toMatchObject({ code: 429, msg: "操作太频繁，请 1800 秒后再试" });
    at(60, 1);
    expect((await ask("13810000012")).code).toBe(200);
  });

  it("from an address to twenty an hour", async () => {
    at(0);
    for (let i = 0; i < 20; i++) expect((await ask(`138200000${10 + i}`)).code).toBe(200);
    expect((await ask("13820000099")).code).toBe(429);
    at(60, 1);
    expect((await ask("13820000099")).code).toBe(200);
  });

  it("and so are wrong codes from an address: thirty a minute, together with wrong passwords", async () => {
    at(0);
    for (let i = 0; i < 30; i++) await reset("13810000013", "123456");
    expect((await reset("13810000013", "123456")).code).toBe(429);
    expect((await login("admin", password)).code).toBe(429);
  });
});

it("shows codes only to who may set passwords and may do all that the account may", async () => {
  at(0);
  await staff("owner", "13810000014");
  await server.addPerson(
    "deputy",
    ["v-1"],
    ALL_CODES.filter((code) => code !== "role_modify"),
  );
  await server.addPerson("cashier", ["v-1"], ["sale_create"]);
  await people().updateTable("person").set({ phone: "13810000015" }).where("username", "=", "cashier").execute();
  await ask("13810000014");
  await ask("13810000015");
  expect((await shown("admin")).map((one) => one.username).sort()).toEqual(["cashier", "owner"]);
  expect((await shown("deputy")).map((one) => one.username)).toEqual(["cashier"]);
  expect((await (await server.as("cashier")).call(platform.sentCodes, {})).code).toBe(403);
  expect((await (await server.as("admin")).ok(platform.sentCodes, {}, { venueId: "v-2" })).content).toEqual([]);
});

describe("with a gateway", () => {
  let gateway: Server;
  const heard: { body: unknown; authorization: string | undefined }[] = [];
  beforeAll(async () => {
    gateway = createServer((request, response) => {
      let text = "";
      request.on("data", (part: Buffer) => (text += part.toString()));
      request.on("end", () => {
        heard.push({ body: JSON.parse(text), authorization: request.headers.authorization });
        response.statusCode = heard.length > 1 ? 500 : 204;
        response.end();
      });
    });
    await new Promise<void>((done) => gateway.listen(0, "127.0.0.1", done));
  });
  afterAll(() => new Promise((done) => gateway.close(done)));

  it("posts the code there and shows it nowhere; one that the gateway refuses is shown to nobody who asked", async () => {
    const { port } = gateway.address() as AddressInfo;
    const sending = await testServer({ env: { SMS_URL: `http://127.0.0.1:${port}/sms`, SMS_TOKEN: "gate-token" } });
    const db = sending.database.dbFor(PLATFORM);
    await db.updateTable("person").set({ phone: "13810000016" }).where("username", "=", "admin").execute();
    const asking = (mobile: string) => sending.with("").ok(content.sendCode, { mobile });
    sending.now = new Date("2026-11-21T02:00:00Z");
    expect(await asking("13810000017")).toEqual({ ...SENT, byAdministrator: false });
    expect(await asking("13810000016")).toEqual({ ...SENT, byAdministrator: false });
    await expect.poll(() => heard).toHaveLength(1);
    expect(heard[0]).toEqual({
      body: { mobile: "13810000016", code: expect.stringMatching(/^\d{6}$/), minutes: 10 },
      authorization: "Bearer gate-token",
    });
    const { code } = (heard[0]?.body ?? { code: "" }) as { code: string };
    expect(await (await sending.as("admin")).ok(platform.sentCodes, {})).toEqual({ byGateway: true, content: [] });
    expect((await sending.with("").call(platform.findPassword, { mobile: "13810000016", code, password: FRESH })).code).toBe(200);
    sending.now = new Date("2026-11-21T02:02:00Z");
    expect(await asking("13810000016")).toEqual({ ...SENT, byAdministrator: false });
    await expect.poll(() => heard).toHaveLength(2);
    await sending.close();
  });
});
