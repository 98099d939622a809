/** Staff and roles: nobody gives what they don't hold, raises themselves, or leaves a venue without an administrator. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import type { Call } from "../../src/contract/core/call";
import { type Code, withParents } from "../../src/contract/core/permissions";
import { platform } from "../../src/contract/platform/platform";
import { callsOf } from "../../src/contract/core/resource/calls";
import { ownAccess } from "../../src/contract/session/own-access";
import { session } from "../../src/contract/session/session";
import { securityLog } from "../../src/contract/platform/security-log";
import { roles as roleResource, staff as staffResource } from "../../src/contract/platform/staff";
import { venue } from "../../src/contract/venue/venue";
import { type Client, password, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

const staff = callsOf(staffResource);
const roles = callsOf(roleResource);
const FRESH = "Smash-And-Drop-77";
/** Password that people choose in place of it at their first login. */
const OWN = "Own-Smash-55";
let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as("admin");
});
afterAll(() => server.close());

let count = 0;
/** A role made on the screens, with these codes. */
async function makeRole(codes: readonly Code[], by = admin, base: string | null = null): Promise<string> {
  const { id } = await by.ok(roles.create, { name: `角色${++count}`, base, memo: "", discountPercent: 20 });
  await by.ok(platform.saveRoleCodes, { id, codes: [...codes], was: [] });
  return id;
}
/** Somebody with the administrator's role itself, which is under no limit. */
async function administrator(): Promise<Client> {
  await query(
    server.url,
    "INSERT INTO role (id, organization_id, name, kind) VALUES ('chief', 'o-1', '管理员', 'administrator') ON CONFLICT DO NOTHING",
  );
  if ((await rowsOf("person", "id = 'p-chief'")).length === 0) {
    await server.addPerson("chief", ["v-1", "v-2"]);
    await query(server.url, "UPDATE person_venue SET role_id = 'chief' WHERE person_id = 'p-chief'");
  }
  return server.as("chief");
}
const draft = (role: string) => ({ name: `员工${++count}`, username: `staff${count}`, phone: "", role, password: FRESH });
const hire = async (role: string, by = admin) => {
  const made = await by.ok(staff.create, draft(role));
  const { access_token } = await server.with("").ok(session.login, { username: made.username, password: FRESH, newPassword: OWN });
  return { ...made, client: server.with(access_token) };
};
/** Lines of the log in which the person's PIN went. */
const removedPins = async (id: string, action: string): Promise<number> =>
  (
    await rowsOf(
      "audit_log",
      `object_id = '${id}' AND action = '${action}' AND before ->> 'pin_state' = 'set' AND after ->> 'pin_state' = 'none'`,
    )
  ).length;
const login = async (username: string, secret: string) => (await server.with("").call(session.login, { username, password: secret })).code;
const rowsOf = (table: string, where = "true") => query(server.url, `SELECT * FROM ${table} WHERE ${where} ORDER BY 1, 2`);
/** Makes a call that is to be refused, and that nothing of people and roles has changed. */
async function refused<C extends Call>(client: Client, call: C, input: object, sending = {}): Promise<string> {
  const shot = async () =>
    JSON.stringify([await rowsOf("person"), await rowsOf("person_venue"), await rowsOf("role"), await rowsOf("role_code")]);
  const before = await shot();
  const answer = await client.call(call, input as never, sending);
  expect(answer.code).not.toBe(200);
  expect(await shot()).toBe(before);
  return `${answer.msg} ${JSON.stringify(answer.data)}`;
}

