/** Segments: who is in them, who may be written to, once a day; notices of activities; states of messages. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { activityDesk } from "../../src/contract/marketing/activities";
import { callsOf } from "../../src/contract/core/resource/calls";
import { memberMessage } from "../../src/contract/members/member-message";
import { activityNotice, customerMessages, messageConsents, segments } from "../../src/contract/marketing/segments";
import { customerMessage as machine } from "../../src/contract/core/states";
import { published } from "../support/activity";
import { seedBooking, seedMember, TODAY } from "../support/booking";
import { deskOf, venueOf } from "../support/desk";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

let server: TestServer;
let admin: Client;
const segment = callsOf(segments);
const consent = callsOf(messageConsents);
const message = callsOf(customerMessages);
beforeAll(async () => {
  server = await testServer();
  server.now = new Date(`${TODAY}T10:00:00+08:00`);
  admin = await server.as("admin");
  const desk = deskOf(server.database, server.url, await venueOf(server.database, "v-1"), server.now);
  await seedBooking(desk);
  for (const id of ["m-3", "m-4", "m-5"]) await seedMember(desk, id, { name: id });
  const put = (id: string, set: string) => query(server.url, `UPDATE member SET ${set} WHERE venue_id = 'v-1' AND id = $1`, [id]);
  await put("m-1", "spent = 90000, last_visit_at = '2026-11-20T10:00Z', birthday = '1990-11-30'");
  await put("m-2", "spent = 20000, last_visit_at = '2026-08-01T10:00Z', birthday = '1988-12-02'");
  await put("m-3", "spent = 50000, last_visit_at = '2026-10-01T10:00Z', birthday = '1995-11-21'");
  await put("m-4", "spent = 50000, last_visit_at = '2026-10-01T10:00Z', state = 'frozen', birthday = '1995-11-21'");
  await put("m-5", "created_at = '2026-01-01T00:00Z'");
});
afterAll(() => server.close());

let n = 0;
const circle = async (more: object): Promise<{ id: string; members: number | null; reachable: number | null }> =>
  admin.ok(segment.create, { name: `分群 ${++n}`, ...more });
const agree = (member: string) => admin.ok(consent.create, { member, givenBy: "desk", givenOn: TODAY });

it("holds the active members who fit all that it asks", async () => {
  const found: readonly (readonly [object, number])[] = [
    [{}, 4],
    [{ cardType: "ct-85" }, 1],
    [{ spentFrom: "500.00" }, 2],
    [{ spentFrom: "200.00", spentTo: "500.00" }, 2],
    [{ absentDays: 30 }, 3],
    [{ absentDays: 90 }, 2],
    [{ birthday: "thisMonth" }, 2],
    [{ birthday: "nextMonth" }, 1],
    [{ birthday: "today" }, 1],
    [{ absentDays: 30, birthday: "thisMonth" }, 1],
  ];
  for (const [asked, members] of found) expect([asked, (await circle(asked)).members]).toEqual([asked, members]);
  expect((await admin.call(segment.create, { name: "反了", spentFrom: "10.00", spentTo: "5.00" })).data).toMatchObject({
    errors: { spentTo: expect.any(String) },
  });
});

it("writes to those who agreed and nobody else, once a day", async () => {
  const { id, reachable } = await circle({ spentFrom: "200.00" });
  expect(reachable).toBe(0);
  const none = await admin.call(segment.send, { id, text: "本周末双打半价" });
  expect([none.code, none.msg]).toEqual([409, expect.stringContaining("没有同意接收")]);
  await agree("m-1");
  const { id: second } = await agree("m-2");
  await agree("m-4");
  expect((await admin.call(consent.create, { member: "m-1", givenBy: "mini", givenOn: TODAY })).code).toBe(400);
  await admin.ok(consent.delete, { id: second });
  await admin.ok(segment.send, { id, text: "本周末双打半价" });
  const { content } = await admin.ok(message.list, { source: "segment" });
  expect(content.map(({ name, text, state }) => [name, text, state])).toEqual([["沈佩仪", "本周末双打半价", "waiting"]]);
  expect((await admin.call(segment.send, { id, text: "再发一次" })).msg).toContain("今天已经群发过");
  await server.addPerson("looks", ["v-1"], ["segment_list"]);
  const looks = await (await server.as("looks")).call(segment.send, { id, text: "没有权限" });
  expect([looks.code, looks.msg]).toEqual([403, "没有「会员分群 · 群发消息」的权限。什么都没有改动，请联系管理员开通"]);
  expect((await admin.ok(message.list, { source: "segment" })).totalElements).toBe(1);
});

it("writes to one member who agreed, once a day, and says why not to another", async () => {
  const write = (id: string) => admin.call(memberMessage.write, { id, text: "年卡快到期了" });
  await query(server.url, "UPDATE member SET phone = '' WHERE venue_id = 'v-1' AND id = 'm-5'");
  await agree("m-5");
  expect((await write("m-2")).msg).toContain("没有同意接收消息");
  expect((await write("m-5")).msg).toContain("没有手机号");
  const twice = await Promise.all([write("m-4"), write("m-4")]);
  expect(twice.map(({ code }) => String(code)).toSorted()).toEqual(["200", "409"]);
  expect(twice.map(({ msg }) => msg).join()).toContain("今天已经写过一条");
  const { content } = await admin.ok(message.list, { source: "member" });
  expect(content).toMatchObject([{ name: "m-4", text: "年卡快到期了", state: "waiting", member: "m-4" }]);
  await query(server.url, "UPDATE member SET state = 'closed' WHERE venue_id = 'v-1' AND id = 'm-5'");
  expect((await write("m-5")).msg).toContain("已销户");
  expect((await (await server.as("looks")).call(memberMessage.write, { id: "m-4", text: "没有权限" })).code).toBe(403);
});

it("tells everybody who is signed up for an activity, each mobile once", async () => {
  const activityId = await published(admin, { guestFee: "0.00", childFee: "0.00" });
  expect((await admin.call(activityNotice.send, { activityId, text: "改到 2 号场" })).code).toBe(409);
  const join = (name: string, phone: string) => admin.ok(activityDesk.signUp, { activityId, attendee: "child", name, phone });
  await join("小明", "13800000001");
  await join("小红", "13800000001");
  await join("小刚", "");
  expect(await admin.ok(activityNotice.send, { activityId, text: "改到 2 号场" })).toEqual({ written: 1, unreachable: 1 });
});

it("moves a message as its machine says", async () => {
  const { content } = await admin.ok(message.list, {});
  const id = content[0]?.id ?? "";
  for (const state of machine.states)
    for (const action of ["markSent", "drop", "retry"] as const) {
      await query(server.url, "UPDATE customer_message SET state = $1, sent_at = CASE WHEN $1 = 'sent' THEN now() END WHERE id = $2", [
        state,
        id,
      ]);
      const { code, data } = await admin.call(message[action], { id });
      const to = Reflect.get(machine.table[state], action) as string | undefined;
      expect([state, action, code, code === 200 ? data.state : undefined]).toEqual([state, action, to ? 200 : 409, to]);
    }
});
