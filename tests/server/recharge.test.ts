import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import { members } from "../../src/contract/members/members";
import type { Member } from "../../src/contract/members/members";
import type { Code } from "../../src/contract/core/permissions";
import { offers } from "../../src/server/domains/members/catalogue";
import { closePreview } from "../../src/server/domains/members/close";
import { recharge } from "../../src/server/domains/members/recharge";
import { AppError } from "../../src/server/http/error";
import type { Request } from "../../src/server/http/perform";
import { post } from "../../src/server/ledger/post";
import { enrol, seedMembers } from "../support/members";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
let member: Member;
beforeAll(async () => {
  t = await testVenue();
  await seedMembers(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  member = await enrol(t);
});

const db = () => t.database.dbFor("v-1");
const fill = (input: Partial<Input<typeof members.recharge>>, as?: Partial<Request>) => {
  const parsed = members.recharge.input.parse({ memberId: member.id, pay: "500.00", method: "Cash", ...input });
  return t.act((ctx) => recharge(ctx, parsed), { action: "members.recharge", ...as });
};
const refusal = async (work: Promise<unknown>): Promise<AppError> => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error(`not refused: ${String(error)}`);
  return error;
};
const legs = async (documentId: string) =>
  (
    await db()
      .selectFrom("posting as p")
      .innerJoin("ledger_tx as t", (join) => join.onRef("t.venue_id", "=", "p.venue_id").onRef("t.id", "=", "p.tx_id"))
      .where("t.document_id", "=", documentId)
      .select(["p.account", "p.amount", "p.subject", "p.earned_on"])
      .orderBy("p.seq")
      .execute()
  ).map((leg) => [leg.account, leg.amount, leg.earned_on]);
const purses = () => db().selectFrom("balance").select(["account", "amount"]).where("subject", "=", member.id).orderBy("account").execute();

