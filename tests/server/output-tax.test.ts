/** Output tax in the books: from a day on, at the rate of each sale, reversed to the fen, stored value once; the report equals the ledger. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import { fen } from "../../src/contract/core/money";
import { type Report, reportCalls, rowsOf } from "../../src/contract/core/resource/report";
import { balanceSheet, profitLoss, trialBalance } from "../../src/contract/finance/statements";
import { outputTax } from "../../src/contract/finance/tax-report";
import { members } from "../../src/contract/members/members";
import { booking } from "../../src/contract/booking/booking";
import { sale } from "../../src/contract/sale/sale";
import { revoke } from "../../src/server/domains/finance/revoke";
import { recharge } from "../../src/server/domains/members/recharge";
import { checkLedger } from "../../src/server/ledger/check";
import { taxIn } from "../../src/server/ledger/tax";
import type { PaymentChannel } from "../../src/server/payment/channel";
import { book, cancelled, payFor } from "../support/booking";
import { type Book, openBook } from "../support/book";
import { sumsAt } from "../support/drills";
import { enrol } from "../support/members";
import type { Client } from "../support/server";
import { excelRows } from "../support/unzip";

const SERVICES = ["place", "session", "goods", "card", "storedValue", "coach", "activity", "competition", "groupon", "other"] as const;
const RATE_OF: Readonly<Record<string, string>> = { goods: "13", place: "9", storedValue: "6" };
/** A channel on which everybody pays. */
const wechat: PaymentChannel = {
  sandbox: false,
  charge: ({ outTradeNo }) => Promise.resolve({ state: "paid", ref: `ref-${outTradeNo}` }),
  query: ({ outTradeNo }) => Promise.resolve({ state: "paid", ref: `ref-${outTradeNo}` }),
  reverse: () => Promise.resolve({ state: "closed" }),
  refund: ({ refundNo }) => Promise.resolve({ state: "refunded", ref: refundNo }),
};
let b: Book;
let admin: Client;
let made = 0;
/** Has ¥50 that were paid in while stored value was taxed at use. */
let earlier = "";
const at = async (instant: string): Promise<void> => {
  b.t.now = new Date(instant);
  admin = await b.server.as("admin");
};
const rule = (fromDay: string, more: Readonly<Record<string, unknown>>) =>
  admin.call(api.invoiceRules.create, { fromDay, storedValue: "use", outputTax: true, gift: "use", ...more });

beforeAll(async () => {
  b = await openBook({ channels: { wechat, alipay: undefined } });
  admin = b.admin;
  const early = await rule("2026-11-22", {});
  expect(early.code).not.toBe(200);
  expect(JSON.stringify(early)).toContain("场地");
  for (const service of SERVICES)
    await admin.ok(api.taxRates.create, {
      service,
      productClass: null,
      rate: (RATE_OF[service] ?? "3") as "13",
      item: service,
      taxCode: "",
      fromDay: "2026-11-01",
    });
});
afterAll(() => b.close());

/** Balances of the tax accounts, fen, debit above zero, by plain SQL. */
async function balances(where = "true"): Promise<Readonly<Record<string, number>>> {
  const rows = await b.count<{ account: string; sum: number }>(
    `SELECT p.account, sum(p.amount)::float8 AS sum FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
     WHERE p.venue_id = $1 AND p.account LIKE 'tax.%' AND ${where} GROUP BY 1 HAVING sum(p.amount) <> 0`,
  );
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]));
}
const ofDocument = (id: string) => balances(`t.document_id = '${id}'`);
const sound = async (): Promise<void> => expect(await checkLedger(b.t.database.dbFor("v-1"), "v-1")).toEqual([]);
/** A court of an hour on the day after the clock's. */
const court = (more: object = {}) => {
  made++;
  return book(b.t, {
    day: "2026-12-01",
    runs: [{ placeId: `b-${(made % 8) + 1}`, start: 480 + 60 * Math.floor(made / 8), end: 540 + 60 * Math.floor(made / 8) }],
    name: "散客",
    ...more,
  });
};
const fill = (memberId: string, input: object = {}) =>
  b.t.act((ctx) => recharge(ctx, members.recharge.input.parse({ memberId, pay: "500.00", method: "WeChat", ...input })));

