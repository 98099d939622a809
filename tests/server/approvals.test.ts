/** Approvals at the till: a colleague's PIN lets the cashier do one action, once, as it was approved. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { type ApprovalRequest, approvals } from "../../src/contract/sale/approvals";
import type { Call, Envelope, Input } from "../../src/contract/core/call";
import type { Code } from "../../src/contract/core/permissions";
import { instant } from "../../src/contract/core/time";
import { memberRecords } from "../../src/contract/members/member-records";
import { ownAccess } from "../../src/contract/session/own-access";
import { sale, type SaleDetail } from "../../src/contract/sale/sale";
import { shifts } from "../../src/contract/shift/shift";
import { checkLedger } from "../../src/server/ledger/check";
import { at, seedBooking, seedMember, TODAY } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { type Client, password, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";
import { testVenue, type TestVenue } from "../support/venue";

const CASHIER: readonly Code[] = [
  "sale_create",
  "sale_list",
  "sale_return",
  "sale_discount",
  "shift",
  "venue_booking",
  "booking_create",
  "booking_pay",
  "booking_cancel",
  "member_recharge",
  "venue_user_list",
];
const MANAGER: readonly Code[] = [
  ...CASHIER,
  "sale_return_any",
  "sale_discount_any",
  "sale_price_any",
  "booking_waive_fee",
  "member_close",
  "shift_report",
];
const PIN = "2468";

let t: TestVenue;
let server: TestServer;
let cashier: Client;
let manager: Client;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t, 500);
  server = await testServer({ url: t.url, clock: () => t.now });
  await server.addPerson("cashier", ["v-1"], CASHIER);
  await server.addPerson("other", ["v-1"], CASHIER);
  await server.addPerson("manager", ["v-1"], MANAGER);
  await server.addPerson("without", ["v-1"], MANAGER);
  await server.addPerson("elsewhere", [], MANAGER);
  [cashier, manager] = [await server.as("cashier"), await server.as("manager")];
  for (const name of ["cashier", "other", "manager", "elsewhere"])
    await (await server.as(name)).ok(ownAccess.setPin, { pin: PIN, password });
  await cashier.ok(shifts.open, { float: "1000" });
});
afterAll(async () => {
  expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
  await server.close();
  await t.close();
});
beforeEach(() => {
  // Sessions slide with it; an approval of the test before is over.
  t.now = new Date(t.now.getTime() + 6 * 60_000);
});

/** Strings rackets for cash: 30.00 each. */
const sell = (quantity: number, by = cashier): Promise<SaleDetail> =>
  by.ok(sale.create, { lines: [{ productId: "string", quantity }], payments: [{ type: "Cash", amount: `${quantity * 30}.00` }] });
const returning = (of: SaleDetail, quantity: number): Input<typeof sale.returns> => ({
  saleId: of.id,
  lines: [{ lineId: of.lines[0]?.id ?? "", quantity }],
  reason: "不要了",
});
const requestIn = ({ data }: Envelope<unknown>): ApprovalRequest => (data as { approval: ApprovalRequest }).approval;
const grant = ({ action, subject, content, amount }: ApprovalRequest, by = cashier, change: object = {}) =>
  by.call(approvals.grant, { action, subject, content, amount, approverId: "p-manager", pin: PIN, ...change });
/** Tries an action, has its refusal approved, and gives the id of the approval. */
async function approved<C extends Call>(call: C, input: Input<C>): Promise<string> {
  const refused = await cashier.call(call, input);
  expect(refused.code).toBe(403);
  const given = await grant(requestIn(refused));
  expect([given.code, given.msg]).toEqual([200, given.msg]);
  return given.data.id;
}
const carrying = (approval: string) => ({ headers: { approval } });
const view = (id: string) => cashier.ok(sale.view, { id });

