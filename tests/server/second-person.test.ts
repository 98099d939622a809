/** Requests for money are decided by another person than the one who made them or is paid by them: every state machine that approves money. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adjustments } from "../../src/contract/adjustments/adjustments";
import { api } from "../../src/contract/all";
import { couponCodes } from "../../src/contract/coupon/coupon";
import { couponSettlements } from "../../src/contract/coupon/coupon-settlements";
import { callsOf } from "../../src/contract/core/resource/calls";
import { defineResource, type Resource, stateOf } from "../../src/contract/core/resource/define";
import { money, state, text } from "../../src/contract/core/resource/fields";
import { sale } from "../../src/contract/sale/sale";
import { settlements } from "../../src/contract/settlements/settlements";
import { transfer } from "../../src/contract/core/states";
import { transfers } from "../../src/contract/transfers/transfers";
import { checkLedger } from "../../src/server/ledger/check";
import { post } from "../../src/server/ledger/post";
import { seedBooking, seedMember, TODAY } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { callsOfDeclared, cardNumber, declaredResources } from "../support/declared";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
let server: TestServer;
/** Both hold every code: only who they are decides. */
let requester: Client;
let second: Client;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t);
  server = await testServer({ url: t.url, clock: () => t.now });
  await server.addPerson("requester", ["v-1"]);
  await server.addPerson("second", ["v-1"]);
  [requester, second] = [await server.as("requester"), await server.as("second")];
});
afterAll(async () => {
  await server.close();
  await t.close();
});

let n = 0;
async function makeCoach(account = ""): Promise<{ coach: string; bankCard: string }> {
  n++;
  const { id: coach } = await second.ok(api.coaches.create, {
    name: `教练${n}`,
    phone: `1390000${String(n).padStart(4, "0")}`,
    programs: ["羽毛球"],
    level: "senior",
    hourPrice: "300",
    share: 50,
    account,
  });
  await second.ok(api.coaches.approve, { id: coach });
  const { id: bankCard } = await second.ok(api.bankCards.create, { coach, holder: "许强", bank: "工商银行", cardNo: cardNumber(500 + n) });
  await t.act((ctx) =>
    post(ctx, {
      document: { kind: "coachClass", id: ctx.newId(), no: "T" },
      operation: "coach share",
      legs: [
        { account: "cost.coach", amount: 50_000, subject: coach, earnedOn: "2026-11-20" },
        { account: "payable.coach", amount: -50_000, subject: coach },
      ],
    }),
  );
  return { coach, bankCard };
}

/** Makes a request that waits for a decision, by resource. */
const REQUESTS: Readonly<Record<string, (by: Client) => Promise<string>>> = {
  adjustments: async (by) => {
    await seedMember(t, `m-${++n}`, { principal: 10_000 });
    const draft = { member: `m-${n}`, purse: "principal", direction: "add", amount: "60.00", reason: "记错" } as const;
    return (await by.ok(callsOf(adjustments).create, draft)).id;
  },
  transfers: async (by) => {
    await seedMember(t, `m-${++n}`, { principal: 10_000 });
    await seedMember(t, `m-${++n}`);
    const draft = { giver: `m-${n - 1}`, receiver: `m-${n}`, purse: "principal", amount: "60.00", reason: "合并" } as const;
    return (await by.ok(callsOf(transfers).create, draft)).id;
  },
  settlements: async (by) => {
    const { create, submit } = callsOf(settlements);
    const { id } = await second.ok(create, { toDay: "2026-11-20", remark: "" });
    await by.ok(submit, { id });
    return id;
  },
  couponSettlements: async (by) => {
    const scheme = `消费券${++n}`;
    const draft = { scheme, face: "20", threshold: "0", startsOn: TODAY, endsOn: "2026-12-31", couponCodes: [`QM-${n}`] };
    await second.ok(couponCodes.register, draft);
    const payments = [
      { type: "SportsExpertUserCoupon" as const, amount: "20", coupon: `QM-${n}` },
      { type: "WeChat" as const, amount: "10" },
    ];
    await second.ok(sale.create, { lines: [{ productId: "string", quantity: 1 }], payments });
    const { create, submit } = callsOf(couponSettlements);
    // Handed in by another than who drew it up: whoever hands in is the requester.
    const { id } = await second.ok(create, { scheme, until: TODAY });
    await by.ok(submit, { id });
    return id;
  },
  withdraws: async (by) => (await by.ok(api.withdraws.create, { ...(await makeCoach()), amount: "20" })).id,
};

