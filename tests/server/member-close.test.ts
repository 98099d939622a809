/** Closing an account: the principal goes back less the fee, gifts never do, and what is open is in the way. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { memberRecords } from "../../src/contract/memberRecords";
import { members } from "../../src/contract/members";
import { checkLedger } from "../../src/server/ledger/check";
import { type Book, openBook } from "../support/book";
import { fill, seedMember } from "../support/booking";
import { query } from "../support/tables";

let b: Book;
beforeAll(async () => {
  b = await openBook();
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
