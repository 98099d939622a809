/** Invoices: never above what was paid, never twice, stored value once; the files and the service's answers. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import { fen, yuan } from "../../src/contract/core/money";
import { checkSignOf, readCreditCode } from "../../src/contract/core/typed/credit-code";
import { memberRecords } from "../../src/contract/members/member-records";
import { members } from "../../src/contract/members/members";
import { recharge } from "../../src/server/domains/members/recharge";
import { invoiceJobs } from "../../src/server/domains/accounting/send-invoices";
import { taxIn } from "../../src/server/ledger/tax";
import { systemRequest } from "../../src/server/http/perform";
import { invoiceSandbox } from "../../src/server/invoices/sandbox";
import { book, cancelled, payFor } from "../support/booking";
import { type Book, openBook } from "../support/book";
import { enrol } from "../support/members";
import { type Client, testServer } from "../support/server";
import { cellsOf, excelRows, unzip } from "../support/unzip";

const CODE = "91350100M000100Y43";
let b: Book;
let admin: Client;
const at = async (instant: string): Promise<void> => {
  b.t.now = new Date(instant);
  admin = await b.server.as("admin");
};
const COMPANY = { kind: "general", buyerKind: "company", buyer: "晓晨科技有限公司", taxNo: CODE } as const;
const request = (documentNo: string, more: Readonly<Record<string, unknown>> = {}) =>
  admin.call(api.invoices.create, { ...COMPANY, documentNo, ...more });
/** Requests an invoice that must be made. */
const made = async (documentNo: string, more: Readonly<Record<string, unknown>> = {}) => {
  const answer = await request(documentNo, more);
  if (answer.code !== 200) throw new Error(JSON.stringify(answer));
  return answer.data;
};
const numberOf = async (table: string, where: string): Promise<string> =>
  (await b.count<{ no: string }>(`SELECT no FROM ${table} WHERE venue_id = $1 AND ${where} LIMIT 1`))[0]?.no ?? "";
/** Invoiced amount of a document, fen, by plain SQL. */
const invoiced = async (documentNo: string): Promise<number> =>
  (
    await b.count<{ sum: number }>(
      `SELECT coalesce(sum(amount), 0)::float8 AS sum FROM invoice WHERE venue_id = $1 AND document_no = '${documentNo}' AND state NOT IN ('cancelled', 'reversed')`,
    )
  )[0]?.sum ?? 0;

beforeAll(async () => {
  b = await openBook();
  admin = b.admin;
});
afterAll(() => b.close());

it("reads a credit code by its check digit: no single wrong sign passes", () => {
  expect(readCreditCode(" 91350100-m000100y43 ")).toEqual({ value: CODE });
  const signs = "0123456789ABCDEFGHJKLMNPQRTUWXY".split("");
  for (let place = 0; place < CODE.length; place++)
    for (const sign of signs) {
      const other = CODE.slice(0, place) + sign + CODE.slice(place + 1);
      if (other !== CODE) expect([other, readCreditCode(other).value]).toEqual([other, undefined]);
    }
  expect(checkSignOf(CODE)).toBe("3");
  for (const wrong of ["", "9135", `${CODE}0`, CODE.replace("M", "I")]) expect(readCreditCode(wrong).problem).toBeDefined();
});

it("takes tax out of an amount to the fen", () => {
  expect([taxIn(10_600, 6), taxIn(11_300, 13), taxIn(1, 13), taxIn(100, 0)]).toEqual([600, 1_300, 0, 0]);
  for (let gross = 1; gross < 3_000; gross += 7)
    for (const percent of [1, 3, 6, 9, 13]) expect(taxIn(gross, percent)).toBe(Math.round((gross * percent) / (100 + percent) + 1e-9));
});

