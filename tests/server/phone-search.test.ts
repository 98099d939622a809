/** A masked number can't be found out by searching for how it begins: without the code only the whole number, or its last four, finds anything. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "../../src/contract/core/call";
import { clubs } from "../../src/contract/clubs/clubs";
import { members } from "../../src/contract/members/members";
import { callsOf } from "../../src/contract/core/resource/calls";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

const PHONE = "13812345678";
let server: TestServer;
let seeing: Client;
let masked: Client;
beforeAll(async () => {
  server = await testServer();
  await query(server.url, "INSERT INTO card_type (venue_id, id, name, colour) VALUES ('v-1', 'ct', '卡', 300)");
  await query(
    server.url,
    `INSERT INTO member (venue_id, id, card_no, name, phone, card_type_id, state, created_at) VALUES ('v-1', 'm', 'A1', '何藏', $1, 'ct', 'active', now())`,
    [PHONE],
  );
  const admin = await server.as("admin");
  await admin.ok(callsOf(clubs).create, { name: "羽翼社", leader: "何藏", phone: PHONE });
  await server.addPerson("seeing", ["v-1"], ["venue_user_list", "club_list", "member_phone"]);
  await server.addPerson("masked", ["v-1"], ["venue_user_list", "club_list"]);
  [seeing, masked] = [await server.as("seeing"), await server.as("masked")];
});
afterAll(() => server.close());

describe("trying numbers out", () => {
  it("ends for who may not see phones after thirty misses, for whole lists and counts alike, and for nobody else", async () => {
    const tried = (client: Client, i: number) => client.call(members.list, { q: `1390000${String(i).padStart(4, "0")}` });
    await server.addPerson("trying", ["v-1"], ["venue_user_list", "club_list"]);
    const trying = await server.as("trying");
    server.now = new Date("2026-11-21T02:00:00Z");
    for (let i = 0; i < 29; i++) expect((await tried(trying, i)).code).toBe(200);
    expect((await trying.call(callsOf(clubs).sums, { q: "9999" })).code).toBe(200);
    for (const q of [PHONE, "5678", "9998"]) expect((await trying.call(members.list, { q })).code).toBe(429);
    expect((await trying.call(members.list, { q: "何藏" })).code).toBe(200);
    for (const client of [seeing, masked]) expect((await client.call(members.list, { q: PHONE })).code).toBe(200);
    for (let i = 0; i < 40; i++) expect((await tried(seeing, i)).code).toBe(200);
    server.now = new Date("2026-11-21T02:15:01Z");
    expect((await tried(trying, 1)).code).toBe(200);
    server.now = null;
  });
});

describe.each([
  ["members", members.list],
  ["a declared resource", callsOf(clubs).list],
] as const)("searching %s", (_, list) => {
  const found = async (client: Client, q: string): Promise<number> => ((await client.ok(list, { q })) as Page<unknown>).content.length;
  it.each([
    ["138", 1, 0],
    ["1381234567", 1, 0],
    [PHONE, 1, 1],
    ["5678", 1, 1],
    ["567", 0, 0],
  ])("for %s finds %i by who sees phones, %i by others", async (q, open, closed) => {
    expect([await found(seeing, q), await found(masked, q)]).toEqual([open, closed]);
  });
});
