/** Transfers between members: both sides or none, decided by another person than the one who asked. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { platform } from "../../src/contract/platform/platform";
import { callsOf } from "../../src/contract/core/resource/calls";
import { transfers } from "../../src/contract/transfers/transfers";
import { checkLedger } from "../../src/server/ledger/check";
import { fill, seedBooking, seedMember } from "../support/booking";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";
import { testVenue, type TestVenue } from "../support/venue";

const calls = callsOf(transfers);
let t: TestVenue;
let server: TestServer;
let desk: Client;
let boss: Client;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  server = await testServer({ url: t.url, clock: () => t.now });
  await server.addPerson("desk", ["v-1"], ["transfer_form", "transfer_list"]);
  await server.addPerson("boss", ["v-1"]);
  [desk, boss] = [await server.as("desk"), await server.as("boss")];
});
afterAll(async () => {
  await server.close();
  await t.close();
});

let n = 0;
let giver: string;
let receiver: string;
beforeEach(async () => {
  n++;
  [giver, receiver] = [`from-${n}`, `to-${n}`];
  await seedMember(t, giver, { principal: 10_000, gift: 2_000 });
  await seedMember(t, receiver);
});

const draft = (change: object = {}) => ({
  giver,
  receiver,
  purse: "principal" as const,
  amount: "60.00",
  reason: "夫妻合并余额",
  ...change,
});
const ask = (change: object = {}) => desk.ok(calls.create, draft(change));
const purses = async (): Promise<Record<string, number>> => {
  const rows = await query<{ key: string; amount: string }>(
    t.url,
    "SELECT subject || ' ' || replace(account, 'purse.', '') AS key, -sum(amount) AS amount FROM posting WHERE venue_id = 'v-1' AND subject = ANY ($1) GROUP BY 1 ORDER BY 1",
    [[giver, receiver]],
  );
  return Object.fromEntries(rows.map((row) => [row.key.replace(/-\d+/, ""), Number(row.amount)]));
};
const BEFORE = { "from gift": 2_000, "from principal": 10_000 };

describe("a transfer", () => {
  it("moves nothing until somebody else approves it; then both sides, in one balanced transaction", async () => {
    const asked = await ask();
    expect(asked).toMatchObject({ state: "requested", requestedBy: "员工 desk", decidedBy: "" });
    expect(await purses()).toEqual(BEFORE);
    const done = await boss.ok(calls.approve, { id: asked.id });
    expect(done).toMatchObject({ state: "done", decidedBy: "员工 boss", outcome: "" });
    expect(await purses()).toEqual({ "from gift": 2_000, "from principal": 4_000, "to principal": 6_000 });
    const postings = await query<{ account: string; subject: string; amount: string }>(
      t.url,
      `SELECT p.account, p.subject, p.amount FROM ledger_tx x JOIN posting p ON p.venue_id = x.venue_id AND p.tx_id = x.id
       WHERE x.document_kind = 'transfer' AND x.document_id = $1 ORDER BY p.amount`,
      [asked.id],
    );
    expect(postings.map((row) => [row.account, row.subject, Number(row.amount)])).toEqual([
      ["purse.principal", receiver, -6_000],
      ["purse.principal", giver, 6_000],
    ]);
    expect((await boss.call(calls.approve, { id: asked.id })).code).toBe(409);
    expect(await purses()).toEqual({ "from gift": 2_000, "from principal": 4_000, "to principal": 6_000 });
    expect(await t.look((ctx) => checkLedger(ctx.db, ctx.venue.id))).toEqual([]);
  });

  it("keeps gift a gift", async () => {
    const asked = await ask({ purse: "gift", amount: "5.50" });
    await boss.ok(calls.approve, { id: asked.id });
    expect(await purses()).toEqual({ "from gift": 1_450, "from principal": 10_000, "to gift": 550 });
  });

  it("cannot be approved by who asked, nor without the code, nor withdrawn by another", async () => {
    await server.addPerson(`both-${n}`, ["v-1"]);
    const both = await server.as(`both-${n}`);
    const asked = await both.ok(calls.create, draft());
    expect((await both.call(calls.approve, { id: asked.id })).msg).toContain("不能审批自己的申请");
    expect((await desk.call(calls.approve, { id: asked.id })).code).toBe(403);
    expect((await desk.call(calls.withdraw, { id: asked.id })).msg).toContain("只有申请人能撤回");
    expect(await both.ok(calls.withdraw, { id: asked.id })).toMatchObject({ state: "withdrawn" });
    expect((await boss.call(calls.approve, { id: asked.id })).code).toBe(409);
    expect(await purses()).toEqual(BEFORE);
  });

  it("that is refused says why and moves nothing", async () => {
    const asked = await ask();
    expect(await boss.ok(calls.refuse, { id: asked.id, note: "请先核实身份" })).toMatchObject({
      state: "refused",
      outcome: "请先核实身份",
    });
    expect(await purses()).toEqual(BEFORE);
  });

  it("fails, saying why, where the balance is spent or a member is frozen by then", async () => {
    const [poor, frozen] = [await ask({ amount: "50.00" }), await ask({ amount: "40.00" })];
    await t.act((ctx) => fill(ctx, giver, -9_000, 0));
    const failed = await boss.ok(calls.approve, { id: poor.id });
    expect([failed.state, failed.outcome]).toEqual(["failed", expect.stringContaining("10.00")]);
    await t.act((ctx) => fill(ctx, giver, 9_000, 0));
    await query(t.url, "UPDATE member SET state = 'frozen' WHERE id = $1", [receiver]);
    const other = await boss.ok(calls.approve, { id: frozen.id });
    expect([other.state, other.outcome]).toEqual(["failed", expect.stringContaining("冻结")]);
    expect(await purses()).toEqual(BEFORE);
  });

  it("is not taken beyond what the purse has free, to oneself, of nothing, or by a frozen member", async () => {
    await ask({ amount: "60.00" });
    const errors = async (change: object): Promise<unknown> => Reflect.get((await desk.call(calls.create, draft(change))).data, "errors");
    expect(await errors({ amount: "40.01" })).toEqual({ amount: expect.stringContaining("40.00") as unknown });
    expect(await errors({ receiver: giver })).toHaveProperty("receiver");
    expect(await errors({ amount: "0.00" })).toHaveProperty("amount");
    await query(t.url, "UPDATE member SET state = 'frozen' WHERE id = $1", [giver]);
    expect((await desk.call(calls.create, draft({ amount: "1.00" }))).code).not.toBe(200);
    expect((await query(t.url, "SELECT id FROM member_transfer WHERE giver_id = $1", [giver])).length).toBe(1);
  });

  it("is approved once by two who decide at the same time", async () => {
    const asked = await ask();
    const answers = await Promise.all(Array.from({ length: 8 }, () => boss.call(calls.approve, { id: asked.id })));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await purses()).toEqual({ "from gift": 2_000, "from principal": 4_000, "to principal": 6_000 });
  });
});

it("finds members with what their purses have free", async () => {
  await ask({ amount: "60.00" });
  const { content } = await desk.ok(platform.transferUsers, { id: giver });
  expect(content).toEqual([expect.objectContaining({ id: giver, principal: "40.00", gift: "20.00" })]);
  expect((await desk.ok(platform.transferUsers, { id: giver, exceptId: giver })).content).toEqual([]);
});
