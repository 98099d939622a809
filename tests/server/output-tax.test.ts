/** Output tax in the books: from a day on, at the rate of each sale, reversed to the fen, stored value once; the report equals the ledger. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import { fen } from "../../src/contract/core/money";
import { type Report, reportCalls, rowsOf } from "../../src/contract/core/resource/report";
import { balanceSheet, profitLoss, trialBalance } from "../../src/contract/finance/statements";
import { outputTax } from "../../src/contract/finance/tax-report";
import { members } from "../../src/contract/members/members";
import { sale } from "../../src/contract/sale/sale";
import { revoke } from "../../src/server/domains/finance/revoke";
import { recharge } from "../../src/server/domains/members/recharge";
import { checkLedger } from "../../src/server/ledger/check";
import { taxIn } from "../../src/server/ledger/tax";
import { book, cancelled, payFor } from "../support/booking";
import { type Book, openBook } from "../support/book";
import { sumsAt } from "../support/drills";
import { enrol } from "../support/members";
import type { Client } from "../support/server";
import { excelRows } from "../support/unzip";

const SERVICES = ["place", "session", "goods", "card", "storedValue", "coach", "activity", "competition", "groupon", "other"] as const;
const RATE_OF: Readonly<Record<string, string>> = { goods: "13", place: "9", storedValue: "6" };
let b: Book;
let admin: Client;
let made = 0;
const at = async (instant: string): Promise<void> => {
  b.t.now = new Date(instant);
  admin = await b.server.as("admin");
};
const rule = (fromDay: string, more: Readonly<Record<string, unknown>>) =>
  admin.call(api.invoiceRules.create, { fromDay, storedValue: "use", outputTax: true, gift: "use", ...more });

beforeAll(async () => {
  b = await openBook();
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
