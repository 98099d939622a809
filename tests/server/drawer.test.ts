/** The drawer of a till: cash never leaves it beyond what it should hold without a second person, and it belongs to its till. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fen, yuan } from "../../src/contract/core/money";
import { memberRecords } from "../../src/contract/members/member-records";
import type { Code } from "../../src/contract/core/permissions";
import { sale } from "../../src/contract/sale/sale";
import { type ShiftDetail, shifts } from "../../src/contract/shift/shift";
import { checkLedger } from "../../src/server/ledger/check";
import { listTakings } from "../../src/server/ledger/streams";
import { fill, refusalOf, seedBooking, seedMember, TODAY } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { serves } from "../support/services";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t, 500);
});
afterAll(async () => {
  expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
  await t.close();
});

const codes = new Set<Code>(["shift", "sale_create", "sale_return", "sale_delete", "sale_modify", "member_close"]);
const boss = new Set<Code>([...codes, "shift_report"]);
let people = 0;
/** A person of their own for each test, so that each has a drawer of its own. */
const person = (held: ReadonlySet<Code> = codes, device = "") => {
  const id = `p-${++people}`;
  return { person: { id, name: `员工 ${people}` }, codes: held, device };
};
type Who = ReturnType<typeof person>;
const act = <T>(who: Who, run: Parameters<typeof t.act<T>>[0]) => {
  t.now = new Date(t.now.getTime() + 1_000);
  return t.act(run, who);
};
const call = { open: serves(shifts.open), move: serves(shifts.move), view: serves(shifts.view) };
const string = (who: Who, payments: object[] = [{ type: "Cash", amount: "30.00" }]) =>
  act(who, (ctx) => serves(sale.create)(ctx, { lines: [{ productId: "string", quantity: 1 }], payments }));
const giveBack = (who: Who, sold: Awaited<ReturnType<typeof string>>) =>
  act(who, (ctx) =>
    serves(sale.returns)(ctx, { saleId: sold.id, lines: [{ lineId: sold.lines[0]?.id ?? "", quantity: 1 }], reason: "不要了" }),
  );
const drawer = async (id: string): Promise<number> =>
  (
    await t.database
      .dbFor("v-1")
      .selectFrom("posting")
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("amount"), eb.lit(0)).as("amount"))
      .where("account", "=", "tender.cash")
      .where("subject", "=", id)
      .executeTakeFirstOrThrow()
  ).amount;

