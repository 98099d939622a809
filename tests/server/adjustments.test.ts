/** Changes of balances by hand: decided by another person than the one who asked, posted then, once. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { adjustments } from "../../src/contract/adjustments/adjustments";
import { memberRecords } from "../../src/contract/members/member-records";
import { members } from "../../src/contract/members/members";
import { callsOf } from "../../src/contract/core/resource/calls";
import { approveAdjustment } from "../../src/server/domains/adjustments/adjustments";
import { checkLedger } from "../../src/server/ledger/check";
import { seedBooking, seedMember } from "../support/booking";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";
import { testVenue, type TestVenue } from "../support/venue";

const calls = callsOf(adjustments);
let t: TestVenue;
let server: TestServer;
let desk: Client;
let boss: Client;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  server = await testServer({ url: t.url, clock: () => t.now });
  await server.addPerson("desk", ["v-1"], ["venue_user_list", "member_adjust"]);
  await server.addPerson("boss", ["v-1"]);
  [desk, boss] = [await server.as("desk"), await server.as("boss")];
});
afterAll(async () => {
  await server.close();
  await t.close();
});

let n = 0;
let member: string;
beforeEach(async () => {
  member = `adjusted-${++n}`;
  await seedMember(t, member, { principal: 10_000, gift: 2_000 });
});

const draft = (change: object = {}) => ({
  member,
  purse: "principal" as const,
  direction: "add" as const,
  amount: "60.00",
  reason: "充值记到了别人名下",
  ...change,
});
const ask = (change: object = {}) => desk.ok(calls.create, draft(change));
const purses = async () => {
  const { principal, gift } = await boss.ok(members.view, { id: member });
  return { principal, gift };
};
const postings = async (id: string) => {
  const rows = await query<{ account: string; amount: string }>(
    t.url,
    `SELECT p.account, p.amount FROM ledger_tx x JOIN posting p ON p.venue_id = x.venue_id AND p.tx_id = x.id
     WHERE x.document_kind = 'adjustment' AND x.document_id = $1 ORDER BY p.account`,
    [id],
  );
  return rows.map(({ account, amount }) => [account, Number(amount)]);
};
const sound = async () => expect(await t.look((ctx) => checkLedger(ctx.db, ctx.venue.id))).toEqual([]);

it.each([
  [
    "principal",
    "add",
    { principal: "160.00", gift: "20.00" },
    [
      ["cost.other", 6_000],
      ["purse.principal", -6_000],
    ],
  ],
  [
    "principal",
    "take",
    { principal: "40.00", gift: "20.00" },
    [
      ["income.other", -6_000],
      ["purse.principal", 6_000],
    ],
  ],
  [
    "gift",
    "add",
    { principal: "100.00", gift: "80.00" },
    [
      ["cost.gift", 6_000],
      ["purse.gift", -6_000],
    ],
  ],
] as const)("of %s, to %s, moves nothing until somebody else approves it, then once", async (purse, direction, after, posted) => {
  const asked = await ask({ purse, direction });
  expect(asked).toMatchObject({ state: "requested", requestedBy: "员工 desk", decidedBy: "" });
  expect(await purses()).toEqual({ principal: "100.00", gift: "20.00" });
  const done = await boss.ok(calls.approve, { id: asked.id });
  expect(done).toMatchObject({ state: "done", decidedBy: "员工 boss" });
  expect(await purses()).toEqual(after);
  expect((await boss.call(calls.approve, { id: asked.id })).code).toBe(409);
  expect(await postings(asked.id)).toEqual(posted);
  await sound();
});

it("can't be decided by who asked, nor without the code for it", async () => {
  const own = await boss.ok(calls.create, draft());
  expect((await boss.call(calls.approve, { id: own.id })).msg).toContain("不能审批自己的申请");
  expect((await desk.call(calls.approve, { id: own.id })).code).toBe(403);
  expect((await desk.call(calls.withdraw, { id: own.id })).code).not.toBe(200);
  expect(await boss.ok(calls.withdraw, { id: own.id })).toMatchObject({ state: "withdrawn" });
  const { id } = await ask();
  expect(await boss.ok(calls.refuse, { id, note: "查无此事" })).toMatchObject({ state: "refused", outcome: "查无此事" });
  expect(await purses()).toEqual({ principal: "100.00", gift: "20.00" });
});

it("takes no more than the purse holds: not when asked for, and not when approved", async () => {
  expect((await desk.call(calls.create, draft({ direction: "take", amount: "100.01" }))).code).not.toBe(200);
  expect((await desk.call(calls.create, draft({ amount: "0.00" }))).code).not.toBe(200);
  const [first, second] = [await ask({ direction: "take" }), await ask({ direction: "take" })];
  expect((await boss.ok(calls.approve, { id: first.id })).state).toBe("done");
  const failed = await boss.ok(calls.approve, { id: second.id });
  expect(failed.state).toBe("failed");
  expect(failed.outcome).toContain("40.00");
  expect(await purses()).toEqual({ principal: "40.00", gift: "20.00" });
  await sound();
});

it("fails where the member was frozen meanwhile, and is in the way of closing while it waits", async () => {
  const { id } = await ask();
  expect((await boss.ok(memberRecords.closePreview, { id: member })).open).toEqual(["待审批的余额调整"]);
  await boss.ok(members.setState, { id: member, action: "freeze", reason: "核对证件" });
  expect(await boss.ok(calls.approve, { id })).toMatchObject({ state: "failed" });
  expect(await postings(id)).toEqual([]);
});

it("is shown among the account movements as what it is", async () => {
  const { id } = await ask();
  await boss.ok(calls.approve, { id });
  const [row] = await query<{ principal: string }>(
    t.url,
    "SELECT principal FROM member_movement WHERE member_id = $1 AND document_kind = 'adjustment' AND principal = 6000",
    [member],
  );
  expect(Number(row?.principal)).toBe(6_000);
});

it("is posted once, whoever approves, refuses or withdraws it at the same time", async () => {
  const others = await Promise.all(
    ["one", "two", "three"].map(async (name) => {
      await server.addPerson(`${name}-${n}`, ["v-1"]);
      return server.as(`${name}-${n}`);
    }),
  );
  const { id } = await ask();
  const tries = await Promise.all([
    ...Array.from({ length: 4 }, () => others.map((who) => who.call(calls.approve, { id }))).flat(),
    ...others.map((who) => who.call(calls.refuse, { id, note: "不同意" })),
    desk.call(calls.withdraw, { id }),
  ]);
  expect(tries.filter(({ code }) => code === 200)).toHaveLength(1);
  const [{ state } = { state: "" }] = await query<{ state: string }>(t.url, "SELECT state FROM member_adjustment WHERE id = $1", [id]);
  expect(await postings(id)).toHaveLength(state === "done" ? 2 : 0);
  await sound();
});

it("would be posted more than once if its row were not locked", async () => {
  const { id, no, reason } = await ask();
  const row = { id, no, reason, member, purse: "principal", direction: "add", amount: "60.00" } as const;
  await Promise.all([t.act((ctx) => approveAdjustment(ctx, row)), t.act((ctx) => approveAdjustment(ctx, row))]);
  expect(await postings(id)).toHaveLength(4);
  const broken = await t.look((ctx) => checkLedger(ctx.db, ctx.venue.id));
  expect(broken).toEqual([expect.objectContaining({ check: "what a balance was changed by hand is what was posted for it", subject: no })]);
});
