/** Every call × {no token, expired token, other venue, missing code, right}: who may not, is refused before anything is touched. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calls } from "../../src/contract/all";
import type { Envelope } from "../../src/contract/core/call";
import { sampleInput } from "../support/sample";
import { type Client, type TestServer, testServer } from "../support/server";
import { snapshot } from "../support/tables";

let server: TestServer;
let nobody: Client;
let expired: Client;
let elsewhere: Client;
let plain: Client;
let before: Record<string, string>;

beforeAll(async () => {
  server = await testServer();
  await server.addPerson("plain", ["v-1"], []);
  await server.addPerson("elsewhere", ["v-2"]);
  nobody = server.with("");
  server.now = new Date(Date.now() - 13 * 3_600_000);
  expired = await server.as("admin");
  server.now = null;
  elsewhere = await server.as("elsewhere");
  plain = await server.as("plain");
  before = await snapshot(server.url);
});
afterAll(() => server.close());

const closed = calls.filter(({ call }) => call.access !== "public");
const inVenue = calls.filter(({ call }) => call.access === "venue" || call.access === "cookie");
const withCode = inVenue.filter(({ call }) => call.codes.length > 0);
type Case = (typeof calls)[number];

async function answer(client: Client, { call }: Case): Promise<Envelope> {
  const response = await client.fetch(call, sampleInput(call));
  expect(response.status).toBe(200);
  const json = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  return json ? ((await response.json()) as Envelope) : { code: 200, msg: "", data: null };
}

describe.each(closed)("$name", (one) => {
  it("refuses without a token", async () => {
    expect(await answer(nobody, one)).toMatchObject({ code: 401, msg: expect.stringContaining("invalid_token") });
  });
  it("refuses an expired token", async () => {
    expect(await answer(expired, one)).toMatchObject({ code: 401, msg: expect.stringContaining("invalid_token") });
  });
});

describe.each(inVenue)("$name", (one) => {
  it("refuses a venue outside the person's list", async () => {
    expect(await answer(elsewhere, one)).toEqual({ code: 403, msg: "site data error", data: {} });
  });
});

describe.each(withCode)("$name", (one) => {
  it("refuses a person without its code", async () => {
    expect(await answer(plain, one)).toMatchObject({ code: 403, data: { codes: one.call.codes } });
  });
});

describe("what was refused", () => {
  it("has changed no row of any venue", async () => {
    expect(await snapshot(server.url)).toEqual(before);
  });
});

describe.each(calls)("$name", (one) => {
  it("lets the right person through", async () => {
    const { code } = await answer(await server.as("admin"), one);
    expect([401, 403, 500]).not.toContain(code);
  });
});
