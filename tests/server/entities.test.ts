/** Every platform, venue and content entity of the specification is there with the fields that it names: in a table, in a declaration or in a call. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Call } from "../../src/contract/call";
import { calls } from "../../src/contract/all";
import { ALL_CODES } from "../../src/contract/permissions";
import { staff } from "../../src/contract/staff";
import { staffAddresses } from "../../src/contract/staffAddresses";
import { reminders } from "../../src/contract/reminders";
import { callsOf } from "../../src/contract/resource/calls";
import { messages } from "../../src/contract/messages";
import { reminderJobs } from "../../src/server/domains/messages/reminders";
import { change, systemRequest } from "../../src/server/http/perform";
import { venueRow } from "../../src/server/demo/setup";
import { PLATFORM } from "../../src/server/db/client";
import { type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

/** Entity → its table and what its fields are called there; where it has no table of its own, the call that answers it. */
const ENTITIES: Readonly<Record<string, { readonly table: string; readonly columns?: string } | { readonly call: string }>> = {
  role: { table: "role" },
  // Menus, pages and buttons are the contract's codes; the calls that a code opens are its resources.
  menu: { call: "session.menus" },
  resource: { call: "session.buttons" },
  roleMenu: { table: "role_code", columns: "role_id code" },
  roleResource: { table: "role_code", columns: "role_id code" },
  organization: {
    table: "union_organization",
    columns:
      "tenant_id site_kind_id parent_id contact site_name site_logo wechat_id mini_program_id default_currency express_fee_currency languages rebate tax_rate handling_fee_rates register_fee gift_packing_fee reward_points review daily_kpi_goals",
  },
  organizationUser: { table: "organization_user", columns: "organization_id" },
  organizationUserRole: { table: "organization_user", columns: "roles" },
  tenant: { table: "tenant", columns: "name single max_level expiration_date locked" },
  siteType: { table: "site_type", columns: "top_level_only child_capable" },
  siteSet: { table: "venue", columns: "hold_minutes days_ahead free_cancel_hours purse_order" },
  siteConfig: { call: "venue.modify" },
  user: { table: "person", columns: "username phone name avatar language lock_time lock_count state" },
  userAddress: { table: "staff_address", columns: "staff_id contact phone area address" },
  userDevice: { table: "person_device", columns: "person_id used_at" },
  userOpenAuth: { table: "qr_ticket", columns: "person_id" },
  userSet: { table: "preference", columns: "key value" },
  userAccountLog: { table: "posting", columns: "account subject amount" },
  userSecurityLog: { table: "audit_log", columns: "operator at address action object before after" },
  venue: { table: "venue", columns: "name province city area address longitude latitude" },
  venueService: { table: "venue_service", columns: "name kind picture price shown" },
  navigation: { table: "venue_navigation", columns: "name icon target" },
  venueNavigation: { table: "venue_navigation", columns: "venue_id sequence shown" },
  venueClub: { table: "club", columns: "venue_id" },
  club: { table: "club", columns: "name state" },
  clubMember: { table: "club_member", columns: "club_id member_id captain" },
  threading: { table: "threading" },
  threadingSkills: { table: "threading_skill", columns: "threading_id" },
  threadingBrand: { table: "threading_brand", columns: "threading_id" },
  album: { table: "album" },
  // Each record's own history.
  albumLog: { table: "audit_log", columns: "object object_id" },
  photo: { table: "photo", columns: "album_id url position" },
  news: { table: "cms_item", columns: "kind source" },
  article: { table: "cms_item", columns: "title body" },
  banner: { table: "cms_item", columns: "position" },
  bannerItem: { table: "cms_banner_item", columns: "banner_id picture link" },
  tag: { table: "cms_tag" },
  cmsCategory: { table: "cms_category" },
  cmsStatistics: { table: "cms_statistics", columns: "views diggs" },
  activity: { table: "activity" },
  activityFee: { table: "activity", columns: "member_fee guest_fee child_fee" },
  activityJoin: { table: "activity_join", columns: "activity_id paid" },
  coach: { table: "coach", columns: "share hour_price" },
  review: { table: "review", columns: "score title memo state award diggs" },
  rating: { table: "rating", columns: "review_id aspect score" },
  digg: { table: "review", columns: "diggs" },
  message: { table: "message", columns: "kind title text state" },
  messageReply: { table: "review", columns: "reply replied_at replied_by" },
  remind: { table: "reminder", columns: "title at sent" },
};

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

it.each(Object.entries(ENTITIES))("%s is there", async (_, at) => {
  if ("call" in at) return expect(calls.map<string>(({ name }) => name)).toContain(at.call);
  const rows = await query<{ name: string }>(
    server.url,
    "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1",
    [at.table],
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(at.columns?.split(" ") ?? []));
  return undefined;
});

const client = async (name: string) => {
  const as = await server.as(name);
  return { ok: (call: Call, input: unknown) => as.ok(call, input, { venueId: "v-1" }) as Promise<Record<string, never>> };
};

it("an address of somebody who works here goes when they leave", async () => {
  const id = await server.addPerson("leaver", ["v-1"], ALL_CODES.slice(0, 1));
  const admin = await client("admin");
  const { create } = callsOf(staffAddresses);
  await admin.ok(create, { staff: id, contact: "家人", phone: "13800000009", area: ["上海市", "上海市", "徐汇区"], address: "漕溪路 1 号", emergency: true, memo: "" }); // prettier-ignore
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