describe("a new person of the staff", () => {
  it("logs in with the role that was given, and may do just that", async () => {
    const role = await makeRole(["club_list", "venue_user_list"]);
    const { client, id } = await hire(role);
    const { menuList } = await client.ok(session.menus, {});
    expect(menuList.map(({ code }) => code).sort()).toEqual([...withParents(["club_list", "venue_user_list"])].sort());
    expect((await client.call(staff.list, {})).code).toBe(403);
    expect((await client.call(venue.view, {}, { venueId: "v-2" })).msg).toBe("site data error");
    const shown = await admin.ok(staff.view, { id });
    expect(shown).toMatchObject({ role, state: "active", password: "" });
    expect(JSON.stringify(await admin.ok(callsOf(securityLog).list, { objectId: id }))).not.toMatch(/argon2|Smash/);
    expect((await rowsOf("idempotency", "call = 'staff.create'")).length).toBeGreaterThan(0);
  });

  it("needs a password that nobody guesses and a username of its own", async () => {
    const role = await makeRole([]);
    for (const secret of ["Short-1", "1234567890", "password123", "aaaaaaaaaaaa", "staffpw9-staffpw9"])
      expect(await refused(admin, staff.create, { ...draft(role), username: "staffpw9", password: secret })).toMatch(/密码/);
    expect(await refused(admin, staff.create, { ...draft(role), username: "1st" })).toMatch(/字母开头/);
    expect(await refused(admin, staff.create, { ...draft(role), username: "ADMIN" })).toMatch(/已存在/);
  });
});

describe("a role that was made on screen", () => {
  it("of the administrator grants what was added after it was made", async () => {
    const db = server.database.dbFor("v-1");
    const { role_id } = await db
      .selectFrom("person_venue as v")
      .innerJoin("person as p", "p.id", "v.person_id")
      .select("v.role_id")
      .where("p.username", "=", "admin")
      .where("v.venue_id", "=", "v-1")
      .executeTakeFirstOrThrow();
    const [before] = await query<{ kind: string }>(server.url, "SELECT kind FROM role WHERE id = $1", [role_id]);
    await db.deleteFrom("role_code").where("role_id", "=", role_id).where("code", "=", "venue_export").execute();
    const listed = async () => (await admin.call(venue.archiveSize, {})).code;
    await expect.poll(listed).toBe(403);
    await db.updateTable("role").set({ kind: "administrator" }).where("id", "=", role_id).execute();
    await expect.poll(listed).toBe(200);
    await db
      .updateTable("role")
      .set({ kind: before?.kind ?? "" })
      .where("id", "=", role_id)
      .execute();
    await db.insertInto("role_code").values({ role_id, code: "venue_export" }).execute();
    await expect.poll(listed).toBe(200);
  });

  it("counts at its holder's next call, and so does the role that it builds on", async () => {
    const base = await makeRole(["club_list"]);
    const role = await makeRole([], admin, base);
    const { client } = await hire(role);
    expect((await client.call(api.clubs.list, {})).code).toBe(200);
    expect((await client.call(staff.list, {})).code).toBe(403);
    await admin.ok(platform.saveRoleCodes, { id: role, codes: ["user_admin_list"], was: [] });
    expect((await client.call(staff.list, {})).code).toBe(200);
    await admin.ok(platform.saveRoleCodes, { id: base, codes: [], was: ["club_list"] });
    expect((await client.call(api.clubs.list, {})).code).toBe(403);
    expect(await admin.ok(platform.roleCodes, { id: role })).toMatchObject({ own: ["user_admin_list"], inherited: [], baseId: base });
  });

  it("is not saved over what somebody else has just changed", async () => {
    const role = await makeRole(["club_list"]);
    await admin.ok(platform.saveRoleCodes, { id: role, codes: ["club_list", "shift"], was: ["club_list"] });
    expect(await refused(admin, platform.saveRoleCodes, { id: role, codes: [], was: ["club_list"] })).toMatch(/刚被别人改过/);
  });

  it("builds on one level only, and is not deleted while somebody holds it or builds on it", async () => {
    const base = await makeRole([]);
    const role = await makeRole([], admin, base);
    await refused(admin, roles.create, { name: "第三层", base: role, memo: "" });
    await refused(admin, roles.modify, { id: base, name: "基础", base: role, memo: "" });
    expect(await refused(admin, roles.delete, { id: base })).toMatch(/正被使用/);
    await hire(role);
    expect(await refused(admin, roles.delete, { id: role })).toMatch(/正被使用/);
    const free = await makeRole([]);
    await admin.ok(roles.delete, { id: free });
  });
});