describe("a return above the limit", () => {
  it("is refused without an approval, with the colleagues who may give one, and up to the limit needs none", async () => {
    const sold = await sell(7);
    await cashier.ok(sale.returns, returning(sold, 3));
    // In parts: what came back of the sale before counts.
    expect(requestIn(await cashier.call(sale.returns, returning(sold, 1)))).toMatchObject({ amount: "30.00" });
    const refused = await cashier.call(sale.returns, returning(sold, 4));
    expect([refused.code, refused.msg]).toEqual([
      403,
      "一单的退货合计超过 100.00 元须另一人同意，什么都没有改动；请让有权限的同事输入审批码",
    ]);
    expect(requestIn(refused)).toMatchObject({ action: "returnGoods", subject: sold.id, amount: "120.00" });
    expect(requestIn(refused).approvers.map(({ id }) => id)).toEqual(["p-manager"]);
    expect((await view(sold.id)).returned).toBe("90.00");
    // Approvers of such returns also make them.
    await manager.ok(shifts.open, { float: "500" });
    expect((await manager.ok(sale.returns, returning(sold, 4))).approvals).toEqual([]);
  });

  it("is made in the cashier's session and drawer, with both names on the sale and in the log", async () => {
    const sold = await sell(4);
    const done = await cashier.ok(sale.returns, returning(sold, 4), carrying(await approved(sale.returns, returning(sold, 4))));
    expect(done.returns.map(({ operator, refund }) => [operator, refund])).toEqual([["员工 cashier", "120.00"]]);
    expect(done.approvals).toMatchObject([
      { action: "returnGoods", amount: "120.00", requestedBy: "员工 cashier", approvedBy: "员工 manager" },
    ]);
    const log = await query<{ operator: string; action: string; approver: string }>(
      t.url,
      `SELECT operator, action, coalesce(after ->> 'approved_by', '') AS approver FROM audit_log
       WHERE object = 'approval' AND object_id = (SELECT id FROM approval WHERE document_id = '${sold.id}') ORDER BY id`,
    );
    expect(log).toEqual([
      { operator: "员工 cashier", action: "approvals.grant", approver: "员工 manager" },
      { operator: "员工 cashier", action: "sale.returns", approver: "" },
    ]);
    const drawers = await query<{ person_id: string }>(
      t.url,
      `SELECT s.person_id FROM posting p JOIN ledger_tx x ON x.venue_id = p.venue_id AND x.id = p.tx_id JOIN shift s ON s.venue_id = p.venue_id AND s.id = p.subject
       WHERE p.account = 'tender.cash' AND p.amount = -12000 AND x.document_id = '${sold.id}'`,
    );
    expect(drawers).toEqual([{ person_id: "p-cashier" }]);
  });

  it("is made once by an approval, and only as it was approved, by whom, and within three minutes", async () => {
    const [sold, second] = [await sell(12), await sell(12)];
    const approval = await approved(sale.returns, returning(sold, 4));
    const stale = async (input: Input<typeof sale.returns>, by = cashier, id = approval): Promise<void> => {
      const { code, msg } = await by.call(sale.returns, input, carrying(id));
      expect([code, msg.slice(0, 8)]).toEqual([403, "这次同意已经用过"]);
    };
    await stale(returning(sold, 5));
    await stale(returning(second, 4));
    await stale({ ...returning(sold, 4), reason: "别的理由" });
    await stale({ ...returning(sold, 4), lines: [{ lineId: sold.lines[0]?.id ?? "", quantity: 4, to: "writeOff" }] });
    await stale(returning(sold, 4), await server.as("other"));
    await stale(returning(sold, 4), cashier, "no-such-approval");
    await cashier.ok(sale.returns, returning(sold, 4), carrying(approval));
    await stale(returning(sold, 4));
    const late = await approved(sale.returns, returning(sold, 4));
    t.now = new Date(t.now.getTime() + 3 * 60_000);
    await stale(returning(sold, 4), cashier, late);
    expect([(await view(sold.id)).returned, (await view(second.id)).returned]).toEqual(["120.00", "0.00"]);
  });

  it("sent again under its key is the same return", async () => {
    const sold = await sell(8);
    const sending = { ...carrying(await approved(sale.returns, returning(sold, 4))), key: "return-once" };
    await cashier.ok(sale.returns, returning(sold, 4), sending);
    expect((await cashier.ok(sale.returns, returning(sold, 4), sending)).returned).toBe("120.00");
  });

  it("has its limit from the venue's settings", async () => {
    const admin = await server.as("manager");
    const sold = await sell(5);
    await t.act((ctx) => ctx.db.updateTable("venue").set({ approval_limit: 15_000 }).where("id", "=", "v-1").execute());
    server.now = null;
    const fresh = await testServer({ url: t.url, clock: () => t.now });
    try {
      expect((await fresh.with(admin.token).ok(booking.policy, {})).approvalLimit).toBe("150.00");
      expect((await fresh.with(cashier.token).ok(sale.returns, returning(sold, 5))).returned).toBe("150.00");
    } finally {
      await fresh.close();
      await t.act((ctx) => ctx.db.updateTable("venue").set({ approval_limit: 10_000 }).where("id", "=", "v-1").execute());
    }
  });
});

