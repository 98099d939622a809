/** Devices, sign-ins and own settings on the record of the staff: where they come from, who sees them, and what ends with a device. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { platform } from "../../src/contract/platform/platform";
import { callsOf } from "../../src/contract/core/resource/calls";
import { securityLog } from "../../src/contract/platform/security-log";
import { session } from "../../src/contract/session/session";
import { venue } from "../../src/contract/venue/venue";
import { agentOf } from "../../src/server/kernel/agents";
import { type Client, password, type TestServer, testServer } from "../support/server";

const WINDOWS =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.50";
const LINUX = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as("admin");
});
afterAll(() => server.close());

/** Signs in as a browser does: with what it calls itself and the cookie of its device. */
async function signIn(username: string, agent: string, cookie = ""): Promise<{ client: Client; cookie: string }> {
  const answer = await fetch(`${server.origin}${session.login.path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": agent, cookie },
    body: JSON.stringify({ username, password }),
  });
  const { data } = (await answer.json()) as { data: { access_token: string } };
  const device = answer.headers.getSetCookie().find((one) => one.startsWith("device="));
  return { client: server.with(data.access_token), cookie: device?.split(";")[0] ?? "" };
}
const works = async (client: Client): Promise<boolean> => (await client.call(venue.view, {})).code === 200;
const devicesOf = async (id: string, by = admin) => (await by.ok(platform.staffDevices, { id })).content;

describe("a device", () => {
  it("is on the record from its first sign-in, once however often it is used, with what is open on it", async () => {
    const id = await server.addPerson("walker", ["v-1"], ["club_list"]);
    expect(await devicesOf(id)).toEqual([]);
    const first = await signIn("walker", WINDOWS);
    await signIn("walker", WINDOWS, first.cookie);
    await signIn("walker", LINUX);
    const devices = await devicesOf(id);
    expect(devices.map(({ browser, system, sessions }) => `${browser} ${system} ${sessions}`).sort()).toEqual([
      "Edge Windows 2",
      "Firefox Linux 1",
    ]);
    expect(devices[0]).toMatchObject({ address: "127.0.0.1", firstAt: expect.any(String) as string });
  });

  it("that is taken away is out at once, the others are not, and the log of each venue says so", async () => {
    const id = await server.addPerson("loser", ["v-1", "v-2"], ["club_list"]);
    const lost = await signIn("loser", IPHONE);
    const kept = await signIn("loser", LINUX);
    const [phone] = (await devicesOf(id)).filter(({ system }) => system === "iPhone");
    expect([await works(lost.client), await works(kept.client)]).toEqual([true, true]);
    expect(await admin.ok(platform.endDevice, { id, deviceId: phone?.id ?? "" })).toEqual({ sessions: 1 });
    expect([await works(lost.client), await works(kept.client)]).toEqual([false, true]);
    expect((await devicesOf(id)).map(({ system }) => system)).toEqual(["Linux"]);
    for (const venueId of ["v-1", "v-2"]) {
      const { content } = await admin.ok(callsOf(securityLog).list, { action: "platform.endDevice" }, { venueId });
      expect(content).toHaveLength(1);
      expect(JSON.stringify(content)).toContain("WeChat");
    }
    // Its cookie is nobody's now: signing in there makes a device anew.
    await signIn("loser", IPHONE, lost.cookie);
    expect((await devicesOf(id)).find(({ system }) => system === "iPhone")?.id).not.toBe(phone?.id);
  });

  it("is taken away by nobody who may do less than its person, or who names somebody else's", async () => {
    const id = await server.addPerson("chief", ["v-1"]);
    const { client } = await signIn("chief", WINDOWS);
    await server.addPerson("clerk", ["v-1"], ["staff_modify"]);
    const clerk = await server.as("clerk");
    const [device] = await devicesOf(id, clerk);
    if (!device) throw new Error("no device");
    expect((await clerk.call(platform.endDevice, { id, deviceId: device.id })).code).not.toBe(200);
    expect((await clerk.call(platform.endDevice, { id: "p-clerk", deviceId: device.id })).msg).toMatch(/设备/);
    expect(await works(client)).toBe(true);
    expect(await devicesOf(id)).toHaveLength(1);
  });

  it("is seen by who may change staff, and of people of the venue only", async () => {
    await server.addPerson("viewer", ["v-1"], ["user_admin_list"]);
    const viewer = await server.as("viewer");
    for (const call of [platform.staffDevices, platform.signIns]) expect((await viewer.call(call, { id: "p-admin" })).code).toBe(403);
    const elsewhere = await server.addPerson("elsewhere", ["v-2"]);
    await server.addPerson("local", ["v-1"]);
    const local = await server.as("local");
    for (const call of [platform.staffDevices, platform.signIns, platform.staffSettings])
      expect((await local.call(call, { id: elsewhere })).msg).toMatch(/员工/);
    expect((await local.call(platform.endDevice, { id: elsewhere, deviceId: "x" })).msg).toMatch(/员工/);
  });
});

describe("a sign-in", () => {
  it("is kept with how it was made, and with the phone that confirmed a scanned code", async () => {
    const id = await server.addPerson("scanner", ["v-1"]);
    const phone = await signIn("scanner", IPHONE);
    const desk = server.with("");
    const { ticket } = await desk.ok(session.qrTicket, {});
    await phone.client.ok(session.qrConfirm, { ticket }, { headers: { "user-agent": IPHONE } });
    const { code = "" } = await desk.ok(session.qrState, { ticket });
    await desk.ok(session.qrLogin, { code }, { headers: { "user-agent": LINUX } });
    const { content } = await admin.ok(platform.signIns, { id });
    expect(content).toMatchObject([
      { way: "scan", browser: "Firefox", system: "Linux", phone: { browser: "WeChat", system: "iPhone", address: "127.0.0.1" } },
      { way: "password", browser: "WeChat", system: "iPhone", phone: null },
    ]);
  });
});

it("shows what a person has set for themselves at this venue", async () => {
  const id = await server.addPerson("setter", ["v-1", "v-2"]);
  const setter = await server.as("setter");
  await setter.ok(session.savePreference, { key: "voice", value: "off" });
  await setter.ok(session.savePreference, { key: "density", value: "compact" }, { venueId: "v-2" });
  expect(await admin.ok(platform.staffSettings, { id })).toEqual({ values: { voice: "off" } });
  expect(await admin.ok(platform.staffSettings, { id }, { venueId: "v-2" })).toEqual({ values: { density: "compact" } });
});

it.each([
  [WINDOWS, "Edge Windows"],
  [IPHONE, "WeChat iPhone"],
  [LINUX, "Firefox Linux"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15", "Safari macOS"],
  [
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
    "Chrome Android",
  ],
  ["curl/8.5.0", " "],
])("calls a browser what people call it: %s", (agent, name) => {
  const { browser, system } = agentOf(agent);
  expect(`${browser} ${system}`).toBe(name);
});