describe("a recharge", () => {
  it("in cash keeps what was handed over, and refuses too little", async () => {
    const done = await fill({ pay: "85.00", tendered: "100.00" });
    const row = await db()
      .selectFrom("payment")
      .select(["amount", "tendered"])
      .where("document_id", "=", done.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ amount: 8_500, tendered: 10_000 });
    expect((await refusal(fill({ pay: "85.00", tendered: "80.00" }))).data["errors"]).toEqual({ tendered: "少 5.00，没有收款" });
  });

  it("by an offer posts exactly recharge 500 + gift 50, and shows the purses before and after", async () => {
    const done = await fill({ offerId: "of-1" });
    expect(await legs(done.id)).toEqual([
      ["tender.cash", 50_000, null],
      ["purse.principal", -50_000, null],
      ["cost.gift", 5_000, "2026-11-21"],
      ["purse.gift", -5_000, null],
    ]);
    expect(done).toMatchObject({
      paid: "500.00",
      principal: "500.00",
      gift: "50.00",
      before: { principal: "0.00", gift: "0.00" },
      after: { principal: "500.00", gift: "50.00" },
      coolingOffUntil: "2026-11-28T02:00:00.000Z",
    });
    expect(done.no).toMatch(/^R20261121-\d{4}$/);
    const payment = await db().selectFrom("payment").selectAll().where("document_id", "=", done.id).executeTakeFirstOrThrow();
    expect(payment).toMatchObject({ document_kind: "recharge", type: "Cash", amount: 50_000, state: "succeeded" });
    expect(payment.shift_id).toBeTruthy();
    const event = await db().selectFrom("outbox").selectAll().where("order_id", "=", done.id).executeTakeFirstOrThrow();
    expect(event).toMatchObject({ type: "payment", amount: 50_000 });
  });

  it("by an offer of more principal than it costs fills the gift purse with the rest, which closing never pays out", async () => {
    await db()
      .insertInto("recharge_offer")
      .values({ venue_id: "v-1", id: "of-more", name: "充 100 得 120", pay: 10_000, principal: 12_000, gift: 500, position: 3 })
      .execute();
    const offered = (await t.look((ctx) => offers(ctx))).content.find(({ id }) => id === "of-more");
    expect(offered).toMatchObject({ pay: "100.00", principal: "100.00", gift: "25.00" });
    const done = await fill({ offerId: "of-more", pay: "100.00" });
    expect(done).toMatchObject({ principal: "100.00", gift: "25.00", after: { principal: "100.00", gift: "25.00" } });
    expect(await legs(done.id)).toEqual([
      ["tender.cash", 10_000, null],
      ["purse.principal", -10_000, null],
      ["cost.gift", 2_500, "2026-11-21"],
      ["purse.gift", -2_500, null],
    ]);
    expect(await t.look((ctx) => closePreview(ctx, { id: member.id, feePercent: 0 }))).toMatchObject({ back: "100.00", gift: "25.00" });
  });

  it("freely makes principal of what is paid; a gift beside it needs its code", async () => {
    const cashier = new Set<Code>(["member_recharge"]);
    const plain = await fill({ pay: "88.80", method: "wechat" }, { codes: cashier });
    expect(plain).toMatchObject({ method: "WeChat", principal: "88.80", gift: "0.00" });
    expect(await legs(plain.id)).toEqual([
      ["tender.wechat", 8_880, null],
      ["purse.principal", -8_880, null],
    ]);
    expect((await refusal(fill({ gift: "1.00" }, { codes: cashier }))).data).toEqual({ codes: ["member_adjust"] });
    expect(await fill({ pay: "10.00", gift: "1.00" })).toMatchObject({ after: { principal: "98.80", gift: "1.00" } });
  });

  it.each([
    ["another amount than the offer's", { offerId: "of-1", pay: "499.00" }, "badInput"],
    ["another gift than the offer's", { offerId: "of-1", gift: "60.00" }, "badInput"],
    ["an offer off the shelf", { offerId: "of-off", pay: "100.00" }, "missing"],
    ["an offer that is not there", { offerId: "nothing" }, "missing"],
    ["a member that is not there", { memberId: "nobody" }, "missing"],
    ["a purse as method", { method: "Balance" }, "badInput"],
    ["the gift purse as method", { method: "Coupon" }, "badInput"],
    ["a scanned code that nobody has paid", { method: "scanCode" }, "scanNotPaid"],
  ] as const)("refuses %s, and nothing moves", async (_, input, key) => {
    const payments = () => db().selectFrom("payment").select("id").execute();
    const before = await payments();
    expect((await refusal(fill(input))).key).toBe(key);
    expect(await purses()).toEqual([]);
    expect(await payments()).toEqual(before);
  });

  it.each(["frozen", "expired", "closing", "closed"])("refuses a member that is %s", async (state) => {
    await db().updateTable("member").set({ state }).where("venue_id", "=", "v-1").where("id", "=", member.id).execute();
    expect((await refusal(fill({}))).key).toBe("memberState");
    expect(await purses()).toEqual([]);
  });

  it("sent twice with one key happens once and answers the same", async () => {
    const again = { idempotencyKey: "k-1", body: { pay: "500.00" } };
    const [a, b] = await Promise.all([fill({}, again), fill({}, again)]);
    expect(b).toEqual(a);
    expect(await purses()).toEqual([{ account: "purse.principal", amount: 50_000 }]);
  });
});

describe("the prepaid limits", () => {
  const shanghai = (): Partial<Request> => ({ venue: { ...t.venue, province: "上海市" } });

  it("of Shanghai refuse stored value above 5,000 and name the rule, also when two recharges run at once", async () => {
    await fill({ pay: "3000.00" }, shanghai());
    const both = await Promise.allSettled([fill({ pay: "2000.00" }, shanghai()), fill({ pay: "2000.00" }, shanghai())]);
    expect(both.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = await refusal(fill({ pay: "0.01" }, shanghai()));
    expect(refused.key).toBe("prepaidLimit");
    expect(refused.text("zh")).toBe("超过预付卡限额：沪体规文〔2025〕1号：储值余额（上限 5000.00，办理后 5000.01）");
  });

  it("leave what was imported above them, but let nothing more in", async () => {
    await t.act((ctx) =>
      post(ctx, {
        document: { kind: "adjustment", id: "import", no: "import" },
        operation: "opening",
        legs: [
          { account: "opening", amount: 800_000 },
          { account: "purse.principal", amount: -800_000, subject: member.id },
        ],
      }),
    );
    expect((await refusal(fill({ pay: "1.00" }, shanghai()))).values.after).toBe("8001.00");
  });

  it("bind neither elsewhere nor after they end", async () => {
    await fill({ pay: "6000.00" });
    t.now = new Date("2026-12-31T16:00:00Z");
    await fill({ pay: "6000.00" }, shanghai());
    t.now = new Date("2026-11-21T02:00:00Z");
    expect(await purses()).toEqual([{ account: "purse.principal", amount: 1_200_000 }]);
  });
});
