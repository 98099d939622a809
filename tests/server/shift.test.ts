/** Shifts of the till: float, blind count, over or short, X and Z, and what is taken while one is counted. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fen } from "../../src/contract/core/money";
import type { Code } from "../../src/contract/core/permissions";
import { sale } from "../../src/contract/sale/sale";
import { type ShiftDetail, shifts } from "../../src/contract/shift/shift";
import { checkLedger } from "../../src/server/ledger/check";
import { refusalOf, seedBooking, seedMember, TODAY } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { serves } from "../support/services";
import { takings } from "../../src/server/ledger/takings";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t, 500);
  await seedMember(t, "wang", { name: "王芳", cardTypeId: "ct-goods", principal: 10_000 });
});
afterAll(() => t.close());

const clerk = { id: "p-clerk", name: "陈晓" };
const codes = new Set<Code>(["shift", "sale_create", "sale_return", "sale_delete", "sale_modify"]);
const as = { person: clerk, codes };
const call = {
  current: serves(shifts.current),
  view: serves(shifts.view),
  list: serves(shifts.list),
  open: serves(shifts.open),
  move: serves(shifts.move),
  count: serves(shifts.count),
  reopen: serves(shifts.reopen),
  submit: serves(shifts.submit),
  close: serves(shifts.close),
};
const create = serves(sale.create);
const act = <T>(run: Parameters<typeof t.act<T>>[0], who: Parameters<TestVenue["act"]>[1] = as) => {
  t.now = new Date(t.now.getTime() + 1_000);
  return t.act(run, who);
};
const string = (payments: object[], extra: object = {}) =>
  act((ctx) => create(ctx, { lines: [{ productId: "string", quantity: 1 }], payments, ...extra }));
const cash = (amount: string) => [{ type: "Cash", amount }];
const tender = (of: ShiftDetail, name: string) => of.report?.tenders.find((one) => one.tender === name);

describe("a shift", () => {
  it("is counted blind, shows its difference once handed in, and is closed with it posted", async () => {
    const opened = await act((ctx) => call.open(ctx, { float: "500" }));
    expect(opened).toMatchObject({ state: "open", mine: true, report: null });
    expect((await refusalOf(act((ctx) => call.open(ctx, { float: "1" })))).key).toBe("refused");
    await string(cash("30.00"));
    await string([
      { type: "WeChat", amount: "20.00" },
      { type: "Cash", amount: "10.00" },
    ]);
    await string([{ type: "Balance", amount: "27.00" }], { memberId: "wang" });
    const back = await string(cash("30.00"));
    await act((ctx) =>
      serves(sale.returns)(ctx, { saleId: back.id, lines: [{ lineId: back.lines[0]?.id ?? "", quantity: 1 }], reason: "不要了" }),
    );
    await act((ctx) => call.move(ctx, { kind: "paidOut", amount: "8.60", reason: "清洁用品" }));
    await act((ctx) => call.move(ctx, { kind: "drop", amount: "400", reason: "缴存" }));

    // 500 + 30 + 10 + 30 − 30 − 8.60 − 400 = 131.40
    const blind = await t.look((ctx) => call.current(ctx, {}), as);
    expect(blind.open?.report).toBeNull();
    expect(blind.open?.moves.map((one) => [one.kind, one.amount])).toEqual([
      ["float", "500.00"],
      ["paidOut", "-8.60"],
      ["drop", "-400.00"],
    ]);
    const x = await t.look((ctx) => call.view(ctx, { id: opened.id }));
    expect(tender(x, "cash")).toMatchObject({ taken: "70.00", refunded: "30.00", expected: "131.40", counted: null });
    expect(tender(x, "wechat")).toMatchObject({ taken: "20.00", expected: "20.00" });

    await act((ctx) => call.count(ctx, {}));
    expect((await refusalOf(act((ctx) => call.move(ctx, { kind: "draw", amount: "1", reason: "零钱" })))).key).toBe("wrongState");
    expect((await refusalOf(act((ctx) => call.close(ctx, { id: opened.id, receivedBy: "周凯" })))).key).toBe("refused");
    const handed = await act((ctx) => call.submit(ctx, { counts: { cash: "128.40", wechat: "20" } }));
    expect(handed.difference).toBe("-3.00");
    expect(tender(handed, "cash")).toMatchObject({ expected: "131.40", counted: "128.40", difference: "-3.00" });
    expect((await refusalOf(act((ctx) => call.submit(ctx, { counts: { cash: "131.40" } })))).key).toBe("refused");
    expect((await refusalOf(act((ctx) => call.reopen(ctx, {})))).key).toBe("refused");

    const before = await t.look((ctx) => takings(ctx, { from: TODAY, to: TODAY }));
    const z = await act((ctx) => call.close(ctx, { id: opened.id, note: "找错零", receivedBy: "周凯" }));
    expect(z).toMatchObject({ state: "closed", difference: "-3.00", receivedBy: "周凯", note: "找错零" });
    expect(tender(z, "cash")).toMatchObject({ expected: "131.40", counted: "128.40" });
    expect(await t.look((ctx) => takings(ctx, { from: TODAY, to: TODAY }))).toEqual(before);
    expect(await accounts(opened.id)).toEqual({ cash: 0, over: 300 });
    expect((await refusalOf(act((ctx) => call.close(ctx, { id: opened.id, receivedBy: "周凯" })))).key).toBe("wrongState");
    expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
  });

  it("takes no money once it is counted: the next one does, and then it can't continue", async () => {
    const first = await act((ctx) => call.open(ctx, { float: "0" }));
    await act((ctx) => call.count(ctx, {}));
    await act((ctx) => call.reopen(ctx, {}));
    await act((ctx) => call.count(ctx, {}));
    await string(cash("30.00"));
    const both = await t.look((ctx) => call.current(ctx, {}), as);
    expect([both.counting?.id, both.open?.id === first.id]).toEqual([first.id, false]);
    expect((await refusalOf(act((ctx) => call.reopen(ctx, {})))).key).toBe("refused");
    expect((await refusalOf(act((ctx) => call.count(ctx, {})))).key).toBe("refused");
    const handed = await act((ctx) => call.submit(ctx, { counts: {} }));
    expect(handed.difference).toBe("0.00");
    await act((ctx) => call.close(ctx, { id: first.id, receivedBy: "周凯" }));
    // The drawer of the next is counted with what it took, and nothing of the first.
    await act((ctx) => call.count(ctx, {}));
    const next = await act((ctx) => call.submit(ctx, { counts: { cash: "30" } }));
    expect(next.difference).toBe("0.00");
    await act((ctx) => call.close(ctx, { id: next.id, receivedBy: "周凯" }));
  });

  it("is one's own, but for who holds shift_report", async () => {
    const other = { person: { id: "p-other", name: "何静" }, codes };
    const [latest] = (await t.look((ctx) => call.list(ctx, {}), as)).content;
    expect((await t.look((ctx) => call.list(ctx, {}), other)).content).toEqual([]);
    expect((await refusalOf(t.look((ctx) => call.view(ctx, { id: latest?.id ?? "" }), other))).key).toBe("missing");
    expect((await t.look((ctx) => call.list(ctx, {}))).totalElements).toBe(3);
  });
});

it("counts every sale in exactly one shift while sales race with the close, and Z is the ledger", async () => {
  const racer = { person: { id: "p-racer", name: "赛手" }, codes };
  const opened = await act((ctx) => call.open(ctx, { float: "0" }), racer);
  const sell = (i: number) =>
    act(
      (ctx) =>
        create(ctx, {
          lines: [{ productId: "string", quantity: 1 }],
          payments: i % 3 === 0 ? [{ type: "WeChat", amount: "30" }] : cash("30"),
        }),
      racer,
    );
  const sold = await Promise.all([
    ...Array.from({ length: 12 }, (_, i) => sell(i)),
    act((ctx) => call.count(ctx, {}), racer).then(() => act((ctx) => call.submit(ctx, { counts: {} }), racer)),
    ...Array.from({ length: 12 }, (_, i) => sell(i)),
  ]);
  const closed = await act((ctx) => call.close(ctx, { id: opened.id, receivedBy: "周凯" }), racer);
  const later = await t.look((ctx) => call.current(ctx, {}), racer);
  const rest = later.open ? (await t.look((ctx) => call.view(ctx, { id: later.open?.id ?? "" }))).report : null;
  expect(sold).toHaveLength(25);
  expect(fen(closed.report?.net ?? "0") + fen(rest?.net ?? "0")).toBe(24 * 3_000);
  expect(fen(closed.difference ?? "0")).toBe(-fen(closed.report?.net ?? "0"));
  expect(await accounts(opened.id)).toMatchObject({ cash: 0 });
  expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
});

/** Returns the cash left in a shift's drawer, and its over (−) or short (+), fen. */
async function accounts(id: string): Promise<{ cash: number; over: number }> {
  const rows = await t.database
    .dbFor("v-1")
    .selectFrom("posting")
    .select((eb) => ["account", eb.fn.sum<number>("amount").as("amount")])
    .where("subject", "=", id)
    .where("account", "in", ["tender.cash", "over_short"])
    .groupBy("account")
    .execute();
  const of = (account: string): number => rows.find((row) => row.account === account)?.amount ?? 0;
  return { cash: of("tender.cash"), over: of("over_short") };
}
