/** Closing an account: the principal goes back less the fee, gifts never do, and what is open is in the way. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { memberRecords } from "../../src/contract/members/member-records";
import { members } from "../../src/contract/members/members";
import { checkLedger } from "../../src/server/ledger/check";
import { sale } from "../../src/contract/sale/sale";
import { shifts } from "../../src/contract/shift/shift";
import { extend, addTimes } from "../../src/server/domains/cards/change";
import { undoLast } from "../../src/server/kernel/cards/undo-redemption";
import { redeemCard } from "../../src/server/kernel/cards/redeem";
import { sellCard } from "../../src/server/domains/cards/sell";
import { create } from "../../src/server/domains/sale/lines";
import { paid } from "../support/commerce";
import { type Book, openBook } from "../support/book";
import { fill, refusalOf, seedMember } from "../support/booking";
import { query } from "../support/tables";

let b: Book;
beforeAll(async () => {
  b = await openBook();
  // The drawer needs the cash for payouts.
  await b.admin.ok(shifts.open, { float: "2000.00" });
});
afterAll(() => b.close());

const postings = (id: string) =>
  query<{ account: string; amount: string }>(
    b.t.url,
    `SELECT p.account, p.amount FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
     WHERE t.operation = 'closing' AND t.document_id = $1 ORDER BY p.account`,
    [id],
  );
const close = (id: string, back: string, feePercent = 20) =>
  b.admin.call(memberRecords.close, { id, feePercent, back, method: "Cash", reason: "搬家" });

it("refuses while something is open, and says what", async () => {
  const { open } = await b.admin.ok(memberRecords.closePreview, { id: b.wang });
  expect(open).toContain("未结束的订场");
  const refused = await close(b.wang, "0.00");
  expect(refused.code).not.toBe(200);
  expect(refused.msg).toContain("未结束的订场");
  expect((await b.admin.ok(members.view, { id: b.wang })).state).toBe("active");
});

it("pays the principal out less the fee and voids the gift, once", async () => {
  await seedMember(b.t, "leaver", { name: "赵离" });
  await b.t.act((ctx) => fill(ctx, "leaver", 100_000, 5_000));
  const seen = await b.admin.ok(memberRecords.closePreview, { id: "leaver", feePercent: 20 });
  expect(seen).toMatchObject({ principal: "1000.00", free: "0.00", fee: "200.00", back: "800.00", gift: "50.00", open: [] });
  expect((await close("leaver", "900.00")).code).not.toBe(200);
  const both = await Promise.all([close("leaver", "800.00"), close("leaver", "800.00")]);
  expect(both.filter(({ code }) => code === 200)).toHaveLength(1);
  expect((await postings("leaver")).map(({ account, amount }) => [account, Number(amount)])).toEqual([
    ["cost.gift", -5_000],
    ["income.fee", -20_000],
    ["purse.gift", 5_000],
    ["purse.principal", 100_000],
    ["tender.cash", -80_000],
  ]);
  expect(await b.admin.ok(members.view, { id: "leaver" })).toMatchObject({
    state: "closed",
    principal: "0.00",
    gift: "0.00",
    stateReason: "搬家",
  });
  expect(await b.t.look((ctx) => checkLedger(ctx.db, ctx.venue.id))).toEqual([]);
});

it("keeps no fee of what was recharged within the cooling-off", async () => {
  await seedMember(b.t, "cooling", { name: "钱新" });
  await b.t.act((ctx) => fill(ctx, "cooling", 10_000, 0));
  await b.admin.ok(members.recharge, { memberId: "cooling", pay: "300.00", method: "WeChat" });
  const seen = await b.admin.ok(memberRecords.closePreview, { id: "cooling", feePercent: 20 });
  expect(seen).toMatchObject({ principal: "400.00", free: "300.00", fee: "20.00", back: "380.00" });
  expect(seen.coolingOffUntil).not.toBeNull();
  expect((await close("cooling", "380.00")).code).toBe(200);
});

/** Sells a bottle for 3.33, 2.00 of it from the principal and the rest from the gift. */
const bottle = (memberId: string) =>
  b.t.act((ctx) => {
    const payments = [
      { type: "Balance", amount: "2.00" },
      { type: "Coupon", amount: "1.33" },
    ];
    return create(ctx, sale.create.input.parse({ memberId, lines: [{ productId: "water", quantity: 1 }], payments }));
  });