describe("nobody", () => {
  const LEADER: readonly Code[] = [
    "role_modify",
    "role_menu_form",
    "staff_create",
    "staff_modify",
    "staff_password",
    "staff_delete",
    "club_list",
  ];
  let leader: Awaited<ReturnType<typeof hire>>;
  let leaderRole: string;
  beforeAll(async () => {
    leaderRole = await makeRole(LEADER);
    leader = await hire(leaderRole);
  });

  it("gives what they don't hold: by a role's codes, by what it builds on, or to a new or present person", async () => {
    const more = await makeRole(["member_adjust"]);
    const less = await makeRole(["club_list"], leader.client);
    expect(
      await refused(leader.client, platform.saveRoleCodes, { id: less, codes: ["club_list", "member_adjust"], was: ["club_list"] }),
    ).toMatch(/member_adjust/);
    await refused(leader.client, roles.create, { name: "捷径", base: more, memo: "" });
    await refused(leader.client, roles.modify, { id: less, name: "捷径", base: more, memo: "" });
    await refused(leader.client, staff.create, draft(more));
    const helper = await hire(less, leader.client);
    await refused(leader.client, staff.modify, { id: helper.id, name: helper.name, username: helper.username, phone: "", role: more });
  });

  it("raises themselves: not by another role, not by their own role's codes", async () => {
    const less = await makeRole(["club_list"]);
    for (const role of [less, await makeRole([...LEADER, "member_adjust"])])
      await refused(leader.client, staff.modify, { id: leader.id, name: leader.name, username: leader.username, phone: "", role });
    await refused(leader.client, platform.saveRoleCodes, { id: leaderRole, codes: [...LEADER, "member_adjust"], was: [...LEADER] });
    await refused(leader.client, staff.status, { id: leader.id, action: "disable" });
    await refused(leader.client, staff.delete, { id: leader.id });
    await refused(leader.client, staff.setPassword, { id: leader.id, password: "Another-Word-88" });
  });

  it("takes over, renames, disables, demotes or removes somebody who may do more, here or at another venue", async () => {
    await server.addPerson("boss", ["v-1"], [...LEADER, "member_adjust"]);
    await server.addPerson("elsewhere", ["v-2"], ["member_adjust"]);
    await query(server.url, "INSERT INTO person_venue (person_id, venue_id, role_id) VALUES ('p-elsewhere', 'v-1', $1)", [leaderRole]);
    for (const id of ["p-boss", "p-elsewhere"]) {
      await refused(leader.client, staff.setPassword, { id, password: "Another-Word-88" });
      await refused(leader.client, staff.status, { id, action: "disable" });
      await refused(leader.client, staff.modify, { id, name: "改名", phone: "13800000000", role: leaderRole });
    }
    await refused(leader.client, staff.delete, { id: "p-boss" });
    await leader.client.ok(staff.delete, { id: "p-elsewhere" });
    expect(await rowsOf("person_venue", "person_id = 'p-elsewhere'")).toMatchObject([{ venue_id: "v-2" }]);
    expect(await login("elsewhere", password)).toBe(200);
  });

  it("changes a role that is in use at a venue where they may not", async () => {
    const shared = await makeRole(["club_list"]);
    await query(server.url, "INSERT INTO person_venue (person_id, venue_id, role_id) VALUES ($1, 'v-2', $2)", [leader.id, shared]);
    expect(await refused(leader.client, platform.saveRoleCodes, { id: shared, codes: [], was: ["club_list"] })).toMatch(/也有人用/);
    await refused(leader.client, roles.modify, { id: shared, name: "改名", base: null, memo: "" });
    await admin.ok(platform.saveRoleCodes, { id: shared, codes: ["club_list", "shift"], was: ["club_list"] });
  });

  it("raises a discount limit above their own, of a role in use or a new one, nor hands one out", async () => {
    const [low, high] = [await makeRole([...LEADER, "sale_discount"]), await makeRole(["sale_discount"])];
    await query(server.url, "UPDATE role SET discount_percent = 5 WHERE id = $1", [low]);
    await query(server.url, "UPDATE role SET discount_percent = 90 WHERE id = $1", [high]);
    const cautious = await hire(low, await administrator());
    const fields = { base: null, memo: "" };
    const own = (await cautious.client.ok(roles.create, { ...fields, name: `五折以内${++count}`, discountPercent: 5 })).id;
    expect(await refused(cautious.client, roles.modify, { ...fields, id: own, name: "放宽", discountPercent: 6 })).toMatch(/5%/);
    expect(await refused(cautious.client, roles.modify, { ...fields, id: low, name: "放宽", discountPercent: 100 })).toMatch(/5%/);
    expect(await refused(cautious.client, roles.create, { ...fields, name: "放宽", discountPercent: 6 })).toMatch(/5%/);
    expect(await refused(cautious.client, staff.create, draft(high))).toMatch(/90%/);
    const helper = await hire(own, cautious.client);
    expect(
      await refused(cautious.client, staff.modify, { id: helper.id, name: helper.name, username: helper.username, phone: "", role: high }),
    ).toMatch(/90%/);
    // A limit that rests until the permission comes: it comes from nobody who has less.
    const resting = await makeRole([]);
    await query(server.url, "UPDATE role SET discount_percent = 60 WHERE id = $1", [resting]);
    expect(await refused(cautious.client, platform.saveRoleCodes, { id: resting, codes: ["sale_discount"], was: [] })).toMatch(/60%/);
    // Lowering is free, and the administrator's role has no limit to stay under.
    await cautious.client.ok(roles.modify, { ...fields, id: high, name: `收紧${++count}`, discountPercent: 80 });
    await (await administrator()).ok(roles.modify, { ...fields, id: high, name: `放宽${++count}`, discountPercent: 95 });
  });

  it("changes a limit or note of a role that is in use at a venue where they have none", async () => {
    const shared = await makeRole(["club_list"]);
    await query(
      server.url,
      "INSERT INTO person_venue (person_id, venue_id, role_id) VALUES ('p-elsewhere', 'v-2', $1) ON CONFLICT (person_id, venue_id) DO UPDATE SET role_id = $1",
      [shared],
    );
    const row = { id: shared, name: (await admin.ok(roles.view, { id: shared })).name, base: null, discountPercent: 20, memo: "" };
    for (const change of [{ discountPercent: 10 }, { memo: "改" }, { name: "改名" }])
      expect(await refused(leader.client, roles.modify, { ...row, ...change })).toMatch(/也有人用/);
    await admin.ok(roles.modify, { ...row, memo: "改" });
  });

  it("moves the documents of somebody who may do more, or opens their locked account", async () => {
    await server.addPerson("senior", ["v-1"], [...LEADER, "member_adjust"]);
    const heir = await hire(leaderRole);
    for (const [call, input] of [
      [staff.transfer, { id: "p-senior", to: heir.id }],
      [staff.transfer, { id: "p-senior", to: leader.id }],
    ] as const)
      expect(await refused(leader.client, call, input)).toMatch(/权限更高/);
    for (let i = 0; i < 10; i++) await login("senior", "wrong");
    expect((await admin.ok(staff.view, { id: "p-senior" })).state).toBe("locked");
    expect(await refused(leader.client, staff.status, { id: "p-senior", action: "unlock" })).toMatch(/权限更高/);
    expect((await admin.ok(staff.view, { id: "p-senior" })).state).toBe("locked");
    await admin.ok(staff.status, { id: "p-senior", action: "unlock" });
    await leader.client.ok(staff.transfer, { id: heir.id, to: leader.id });
    await leader.client.ok(staff.transfer, { id: leader.id, to: heir.id });
  });

  it("sees or changes anybody of another organization", async () => {
    await query(server.url, "INSERT INTO organization (id, name, created_at) VALUES ('o-2', '别家', now())");
    await query(server.url, "INSERT INTO role (id, organization_id, name) VALUES ('foreign', 'o-2', '别家角色')");
    expect((await admin.call(roles.view, { id: "foreign" })).code).toBe(404);
    await refused(admin, roles.modify, { id: "foreign", name: "x", base: null, memo: "" });
    await refused(admin, platform.saveRoleCodes, { id: "foreign", codes: [], was: [] });
    await refused(admin, staff.create, draft("foreign"));
  });
});