it("posts none before the venue switches it on, which takes a day to come and a rate for each service", async () => {
  expect(await balances()).toEqual({});
  const today = await rule("2026-11-21", {});
  expect(JSON.stringify(today)).toContain("明天");
  expect((await rule("2026-11-22", {})).code).toBe(200);
  const [coach] = (await admin.ok(api.taxRates.list, { service: ["coach"] })).content;
  expect(JSON.stringify(await admin.call(api.taxRates.delete, { id: coach?.id ?? "" }))).toContain("“教练课”");
  const order = await court();
  await payFor(b.t, order, [{ type: "WeChat", amount: order.due }]);
  expect(await balances()).toEqual({});
});

describe("from its day on, stored value taxed at use", () => {
  beforeAll(() => at("2026-11-23T02:00:00Z"));
  beforeEach(() => void (b.t.now = new Date(b.t.now.getTime() + 60_000)));

  it("carries the tax of an order, and takes it back with a refund, to the fen", async () => {
    const order = await court();
    await payFor(b.t, order, [{ type: "WeChat", amount: order.due }]);
    const tax = taxIn(fen(order.due), 9);
    expect(await ofDocument(order.id)).toEqual({ "tax.output": -tax, "tax.sales": tax });
    await cancelled(b.t, order.id);
    const [kept] = await b.count<{ fee: number }>(
      `SELECT fee::float8 AS fee FROM booking_order WHERE venue_id = $1 AND id = '${order.id}'`,
    );
    const fee = taxIn(kept?.fee ?? 0, 3);
    expect(await ofDocument(order.id)).toEqual(fee === 0 ? {} : { "tax.output": -fee, "tax.sales": fee });
    await sound();
  });

  it("takes the tax of each returned piece back, so that what is left has its own", async () => {
    const sold = await admin.ok(sale.create, {
      lines: [{ productId: "water", quantity: 4 }],
      payments: [{ type: "Transfer", amount: "13.32" }],
    });
    expect(await ofDocument(sold.id)).toEqual({ "tax.output": -taxIn(1_332, 13), "tax.sales": taxIn(1_332, 13) });
    for (const left of [999, 666, 333, 0]) {
      await admin.ok(sale.returns, {
        saleId: sold.id,
        lines: [{ lineId: sold.lines[0]?.id ?? "", quantity: 1 }],
        reason: "退一瓶",
      });
      const tax = taxIn(left, 13);
      expect(await ofDocument(sold.id)).toEqual(tax === 0 ? {} : { "tax.output": -tax, "tax.sales": tax });
    }
    await sound();
  });

  it("leaves alone what was sold before the day", async () => {
    const [old] = await b.count<{ id: string }>(
      "SELECT id FROM sale WHERE venue_id = $1 AND day = '2026-11-21' AND state = 'paid' LIMIT 1",
    );
    const lines = await b.count<{ id: string }>(
      `SELECT id FROM sale_line WHERE venue_id = $1 AND sale_id = '${old?.id}' AND returned < quantity LIMIT 1`,
    );
    await admin
      .ok(sale.returns, { saleId: old?.id ?? "", lines: [{ lineId: lines[0]?.id ?? "", quantity: 1 }], reason: "退" })
      .catch(() => undefined);
    expect(await ofDocument(old?.id ?? "")).toEqual({});
  });

  it("does not tax a recharge, and taxes what principal and gift money buy", async () => {
    const member = (await enrol(b.t, { name: "用时计税", cardNo: "T-1", cardTypeId: "ct-full" })).id;
    await fill(member, { offerId: "of-1" });
    const order = await court({ memberId: member, name: "用时计税" });
    await payFor(b.t, order, [{ type: "Balance", amount: order.due }]);
    expect(await ofDocument(order.id)).toEqual({ "tax.output": -taxIn(fen(order.due), 9), "tax.sales": taxIn(fen(order.due), 9) });
    expect((await balances())["tax.prepaid"]).toBeUndefined();
    await sound();
  });
});