const sound = async () => expect(await b.t.look((ctx) => checkLedger(ctx.db, ctx.venue.id))).toEqual([]);

it("pays out what comes back to the purses later, and voids what comes back to the gift", async () => {
  await seedMember(b.t, "gone", { name: "吴去" });
  await b.t.act((ctx) => fill(ctx, "gone", 200, 133));
  const sold = await bottle("gone");
  expect((await close("gone", "0.00")).code).toBe(200);
  const back = { saleId: sold.id, lines: [{ lineId: sold.lines[0]?.id ?? "", quantity: 1 }], reason: "没开封" };
  expect((await b.admin.ok(sale.returnsPreview, back)).back).toMatchObject([
    { type: "Cash", purse: null, refund: "2.00" },
    { type: "Coupon", purse: "gift", refund: "0.00" },
  ]);
  await b.admin.ok(sale.returns, back);
  expect((await postings("gone")).map(({ account, amount }) => [account, Number(amount)])).toEqual([
    ["cost.gift", -133],
    ["purse.gift", 133],
    ["purse.principal", 200],
    ["tender.cash", -200],
  ]);
  expect(await b.admin.ok(members.view, { id: "gone" })).toMatchObject({ state: "closed", principal: "0.00", gift: "0.00" });
  await sound();
});

it("loses nothing to a return at the same time", async () => {
  for (let round = 0; round < 5; round++) {
    const id = `racer-${round}`;
    await seedMember(b.t, id, { name: "郑赛" });
    await b.t.act((ctx) => fill(ctx, id, 200, 133));
    const sold = await bottle(id);
    const lines = [{ lineId: sold.lines[0]?.id ?? "", quantity: 1 }];
    const [returned] = await Promise.all([b.admin.call(sale.returns, { saleId: sold.id, lines, reason: "没开封" }), close(id, "0.00")]);
    expect(returned.code).toBe(200);
    const { state, principal } = await b.admin.ok(members.view, { id });
    expect([state, principal]).toEqual(state === "closed" ? ["closed", "0.00"] : ["active", "2.00"]);
  }
  await sound();
});

it("shows in the doctor where a closed account holds something", async () => {
  await query(b.t.url, "UPDATE member SET state = 'closed' WHERE id = 'm-1'", []);
  const found = await b.t.look((ctx) => checkLedger(ctx.db, ctx.venue.id));
  await query(b.t.url, "UPDATE member SET state = 'active' WHERE id = 'm-1'", []);
  expect(new Set(found.map(({ check }) => check))).toEqual(new Set(["a closed account holds nothing"]));
});

it("leaves the cards of a closed account as they are", async () => {
  await seedMember(b.t, "carded", { name: "冯卡" });
  const id = await b.t.act((ctx) => sellCard(ctx, { memberId: "carded", packageCardId: "pk", payments: paid(10_000) }));
  await b.t.act((ctx) => redeemCard(ctx, { holdingId: id, times: 3 }));
  expect((await close("carded", "0.00")).code).toBe(200);
  const tries = [
    () => b.t.act((ctx) => undoLast(ctx, id, "误核")),
    () => b.t.act((ctx) => extend(ctx, id, "2027-12-31", "补偿")),
    () => b.t.act((ctx) => addTimes(ctx, id, { extra: 1, amount: 0, method: "Cash", reason: "补偿" })),
  ];
  for (const one of tries) expect((await refusalOf(one())).key).toBe("memberState");
  await sound();
});