describe("cash beyond what the drawer should hold", () => {
  let clerk: Who;
  let manager: Who;
  let shift: ShiftDetail;
  beforeEach(async () => {
    [clerk, manager] = [person(), person(boss)];
    shift = await act(clerk, (ctx) => call.open(ctx, { float: "100" }));
  });
  const drop = (amount: string) => act(clerk, (ctx) => call.move(ctx, { kind: "drop", amount, reason: "缴存" }));

  it("does not leave it by a drop or a cost; the refusal names both amounts only to who may see sums", async () => {
    const refused = await refusalOf(drop("99999"));
    expect([refused.key, refused.data]).toEqual(["drawerShort", { drawerShort: true, amount: "99999.00" }]);
    expect(await drawer(shift.id)).toBe(10_000);
    await act(manager, (ctx) => call.open(ctx, { float: "50" }));
    const seen = await refusalOf(act(manager, (ctx) => call.move(ctx, { kind: "paidOut", amount: "50.01", reason: "清洁用品" })));
    expect(seen.data).toEqual({ drawerShort: true, amount: "50.01", held: "50.00" });
    expect((await drop("100")).state).toBe("open");
    expect(await drawer(shift.id)).toBe(0);
  });

  it("leaves it once, for the amount that a second person approved", async () => {
    const asked = await act(clerk, (ctx) => serves(shifts.request)(ctx, { amount: "130", reason: "备用金少记" }));
    expect(asked).toMatchObject({ state: "waiting", held: null, isMine: true });
    const decide = (who: Who, approved = true) => act(who, (ctx) => serves(shifts.decide)(ctx, { id: asked.id, approved }));
    expect((await refusalOf(decide({ ...clerk, codes: boss }))).key).toBe("ownRequest");
    expect((await refusalOf(drop("130"))).key).toBe("drawerShort");
    expect(await decide(manager)).toMatchObject({ state: "approved", held: "100.00", decidedBy: manager.person.name });
    expect((await refusalOf(decide(manager, false))).key).toBe("refused");
    expect((await refusalOf(drop("131"))).key).toBe("drawerShort");
    await drop("130");
    expect(await drawer(shift.id)).toBe(-3_000);
    expect((await refusalOf(drop("130"))).key).toBe("drawerShort");
    const list = await t.look((ctx) => serves(shifts.requests)(ctx, {}), clerk);
    expect(list.content.map(({ state }) => state)).toEqual(["used"]);
  });

  it("is not refunded: nothing changes, and change from the safe makes it possible", async () => {
    const seller = person();
    const sold = await string(seller);
    await drop("80");
    expect((await refusalOf(giveBack(clerk, sold))).key).toBe("drawerShort");
    expect((await t.look((ctx) => serves(sale.view)(ctx, { id: sold.id }))).returned).toBe("0.00");
    await act(clerk, (ctx) => call.move(ctx, { kind: "draw", amount: "10", reason: "零钱" }));
    expect((await giveBack(clerk, sold)).returned).toBe("30.00");
    expect(await drawer(shift.id)).toBe(0);
  });

  it("is not refunded twice over by two at once", async () => {
    const seller = person();
    const sold = [await string(seller), await string(seller)];
    await drop("60");
    const ends = await Promise.allSettled(sold.map((one) => giveBack(clerk, one)));
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await drawer(shift.id)).toBe(1_000);
  });
});

describe("a cash movement", () => {
  it("is taken back once by a counter-movement in the drawer of now, with the reason", async () => {
    const clerk = person();
    const shift = await act(clerk, (ctx) => call.open(ctx, { float: "100" }));
    const { moves } = await act(clerk, (ctx) => call.move(ctx, { kind: "paidOut", amount: "60", reason: "记错了" }));
    const paidOut = moves.find(({ kind }) => kind === "paidOut");
    const back = (who: Who) => act(who, (ctx) => serves(shifts.reverseMove)(ctx, { id: paidOut?.id ?? "", reason: "多记了" }));
    expect((await refusalOf(back(person()))).key).toBe("refused");
    const after = await back(clerk);
    expect(await drawer(shift.id)).toBe(10_000);
    expect(after.moves.map(({ kind, amount, reason, isReversible }) => [kind, amount, reason, isReversible])).toEqual([
      ["float", "100.00", "", true],
      ["paidOut", "-60.00", "记错了", false],
      ["reversal", "60.00", "多记了", false],
    ]);
    expect((await refusalOf(back(clerk))).key).toBe("alreadyReversed");
    // Somebody else's is no business of a clerk.
    const other = person();
    await act(other, (ctx) => call.open(ctx, { float: "0" }));
    const float = after.moves[0]?.id ?? "";
    expect((await refusalOf(act(other, (ctx) => serves(shifts.reverseMove)(ctx, { id: float, reason: "不是我的" })))).key).toBe("missing");
  });
});

