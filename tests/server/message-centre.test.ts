/** The message centre: what is answered is read, and stays with its message for colleagues. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { messages } from "../../src/contract/messages/messages";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as("admin");
  for (const [id, venueId] of [
    ["m-1", "v-1"],
    ["m-2", "v-1"],
    ["m-9", "v-2"],
  ])
    await query(
      server.url,
      "INSERT INTO message (venue_id, id, at, kind, title, text) VALUES ($1, $2, now(), 'stock', '库存不足', '羽毛球剩 3 筒')",
      [venueId, id],
    );
});
afterAll(() => server.close());

const listed = async (id: string, venueId = "v-1") =>
  (await admin.ok(messages.list, { venueId, state: "unread,read,cleared" }, { venueId })).content.find((row) => row.id === id);

it("keeps answers with their message, in order and by whom, and what is answered is read", async () => {
  await server.addPerson("clerk", ["v-1"], ["venue_message_center_list"]);
  await admin.ok(messages.reply, { id: "m-1", text: "已下单 20 筒" });
  await (await server.as("clerk")).ok(messages.reply, { id: "m-1", text: " 周三到货 " });
  expect(await listed("m-1")).toMatchObject({
    state: "read",
    replies: [
      { text: "已下单 20 筒", by: "员工 admin" },
      { text: "周三到货", by: "员工 clerk" },
    ],
  });
  expect(await listed("m-2")).toMatchObject({ state: "unread", replies: [] });
  expect(await admin.ok(messages.count, { venueId: "v-1" })).toBe(1);
});

it("answers nothing that was cleared, is of another venue, or is not there, and no answer is empty", async () => {
  await admin.ok(messages.clear, { ids: ["m-2"] });
  expect(await admin.call(messages.reply, { id: "m-2", text: "好" })).toMatchObject({ code: 409, data: { state: "cleared" } });
  for (const id of ["m-9", "m-0"]) expect((await admin.call(messages.reply, { id, text: "好" })).msg).toMatch(/消息/);
  expect((await admin.call(messages.reply, { id: "m-1", text: " " })).code).toBe(400);
  expect(await listed("m-9", "v-2")).toMatchObject({ state: "unread", replies: [] });
});

it("marks and clears those that are named, or all, of its own venue; the list leaves cleared ones out until they are asked for", async () => {
  for (const id of ["m-3", "m-4", "m-5"])
    await query(server.url, "INSERT INTO message (venue_id, id, at, kind, title) VALUES ('v-1', $1, now(), 'system', '停水')", [id]);
  const states = async (state?: string) =>
    Object.fromEntries(
      (await admin.ok(messages.list, { venueId: "v-1", ...(state ? { state } : {}) })).content.map((row) => [row.id, row.state]),
    );
  await server.addPerson("bell", ["v-1"], []);
  const bell = await server.as("bell");
  await bell.ok(messages.read, { ids: ["m-3", "m-2", "m-9"] });
  expect(await states()).toEqual({ "m-1": "read", "m-3": "read", "m-4": "unread", "m-5": "unread" });
  expect(await listed("m-9", "v-2")).toMatchObject({ state: "unread" });
  expect((await bell.call(messages.clear, {})).code).toBe(403);
  await bell.ok(messages.read, {});
  expect(await admin.ok(messages.count, { venueId: "v-1" })).toBe(0);
  await admin.ok(messages.clear, { ids: ["m-4"] });
  expect(await states("cleared")).toEqual({ "m-2": "cleared", "m-4": "cleared" });
  await admin.ok(messages.clear, {});
  expect(await states()).toEqual({});
  expect(Object.keys(await states("read,cleared"))).toHaveLength(5);
  expect(await admin.ok(messages.sums, {})).toEqual({ count: 0 });
  expect(await listed("m-9", "v-2")).toMatchObject({ state: "unread" });
});