describe("stored value taxed at recharge", () => {
  let member = "";
  beforeAll(async () => {
    await at("2026-11-24T02:00:00Z");
    earlier = (await enrol(b.t, { name: "先充后改", cardNo: "T-3", cardTypeId: "ct-full" })).id;
    await fill(earlier, { pay: "50.00" });
    expect((await rule("2026-11-25", { storedValue: "recharge", gift: "recharge" })).code).toBe(200);
    await at("2026-11-25T02:00:00Z");
    member = (await enrol(b.t, { name: "充时计税", cardNo: "T-2", cardTypeId: "ct-full" })).id;
  });
  beforeEach(() => void (b.t.now = new Date(b.t.now.getTime() + 60_000)));
  const held = () =>
    b.count<{ sum: number }>(
      `SELECT coalesce(sum(amount), 0)::float8 AS sum FROM posting WHERE venue_id = $1 AND account = 'tax.prepaid' AND subject = '${member}'`,
    );

  it("taxes what is paid in and granted, once: at use the tax moves to the sale, and all of it with the last fen", async () => {
    await fill(member, { offerId: "of-1" });
    const whole = taxIn(50_000, 6) + taxIn(5_000, 6);
    expect((await held())[0]?.sum).toBe(whole);
    const order = await court({ memberId: member, name: "充时计税" });
    await payFor(b.t, order, [{ type: "Balance", amount: order.due }]);
    const used = await ofDocument(order.id);
    expect(used["tax.output"]).toBeUndefined();
    expect(used["tax.sales"]).toBe(-(used["tax.prepaid"] ?? 0));
    expect(used["tax.sales"]).toBe(Math.round((taxIn(50_000, 6) * fen(order.due)) / 50_000));
    await cancelled(b.t, order.id);
    const [kept] = await b.count<{ fee: number }>(
      `SELECT fee::float8 AS fee FROM booking_order WHERE venue_id = $1 AND id = '${order.id}'`,
    );
    if ((kept?.fee ?? 0) === 0) expect((await held())[0]?.sum).toBe(whole);
    await sound();
  });

  it("takes the tax of a revoked recharge back", async () => {
    const before = await balances();
    const wrong = await fill(member, { pay: "80.00" });
    expect(await balances()).not.toEqual(before);
    await b.t.act((ctx) => revoke(ctx, { id: wrong.id, reason: "充错了" }));
    expect(await balances()).toEqual(before);
    await sound();
  });
});

/** A court of two hours at ¥100.00. */
const twoHours = (memberId: string, placeId: string) =>
  book(b.t, { day: "2026-12-01", runs: [{ placeId, start: 840, end: 960 }], memberId, name: "散客" });

describe("taxed stored value that pays", () => {
  beforeEach(() => void (b.t.now = new Date(b.t.now.getTime() + 60_000)));
  let number = 0;
  const enrolled = async () => (await enrol(b.t, { name: `储值 ${++number}`, cardNo: `S-${number}`, cardTypeId: "ct-full" })).id;

  it("by two payments of one purse gives no more taxed value than the purse holds", async () => {
    const memberId = earlier;
    await fill(memberId, { pay: "50.00" });
    const order = await twoHours(memberId, "b-9");
    await payFor(b.t, order, [
      { type: "Balance", amount: "60.00" },
      { type: "Balance", amount: "40.00" },
    ]);
    const stored = taxIn(5_000, 6);
    const place = taxIn(5_000, 9);
    expect(await ofDocument(order.id)).toEqual({ "tax.output": -place, "tax.prepaid": -stored, "tax.sales": stored + place });
    expect(await balances(`p.account = 'tax.prepaid' AND p.subject = '${memberId}'`)).toEqual({});
    await sound();
  });

  it("is taxed alike whether a method by hand or a scanned code paid it in, and both revoke alike", async () => {
    const before = await balances();
    const memberId = await enrolled();
    const byHand = await fill(memberId);
    expect(await ofDocument(byHand.id)).toEqual({ "tax.output": -2_830, "tax.prepaid": 2_830 });
    const { paymentId } = await admin.ok(sale.amountAndCode, { amount: 50_000, code: "130000000000000001", purpose: "document" });
    const scanned = await fill(memberId, { method: "scanCode", paymentId });
    expect(await ofDocument(scanned.id)).toEqual(await ofDocument(byHand.id));
    await sound();
    await b.t.act((ctx) => revoke(ctx, { id: scanned.id, reason: "充错了" }));
    expect(await ofDocument(scanned.id)).toEqual({});
    expect(await ofDocument(byHand.id)).toEqual({ "tax.output": -2_830, "tax.prepaid": 2_830 });
    await b.t.act((ctx) => revoke(ctx, { id: byHand.id, reason: "充错了" }));
    expect(await balances()).toEqual(before);
    await sound();
  });

  it("takes a part of the price back with its tax, and the rest with a cancellation", async () => {
    const before = await balances();
    const memberId = await enrolled();
    const { id } = await fill(memberId);
    const order = await twoHours(memberId, "b-10");
    await payFor(b.t, order, [{ type: "Balance", amount: "100.00" }]);
    expect(await ofDocument(order.id)).toEqual({ "tax.prepaid": -566, "tax.sales": 566 });
    await admin.ok(booking.refundAmount, { id: order.id, amount: "20.00", reason: "灯坏了" });
    expect(await ofDocument(order.id)).toEqual({ "tax.prepaid": -453, "tax.sales": 453 });
    await sound();
    await cancelled(b.t, order.id);
    expect(await ofDocument(order.id)).toEqual({});
    await b.t.act((ctx) => revoke(ctx, { id, reason: "充错了" }));
    expect(await balances()).toEqual(before);
    await sound();
  });
});

