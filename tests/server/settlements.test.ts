/** Settlements: figures from the ledger, periods that join, approval by another person, and the lock. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { complexReport } from "../../src/contract/finance/day-reports";
import { callsOf } from "../../src/contract/core/resource/calls";
import { reportCalls } from "../../src/contract/core/resource/report";
import { settlementDetails, settlements } from "../../src/contract/settlements/settlements";
import { post } from "../../src/server/ledger/post";
import { checkLedger } from "../../src/server/ledger/check";
import { type Book, openBook } from "../support/book";
import type { Client } from "../support/server";

const calls = callsOf(settlements);
let b: Book;
let boss: Client;
beforeAll(async () => {
  b = await openBook();
  await b.server.addPerson("boss", ["v-1"]);
  boss = await b.server.as("boss");
});
afterAll(() => b.close());

const fen = (text: unknown): number => Math.round(Number(text ?? 0) * 100);
const earnedOf = async (to: string): Promise<number> => {
  const answer = await boss.ok(reportCalls(complexReport).read, { from: "2026-11-01", to });
  return fen(answer.sums["earned"]);
};
const sale = (earnedOn: string) =>
  b.t.act((ctx) =>
    post(ctx, {
      document: { kind: "sale", id: ctx.newId(), no: "S-1" },
      operation: "correction",
      legs: [
        { account: "tender.cash", amount: 700 },
        { account: "income.product", amount: -700, earnedOn },
      ],
    }),
  );

describe("a settlement", () => {
  it("takes what the ledger says of its period, and its accounts add up to it", async () => {
    const made = await b.admin.ok(calls.create, { toDay: "2026-11-20", remark: "" });
    const [posted] = await b.count<{ received: string; refunded: string }>(
      `SELECT sum(p.amount) FILTER (WHERE p.amount > 0) AS received, -sum(p.amount) FILTER (WHERE p.amount < 0) AS refunded
       FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
       WHERE p.venue_id = $1 AND p.account LIKE 'tender.%' AND p.day <= '2026-11-20' AND t.document_kind IN ('recharge', 'order', 'sale', 'card', 'session')`,
    );
    expect(made).toMatchObject({ state: "draft", fromDay: "2026-11-01", toDay: "2026-11-20", fees: "0.00", subsidy: "0.00" });
    expect([fen(made.received), fen(made.refunded), fen(made.net)]).toEqual([
      Number(posted?.received),
      Number(posted?.refunded),
      Number(posted?.received) - Number(posted?.refunded),
    ]);
    const { content } = await b.admin.ok(settlementDetails.lines, { id: made.id });
    expect(content.reduce((sum, line) => sum + fen(line.net), 0)).toBe(fen(made.net));
    expect(await earnedOf("2026-11-20")).toBe(fen(made.earned));
  });

  it("joins the one before, ends before today, and leaves no gap when deleted", async () => {
    const errors = async (toDay: string): Promise<unknown> =>
      Reflect.get((await b.admin.call(calls.create, { toDay, remark: "" })).data, "errors");
    expect(await errors("2026-11-20")).toEqual({ toDay: expect.stringContaining("2026-11-21") as unknown });
    expect(await errors("2026-11-21")).toEqual({ toDay: expect.stringContaining("昨天") as unknown });
    b.t.now = new Date("2026-11-23T02:00:00Z");
    boss = await b.server.as("boss");
    const admin = await b.server.as("admin");
    const second = await admin.ok(calls.create, { toDay: "2026-11-22", remark: "" });
    expect(second.fromDay).toBe("2026-11-21");
    const { content } = await admin.ok(calls.list, { sort: "toDay,asc" });
    const [first] = content;
    expect((await admin.call(calls.delete, { id: first?.id ?? "" })).code).not.toBe(200);
    await admin.ok(calls.delete, { id: second.id });
    expect((await admin.ok(calls.list, {})).content.map((row) => row.toDay)).toEqual(["2026-11-20"]);
  });

  it("is approved by another person, in order of time, and locks its period: later corrections are dated on the first open day", async () => {
    const admin = await b.server.as("admin");
    const { content } = await admin.ok(calls.list, {});
    const id = content[0]?.id ?? "";
    expect((await boss.call(calls.approve, { id })).code).toBe(409);
    await admin.ok(calls.submit, { id });
    expect((await admin.call(calls.approve, { id })).msg).toContain("不能审批自己的申请");
    const later = await admin.ok(calls.create, { toDay: "2026-11-21", remark: "" });
    await admin.ok(calls.submit, { id: later.id });
    expect((await boss.call(calls.approve, { id: later.id })).msg).toContain("按时间先后");
    // Before the lock a correction still falls on its day.
    await sale("2026-11-19");
    const before = await earnedOf("2026-11-20");
    expect(await boss.ok(calls.approve, { id })).toMatchObject({
      state: "approved",
      decidedBy: "员工 boss",
      earned: (before / 100).toFixed(2),
    });
    const tx = await sale("2026-11-19");
    expect(
      await b.count(`SELECT earned_on::text FROM posting WHERE venue_id = $1 AND tx_id = '${tx}' AND account = 'income.product'`),
    ).toEqual([{ earned_on: "2026-11-21" }]);
    expect(await earnedOf("2026-11-20")).toBe(before);
    await sale("2026-11-25");
    expect(await b.count("SELECT count(*)::int AS n FROM posting WHERE venue_id = $1 AND earned_on = '2026-11-25'")).toEqual([{ n: 1 }]);
    expect((await admin.call(calls.delete, { id })).code).not.toBe(200);
    expect(await boss.ok(calls.payOut, { id, note: "已转账" })).toMatchObject({ state: "paid_out", outcome: "已转账" });
    expect((await b.t.look((ctx) => checkLedger(ctx.db, ctx.venue.id))).filter(({ check }) => check.includes("sums to 0"))).toEqual([]);
  });

  it("that is rejected says why, and may be submitted again", async () => {
    const admin = await b.server.as("admin");
    const { content } = await admin.ok(calls.list, { state: "submitted" });
    const id = content[0]?.id ?? "";
    expect(await boss.ok(calls.reject, { id, note: "缺微信账单" })).toMatchObject({ state: "rejected", outcome: "缺微信账单" });
    expect(await admin.ok(calls.submit, { id })).toMatchObject({ state: "submitted", outcome: "" });
    expect(await boss.ok(calls.approve, { id })).toMatchObject({ state: "approved" });
  });
});