describe("other actions that a colleague approves", () => {
  it("a discount above the cashier's limit: of two sales at once with one approval one is made", async () => {
    const cart = {
      lines: [{ productId: "string", quantity: 1 }],
      discount: { amount: "20.00", reason: "老客户" },
      payments: [{ type: "Cash" as const, amount: "10.00" }],
    };
    expect(await cashier.ok(sale.quote, { lines: cart.lines, discount: cart.discount })).toMatchObject({
      total: "10.00",
      needsApproval: true,
    });
    const id = await approved(sale.create, cart);
    const other = await cashier.call(
      sale.create,
      { ...cart, lines: [{ productId: "string", quantity: 2 }], payments: [{ type: "Cash", amount: "40.00" }] },
      carrying(id),
    );
    expect(other.code).toBe(403);
    const ends = await Promise.all(Array.from({ length: 4 }, () => cashier.call(sale.create, cart, carrying(id))));
    expect(ends.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403]);
    const sold = ends.find(({ code }) => code === 200)?.data;
    expect(sold?.approvals).toMatchObject([{ action: "discount", amount: "20.00", approvedBy: "员工 manager" }]);
    expect((await view(sold?.id ?? "")).approvals).toHaveLength(1);
  });

  it("a price above the product's own, for exactly that price, with both names on the sale", async () => {
    const dearer = (amount: string): Input<typeof sale.create> => ({
      lines: [{ productId: "string", quantity: 1, price: { amount, reason: "加急" } }],
      payments: [{ type: "Cash", amount }],
    });
    const refused = await cashier.call(sale.create, dearer("45.00"));
    expect(refused.msg).toContain("改价高于原价");
    expect(requestIn(refused)).toMatchObject({ action: "setPrice", amount: "15.00", subject: "" });
    expect(requestIn(refused).facts.map(({ value }) => value)).toContain("穿线 ×1 30.00 → 45.00");
    const approval = carrying(await approved(sale.create, dearer("45.00")));
    expect((await cashier.call(sale.create, dearer("50.00"), approval)).code).toBe(403);
    const done = await cashier.ok(sale.create, dearer("45.00"), approval);
    expect(done.approvals).toMatchObject([
      { action: "setPrice", amount: "15.00", requestedBy: "员工 cashier", approvedBy: "员工 manager" },
    ]);
    expect((await cashier.call(sale.create, dearer("45.00"), approval)).code).toBe(403);
    const log = await query<{ approver: string }>(
      t.url,
      `SELECT after ->> 'approved_by' AS approver FROM audit_log WHERE object = 'approval' AND action = 'approvals.grant'
         AND object_id = (SELECT id FROM approval WHERE document_id = '${done.id}')`,
    );
    expect(log).toEqual([{ approver: "员工 manager" }]);
  });

  it("cash paid out of the drawer above the limit", async () => {
    const out = { kind: "paidOut", amount: "40.01", reason: "修空调" } as const;
    // In parts: what the shift paid out before counts.
    await cashier.ok(shifts.move, { ...out, amount: "60" });
    const done = await cashier.ok(shifts.move, out, carrying(await approved(shifts.move, out)));
    expect(done.moves.find(({ amount }) => amount === "-40.01")).toMatchObject({ kind: "paidOut", operator: "员工 cashier" });
    expect(done.approvals).toMatchObject([{ action: "cashOut", amount: "40.01", approvedBy: "员工 manager" }]);
    expect((await cashier.call(shifts.move, { ...out, kind: "drop" })).code).toBe(200);
  });

  it("a pay-in that is taken back: its cash leaves the drawer", async () => {
    const paidIn = async (amount: string): Promise<string> => {
      const { moves } = await cashier.ok(shifts.move, { kind: "paidIn", amount, reason: "多找的零钱" });
      return moves.find((move) => move.kind === "paidIn" && move.amount === amount)?.id ?? "";
    };
    const large = { id: await paidIn("500.00"), reason: "记错了" };
    expect(requestIn(await cashier.call(shifts.reverseMove, large))).toMatchObject({ action: "cashOut", amount: "500.00" });
    // The approval of one movement lifts the rule for no other.
    const other = { id: await paidIn("501.00"), reason: "记错了" };
    const approval = carrying(await approved(shifts.reverseMove, large));
    expect((await cashier.call(shifts.reverseMove, other, approval)).code).not.toBe(200);
    const done = await cashier.ok(shifts.reverseMove, large, carrying(await approved(shifts.reverseMove, large)));
    expect(done.approvals.at(-1)).toMatchObject({ action: "cashOut", amount: "500.00", approvedBy: "员工 manager" });
    // It counts as paid out: the next small amount needs an approval, too.
    expect((await cashier.call(shifts.move, { kind: "paidOut", amount: "1", reason: "停车费" })).code).not.toBe(200);
  });

  it("waiving the fee of a late cancellation, of what the fee is", async () => {
    const order = await cashier.ok(booking.create, {
      day: TODAY,
      runs: [{ placeId: "b-1", start: at(20), end: at(21) }],
      mode: "pay",
      name: "王伟",
      payments: [{ type: "Cash", amount: "100.00" }],
    });
    t.now = instant(TODAY, at(19, 30), t.venue.zone);
    const cancel = { id: order.id, reason: "客人有事", waiveFee: true };
    expect(await cashier.ok(booking.refundPreview, { id: order.id, waiveFee: true })).toMatchObject({ refund: "100.00" });
    const refused = requestIn(await cashier.call(booking.cancel, cancel));
    expect(refused).toMatchObject({ action: "waiveFee", subject: order.id, amount: "20.00" });
    const done = await cashier.ok(booking.cancel, cancel, carrying(await approved(booking.cancel, cancel)));
    expect(done).toMatchObject({ refunded: "100.00", fee: "0.00", approvals: [{ action: "waiveFee", approvedBy: "员工 manager" }] });
  });

  it("closing an account by who may recharge but not close", async () => {
    await seedMember(t, "m-close", { principal: 5_000, gift: 1_000 });
    const preview = await cashier.ok(memberRecords.closePreview, { id: "m-close", feePercent: 0 });
    const close = { id: "m-close", feePercent: 0, back: preview.back, method: "Cash", reason: "搬家" } as const;
    expect((await cashier.ok(memberRecords.close, close, carrying(await approved(memberRecords.close, close)))).state).toBe("closed");
  });
});

