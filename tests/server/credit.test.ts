/** Buying on credit: who may, how far, what comes back of it; the last of a limit is spent once. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { cards } from "../../src/contract/cards/cards";
import { DAY_ROWS, dayReport, STREAMS } from "../../src/contract/finance/day-reports";
import { finance } from "../../src/contract/finance/finance";
import { memberRecords } from "../../src/contract/members/member-records";
import { members } from "../../src/contract/members/members";
import { fen } from "../../src/contract/core/money";
import { callsOf } from "../../src/contract/core/resource/calls";
import { reportCalls } from "../../src/contract/core/resource/report";
import { sale } from "../../src/contract/sale/sale";
import { saleLines } from "../../src/contract/sale/sales";
import { saleReport } from "../../src/contract/stock/stock-reports";
import { checkLedger } from "../../src/server/ledger/check";
import { VENUE_CHECKS } from "../../src/tools/doctor/checks";
import { seedMember, TODAY } from "../support/booking";
import { type Book, openBook } from "../support/book";
import { query } from "../support/tables";

let b: Book;
beforeAll(async () => {
  b = await openBook();
  await b.t.database
    .dbFor("v-1")
    .insertInto("card_type")
    .values([
      { venue_id: "v-1", id: "ct-credit", name: "挂账卡", colour: 200, kind: "credit", credit_limit: 10_000 },
      { venue_id: "v-1", id: "ct-none", name: "无额度", colour: 200, kind: "credit" },
      { venue_id: "v-1", id: "ct-paid", name: "储值卡", colour: 200, kind: "prepaid", credit_limit: 10_000 },
    ])
    .execute();
});
afterAll(() => b.close());

async function sound(): Promise<void> {
  const db = b.t.database.dbFor("v-1");
  expect(await checkLedger(db, "v-1")).toEqual([]);
  for (const [name, check] of Object.entries(VENUE_CHECKS)) expect((await check("v-1").execute(db)).rows, name).toEqual([]);
}
const strings = (memberId: string, quantity: number, payments: readonly { type: "Credit" | "Cash"; amount: string }[]) =>
  b.admin.call(sale.create, { memberId, lines: [{ productId: "string", quantity }], payments: [...payments] });
const onCredit = (memberId: string, quantity: number) => strings(memberId, quantity, [{ type: "Credit", amount: `${quantity * 30}.00` }]);
const owes = async (id: string) => {
  const [row] = await query<{ sum: string }>(
    b.t.url,
    "SELECT coalesce(sum(amount), 0) AS sum FROM posting WHERE account = 'receivable.member' AND subject = $1",
    [id],
  );
  return Number(row?.sum);
};

it("is for members of a credit card type, up to its limit, beside other methods", async () => {
  await seedMember(b.t, "trusted", { name: "冯挂账", cardTypeId: "ct-credit" });
  await seedMember(b.t, "unknown", { name: "陈无额", cardTypeId: "ct-none" });
  await seedMember(b.t, "payer", { name: "褚储值", cardTypeId: "ct-paid" });
  expect(await b.admin.ok(members.view, { id: "trusted" })).toMatchObject({ credit: "100.00", debt: "0.00" });
  expect(await b.admin.ok(members.view, { id: "unknown" })).toMatchObject({ credit: "0.00" });
  expect((await b.admin.ok(members.view, { id: "payer" })).credit).toBeUndefined();
  for (const id of ["unknown", "payer"]) expect((await onCredit(id, 1)).msg, id).toContain("挂账额度 0.00");
  const walkIn = { lines: [{ productId: "string", quantity: 1 }], payments: [{ type: "Credit", amount: "30.00" }] };
  expect((await b.admin.call(sale.create, walkIn)).code).not.toBe(200);

  expect((await onCredit("trusted", 2)).code).toBe(200);
  expect(await b.admin.ok(members.view, { id: "trusted" })).toMatchObject({ credit: "40.00", debt: "60.00", spent: "60.00" });
  expect((await onCredit("trusted", 2)).msg).toContain("还可挂 40.00");
  const [credit, cash] = ["40.00", "20.00"];
  expect(
    (
      await strings("trusted", 2, [
        { type: "Credit", amount: credit },
        { type: "Cash", amount: cash },
      ])
    ).code,
  ).toBe(200);
  expect((await onCredit("trusted", 1)).code).not.toBe(200);
  expect(await owes("trusted")).toBe(10_000);
  await sound();
});

it("pays neither a recharge, nor a card's fee, nor a debt", async () => {
  const method = "Credit";
  const refused = [
    await b.admin.call(members.recharge, { memberId: "trusted", pay: "10.00", method }),
    await b.admin.call(memberRecords.payDebt, { id: "trusted", amount: "10.00", method }),
    await b.admin.call(members.setLevel, { id: "payer", cardTypeId: "ct-credit", fees: { due: "0.00", method } }),
  ];
  expect(refused.map(({ code }) => code)).not.toContain(200);
});

it("is no longer owed for what comes back; what was paid of it goes into the principal", async () => {
  await seedMember(b.t, "returner", { name: "卫退货", cardTypeId: "ct-credit" });
  const bought = (await onCredit("returner", 3)).data;
  const back = (quantity: number) =>
    b.admin.ok(sale.returns, { saleId: bought.id, lines: [{ lineId: bought.lines[0]?.id ?? "", quantity }], reason: "不合适" });
  await back(1);
  expect(await b.admin.ok(members.view, { id: "returner" })).toMatchObject({ debt: "60.00", credit: "40.00", principal: "0.00" });
  await b.admin.ok(memberRecords.payDebt, { id: "returner", amount: "40.00", method: "WeChat" });
  await back(1);
  expect(await b.admin.ok(members.view, { id: "returner" })).toMatchObject({ debt: "0.00", credit: "100.00", principal: "10.00" });
  await back(1);
  expect(await b.admin.ok(members.view, { id: "returner" })).toMatchObject({ debt: "0.00", principal: "40.00", spent: "0.00" });
  await sound();
});

it("is in the way of closing the account until it is paid", async () => {
  await seedMember(b.t, "leaver", { name: "蒋销户", cardTypeId: "ct-credit" });
  await onCredit("leaver", 1);
  expect((await b.admin.ok(memberRecords.closePreview, { id: "leaver" })).open).toEqual(["欠款"]);
});

it("has a column of its own where sales are split by method, and a line of the day: it is no takings", async () => {
  await seedMember(b.t, "reported", { name: "韩报表", cardTypeId: "ct-credit" });
  const day = { from: TODAY, to: TODAY };
  const look = async () => ({
    sums: (await b.admin.ok(reportCalls(saleReport).read, { ...day, group: "day" })).sums,
    page: await b.admin.ok(dayReport.page, { venueId: "v-1", day: TODAY }),
  });
  const before = await look();
  const bought = (await onCredit("reported", 2)).data;
  await b.admin.ok(sale.returns, { saleId: bought.id, lines: [{ lineId: bought.lines[0]?.id ?? "", quantity: 1 }], reason: "不合适" });
  const after = await look();
  const more = (name: string): number => fen(String(after.sums[name])) - fen(String(before.sums[name]));
  expect({ sales: more("sales"), credit: more("credit"), other: more("other") }).toEqual({ sales: 3_000, credit: 3_000, other: 0 });
  expect(fen(after.page.onCredit) - fen(before.page.onCredit)).toBe(3_000);
  expect([after.page.takings.today, after.page.methods]).toEqual([before.page.takings.today, before.page.methods]);
  // Paid later, it is money received, and nothing new is owed.
  await b.admin.ok(memberRecords.payDebt, { id: "reported", amount: "30.00", method: "WeChat" });
  const paid = await look();
  expect(paid.page.onCredit).toBe(after.page.onCredit);
  expect(fen(paid.page.takings.today) - fen(after.page.takings.today)).toBe(3_000);
  // The figures open their rows, from which what was paid later takes nothing away.
  const credit = new URL(DAY_ROWS.onCredit(day), "http://console").searchParams;
  const log = await b.admin.ok(finance.venueLogSums, { from: TODAY, to: TODAY, account: credit.get("account") ?? "" });
  expect([credit.get("account"), log.net]).toEqual(["receivable.member", paid.page.onCredit]);
  const stream = Object.keys(STREAMS).join(",");
  expect((await b.admin.ok(finance.venueLogSums, { from: TODAY, to: TODAY, stream })).net).toBe(paid.page.takings.today);
  const rows = await b.admin.ok(callsOf(saleLines).list, { paidBy: ["credit"], dayFrom: TODAY, dayTo: TODAY });
  expect(rows.content.map((row) => row.sale)).toContain(bought.id);
});

it("spends the last of a limit once, whatever is bought", async () => {
  await seedMember(b.t, "racer", { name: "沈抢额", cardTypeId: "ct-credit" });
  const card = () => b.admin.call(cards.sell, { memberId: "racer", packageCardId: "pk", payments: [{ type: "Credit", amount: "100.00" }] });
  const tries = await Promise.all(Array.from({ length: 24 }, (_, i) => (i % 2 === 0 ? onCredit("racer", 2) : card())));
  expect(tries.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(tries.filter(({ code }) => code === 409)).toHaveLength(23);
  expect(await owes("racer")).toBeLessThanOrEqual(10_000);
  expect(await owes("racer")).toBeGreaterThan(0);
  await sound();
});