describe("the drawer of a till", () => {
  it("takes no second shift unasked: the helper works in it, or opens their own", async () => {
    const clerk = person(codes, "till-secret");
    const manager = person(boss, "till-secret");
    await string(clerk);
    const { open } = await t.look((ctx) => serves(shifts.current)(ctx, {}), clerk);
    const refused = await refusalOf(string(manager));
    expect([refused.key, refused.values["name"]]).toEqual(["drawerInUse", clerk.person.name]);
    const seen = await t.look((ctx) => serves(shifts.current)(ctx, {}), manager);
    expect([seen.open, seen.atTill]).toEqual([null, { id: open?.id, no: open?.no, operator: clerk.person.name, joined: false }]);
    // Only the people of the till join its drawer.
    expect((await refusalOf(act(person(boss, "elsewhere"), (ctx) => serves(shifts.join)(ctx, { id: open?.id ?? "" })))).key).toBe(
      "missing",
    );
    await act(manager, (ctx) => serves(shifts.join)(ctx, { id: open?.id ?? "" }));
    const sold = await string(manager);
    expect(sold.operator).toBe(manager.person.name);
    expect(await drawer(open?.id ?? "")).toBe(6_000);
    expect((await t.look((ctx) => serves(shifts.current)(ctx, {}), manager)).open).toBeNull();
    // At another till the manager has a drawer of their own.
    await string({ ...manager, device: "office" });
    expect(await drawer(open?.id ?? "")).toBe(6_000);
  });

  it("lets the helper open a shift of their own", async () => {
    const clerk = person(codes, "till-2");
    const manager = person(boss, "till-2");
    await string(clerk);
    const own = await act(manager, (ctx) => call.open(ctx, { float: "0" }));
    await string(manager);
    expect(await drawer(own.id)).toBe(3_000);
  });
});

describe("the report of a shift", () => {
  it("has an account closed in cash as a refund of recharges, like the takings of the day", async () => {
    const before = await t.look((ctx) => listTakings(ctx, { from: TODAY, to: TODAY }, ["stream", "method"]));
    const clerk = person(boss);
    const shift = await act(clerk, (ctx) => call.open(ctx, { float: "1000" }));
    await seedMember(t, "leaver", { name: "赵离" });
    await t.act((ctx) => fill(ctx, "leaver", 50_000, 0));
    const filled = await t.look((ctx) => listTakings(ctx, { from: TODAY, to: TODAY }, ["stream", "method"]));
    await act(clerk, (ctx) =>
      serves(memberRecords.close)(ctx, { id: "leaver", feePercent: 20, back: "400.00", method: "Cash", reason: "搬家" }),
    );
    const { report } = await t.look((ctx) => call.view(ctx, { id: shift.id }), clerk);
    expect(report?.streams).toEqual([{ stream: "recharge", count: 0, taken: "0.00", refunded: "400.00", net: "-400.00" }]);
    expect(report?.tenders.find(({ tender }) => tender === "cash")).toMatchObject({
      refunded: "400.00",
      moved: "1000.00",
      expected: "600.00",
    });
    const after = await t.look((ctx) => listTakings(ctx, { from: TODAY, to: TODAY }, ["stream", "method"]));
    const back = (rows: typeof after): number =>
      rows.find((row) => row.stream === "recharge" && row.method === "tender.cash")?.refunded ?? 0;
    expect(yuan(back(after) - back(filled))).toBe("400.00");
    expect(back(filled)).toBe(back(before));
  });

  it("adds up by tender and by business, refunds apart", async () => {
    const clerk = person(boss);
    const shift = await act(clerk, (ctx) => call.open(ctx, { float: "0" }));
    await string(clerk);
    const sold = await string(clerk, [{ type: "WeChat", amount: "30.00" }]);
    await giveBack(clerk, sold);
    const { report } = await t.look((ctx) => call.view(ctx, { id: shift.id }), clerk);
    const used = report?.tenders
      .filter(({ count }) => count > 0)
      .map(({ tender, taken: into, refunded, expected }) => [tender, into, refunded, expected]);
    expect(used).toEqual([
      ["cash", "30.00", "0.00", "30.00"],
      ["wechat", "30.00", "30.00", "0.00"],
    ]);
    expect(report?.streams).toEqual([{ stream: "product", count: 2, taken: "60.00", refunded: "30.00", net: "30.00" }]);
    expect(fen(report?.net ?? "0")).toBe(3_000);
  });
});
