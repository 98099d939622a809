/** A debt that an import brought: paid at the desk or from the principal, never twice, and the account can be closed afterwards. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { memberImports } from "../../src/contract/members/member-import";
import { memberRecords } from "../../src/contract/members/member-records";
import { members } from "../../src/contract/members/members";
import { pay } from "../../src/server/domains/fixed/money";
import { bookingJobs } from "../../src/server/domains/booking/jobs";
import * as fixed from "../../src/server/domains/fixed/change";
import { fixedJobs } from "../../src/server/domains/fixed/jobs";
import { debt, payDebt } from "../../src/server/domains/members/debt";
import { fixed as fixedCalls } from "../../src/contract/fixed/fixed";
import { shifts } from "../../src/contract/shift/shift";
import { instant } from "../../src/contract/core/time";
import { checkLedger } from "../../src/server/ledger/check";
import { VENUE_CHECKS } from "../../src/tools/doctor/checks";
import { at, refusalOf, seedBooking } from "../support/booking";
import { type Book, openBook } from "../support/book";
import { wednesdays } from "../support/fixed";
import { oldMember } from "../support/old-members";
import { query } from "../support/tables";
import { testVenue, type TestVenue } from "../support/venue";

let b: Book;
beforeAll(async () => {
  b = await openBook();
  // The drawer needs the cash for payouts.
  await b.admin.ok(shifts.open, { float: "2000.00" });
});
afterAll(() => b.close());

async function sound(t: TestVenue): Promise<void> {
  const db = t.database.dbFor(t.venue.id);
  expect(await checkLedger(db, t.venue.id)).toEqual([]);
  for (const [name, check] of Object.entries(VENUE_CHECKS)) expect((await check(t.venue.id).execute(db)).rows, name).toEqual([]);
}
/** A member of an old system who owes 120. */
async function imported(i: number): Promise<string> {
  const [type] = (await b.admin.ok(members.cardTypes, {})).content;
  const line = oldMember(i, type?.name ?? "");
  const rows = [{ ...line, cells: { ...line.cells, debt: "120" } }];
  const { job } = await b.admin.ok(memberImports.import, { file: "old.xlsx", total: 1, rows });
  expect(job.faults).toEqual([]);
  await b.admin.ok(memberImports.importRun, { id: job.id });
  const [member] = (await b.admin.ok(members.list, { q: `老会员${i}`, page: 0, size: 5 })).content;
  expect(member?.debt).toBe("120.00");
  return member?.id ?? "";
}
const postings = (id: string) =>
  query<{ account: string; amount: string }>(
    b.t.url,
    `SELECT p.account, p.amount FROM debt_payment d JOIN ledger_tx t ON t.venue_id = d.venue_id AND t.document_kind = 'debt' AND t.document_id = d.id
     JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id WHERE d.member_id = $1 ORDER BY p.account, p.amount`,
    [id],
  ).then((rows) => rows.map(({ account, amount }) => [account, Number(amount)]));
const close = (id: string, back: string) => b.admin.call(memberRecords.close, { id, feePercent: 0, back, method: "Cash", reason: "搬家" });