describe("the last administrator of a venue", () => {
  it("stays: not disabled, removed, demoted, or left without the codes, not even by two at once", async () => {
    const other = await testServer();
    try {
      const chief = await other.as("admin");
      const two = await other.addPerson("two", ["v-1", "v-2"]);
      const second = await other.as("two");
      const [first] = await Promise.all([
        chief.call(staff.status, { id: two, action: "disable" }),
        second.call(staff.status, { id: "p-admin", action: "disable" }),
      ]);
      const people = await query<{ id: string; state: string }>(other.url, "SELECT id, state FROM person WHERE id IN ('p-admin', $1)", [
        two,
      ]);
      expect(people.filter(({ state }) => state === "active")).toHaveLength(1);
      const left = first?.code === 200 ? chief : second;
      const [own] = await query<{ role_id: string; codes: string[] }>(
        other.url,
        "SELECT role_id, array_agg(code) AS codes FROM role_code WHERE role_id = $1 GROUP BY 1",
        [first?.code === 200 ? "r-admin" : "r-two"],
      );
      const was = (own?.codes ?? []) as Code[];
      const answer = await left.call(platform.saveRoleCodes, {
        id: own?.role_id ?? "",
        codes: was.filter((code) => code !== "role_modify"),
        was,
      });
      expect([answer.code, answer.msg]).toEqual([409, expect.stringContaining("没有能管理员工和角色的管理员")]);
      expect(
        await query(other.url, "SELECT 1 FROM role_code WHERE role_id = $1 AND code = 'role_modify'", [own?.role_id ?? ""]),
      ).toHaveLength(1);
    } finally {
      await other.close();
    }
  });
});

