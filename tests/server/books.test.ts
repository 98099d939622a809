/** Books kept by hand, and the lists over documents of money. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sale } from "../../src/contract/sale/sale";
import { manualEntries, orders, venuePayments } from "../../src/contract/finance/books";
import { qualifications } from "../../src/contract/finance/qualifications";
import { callsOf } from "../../src/contract/core/resource/calls";
import { create as sell } from "../../src/server/domains/sale/lines";
import { bookJobs } from "../../src/server/domains/finance/books";
import { takings } from "../../src/server/ledger/takings";
import { checkLedger } from "../../src/server/ledger/check";
import { postingsOf, refusalOf, seedBooking, seedMember, TODAY } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { serves } from "../support/services";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t);
  await seedMember(t, "wang", { name: "王芳", cardTypeId: "ct-goods", principal: 1_000 });
});
afterAll(() => t.close());

describe("an entry by hand", () => {
  const calls = callsOf(manualEntries);
  const [create, annul, list, sums] = [serves(calls.create), serves(calls.void), serves(calls.list), serves(calls.sums)];
  const bill = { kind: "cost", category: "power", day: TODAY, amount: "820.50", method: "Transfer", party: "电力公司" };
  const income = { kind: "income", category: "vending", day: "2026-11-20", amount: "60.00", method: "Cash" };

  it("is posted on the day that it is of, counts as no takings, and sums by its sign", async () => {
    const made = await t.act((ctx) => create(ctx, bill));
    const other = await t.act((ctx) => create(ctx, income));
    expect(await postingsOf(t, made.id)).toEqual([`manual cost tender.transfer -82050`, `manual cost cost.other power 82050 ${TODAY}`]);
    expect(await postingsOf(t, other.id)).toEqual([
      "manual income tender.cash 6000",
      "manual income income.other vending -6000 2026-11-20",
    ]);
    expect(await t.look((ctx) => sums(ctx, {}))).toMatchObject({ count: 2, income: "60.00", cost: "820.50", net: "-760.50" });
    expect(await t.look((ctx) => takings(ctx, { from: TODAY, to: TODAY }))).toEqual([]);
  });

  it("is voided once, by its mirror, and stays in the list", async () => {
    const { content } = await t.look((ctx) => list(ctx, { kind: "cost" }));
    const id = content[0]?.id ?? "";
    const gone = await t.act((ctx) => annul(ctx, { id, reason: "重复录入" }));
    expect(gone).toMatchObject({ state: "voided", net: "0.00" });
    expect((await postingsOf(t, id)).filter((posting) => posting.startsWith("manual void"))).toEqual([
      "manual void tender.transfer 82050",
      `manual void cost.other power -82050 ${TODAY}`,
    ]);
    expect((await refusalOf(t.act((ctx) => annul(ctx, { id, reason: "再来" })))).key).toBe("wrongState");
    expect(await t.look((ctx) => sums(ctx, {}))).toMatchObject({ count: 2, cost: "0.00", net: "60.00" });
    expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
  });

  it("is refused without an amount, and for a day to come", async () => {
    const errorsOf = async (draft: object) => Object.keys((await refusalOf(t.act((ctx) => create(ctx, draft)))).data["errors"] as object);
    expect(await errorsOf({ ...bill, amount: "0" })).toEqual(["amount"]);
    expect(await errorsOf({ ...bill, day: "2026-11-22" })).toEqual(["day"]);
    expect((await t.look((ctx) => list(ctx, {}))).totalElements).toBe(2);
  });
});

describe("a qualification application", () => {
  const calls = callsOf(qualifications);
  const [create, modify, submit, approve, reject, remove, view] = [
    serves(calls.create),
    serves(calls.modify),
    serves(calls.submit),
    serves(calls.approve),
    serves(calls.reject),
    serves(calls.delete),
    serves(calls.view),
  ];
  const draft = {
    name: "周凯",
    phone: "13800001111",
    program: "g-b",
    level: "second",
    certificateNo: "SH-1",
    issuedOn: "2024-01-01",
    expiresOn: "2026-12-01",
    documents: ["/api/open/file/1.png"],
  };

  it("is reviewed, rejected with a reason, mended, approved, and ends with its certificate", async () => {
    const { id } = await t.act((ctx) => create(ctx, draft));
    expect((await refusalOf(t.act((ctx) => approve(ctx, { id })))).key).toBe("wrongState");
    await t.act((ctx) => submit(ctx, { id }));
    expect((await refusalOf(t.act((ctx) => modify(ctx, { ...draft, id, name: "改名" })))).key).toBe("wrongState");
    expect((await refusalOf(t.act((ctx) => remove(ctx, { id })))).key).toBe("refused");
    expect(await t.act((ctx) => reject(ctx, { id, reason: "照片不清" }))).toMatchObject({
      state: "rejected",
      review: "照片不清",
      reviewer: "测试员",
    });
    await t.act((ctx) => modify(ctx, { ...draft, id, documents: ["/api/open/file/2.png"] }));
    await t.act((ctx) => submit(ctx, { id }));
    expect(await t.act((ctx) => approve(ctx, { id }))).toMatchObject({ state: "approved", review: "" });
    const clock = t.now;
    t.now = new Date("2026-12-02T02:00:00Z");
    for (const job of bookJobs) await t.act((ctx) => job.run(ctx));
    expect((await t.look((ctx) => view(ctx, { id }))).state).toBe("expired");
    t.now = clock;
  });

  it("is not taken twice for one certificate, nor for one that is over", async () => {
    expect(Object.keys((await refusalOf(t.act((ctx) => create(ctx, draft)))).data["errors"] as object)).toEqual(["certificateNo"]);
    const old = await t.act((ctx) => create(ctx, { ...draft, certificateNo: "SH-2", expiresOn: "2026-11-20" }));
    expect((await refusalOf(t.act((ctx) => submit(ctx, { id: old.id })))).key).toBe("refused");
  });
});

it("finds a payment by its number, its document, whom that is of, and what was scanned; not by others", async () => {
  const list = serves(callsOf(venuePayments).list);
  const draft = { memberId: "wang", lines: [{ productId: "water", quantity: 2 }], payments: [{ type: "Cash", amount: "5.99" }] };
  const sold = await t.act((ctx) => sell(ctx, sale.create.input.parse(draft)));
  const row = {
    venue_id: "v-1",
    document_kind: "sale",
    type: "WeChat",
    amount: 300,
    state: "succeeded",
    person_id: "p",
    operator: "林",
    at: t.now,
  };
  await t.act((ctx) =>
    ctx.db
      .insertInto("payment")
      .values([
        { ...row, id: "pay-1", no: "Q-1", channel: "wechat", document_id: sold.id, code_tail: "7788" },
        { ...row, id: "pay-2", no: "Q-2", channel: "wechat", document_id: "none" },
      ])
      .execute(),
  );
  const found = async (q: string) => (await t.look((ctx) => list(ctx, { q }))).content.map(({ id }) => id).sort();
  for (const q of ["q-1", sold.no, "王芳", "7788"]) expect(await found(q), q).toEqual(["pay-1"]);
  expect(await found("林")).toEqual(["pay-1", "pay-2"]);
  expect(await found("无此人")).toEqual([]);
});

it("lists a sale among the orders with its money, and follows its return", async () => {
  const list = serves(callsOf(orders).list);
  const draft = { memberId: "wang", lines: [{ productId: "water", quantity: 2 }], payments: [{ type: "Cash", amount: "5.99" }] };
  const { id } = await t.act((ctx) => sell(ctx, sale.create.input.parse(draft)));
  const row = async () => (await t.look((ctx) => list(ctx, { kind: "sale" }))).content.find((one) => one.id === id);
  expect(await row()).toMatchObject({ customer: "王芳", content: "矿泉水 ×2", total: "5.99", payStatus: "paid", orderStatus: "finished" });
  await t.act((ctx) => serves(sale.remove)(ctx, { id, reason: "打错了" }));
  expect(await row()).toMatchObject({ refunded: "5.99", payStatus: "refunded", orderStatus: "cancelled" });
});