describe("goods of two classes", () => {
  beforeAll(async () => {
    await b.t.database
      .dbFor("v-1")
      .insertInto("product")
      .values(
        ["pc-1", "pc-2"].map((class_id) => ({
          venue_id: "v-1",
          id: `of-${class_id}`,
          class_id,
          name: `商品 ${class_id}`,
          barcode: null,
          unit: "件",
          price: 10_000,
          stocked: false,
        })),
      )
      .execute();
  });
  beforeEach(() => void (b.t.now = new Date(b.t.now.getTime() + 60_000)));
  const sell = () =>
    admin.ok(sale.create, {
      lines: [
        { productId: "of-pc-1", quantity: 1, discount: { amount: "50.00", reason: "旧款" } },
        { productId: "of-pc-2", quantity: 1 },
      ],
      payments: [{ type: "Transfer", amount: "150.00" }],
    });
  const giveBack = async (sold: Awaited<ReturnType<typeof sell>>, productId: string): Promise<void> => {
    const lineId = sold.lines.find((line) => line.productId === productId)?.id ?? "";
    await admin.ok(sale.returns, { saleId: sold.id, lines: [{ lineId, quantity: 1 }], reason: "退货" });
  };
  const taxed = (tax: number) => ({ "tax.output": -tax, "tax.sales": tax });

  it("one of them discounted, returned one by one leave the tax of what is left, and none in the end", async () => {
    for (const [first, second, left] of [
      ["of-pc-2", "of-pc-1", 5_000],
      ["of-pc-1", "of-pc-2", 10_000],
    ] as const) {
      const sold = await sell();
      expect(await ofDocument(sold.id)).toEqual(taxed(taxIn(5_000, 13) + taxIn(10_000, 13)));
      await giveBack(sold, first);
      expect(await ofDocument(sold.id)).toEqual(taxed(taxIn(left, 13)));
      await giveBack(sold, second);
      expect(await ofDocument(sold.id)).toEqual({});
    }
    await sound();
  });

  it("leave no tax when the product moved to another class before its return", async () => {
    const sold = await admin.ok(sale.create, {
      lines: [{ productId: "of-pc-1", quantity: 1 }],
      payments: [{ type: "Transfer", amount: "100.00" }],
    });
    expect(await ofDocument(sold.id)).toEqual(taxed(1_150));
    const move = (class_id: string) =>
      b.t.database.dbFor("v-1").updateTable("product").set({ class_id }).where("id", "=", "of-pc-1").execute();
    await move("pc-2");
    await giveBack(sold, "of-pc-1");
    await move("pc-1");
    expect(await ofDocument(sold.id)).toEqual({});
    await sound();
  });

  it("at two rates carry a discount on its own class alone", async () => {
    await admin.ok(api.taxRates.create, {
      service: "goods",
      productClass: "pc-2",
      rate: "9",
      item: "器材",
      taxCode: "",
      fromDay: b.t.now.toISOString().slice(0, 10),
    });
    const sold = await sell();
    expect(await ofDocument(sold.id)).toEqual(taxed(1_401));
    await giveBack(sold, "of-pc-2");
    expect(await ofDocument(sold.id)).toEqual(taxed(575));
    await giveBack(sold, "of-pc-1");
    expect(await ofDocument(sold.id)).toEqual({});
    await sound();
  });
});