it("names what has no tax rate and requests nothing", async () => {
  const no = await numberOf("booking_order", "name = '散客' AND paid > 0");
  const refusal = await request(no);
  expect([refusal.code === 200, refusal.msg]).toEqual([false, expect.stringContaining("场地")]);
  expect(await b.count("SELECT id FROM invoice WHERE venue_id = $1")).toEqual([]);
  const rate = { fromDay: "2026-11-01", taxCode: "" } as const;
  for (const [service, percent, item] of [
    ["place", "6", "体育服务"],
    ["storedValue", "none", "预付卡"],
    ["goods", "13", "商品"],
    ["card", "6", "体育服务"],
  ] as const)
    await admin.ok(api.taxRates.create, { ...rate, service, rate: percent, item });
  await admin.ok(api.taxRates.create, { ...rate, service: "goods", productClass: "pc-2", rate: "6", item: "穿线服务" });
  const twice = await admin.call(api.taxRates.create, { ...rate, service: "place", rate: "9", item: "x" });
  expect(JSON.stringify(twice)).toContain("已有税率");
});

it("invoices a document up to what was paid, once", async () => {
  const no = await numberOf("booking_order", "name = '散客' AND paid > 0");
  const [paid] = await b.count<{ paid: number }>(`SELECT paid::float8 AS paid FROM booking_order WHERE venue_id = $1 AND no = '${no}'`);
  const part = await made(no, { amount: "10.00" });
  expect([part.amount, part.tax, part.net, part.items]).toEqual(["10.00", "0.57", "9.43", "体育服务 6% 10.00"]);
  expect((await request(no, { amount: yuan((paid?.paid ?? 0) - 999) })).code).not.toBe(200);
  await made(no);
  expect(await invoiced(no)).toBe(paid?.paid);
  expect(JSON.stringify(await request(no))).toContain("没有可开票");
  expect(JSON.stringify(await request("B20990101-0001"))).toContain("没有单号");
});

it("checks the buyer: a company needs its number, mail must be an address", async () => {
  const no = await numberOf("sale", "paid = 3666");
  for (const wrong of [
    { taxNo: "" },
    { taxNo: "91350100M000100Y44" },
    { email: "x@" },
    { buyer: "" },
    { amount: "0.00" },
    { kind: "special", buyerKind: "person", taxNo: "" },
  ])
    expect([wrong, (await request(no, wrong)).code]).toEqual([wrong, 400]);
});

it("splits a sale by the rates of its classes, without what was returned", async () => {
  const no = await numberOf("sale", "paid = 3666");
  const row = await made(no, { buyerKind: "person", buyer: "王芳", taxNo: "" });
  expect(row.amount).toBe("33.33");
  const lines = await b.count<{ item: string; rate: string; gross: number; net: number; tax: number }>(
    `SELECT item, rate, gross::float8 AS gross, net::float8 AS net, tax::float8 AS tax FROM invoice_line WHERE venue_id = $1 AND invoice_id = '${row.id}' ORDER BY item`,
  );
  expect(lines).toEqual([
    { item: "商品", rate: "13", gross: 333, net: 295, tax: 38 },
    { item: "穿线服务", rate: "6", gross: 3_000, net: 2_830, tax: 170 },
  ]);
  expect([row.tax, row.net]).toEqual(["2.08", "31.25"]);
});

it("invoices stored value at recharge: what was paid, not the gift, and not its use", async () => {
  const recharge = await numberOf("recharge", `member_id = '${b.wang}'`);
  expect((await made(recharge)).amount).toBe("500.00");
  expect((await request(recharge)).code).not.toBe(200);
  const used = await numberOf("booking_order", `member_id = '${b.wang}' AND paid > 0 AND refunded = 0`);
  expect(JSON.stringify(await request(used))).toContain("没有可开票");
  const revoked = await numberOf("recharge", `member_id = '${b.li}' AND revoked_at IS NOT NULL`);
  expect((await request(revoked)).code).not.toBe(200);
});

