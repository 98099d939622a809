/** Permitted positions of organizations, and the requirements of an audit. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import type { Input } from "../../src/contract/core/call";
import { audit } from "../../src/contract/core/states";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as("admin");
});
afterAll(() => server.close());

let n = 0;
interface Ids {
  readonly tenant: string;
  readonly top: string;
  readonly middle: string;
  readonly leaf: string;
}
let ids: Ids;
beforeEach(async () => {
  const name = `样${++n}`;
  const tenant = (await admin.ok(api.tenants.create, { name, maxLevel: 3 })).id;
  const type = async (kind: string, more: object) => (await admin.ok(api.siteTypes.create, { name: `${name}${kind}`, ...more })).id;
  ids = {
    tenant,
    top: await type("总部", { topLevelOnly: true, childCapable: true }),
    middle: await type("协会", { childCapable: true }),
    leaf: await type("机构", {}),
  };
});

const draft = (more: object = {}): Input<typeof api.organizations.create> => ({
  name: `机构${++n}`,
  tenant: ids.tenant,
  siteKind: ids.middle,
  contact: "王芳",
  phone: "13800000001",
  defaultCurrency: "CNY",
  expressFeeCurrency: "CNY",
  ...more,
});
const make = async (more: object = {}) => (await admin.ok(api.organizations.create, draft(more))).id;
const refusedAt = async (call: Promise<{ code: number; data: unknown }>): Promise<string[]> => {
  const { code, data } = await call;
  expect(code).toBe(400);
  return Object.keys((data as { errors: object }).errors);
};

describe("an organization", () => {
  it("shows the path of all above it, and follows when they are renamed", async () => {
    const top = await make({ name: `顶${n}`, siteKind: ids.top });
    const below = await make({ name: `中${n}`, parent: top });
    const id = await make({ name: `底${n}`, siteKind: ids.leaf, parent: below });
    const path = async () => (await admin.ok(api.organizations.view, { id })).levelPath.replaceAll(/\d/g, "");
    expect(await path()).toBe("顶 / 中 / 底");
    const was = await admin.ok(api.organizations.view, { id: below });
    await admin.ok(api.organizations.modify, { ...draft({ parent: top }), id: below, name: `新${n}`, phone: was.phone });
    expect(await path()).toBe("顶 / 新 / 底");
  });

  it("is not placed deeper than its tenant allows, counting what is below it", async () => {
    const top = await make({ siteKind: ids.top });
    const second = await make({ parent: top });
    const third = await make({ parent: second });
    expect(await refusedAt(admin.call(api.organizations.create, draft({ parent: third })))).toEqual(["parent"]);
    const apart = await make();
    await make({ parent: apart });
    expect(await refusedAt(admin.call(api.organizations.modify, { ...draft({ parent: second }), id: apart }))).toEqual(["parent"]);
    await admin.ok(api.organizations.modify, { ...draft({ parent: top }), id: apart });
  });

  it("is never below itself", async () => {
    const first = await make();
    const second = await make({ parent: first });
    expect(await refusedAt(admin.call(api.organizations.modify, { ...draft({ parent: second }), id: first }))).toEqual(["parent"]);
    expect((await admin.ok(api.organizations.view, { id: first })).parent).toBeNull();
  });

  it("is placed where site types allow it, within one tenant", async () => {
    const leaf = await make({ siteKind: ids.leaf });
    expect(await refusedAt(admin.call(api.organizations.create, draft({ parent: leaf })))).toEqual(["parent"]);
    const top = await make({ siteKind: ids.top });
    expect(await refusedAt(admin.call(api.organizations.create, draft({ parent: top, siteKind: ids.top })))).toEqual(["parent"]);
    const other = (await admin.ok(api.tenants.create, { name: `他${n}`, maxLevel: 3 })).id;
    expect(await refusedAt(admin.call(api.organizations.create, draft({ parent: top, tenant: other })))).toEqual(["parent"]);
  });

  it.each([
    ["locked", { locked: true }],
    ["expired", { expirationDate: "2020-01-01" }],
  ])("is not added to a tenant that is %s", async (_, more) => {
    await admin.ok(api.tenants.modify, { id: ids.tenant, name: `租${n}`, maxLevel: 3, ...more });
    expect(await refusedAt(admin.call(api.organizations.create, draft()))).toEqual(["tenant"]);
  });

  it("stays the only one of a single tenant, also when two are added at once", async () => {
    await admin.ok(api.tenants.modify, { id: ids.tenant, name: `租${n}`, maxLevel: 3, single: true });
    const answers = await Promise.all([admin.call(api.organizations.create, draft()), admin.call(api.organizations.create, draft())]);
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 400]);
  });

  it("is not deleted while others are below it or people belong to it", async () => {
    const top = await make({ siteKind: ids.top });
    await make({ parent: top });
    expect((await admin.call(api.organizations.delete, { id: top })).code).not.toBe(200);
    const peopled = await make();
    await admin.ok(api.organizationUsers.create, { name: "李雷", organization: peopled, phone: "13800000002", roles: ["owner"] });
    expect((await admin.call(api.organizations.delete, { id: peopled })).code).not.toBe(200);
    expect((await admin.ok(api.organizations.view, { id: peopled })).people).toBe(1);
  });
});

describe("the audit", () => {
  it("allows each move of its table and refuses every other, keeping the state", async () => {
    const id = await make();
    for (const state of audit.states)
      for (const action of ["approve", "refuse", "suspend", "resume", "apply"] as const) {
        await query(server.url, "UPDATE union_organization SET state = $1 WHERE id = $2", [state, id]);
        const call = api.organizations[action];
        const answer = await admin.call(call, { id, reason: "资料不全" });
        const to = (audit.table[state] as Readonly<Record<string, string>>)[action];
        const now = await admin.ok(api.organizations.view, { id });
        expect([state, action, answer.code === 200, now.state]).toEqual([state, action, to !== undefined, to ?? state]);
      }
  });

  it("keeps why it refused until it is applied for again", async () => {
    const id = await make();
    expect((await admin.ok(api.organizations.refuse, { id, reason: "缺公章" })).auditReason).toBe("缺公章");
    expect((await admin.ok(api.organizations.apply, { id })).auditReason).toBe("");
  });

  it("approves a training institution only with a licence that is valid", async () => {
    const base = { leader: "王芳", phone: "13800000003" };
    const { id } = await admin.ok(api.trainingInstitutions.create, { ...base, name: `培${n}` });
    const state = async () => (await admin.ok(api.trainingInstitutions.view, { id })).state;
    expect((await admin.call(api.trainingInstitutions.approve, { id })).code).not.toBe(200);
    const licence = { ...base, id, name: `培${n}`, licenceNo: "沪 1" };
    await admin.ok(api.trainingInstitutions.modify, { ...licence, licenceEndsOn: "2020-01-01" });
    expect((await admin.call(api.trainingInstitutions.approve, { id })).code).not.toBe(200);
    expect(await state()).toBe("applied");
    await admin.ok(api.trainingInstitutions.modify, { ...licence, licenceEndsOn: "2999-01-01" });
    await admin.ok(api.trainingInstitutions.approve, { id });
    expect(await state()).toBe("approved");
  });

  it("approves a threading master only with a skill, each of which is there once", async () => {
    const { id } = await admin.ok(api.threadings.create, { name: "赵师傅", phone: "13800000004", level: "senior" });
    expect((await admin.call(api.threadings.approve, { id })).code).not.toBe(200);
    const skill = { name: "四结", threading: id, price: "40", minutes: 40 };
    await admin.ok(api.threadingSkills.create, skill);
    await admin.ok(api.threadingSkills.create, { ...skill, name: "两结", price: "35" });
    expect(await refusedAt(admin.call(api.threadingSkills.create, skill))).toEqual(["name"]);
    expect(await admin.ok(api.threadings.approve, { id })).toMatchObject({ state: "approved", skills: "两结、四结", fromPrice: "35.00" });
    await admin.ok(api.threadings.delete, { id });
  });
});