it("checks find what was sold under the rule without tax lines", async () => {
  const move = (from: string, to: string) =>
    b.t.database.dbFor("v-1").updateTable("invoice_rule").set({ from_day: to }).where("from_day", "=", from).execute();
  await move("2026-11-22", "2026-11-20");
  const found = await checkLedger(b.t.database.dbFor("v-1"), "v-1");
  await move("2026-11-20", "2026-11-22");
  expect(new Set(found.map(({ check }) => check))).toEqual(
    new Set(["the tax lines of a document cover what it sold: taxed with it, or paid by stored value that was"]),
  );
  await sound();
});

it("goods that moved to a class of another rate return the tax they were sold with", async () => {
  const lines = ["of-pc-1", "of-pc-2"].map((productId) => ({ productId, quantity: 1 }));
  const sold = await admin.ok(sale.create, { lines, payments: [{ type: "Transfer", amount: "200.00" }] });
  expect(await ofDocument(sold.id)).toEqual({ "tax.output": -1_150 - 826, "tax.sales": 1_150 + 826 });
  const move = (class_id: string) =>
    b.t.database.dbFor("v-1").updateTable("product").set({ class_id }).where("id", "=", "of-pc-1").execute();
  await move("pc-2");
  const lineId = sold.lines.find(({ productId }) => productId === "of-pc-1")?.id ?? "";
  await admin.ok(sale.returns, { saleId: sold.id, lines: [{ lineId, quantity: 1 }], reason: "退货" });
  await move("pc-1");
  expect(await ofDocument(sold.id)).toEqual({ "tax.output": -826, "tax.sales": 826 });
  const income = await b.count<{ subject: string; sum: number }>(
    `SELECT p.subject, -sum(p.amount)::float8 AS sum FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
     WHERE p.venue_id = $1 AND t.document_id = '${sold.id}' AND p.account = 'income.product' GROUP BY 1 HAVING sum(p.amount) <> 0`,
  );
  expect(income).toEqual([{ subject: "pc-2", sum: 10_000 }]);
  await sound();
});

describe("rates", () => {
  beforeEach(() => void (b.t.now = new Date(b.t.now.getTime() + 60_000)));
  const rateOf = async (service: "place" | "goods") => {
    const found = (await admin.ok(api.taxRates.list, { service: [service] })).content.find((one) => one.productClass === null);
    if (!found) throw new Error(service);
    return {
      id: found.id,
      service: found.service,
      productClass: null,
      rate: found.rate,
      item: found.item,
      taxCode: "",
      fromDay: found.fromDay,
    };
  };
  const refusal = async (answer: Promise<{ readonly code: number }>): Promise<string> => {
    const given = await answer;
    expect(given.code).not.toBe(200);
    return JSON.stringify(given);
  };

  it("that postings are taxed at can be neither deleted, moved nor changed; their item can", async () => {
    const place = await rateOf("place");
    expect(await refusal(admin.call(api.taxRates.delete, { id: place.id }))).toContain("另加一条");
    expect(await refusal(admin.call(api.taxRates.modify, { ...place, fromDay: "2026-12-25" }))).toContain("另加一条");
    expect(await refusal(admin.call(api.taxRates.modify, { ...place, rate: "6" }))).toContain("另加一条");
    await admin.ok(api.taxRates.modify, { ...place, item: "体育场馆服务" });
    expect(await rateOf("place")).toEqual({ ...place, item: "体育场馆服务" });
  });

  it("begin today or later while output tax is on, and until their day they are changed and deleted freely", async () => {
    const { id: _, ...place } = await rateOf("place");
    expect(await refusal(admin.call(api.taxRates.create, { ...place, fromDay: "2026-11-20" }))).toContain("今天或以后");
    const later = await admin.ok(api.taxRates.create, { ...place, rate: "6", fromDay: "2027-01-01" });
    await admin.ok(api.taxRates.modify, { ...place, id: later.id, rate: "3", fromDay: "2027-02-01" });
    await admin.ok(api.taxRates.delete, { id: later.id });
  });
});