it("invoices stored value once, whatever the rule was when it was paid in", async () => {
  expect((await admin.call(api.invoiceRules.create, { fromDay: "2026-11-20", storedValue: "use" })).code).toBe(400);
  const rule = await admin.ok(api.invoiceRules.create, { fromDay: "2026-11-22", storedValue: "use" });
  await at("2026-11-22T02:00:00Z");
  expect((await admin.call(api.invoiceRules.delete, { id: rule.id })).code).not.toBe(200);
  const spend = async (memberId: string, name: string, placeId: string): Promise<{ readonly no: string; readonly due: string }> => {
    const order = await book(b.t, { day: "2026-11-22", runs: [{ placeId, start: 900, end: 960 }], memberId, name });
    await payFor(b.t, order, [{ type: "Balance", amount: order.due }]);
    return order;
  };
  // All of it was invoiced at recharge.
  const wang = await spend(b.wang, "王芳", "b-3");
  expect(JSON.stringify(await request(wang.no))).toContain("没有可开票");
  // Paid in before the rule and not invoiced: at use now, and then not again at recharge.
  const li = await spend(b.li, "李强", "b-4");
  expect((await made(li.no)).amount).toBe(li.due);
  const recharge = await numberOf("recharge", `member_id = '${b.li}' AND revoked_at IS NULL`);
  const rest = await made(recharge);
  expect(fen(rest.amount ?? "")).toBe(30_000 - fen(li.due));
  const late = await spend(b.li, "李强", "b-5");
  expect((await request(late.no)).code).not.toBe(200);
});

/** Enrols a member who recharges 300 while recharges were invoiced; returns the member, and the recharge's number. */
async function recharged(name: string): Promise<{ readonly id: string; readonly no: string }> {
  const { id } = await enrol(b.t, { name, cardTypeId: "ct-full" });
  const { now } = b.t;
  b.t.now = new Date("2026-11-21T14:00:00Z");
  await b.t.act((ctx) => recharge(ctx, members.recharge.input.parse({ memberId: id, pay: "300.00", method: "Cash" })));
  b.t.now = now;
  return { id, no: await numberOf("recharge", `member_id = '${id}'`) };
}
/** Pays 80.00 for a court out of a member's stored value; returns the number of the order. */
async function spends(memberId: string, placeId: string): Promise<string> {
  const order = await book(b.t, { day: "2026-11-23", runs: [{ placeId, start: 1_200, end: 1_260 }], memberId, name: memberId });
  await payFor(b.t, order, [{ type: "Balance", amount: order.due }]);
  return order.no;
}

it("invoices stored value once where its member is merged into another", async () => {
  const [twin, main] = [await recharged("重复会员"), await recharged("保留会员")];
  expect((await made(twin.no)).amount).toBe("300.00");
  await admin.ok(memberRecords.merge, { keepId: main.id, mergeId: twin.id, reason: "同一个人" });
  const used = await spends(main.id, "b-1");
  const first = await made(used);
  expect(first.amount).toBe("80.00");
  // 600.00 was paid in: 300.00 of the duplicate and 80.00 of this booking are invoiced.
  expect((await made(main.no)).amount).toBe("220.00");
  expect((await request(await spends(main.id, "b-2"))).code).not.toBe(200);
  await admin.ok(api.invoices.cancel, { id: first.id, reason: "开错抬头" });
  expect((await made(used)).amount).toBe("80.00");
});

it("hands only what is in no invoice on with a transfer", async () => {
  const transfer = async (giver: string, receiver: string, amount: string): Promise<void> => {
    const clerk = await b.server.as("transfers");
    const { id } = await clerk.ok(api.transfers.create, { giver, receiver, purse: "principal", amount, reason: "家人共用" });
    expect((await admin.ok(api.transfers.approve, { id })).state).toBe("done");
  };
  await b.server.addPerson("transfers", ["v-1"], ["transfer_form", "transfer_list"]);
  const [giver, receiver] = [await recharged("转出会员"), await enrol(b.t, { name: "转入会员", cardTypeId: "ct-full" })];
  await made(giver.no, { amount: "200.00" });
  // 200.00 of 300.00 are invoiced and go first; of the next 100.00 nothing is.
  await transfer(giver.id, receiver.id, "200.00");
  const used = await spends(receiver.id, "b-3");
  expect((await request(used)).code).not.toBe(200);
  await transfer(giver.id, receiver.id, "100.00");
  expect((await made(used)).amount).toBe("80.00");
  expect((await request(giver.no)).code).not.toBe(200);
  expect((await made(await spends(receiver.id, "b-4"))).amount).toBe("20.00");
  expect((await request(await spends(receiver.id, "b-6"))).code).not.toBe(200);
});