describe("an account", () => {
  it("that is disabled is out at once and can't log in, and can again when it is enabled", async () => {
    const person = await hire(await makeRole(["club_list"]));
    await admin.ok(staff.status, { id: person.id, action: "disable" });
    expect((await person.client.call(api.clubs.list, {})).code).toBe(401);
    expect(await login(person.username, OWN)).toBe(423);
    expect((await admin.call(staff.status, { id: person.id, action: "disable" })).code).toBe(409);
    await admin.ok(staff.status, { id: person.id, action: "enable" });
    expect(await login(person.username, OWN)).toBe(200);
  });

  it("that wrong passwords locked is shown as locked, and can log in when it is unlocked", async () => {
    const person = await hire(await makeRole([]));
    for (let i = 0; i < 5; i++) await login(person.username, "wrong-password");
    expect(await login(person.username, OWN)).toBe(423);
    expect((await admin.ok(staff.list, { state: "locked" })).content.map(({ id }) => id)).toEqual([person.id]);
    expect(await admin.ok(staff.status, { id: person.id, action: "unlock" })).toMatchObject({ state: "active", lockedUntil: null });
    expect(await login(person.username, OWN)).toBe(200);
  });

  it("gets another password by who may, which ends its sessions and is in the log without a word of it", async () => {
    const person = await hire(await makeRole(["club_list"]));
    await admin.ok(staff.setPassword, { id: person.id, password: "Another-Word-88" });
    expect((await person.client.call(api.clubs.list, {})).code).toBe(401);
    expect([await login(person.username, OWN), await login(person.username, "Another-Word-88")]).toEqual([400, 428]);
    const { content } = await admin.ok(callsOf(securityLog).list, { objectId: person.id, action: "staff.setPassword" });
    expect(content.map(({ changes }) => changes)).toContainEqual(["登录会话数：1 → 0"]);
    expect(JSON.stringify(content)).not.toContain("Another-Word");
    expect(await removedPins(person.id, "staff.setPassword")).toBe(0);
  });

  it("loses the PIN for approvals with the old password, once and in the log", async () => {
    const person = await hire(await makeRole([]));
    await person.client.ok(ownAccess.setPin, { pin: "9713", password: OWN });
    await admin.ok(staff.setPassword, { id: person.id, password: "Another-Word-88" });
    await admin.ok(staff.setPassword, { id: person.id, password: "Another-Word-99" });
    expect(await removedPins(person.id, "staff.setPassword")).toBe(1);
  });

  it("is first in the list when it is put on top, and no longer when it is taken off", async () => {
    const person = await hire(await makeRole([]));
    await hire(await makeRole([]));
    await admin.ok(staff.top, { id: person.id });
    expect((await admin.ok(staff.list, {})).content[0]).toMatchObject({ id: person.id, top: true });
    await admin.ok(staff.top, { id: person.id });
    expect((await admin.ok(staff.list, {})).content[0]?.id).not.toBe(person.id);
  });

  it("has roles at other venues, given by who may there, and in that venue's log", async () => {
    const role = await makeRole(["club_list"]);
    const person = await hire(role);
    expect((await person.client.call(api.clubs.list, {}, { venueId: "v-2" })).msg).toBe("site data error");
    await admin.ok(platform.staffVenueRole, { id: person.id, venueId: "v-2", roleId: role });
    expect((await person.client.call(api.clubs.list, {}, { venueId: "v-2" })).code).toBe(200);
    expect((await admin.ok(staff.view, { id: person.id })).venues).toHaveLength(1);
    const { content } = await admin.ok(callsOf(securityLog).list, { object: "person_venue", objectId: person.id }, { venueId: "v-2" });
    expect(content).toHaveLength(1);
    const local = await hire(await makeRole(["staff_modify", "club_list"]));
    expect(await refused(local.client, platform.staffVenueRole, { id: person.id, venueId: "v-2", roleId: null })).toMatch(/site data/);
    await admin.ok(platform.staffVenueRole, { id: person.id, venueId: "v-2", roleId: null });
    expect((await person.client.call(api.clubs.list, {}, { venueId: "v-2" })).msg).toBe("site data error");
  });

  it("that leaves hands over what is open first; its username is then free, its history stays", async () => {
    const role = await makeRole(["club_list"]);
    const [person, heir] = [await hire(role), await hire(role)];
    await query(
      server.url,
      "INSERT INTO sale (venue_id, id, no, list, discount, total, state, day, person_id, operator, at) VALUES ('v-1', 'hung-1', 'S1', 0, 0, 0, 'hung', '2026-11-21', $1, $2, now())",
      [person.id, person.name],
    );
    expect(await refused(admin, staff.delete, { id: person.id })).toMatch(/1 张未完成/);
    expect(await admin.ok(staff.options, { field: "to", q: heir.name })).toMatchObject([{ id: heir.id }]);
    await admin.ok(staff.transfer, { id: person.id, to: heir.id });
    expect(await rowsOf("sale", "id = 'hung-1'")).toMatchObject([{ person_id: heir.id, operator: heir.name }]);
    await admin.ok(staff.delete, { id: person.id });
    expect((await person.client.call(api.clubs.list, {})).code).toBe(401);
    expect((await admin.call(staff.view, { id: person.id })).code).toBe(404);
    expect((await admin.ok(staff.create, { ...draft(role), username: person.username })).id).not.toBe(person.id);
    expect((await admin.ok(callsOf(securityLog).list, { objectId: person.id })).content.length).toBeGreaterThan(0);
  });

  it("with a shift that is not closed neither leaves nor hands over", async () => {
    const role = await makeRole(["club_list"]);
    const [person, heir] = [await hire(role), await hire(role)];
    await query(server.url, "INSERT INTO shift (venue_id, id, person_id, opened_at) VALUES ('v-1', 'shift-1', $1, now())", [person.id]);
    expect(await refused(admin, staff.delete, { id: person.id })).toMatch(/未交的班次/);
    expect(await refused(admin, staff.transfer, { id: person.id, to: heir.id })).toMatch(/未交的班次/);
  });
});

describe("a role that is looked through", () => {
  it("shows no more than it grants and the looker holds, and changes nothing", async () => {
    const role = await makeRole(["club_list", "club_modify", "member_adjust"]);
    const as = { headers: { "preview-role": role } };
    const { menuList } = await admin.ok(session.menus, {}, as);
    expect(menuList.map(({ code }) => code).sort()).toEqual(["club_list", "platform_admin", "venue_user_admin", "venue_user_list"]);
    expect((await admin.call(api.clubs.list, {}, as)).code).toBe(200);
    expect((await admin.call(staff.list, {}, as)).code).toBe(403);
    const club = { name: "预览俱乐部", leader: "周凯", phone: "13812345678" };
    expect((await admin.call(api.clubs.create, club, as)).msg).toMatch(/正在预览/);
    expect((await admin.ok(api.clubs.list, {})).content).toEqual([]);
    await server.addPerson("looker", ["v-1"], ["role_list"]);
    const looker = await server.as("looker");
    expect((await looker.ok(session.menus, {}, as)).menuList).toEqual([]);
    await server.addPerson("nobody", ["v-1"], ["club_list"]);
    expect((await (await server.as("nobody")).call(session.menus, {}, as)).code).toBe(403);
  });
});