it("is in the way of closing until it is paid, by a tender and from the principal, and spends nothing again", async () => {
  const id = await imported(9_101);
  const { open } = await b.admin.ok(memberRecords.closePreview, { id });
  expect(open).toEqual(["欠款"]);
  expect((await close(id, "101.50")).code).not.toBe(200);
  expect(await b.admin.ok(memberRecords.debt, { id })).toEqual({ owed: "120.00", here: "120.00", contracts: [] });

  const before = await b.admin.ok(members.view, { id });
  const tooMuch = await b.admin.call(memberRecords.payDebt, { id, amount: "120.01", method: "WeChat" });
  expect(tooMuch.msg).toContain("120.00");
  for (const method of ["Coupon", "RoamingCard", "SportsExpertUserCoupon", "online"])
    expect((await b.admin.call(memberRecords.payDebt, { id, amount: "1.00", method })).code, method).not.toBe(200);
  const part = await b.admin.ok(memberRecords.payDebt, { id, amount: "100.00", method: "Cash", tendered: "150.00" });
  expect(part).toMatchObject({ debt: "20.00", principal: before.principal });
  const rest = await b.admin.ok(memberRecords.payDebt, { id, amount: "20.00", method: "Balance" });
  expect(rest).toMatchObject({ debt: "0.00", principal: "81.50", spent: before.spent });
  expect(await postings(id)).toEqual([
    ["purse.principal", 2_000],
    ["receivable.member", -10_000],
    ["receivable.member", -2_000],
    ["tender.cash", 10_000],
  ]);
  const { content } = await b.admin.ok(members.timeline, { id });
  expect(
    content
      .filter(({ kind }) => kind === "debtPaid")
      .map(({ amount }) => amount ?? "")
      .toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(["100.00", "20.00"]);
  expect((await close(id, "81.50")).code).toBe(200);
  expect((await b.admin.ok(members.view, { id })).state).toBe("closed");
  expect((await b.admin.call(memberRecords.payDebt, { id, amount: "1.00", method: "Cash" })).code).not.toBe(200);
  await sound(b.t);
});

it("is paid once by two desks at a time", async () => {
  const id = await imported(9_102);
  const tries = await Promise.all(
    Array.from({ length: 6 }, () => b.admin.call(memberRecords.payDebt, { id, amount: "120.00", method: "Alipay" })),
  );
  expect(tries.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(await postings(id)).toEqual([
    ["receivable.member", -12_000],
    ["tender.alipay", 12_000],
  ]);
  await sound(b.t);
});

it("is no more than the principal holds where that pays", async () => {
  const id = await imported(9_103);
  await b.admin.ok(memberRecords.payDebt, { id, amount: "60.00", method: "Balance" });
  expect((await b.admin.call(memberRecords.payDebt, { id, amount: "60.00", method: "Balance" })).code).not.toBe(200);
  const [left] = await query<{ amount: string }>(b.t.url, "SELECT amount FROM balance WHERE subject = $1 AND account = 'purse.principal'", [
    id,
  ]);
  expect(Number(left?.amount)).toBe(4_350);
});

it("is owed again once its payment is revoked, once, the way it was paid", async () => {
  const id = await imported(9_104);
  const before = await b.admin.ok(members.view, { id });
  await b.admin.ok(memberRecords.payDebt, { id, amount: "50.00", method: "Balance" });
  await b.admin.ok(memberRecords.payDebt, { id, amount: "70.00", method: "Alipay" });
  const paid = (await b.admin.ok(members.timeline, { id })).content.filter(({ kind }) => kind === "debtPaid");
  expect(paid).toHaveLength(2);
  for (const { revocable } of paid) {
    const input = { kind: "debt" as const, id: revocable?.id ?? "", reason: "收错了" };
    const tries = await Promise.all(Array.from({ length: 6 }, () => b.admin.call(memberRecords.revokePaid, input)));
    expect(tries.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(tries.filter(({ code }) => code === 409)).toHaveLength(5);
  }
  expect(await b.admin.ok(members.view, { id })).toMatchObject({ debt: "120.00", principal: before.principal, spent: before.spent });
  expect(await postings(id)).toEqual([
    ["purse.principal", -5_000],
    ["purse.principal", 5_000],
    ["receivable.member", -7_000],
    ["receivable.member", -5_000],
    ["receivable.member", 5_000],
    ["receivable.member", 7_000],
    ["tender.alipay", -7_000],
    ["tender.alipay", 7_000],
  ]);
  const after = (await b.admin.ok(members.timeline, { id })).content;
  expect(after.filter(({ kind }) => kind === "revocation").map(({ note }) => note)).toEqual(["收错了", "收错了"]);
  expect(after.every(({ revocable }) => revocable === null)).toBe(true);
  await sound(b.t);
});

it("can't be revoked once the account is closed: nobody is left to owe it", async () => {
  const id = await imported(9_105);
  await b.admin.ok(memberRecords.payDebt, { id, amount: "120.00", method: "WeChat" });
  const [paid] = (await b.admin.ok(members.timeline, { id })).content.flatMap(({ revocable }) => revocable ?? []);
  const { back } = await b.admin.ok(memberRecords.closePreview, { id });
  expect((await close(id, back)).code).toBe(200);
  expect((await b.admin.call(memberRecords.revokePaid, { kind: "debt", id: paid?.id ?? "", reason: "收错了" })).msg).toContain("已销户");
  expect((await b.admin.ok(members.timeline, { id })).content.every(({ revocable }) => revocable === null)).toBe(true);
  await sound(b.t);
});

it("leaves what fixed bookings owe to their contracts", async () => {
  const t = await testVenue();
  await seedBooking(t);
  const contract = await t.act((ctx) => fixed.create(ctx, fixedCalls.create.input.parse({ ...wednesdays, activate: true })));
  t.now = instant("2026-12-03", at(9), t.venue.zone);
  for (const job of [...bookingJobs, ...fixedJobs]) for (let more = true; more;) more = (await t.act(job.run)) === true;
  const id = contract.memberId ?? "";
  const found = await t.look((ctx) => debt(ctx, { id }));
  expect(found).toEqual({ owed: "272.00", here: "0.00", contracts: [{ id: contract.id, no: contract.no, owed: "272.00" }] });
  const refused = await refusalOf(t.act((ctx) => payDebt(ctx, { id, amount: 100, method: "Cash", remark: "" })));
  expect(refused.message).toContain(contract.no);
  await t.act((ctx) => pay(ctx, { id: contract.id, payments: [{ type: "Transfer", amount: 27_200 }] }));
  expect(await t.look((ctx) => debt(ctx, { id }))).toEqual({ owed: "0.00", here: "0.00", contracts: [] });
  await sound(t);
  await t.close();
});