describe("statements", () => {
  const DAYS = { from: "2026-11-22", to: "2026-11-30" };
  beforeAll(() => at("2026-12-02T02:00:00Z"));
  const read = (report: Report, more: Readonly<Record<string, string>> = {}) => admin.ok(reportCalls(report).read, { ...DAYS, ...more });

  it("have profit net of tax, tax payable, and balance", async () => {
    const [counted] = await b.count<{ sales: number; output: number }>(
      `SELECT coalesce(sum(amount) FILTER (WHERE account = 'tax.sales' AND greatest(day, earned_on) <= '${DAYS.to}'), 0)::float8 AS sales,
        coalesce(-sum(amount) FILTER (WHERE account = 'tax.output' AND day <= '${DAYS.to}'), 0)::float8 AS output FROM posting WHERE venue_id = $1`,
    );
    const { sums } = await read(profitLoss);
    expect(fen(String(sums["tax"]))).toBe(counted?.sales);
    const of = (name: string): number => fen(String(sums[name]));
    expect(of("profit")).toBe(of("income") - of("discount") - of("tax") - of("cost"));
    expect((await read(trialBalance)).sums).toMatchObject({ opening: "0.00", closing: "0.00" });
    const sheet = await read(balanceSheet);
    expect(sheet.sums).toEqual({ opening: "0.00", change: "0.00", closing: "0.00" });
    expect(fen(String(sheet.rows.find(({ key }) => key === "tax.output")?.["closing"]))).toBe(counted?.output);
    expect(counted?.output).toBeGreaterThan(0);
  });

  it("report the tax by month and rate as it was posted, with the postings behind each figure and in the file", async () => {
    const posted = await b.count<{ rate: string; tax: number }>(
      `SELECT subject AS rate, -sum(amount)::float8 AS tax FROM posting WHERE venue_id = $1 AND account = 'tax.output' AND day BETWEEN '${DAYS.from}' AND '${DAYS.to}'
       GROUP BY 1 HAVING sum(amount) <> 0 ORDER BY 1`,
    );
    const byRate = await read(outputTax, { group: "rate" });
    const top = byRate.rows
      .filter(({ level, tax }) => level === 0 && tax !== "0.00")
      .map(({ key, tax }) => ({ rate: key, tax: fen(String(tax)) }));
    expect(top.toSorted((a, b2) => (a.rate < b2.rate ? -1 : 1))).toEqual(posted);
    expect(posted.length).toBeGreaterThan(1);
    const byMonth = await read(outputTax, { group: "month" });
    expect(byMonth.sums).toEqual(byRate.sums);
    expect(fen(String(byRate.sums["net"])) + fen(String(byRate.sums["tax"]))).toBe(fen(String(byRate.sums["gross"])));
    for (const [group, { rows }] of [
      ["rate", byRate],
      ["month", byMonth],
    ] as const)
      for (const row of rows) {
        const address = rowsOf(outputTax, row, { ...DAYS, group, compare: "none", filter: {} }, "tax");
        if (address !== undefined)
          expect([row.key, 0 - fen(String((await sumsAt(admin, address))["net"]))]).toEqual([row.key, fen(String(row["tax"]))]);
      }
    const { excel } = reportCalls(outputTax);
    if (!excel) throw new Error("no file");
    const lines = await excelRows(Buffer.from(await (await admin.fetch(excel, DAYS)).arrayBuffer()));
    expect(Number(lines.find(([name]) => name === "合计")?.[3])).toBe(Number(byRate.sums["tax"]));
  });

  it("export tax to the accountant's program under its code", async () => {
    await admin.ok(api.accountCodeDesk.fill, {});
    await admin.ok(api.journalBatches.create, { toDay: DAYS.to });
    const [exported] = await b.count<{ credit: number }>(
      "SELECT (sum(credit) - sum(debit))::float8 AS credit FROM journal_line WHERE venue_id = $1 AND code = '22210105'",
    );
    const [posted] = await b.count<{ sum: number }>(
      `SELECT -sum(amount)::float8 AS sum FROM posting WHERE venue_id = $1 AND account = 'tax.output' AND day <= '${DAYS.to}'`,
    );
    expect(exported?.credit).toBe(posted?.sum);
  });
});
