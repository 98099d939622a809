/** Photo, coach and family of a member: kept when a change leaves them out, of the venue's own coaches, gone with the personal data. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import { memberRecords } from "../../src/contract/members/member-records";
import { members } from "../../src/contract/members/members";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

const PHOTO = "/files/ab/0123456789abcdef0123456789abcdef012345.png";
let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as("admin");
  for (const venue of ["v-1", "v-2"])
    await server.database.dbFor(venue).insertInto("card_type").values({ venue_id: venue, id: "t-1", name: "会员", colour: 100 }).execute();
});
afterAll(() => server.close());

let coachNo = 0;
async function coachAt(venueId: string, name: string): Promise<string> {
  const phone = `1390000000${++coachNo}`;
  const given = { name, phone, programs: ["羽毛球"], level: "senior" as const, hourPrice: "300", share: 50 };
  const { id } = await admin.ok(api.coaches.create, given, { venueId });
  await query(server.url, "UPDATE coach SET state = 'approved' WHERE id = $1", [id]);
  return id;
}
const person = (phone: string) => ({ phone, name: "周婷", cardTypeId: "t-1" });

it("are kept by a change that leaves them out, and changed by one that says them", async () => {
  const coachId = await coachAt("v-1", "何教练");
  const made = await admin.ok(members.create, { ...person("13700000001"), photo: PHOTO, coachId, family: ["周强", "周小宝", "周强"] });
  expect(made).toMatchObject({ photo: PHOTO, coach: { id: coachId, name: "何教练" }, family: ["周强", "周小宝"] });
  const kept = await admin.ok(members.modify, { id: made.id, ...person("13700000001"), name: "周婷婷" });
  expect(kept).toMatchObject({ name: "周婷婷", photo: PHOTO, coach: { id: coachId }, family: ["周强", "周小宝"] });
  const bare = await admin.ok(members.modify, { id: made.id, ...person("13700000001"), photo: null, coachId: null, family: [] });
  expect(bare).toMatchObject({ photo: null, coach: null, family: [] });
  // A coach whom members have stays.
  await admin.ok(members.modify, { id: made.id, ...person("13700000001"), coachId });
  expect((await admin.call(api.coaches.delete, { id: coachId })).code).not.toBe(200);
});

it("take a coach who teaches at this venue now, and no address that could run", async () => {
  const [elsewhere, left] = [await coachAt("v-2", "别馆教练"), await coachAt("v-1", "离馆教练")];
  await query(server.url, "UPDATE coach SET state = 'suspended' WHERE id = $1", [left]);
  const offered = (await admin.ok(members.coaches, {})).content.map(({ id }) => id);
  expect(offered).not.toContain(elsewhere);
  expect(offered).not.toContain(left);
  for (const coachId of [elsewhere, left, "nobody"]) {
    const refused = await admin.call(members.create, { ...person("13700000002"), coachId });
    expect([refused.code, refused.msg]).toEqual([404, expect.stringContaining("教练")]);
  }
  for (const photo of ["javascript:alert(1)", "//evil.example/x.png", "data:image/svg+xml,<svg>"])
    expect((await admin.call(members.create, { ...person("13700000002"), photo })).code).toBe(400);
  expect(
    (await admin.call(members.create, { ...person("13700000002"), family: Array.from({ length: 9 }, (_, i) => `家人${i}`) })).code,
  ).toBe(400);
  expect(await query(server.url, "SELECT 1 FROM member WHERE phone = '13700000002'")).toEqual([]);
});

it("go with the personal data, and to who is kept of two", async () => {
  const coachId = await coachAt("v-1", "林教练");
  const twice = await admin.ok(members.create, { ...person("13700000003"), photo: PHOTO, coachId, family: ["周强"] });
  const one = await admin.ok(members.create, person("13700000004"));
  await admin.ok(memberRecords.merge, { keepId: one.id, mergeId: twice.id, reason: "同一人" });
  expect(await admin.ok(members.view, { id: one.id })).toMatchObject({ photo: PHOTO, coach: { id: coachId }, family: ["周强"] });
  await admin.ok(memberRecords.erase, { id: one.id, reason: "本人申请删除" });
  const rows = await query(server.url, "SELECT photo, family FROM member WHERE id IN ($1, $2)", [one.id, twice.id]);
  expect(rows).toEqual([
    { photo: null, family: [] },
    { photo: null, family: [] },
  ]);
});