describe("a PIN", () => {
  const terms = async (): Promise<ApprovalRequest> => requestIn(await cashier.call(sale.returns, returning(await sell(4), 4)));

  it("approves nothing of its own person, without the code, without a PIN or from elsewhere", async () => {
    const request = await terms();
    const messageFrom = async (approverId: string) => (await grant(request, cashier, { approverId })).msg;
    expect(await messageFrom("p-cashier")).toBe("不能审批自己的申请，它仍在等待处理；请让另一人处理");
    for (const id of ["p-other", "p-without", "p-elsewhere", "nobody"]) expect(await messageFrom(id)).toContain("现在不能同意这件事");
    expect((await grant(request)).code).toBe(200);
  });

  it("is counted before it is looked at: of ten tries at once five are, then it is locked and the venue gets a message", async () => {
    const request = await terms();
    const ends = await Promise.all(Array.from({ length: 10 }, () => grant(request, cashier, { pin: "1357" })));
    const codes = ends.map(({ code }) => code).toSorted((a, b) => a - b);
    expect(codes).toEqual([400, 400, 400, 400, 423, 423, 423, 423, 423, 423]);
    expect(ends.find(({ msg }) => msg.includes("还可试 1 次"))).toBeDefined();
    const locked = await grant(request);
    expect([locked.code, locked.msg]).toEqual([423, "员工 manager的审批码已锁定，请在 5 分钟后再试，或请另一人同意"]);
    const told = await query<{ title: string }>(t.url, "SELECT title FROM message WHERE kind = 'approval'");
    expect(told).toEqual([{ title: "员工 manager的审批码已锁定" }]);
    const logged = await query<{ n: number }>(
      t.url,
      "SELECT count(*)::int AS n FROM audit_log WHERE object = 'person' AND object_id = 'p-manager' AND after ->> 'pin_state' IN ('wrong', 'locked')",
    );
    expect(logged).toEqual([{ n: 5 }]);
    t.now = new Date(t.now.getTime() + 5 * 60_000 + 1_000);
    expect((await grant(request, cashier, { pin: "1357" })).msg).toBe("审批码不对，还可试 4 次");
    expect((await grant(request)).code).toBe(200);
    expect((await grant(request, cashier, { pin: "1357" })).msg).toBe("审批码不对，还可试 4 次");
    // A right PIN between wrong ones does not let the day's count begin anew.
    const day = await query<{ tries: number }>(t.url, "SELECT tries FROM guess WHERE key = E'pin day\\np-manager'");
    expect(day).toEqual([{ tries: 7 }]);
  });

  it("is set with the password, is stored as a hash, is no easy one, and is removed", async () => {
    const person = await server.as("without");
    const set = (pin: string, by = password) => person.call(ownAccess.setPin, { pin, password: by });
    for (const easy of ["1111", "1234", "98765"])
      expect((await set(easy)).data).toMatchObject({ errors: { pin: expect.stringContaining("太容易猜到") } });
    for (const wrong of ["123", "123456789", "12a4"]) expect((await set(wrong)).code).toBe(400);
    expect((await set("9713", "Wrong-Guess-11")).code).toBe(400);
    expect((await person.ok(ownAccess.view, {})).pinSince).toBeNull();
    expect((await set("9713")).code).toBe(200);
    expect((await person.ok(ownAccess.view, {})).pinSince).not.toBeNull();
    const [{ pin_hash } = { pin_hash: "" }] = await query<{ pin_hash: string }>(
      t.url,
      "SELECT pin_hash FROM person_pin WHERE person_id = 'p-without'",
    );
    expect(pin_hash).toMatch(/^\$argon2id\$/);
    const leaks = await query<{ n: number }>(
      t.url,
      "SELECT count(*)::int AS n FROM audit_log WHERE before::text LIKE '%argon2%' OR after::text LIKE '%argon2%' OR after::text LIKE '%9713%'",
    );
    expect(leaks).toEqual([{ n: 0 }]);
    await person.ok(ownAccess.removePin, { password });
    const request = await terms();
    expect(request.approvers.map(({ id }) => id)).toEqual(["p-manager"]);
  });
});
