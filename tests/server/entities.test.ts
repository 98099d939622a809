/** Records beside the main ones: addresses and profiles of staff, reminders, patterns of numbers, how members came here. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Call } from "../../src/contract/core/call";
import { checkRules } from "../../src/contract/core/check-rules";
import { coaches } from "../../src/contract/coaches/coaches";
import { attentions, spreads } from "../../src/contract/members/introductions";
import { memberRecords } from "../../src/contract/members/member-records";
import { members } from "../../src/contract/members/members";
import { ALL_CODES } from "../../src/contract/core/permissions";
import { staff } from "../../src/contract/platform/staff";
import { staffAddresses } from "../../src/contract/platform/staff-addresses";
import { diggs, reviews } from "../../src/contract/marketing/reviews";
import { reminders } from "../../src/contract/messages/reminders";
import { callsOf } from "../../src/contract/core/resource/calls";
import { messages } from "../../src/contract/messages/messages";
import { reminderJobs } from "../../src/server/domains/messages/reminders";
import { change, systemRequest } from "../../src/server/http/perform";
import { venueRow } from "../../src/server/demo/setup";
import { PLATFORM } from "../../src/server/db/client";
import { type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const client = async (name: string) => {
  const as = await server.as(name);
  return { ok: (call: Call, input: unknown) => as.ok(call, input, { venueId: "v-1" }) as Promise<Record<string, never>> };
};

it("an address of somebody who works here goes when they leave", async () => {
  const id = await server.addPerson("leaver", ["v-1"], ALL_CODES.slice(0, 1));
  const admin = await client("admin");
  const { create } = callsOf(staffAddresses);
  await admin.ok(create, {
    staff: id,
    contact: "家人",
    phone: "13800000009",
    area: ["上海市", "上海市", "徐汇区"],
    address: "漕溪路 1 号",
    emergency: true,
    memo: "",
  });
  expect(await query(server.url, "SELECT contact FROM staff_address")).toEqual([{ contact: "家人" }]);
  await admin.ok(callsOf(staff).delete, { id });
  expect(await query(server.url, "SELECT contact FROM staff_address")).toEqual([]);
});

it("a reminder is a message at its time, once, and again when it is put off", async () => {
  const admin = await client("admin");
  const made = await admin.ok(callsOf(reminders).create, { title: "交物业费", at: "2026-11-21T02:00:00.000Z", memo: "东馆" });
  const venue = await venueRow(server.database.dbFor(PLATFORM), "v-1");
  const runAt = (now: string) =>
    change(server.database, systemRequest(venue, "reminders.due", new Date(now)), (ctx) => reminderJobs[0]?.run(ctx) ?? Promise.resolve());
  const said = async () =>
    (await (await server.as("admin")).ok(messages.list, { venueId: "v-1" })).content.filter(({ title }) => title === "交物业费").length;
  await runAt("2026-11-21T01:59:59Z");
  expect(await said()).toBe(0);
  await runAt("2026-11-21T02:00:00Z");
  await runAt("2026-11-21T02:00:10Z");
  expect(await said()).toBe(1);
  await admin.ok(callsOf(reminders).modify, { id: made["id"], title: "交物业费", at: "2026-11-22T02:00:00.000Z", memo: "东馆" });
  await runAt("2026-11-22T02:00:00Z");
  expect(await said()).toBe(2);
});

it("a number that is typed follows the venue's pattern for it, from then on", async () => {
  const admin = await server.as("admin");
  const at = { venueId: "v-1" };
  await query(server.url, "INSERT INTO card_type (venue_id, id, name, colour) VALUES ('v-1', 'ct-1', '普通会员', 300)");
  const draft = (phone: string, cardNo: string) => ({ phone, name: "林中", cardTypeId: "ct-1", cardNo });
  const old = await admin.ok(members.create, draft("13800001001", "alt-7"), at);
  await admin.ok(callsOf(checkRules).create, { target: "cardNo", pattern: "VIP-99A", memo: "" }, at);
  const refused = await admin.call(members.create, draft("13800001002", "VIP-7"), at);
  expect([refused.code, JSON.stringify(refused).includes("VIP-99A")]).toEqual([400, true]);
  expect((await admin.ok(members.create, draft("13800001002", "VIP-12b"), at)).cardNo).toBe("VIP-12b");
  // A value that is assigned automatically, or existed before, stays.
  await admin.ok(members.create, draft("13800001003", ""), at);
  await admin.ok(members.modify, { ...draft("13800001001", "alt-7"), id: old.id, name: "林中天" }, at);
  expect((await admin.call(members.modify, { ...draft("13800001001", "alt-8"), id: old.id }, at)).code).toBe(400);
  await admin.ok(callsOf(checkRules).create, { target: "certificateNo", pattern: "9999", memo: "" }, at);
  const coach = {
    name: "教练",
    phone: "13800001009",
    programs: ["羽毛球"],
    level: "junior" as const,
    hourPrice: "100.00",
    share: 50,
    account: "",
    certificateNo: "12",
  };
  expect((await admin.call(callsOf(coaches).create, coach, at)).code).toBe(400);
  await admin.ok(callsOf(coaches).create, { ...coach, certificateNo: "1234" }, at);
});

it("a member who names a promotion code was introduced by who has it", async () => {
  const person = await server.addPerson("promoter", ["v-1"], ALL_CODES.slice(0, 1));
  const admin = await server.as("admin");
  const at = { venueId: "v-1" };
  const profile = {
    ...(await admin.ok(callsOf(staff).view, { id: person }, at)),
    email: "promoter@example.com",
    nickname: "小推",
    gender: "male" as const,
    promotionCode: "Q7",
  };
  expect((await admin.call(callsOf(staff).modify, { ...profile, email: "nobody" }, at)).code).toBe(400);
  await admin.ok(callsOf(staff).modify, profile, at);
  expect(await admin.ok(callsOf(staff).view, { id: person }, at)).toMatchObject({
    email: "promoter@example.com",
    nickname: "小推",
    promotionCode: "Q7",
  });
  const [member] = (await admin.ok(members.list, { q: "13800001003" }, at)).content;
  const spread = { member: member?.id ?? "", channel: "staff" as const, promotionCode: "none", staff: null, memo: "" };
  expect((await admin.call(callsOf(spreads).create, spread, at)).code).toBe(400);
  const made = await admin.ok(callsOf(spreads).create, { ...spread, promotionCode: "q7" }, at);
  expect(await admin.ok(callsOf(spreads).view, { id: made.id }, at)).toMatchObject({ staff: person, promotionCode: "Q7" });
});

it("a like is a member's once, counted by its review beside the platforms' own, and taken back", async () => {
  const admin = await server.as("admin");
  const [ann = "", bob = ""] = (await Promise.all(["13800001002", "13800001003"].map((q) => admin.ok(members.list, { q })))).map(
    ({ content }) => content[0]?.id ?? "",
  );
  const like = callsOf(diggs);
  const { create, view } = callsOf(reviews);
  const { id } = await admin.ok(create, { author: "李娜", score: "4", subject: "venue", memo: "灯光很好", source: "mini" });
  await query(server.url, "UPDATE review SET diggs = 5 WHERE id = $1", [id]);
  const one = await admin.ok(like.create, { review: id, member: ann, source: "desk" });
  await admin.ok(like.create, { review: id, member: bob, source: "mini" });
  expect((await admin.call(like.create, { review: id, member: ann, source: "mini" })).code).toBe(400);
  expect((await admin.ok(view, { id })).diggs).toBe(7);
  expect((await admin.ok(like.list, { review: id })).content.map((row) => row.member).sort()).toEqual([ann, bob].sort());
  await admin.ok(like.delete, { id: one.id });
  expect((await admin.ok(view, { id })).diggs).toBe(6);
});

it("a member follows a thing once, also after two of them became one", async () => {
  const admin = await server.as("admin");
  const ids = (await Promise.all(["13800001002", "13800001003"].map((q) => admin.ok(members.list, { q })))).map(
    ({ content }) => content[0]?.id ?? "",
  );
  const [one = "", two = ""] = ids;
  const { create, list } = callsOf(attentions);
  const follow = (member: string, more: object = {}) =>
    admin.call(create, { member, subject: "coach", subjectName: "许强", memo: "", ...more });
  expect((await follow(one)).code).toBe(200);
  const again = await follow(one);
  expect([again.code, again.data]).toEqual([400, { errors: { subjectName: "关注的名称 已存在，请换一个" } }]);
  for (const more of [{ subject: "club" as const }, { subjectName: "许强强" }]) expect((await follow(one, more)).code).toBe(200);
  expect((await follow(two)).code).toBe(200);
  await admin.ok(memberRecords.merge, { keepId: one, mergeId: two, reason: "同一个人开了两张卡" });
  expect((await admin.ok(list, { q: "许强" })).content.map(({ member }) => member)).toEqual([one, one, one]);
});