it("keeps many requests at once within what was paid", async () => {
  const order = await book(b.t, { day: "2026-11-22", runs: [{ placeId: "b-6", start: 600, end: 660 }], name: "散客" });
  await payFor(b.t, order, [{ type: "WeChat", amount: order.due }]);
  const due = fen(order.due);
  const amount = yuan(Math.ceil(due / 3) + 1);
  const answers = await Promise.all(Array.from({ length: 8 }, () => request(order.no, { amount })));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(2);
  const whole = await Promise.all(Array.from({ length: 6 }, () => request(order.no)));
  expect(whole.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(await invoiced(order.no)).toBe(due);
});

it("notes what was issued and reversed, and lets a reversed or cancelled amount be invoiced again", async () => {
  const no = await numberOf("booking_order", "name = '散客' AND paid > 0");
  const [row] = (await admin.ok(api.invoices.list, { q: no })).content;
  const id = row?.id ?? "";
  expect((await admin.call(api.invoices.reverse, { id, redNo: "R1", reversedOn: "2026-11-22" })).code).not.toBe(200);
  expect((await admin.call(api.invoices.issue, { id, invoiceNo: "24312000000012345678", issuedOn: "2026-12-01" })).code).toBe(400);
  const issued = await admin.ok(api.invoices.issue, { id, invoiceNo: "24312000000012345678", issuedOn: "2026-11-22" });
  expect([issued.state, issued.invoiceNo]).toEqual(["issued", "24312000000012345678"]);
  expect((await admin.call(api.invoices.modify, { id, ...COMPANY, documentNo: no, buyer: "别人" })).code).not.toBe(200);
  expect((await admin.call(api.invoices.cancel, { id, reason: "错" })).code).not.toBe(200);
  const before = await invoiced(no);
  await admin.ok(api.invoices.reverse, { id, redNo: "24312000000012345679", reversedOn: "2026-11-22" });
  expect(await invoiced(no)).toBe(before - fen(row?.amount ?? ""));
  const again = await made(no);
  expect(again.amount).toBe(row?.amount);
  await admin.ok(api.invoices.cancel, { id: again.id, reason: "客人不要了" });
  expect((await made(no)).amount).toBe(row?.amount);
});

it("shows what must be reversed after a refund", async () => {
  const order = await book(b.t, { day: "2026-11-24", runs: [{ placeId: "b-3", start: 600, end: 660 }], name: "散客" });
  await payFor(b.t, order, [{ type: "WeChat", amount: order.due }]);
  const { id } = await made(order.no);
  await admin.ok(api.invoices.issue, { id, invoiceNo: "1", issuedOn: "2026-11-22" });
  expect((await admin.ok(api.invoices.view, { id })).excess).toBe("0.00");
  await cancelled(b.t, order.id);
  const [left] = await b.count<{ left: number }>(
    `SELECT (paid - refunded)::float8 AS left FROM booking_order WHERE venue_id = $1 AND no = '${order.no}'`,
  );
  expect(fen((await admin.ok(api.invoices.view, { id })).excess ?? "")).toBe(fen(order.due) - (left?.left ?? 0));
});

it("issues no request whose money went back since", async () => {
  const order = await book(b.t, { day: "2026-11-24", runs: [{ placeId: "b-4", start: 600, end: 660 }], name: "散客" });
  await payFor(b.t, order, [{ type: "WeChat", amount: order.due }]);
  const { id, no } = await made(order.no);
  expect((await admin.call(api.invoices.view, { id })).data.excess).toBe("0.00");
  await cancelled(b.t, order.id);
  expect((await admin.call(api.invoices.send, { id })).code).not.toBe(200);
  expect(fen((await admin.ok(api.invoices.view, { id })).excess ?? "")).toBeGreaterThan(0);
  const sheet = await excelRows(Buffer.from(await (await admin.fetch(api.invoiceFiles.taxSheet, {}, {})).arrayBuffer()));
  expect(sheet.length).toBeGreaterThan(0);
  expect(sheet.filter((row) => row[0] === no)).toEqual([]);
  await admin.ok(api.invoices.cancel, { id, reason: "已退款" });
});

it("writes the requests as a sheet whose sums are theirs", async () => {
  const answer = await admin.fetch(api.invoiceFiles.taxSheet, {}, {});
  const file = Buffer.from(await answer.arrayBuffer());
  const rows = await excelRows(file);
  const [sums] = await b.count<{ lines: number; gross: number; tax: number }>(
    `SELECT count(*)::int AS lines, sum(l.gross)::float8 AS gross, sum(l.tax)::float8 AS tax FROM invoice_line l JOIN invoice i
     ON i.venue_id = l.venue_id AND i.id = l.invoice_id WHERE l.venue_id = $1 AND i.state = 'requested'`,
  );
  const sum = (column: number): number => rows.reduce((total, row) => total + fen(row[column] ?? ""), 0);
  expect({ lines: rows.length, gross: sum(10), tax: sum(12) }).toEqual(sums);
  expect(new Set(rows.map((row) => row[2]))).toEqual(new Set(["是"]));
  expect(rows.filter((row) => row[3] === "否").every((row) => readCreditCode(row[5] ?? "").problem === undefined)).toBe(true);
  const cells = cellsOf(unzip(file).get("xl/worksheets/sheet1.xml") ?? "");
  expect([cells.get("A1"), cells.get("I1"), cells.get("K1")]).toEqual(["发票流水号", "项目名称", "金额"]);
});

it("sends nothing without a service, and takes the service's answers with one", async () => {
  const order = async (place: string) => {
    const one = await book(b.t, { day: "2026-11-25", runs: [{ placeId: place, start: 600, end: 660 }], name: "散客" });
    await payFor(b.t, one, [{ type: "WeChat", amount: one.due }]);
    return one.no;
  };
  const good = await made(await order("b-1"));
  const bad = await made(await order("b-2"), { buyer: "拒绝" });
  const lost = await made(await order("b-4"), { buyer: "无应答" });
  const send = (id: string) => admin.call(api.invoices.send, { id });
  const plain = await testServer({ url: b.t.url, clock: () => b.t.now, env: { INVOICE_SANDBOX: "off" } });
  const refusal = await (await plain.as("admin")).call(api.invoices.send, { id: good.id });
  await plain.close();
  expect([refusal.code === 200, refusal.msg]).toEqual([false, expect.stringContaining("没有接入开票服务")]);
  for (const { id } of [good, bad, lost]) expect((await send(id)).code).toBe(200);
  const [job] = invoiceJobs(invoiceSandbox);
  if (!job || !("outside" in job)) throw new Error("no job");
  const now = (): Date => b.t.now;
  const run = () => job.outside({ database: b.t.database, request: systemRequest(b.t.venue, job.name, now()), now });
  await Promise.all([run(), run()]);
  const stateOf = async (id: string) => {
    const { state, invoiceNo, problem } = await admin.ok(api.invoices.view, { id });
    return [state, invoiceNo, problem];
  };
  expect(await stateOf(good.id)).toEqual(["issued", `SANDBOX-${good.no}`, ""]);
  expect(await stateOf(bad.id)).toEqual(["requested", "", "抬头有误"]);
  expect((await stateOf(lost.id))[0]).toBe("sending");
  for (const minutes of [2, 6, 26, 61]) {
    b.t.now = new Date(b.t.now.getTime() + minutes * 60_000);
    await run();
  }
  // It may have been issued: it is neither cancelled nor requested anew before somebody looked it up.
  const unanswered = await stateOf(lost.id);
  expect([unanswered[0], unanswered[2]]).toEqual(["sending", expect.stringContaining("可能已经开出")]);
  expect((await admin.call(api.invoices.cancel, { id: lost.id, reason: "不要了" })).code).not.toBe(200);
  expect((await request(lost.documentNo)).code).not.toBe(200);
  const numbers: string[] = [];
  const [again] = invoiceJobs({
    ...invoiceSandbox,
    issue: ({ no }) => {
      numbers.push(no);
      return Promise.resolve({ outcome: "unreachable" });
    },
  });
  if (!again || !("outside" in again)) throw new Error("no job");
  const ask = () => again.outside({ database: b.t.database, request: systemRequest(b.t.venue, again.name, now()), now });
  await ask();
  expect(numbers).toEqual([]);
  expect((await send(lost.id)).code).toBe(200);
  await ask();
  expect(numbers).toEqual([lost.no]);
  const resolve = () => admin.call(api.invoices.markNotIssued, { id: lost.id, reason: "税务平台查无此票" });
  expect([
    (await resolve()).code,
    (await admin.call(api.invoices.issue, { id: lost.id, invoiceNo: "9", issuedOn: "2026-11-22" })).code,
  ]).toEqual([409, 409]);
  // Without a service nobody asks any more: a person resolves it.
  const later = await testServer({ url: b.t.url, clock: () => b.t.now, env: { INVOICE_SANDBOX: "off" } });
  await b.server.addPerson("requests", ["v-1"], ["invoice_list", "invoice_modify"]);
  const found = { id: lost.id, reason: "税务平台查无此票" };
  expect((await (await later.as("requests")).call(api.invoices.markNotIssued, found)).code).toBe(403);
  const resolved = await (await later.as("admin")).ok(api.invoices.markNotIssued, found);
  expect([resolved.state, resolved.problem]).toEqual(["requested", "税务平台查无此票"]);
  const log = await b.count<{ operator: string }>(
    `SELECT operator FROM audit_log WHERE venue_id = $1 AND object = 'invoice' AND object_id = '${lost.id}' AND after ->> 'problem' = '税务平台查无此票'`,
  );
  expect(log).toEqual([{ operator: "员工 admin" }]);
  expect(await b.count(`SELECT id FROM invoice WHERE venue_id = $1 AND id = '${lost.id}' AND next_at IS NOT NULL`)).toEqual([]);
  await later.close();
  expect((await admin.call(api.invoices.sendReversal, { id: good.id })).code).toBe(200);
  const plainAgain = await testServer({ url: b.t.url, clock: () => b.t.now, env: { INVOICE_SANDBOX: "off" } });
  const unreversed = await (await plainAgain.as("admin")).ok(api.invoices.markNotReversed, { id: good.id, reason: "没有红冲" });
  await plainAgain.close();
  expect([unreversed.state, unreversed.invoiceNo]).toEqual(["issued", `SANDBOX-${good.no}`]);
  expect((await admin.call(api.invoices.sendReversal, { id: good.id })).code).toBe(200);
  await run();
  expect((await stateOf(good.id))[0]).toBe("reversed");
});

it("lets only who holds the codes request, issue, reverse and download", async () => {
  await b.server.addPerson("clerk", ["v-1"], ["invoice_list", "invoice_modify"]);
  const clerk = await b.server.as("clerk");
  const [row] = (await clerk.ok(api.invoices.list, {})).content;
  const id = row?.id ?? "";
  expect((await clerk.call(api.invoices.issue, { id, invoiceNo: "1", issuedOn: "2026-11-22" })).code).toBe(403);
  expect((await clerk.call(api.invoices.reverse, { id, redNo: "1", reversedOn: "2026-11-22" })).code).toBe(403);
  expect((await clerk.call(api.taxRates.list, {})).code).toBe(403);
  const file = (await (await clerk.fetch(api.invoiceFiles.taxSheet, {}, {})).json()) as { readonly code: number };
  expect(file.code).toBe(403);
});