/** Machines with amounts that approve no request for money. */
const NO_REQUEST: Readonly<Record<string, string>> = {
  coaches: "the audit of a coach; its amounts are prices and balances",
  organizations: "the audit of a club or union; its amounts are fees of members",
  threadings: "the audit of a stringer; its amount is a price",
};

const approves = (resource: Resource): boolean =>
  Object.values(stateOf(resource)?.[1].machine?.table ?? {}).some((moves) => moves["approve"] !== undefined) &&
  Object.values(resource.fields).some(({ kind }) => kind === "money");
const deciding = (resource: Resource): string[] =>
  Object.entries(resource.actions ?? {}).flatMap(([name, { secondPerson }]) => (secondPerson ? [name] : []));

it("covers every resource that approves an amount", () => {
  const names = declaredResources.filter(approves).map(({ name }) => name);
  expect(names.sort()).toEqual([...Object.keys(REQUESTS), ...Object.keys(NO_REQUEST)].sort());
});

const MORE = { bankRef: "ICBC-1" };
const tables: Readonly<Record<string, string>> = {
  adjustments: "member_adjustment",
  transfers: "member_transfer",
  settlements: "settlement",
  couponSettlements: "coupon_settlement",
  withdraws: "coach_withdraw",
};
const posted = async () => (await query<{ n: string }>(t.url, "SELECT count(*) AS n FROM ledger_tx"))[0]?.n;

describe.each(declaredResources.filter(({ name }) => REQUESTS[name] !== undefined).map((resource) => [resource.name, resource] as const))(
  "%s",
  (name, resource) => {
    it("rejects each decision by the requester, moves nothing, and takes it from a second person", async () => {
      const id = (await REQUESTS[name]?.(requester)) ?? "";
      const calls = callsOfDeclared(resource);
      const row = async () => (await query(t.url, `SELECT * FROM ${tables[name]} WHERE id = $1`, [id]))[0];
      const actions = deciding(resource);
      expect(actions).toContain("approve");
      for (const action of actions) {
        const call = calls[action];
        if (!call) throw new Error(`${name} has no ${action}`);
        const [before, moved] = [await row(), await posted()];
        const answer = await requester.call(call, { id, ...MORE });
        expect([action, answer.code, answer.msg]).toEqual([action, 403, expect.stringContaining("不能审批自己的申请")]);
        expect([await row(), await posted()]).toEqual([before, moved]);
        await second.ok(call, { id, ...MORE });
        expect(await row()).not.toEqual(before);
      }
    });
  },
);

it("rejects the coach who is paid, whoever made the request", async () => {
  await server.addPerson("coach-wu", ["v-1"]);
  const paid = await server.as("coach-wu");
  const own = await makeCoach("Coach-Wu");
  const { id } = await requester.ok(api.withdraws.create, { ...own, amount: "20" });
  expect((await paid.call(api.withdraws.approve, { id })).msg).toContain("不能审批自己的申请");
  await second.ok(api.withdraws.approve, { id });
  expect((await paid.call(api.withdraws.payOut, { id, ...MORE })).msg).toContain("不能审批自己的申请");
  await second.ok(api.withdraws.payOut, { id, ...MORE });
  // Another coach's request is decided by the same person: it is the money that rules it out, not the office.
  const other = await requester.ok(api.withdraws.create, { ...(await makeCoach()), amount: "20" });
  await paid.ok(api.withdraws.approve, { id: other.id });
});

it("lets the requester refuse what only returns the request", async () => {
  const id = (await REQUESTS["couponSettlements"]?.(requester)) ?? "";
  await requester.ok(callsOf(couponSettlements).reject, { id, reason: "附件不全" });
  await requester.ok(callsOf(couponSettlements).submit, { id }, { key: randomUUID() });
  expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
});

it("is declared on single records only: a move of many rows asks nobody", () => {
  const label = { zh: "样", en: "Sample" };
  const declare = (secondPerson?: true) =>
    defineResource({
      name: "sample",
      one: label,
      path: "/api/manage/venue/sample",
      codes: { page: "sale_list" },
      title: "name",
      fields: { name: text(label), amount: money(label), state: state({ ...label, machine: transfer }) },
      actions: { approve: { label, many: {}, ...(secondPerson ? { secondPerson } : {}) } },
    });
  expect(() => declare(true)).toThrow("sample: approve is done to many");
  expect(declare().actions.approve.many).toEqual({});
});
