/** Merging duplicates: everything of one member becomes the other's, and no fen is lost. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { accountLogs } from "../../src/contract/finance/account-logs";
import { memberRecords, MERGED_PARTS } from "../../src/contract/members/member-records";
import { members } from "../../src/contract/members/members";
import { memberMonths } from "../../src/contract/finance/member-money";
import { callsOf } from "../../src/contract/core/resource/calls";
import { reportCalls } from "../../src/contract/core/resource/report";
import { transfers } from "../../src/contract/transfers/transfers";
import { checkLedger } from "../../src/server/ledger/check";
import { balanceOf, post } from "../../src/server/ledger/post";
import { type Book, openBook } from "../support/book";
import { cancelled, fill, seedMember } from "../support/booking";
import { query } from "../support/tables";

let b: Book;
beforeAll(async () => {
  b = await openBook();
});
afterAll(() => b.close());

const purses = (id: string): Promise<number[]> =>
  b.t.look((ctx) => Promise.all([balanceOf(ctx, "purse.principal", id), balanceOf(ctx, "purse.gift", id)]));
const merge = (keepId: string, mergeId: string) => b.admin.call(memberRecords.merge, { keepId, mergeId, reason: "同一个人开了两张卡" });
const sound = () => b.t.look((ctx) => checkLedger(ctx.db, ctx.venue.id));

it("knows every table that names a member", async () => {
  const rows = await query<{ at: string }>(
    b.t.url,
    `SELECT DISTINCT conrelid::regclass || '.' || a.attname AS at FROM pg_constraint c
      JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey) AND a.attname <> 'venue_id'
      WHERE c.contype = 'f' AND c.confrelid = 'member'::regclass ORDER BY 1`,
    [],
  );
  // Finished transfers and runs still record the original member.
  const stays = ["card_type_move_line.member_id", "member.merged_into_id", "member_transfer.giver_id", "member_transfer.receiver_id"];
  // Two members each: handed over by a rule of their own.
  const referrals = ["member.referrer_id", "referral_reward.newcomer_id", "referral_reward.referrer_id"];
  const parts = Object.keys(MERGED_PARTS).map((table) => `${table}.member_id`);
  expect(rows.map(({ at }) => at)).toEqual([...parts, ...stays, ...referrals].sort());
  const guarded = await query<{ at: string }>(
    b.t.url,
    "SELECT tgrelid::regclass::text AS at FROM pg_trigger WHERE tgname = 'follow_merged_member' ORDER BY 1",
    [],
  );
  expect(guarded.map(({ at }) => at)).toEqual(Object.keys(MERGED_PARTS).sort());
});

describe("a merge", () => {
  it("moves what the preview says: purses by transfers, documents, cards, tags; and the duplicate points to the member", async () => {
    await query(b.t.url, "UPDATE member SET tags = '{老客户}', memo = '左手' WHERE id = $1", [b.wang]);
    const [was, other] = [await purses(b.wang), await purses(b.li)];
    const sum = was.map((amount, i) => amount + (other[i] ?? 0));
    const preview = await b.admin.ok(memberRecords.mergePreview, { keepId: b.li, mergeId: b.wang });
    expect(preview.moves).toEqual(
      expect.arrayContaining([
        { part: "booking_order", count: 2 },
        { part: "holding", count: 1 },
        { part: "recharge", count: 1 },
        { part: "sale", count: 1 },
      ]),
    );
    expect(await purses(b.wang)).toEqual(was);

    const key = "merge-wang-into-li";
    const input = { keepId: b.li, mergeId: b.wang, reason: "同一个人开了两张卡" };
    const done = await b.admin.ok(memberRecords.merge, input, { key });
    expect(await b.admin.ok(memberRecords.merge, input, { key })).toEqual(done);
    expect({ ...preview.after }).toEqual({
      principal: done.principal,
      gift: done.gift,
      spent: done.spent,
      packageCards: done.packageCards,
      tags: done.tags,
    });
    expect(done).toMatchObject({ packageCards: 1, tags: ["老客户"], memo: "左手", state: "active" });
    expect([await purses(b.wang), await purses(b.li)]).toEqual([[0, 0], sum]);
    const gone = await b.admin.ok(members.view, { id: b.wang });
    expect(gone).toMatchObject({ state: "closed", spent: "0.00", name: "王芳", mergedInto: { id: b.li, name: "李强", cardNo: "L-1" } });
    const { content } = await b.admin.ok(callsOf(transfers).list, { giver: b.wang });
    expect(content.map((row) => [row.state, row.receiver])).toEqual(was.filter(Boolean).map(() => ["done", b.li]));
    const told = await b.admin.ok(members.timeline, { id: b.li, size: 100 });
    expect(told.content.filter(({ kind }) => kind === "merged")).toMatchObject([{ title: "王芳", no: "W-1", operator: "员工 admin" }]);
    expect(told.content.filter(({ kind }) => kind === "booking").length).toBeGreaterThanOrEqual(2);
    expect(await sound()).toEqual([]);
  });

  it("keeps the monthly statement footing, each member and the total", async () => {
    const { rows, sums } = await b.admin.ok(reportCalls(memberMonths).read, { from: "2026-11-01", to: "2026-11-30" });
    const value = (row: object, name: string): number => Math.round(Number(Reflect.get(row, name)) * 100);
    for (const row of [...rows, sums]) {
      const into = ["opening", "recharge", "given", "transferredIn", "refunded", "adjusted"].reduce(
        (all, name) => all + value(row, name),
        0,
      );
      const out = ["transferredOut", "spent", "paidOut", "voided"].reduce((all, name) => all + value(row, name), 0);
      expect(into - out).toBe(value(row, "closing"));
    }
    expect(value(sums, "transferredIn")).toBe(value(sums, "transferredOut"));
    expect(value(sums, "transferredIn")).toBeGreaterThan(0);
  });

  it("gives later refunds and revocations to the member who is kept", async () => {
    const [order] = await b.count<{ id: string }>(
      "SELECT id FROM booking_order WHERE venue_id = $1 AND name = '王芳' AND order_status = 'paid'",
    );
    b.t.now = new Date("2026-11-20T02:00:00Z");
    const before = await purses(b.li);
    await cancelled(b.t, order?.id ?? "");
    const back = await purses(b.li);
    expect((back[0] ?? 0) + (back[1] ?? 0)).toBeGreaterThan((before[0] ?? 0) + (before[1] ?? 0));
    await b.t.act((ctx) => fill(ctx, b.li, 50_000, 5_000));
    const [recharge] = await b.count<{ id: string }>("SELECT id FROM recharge WHERE venue_id = $1 AND paid = 50000");
    const had = await purses(b.li);
    await b.admin.ok(callsOf(accountLogs).revocation, { id: recharge?.id ?? "", reason: "顾客退卡" });
    expect(await purses(b.li)).toEqual([(had[0] ?? 0) - 50_000, (had[1] ?? 0) - 5_000]);
    expect(await purses(b.wang)).toEqual([0, 0]);
    expect(await sound()).toEqual([]);
  });

  it("is refused with the reason: oneself, twice, a frozen member, a debt, a waiting transfer, the same waitlist entry", async () => {
    for (const id of ["d-1", "d-2", "d-3"]) await seedMember(b.t, id, { principal: 1_000 });
    expect((await merge("d-1", "d-1")).msg).toContain("不能与自己合并");
    expect((await merge("d-1", b.wang)).msg).toContain("已合并到 李强");
    expect((await merge(b.wang, "d-1")).code).toBe(409);
    await query(b.t.url, "UPDATE member SET state = 'frozen' WHERE id = 'd-3'", []);
    expect((await merge("d-1", "d-3")).code).toBe(409);
    const asked = await b.admin.ok(callsOf(transfers).create, {
      giver: "d-2",
      receiver: b.li,
      purse: "principal",
      amount: "1.00",
      reason: "转账",
    });
    expect((await merge("d-1", "d-2")).msg).toContain("待审批的转账");
    await b.admin.ok(callsOf(transfers).withdraw, { id: asked.id });
    const owe = (amount: number) =>
      b.t.act((ctx) =>
        post(ctx, {
          document: { kind: "fixed", id: "f-x", no: "F-X" },
          operation: "debt",
          legs: [
            { account: "receivable.member", amount, subject: "d-2" },
            { account: "tender.cash", amount: -amount },
          ],
        }),
      );
    await owe(700);
    expect((await merge("d-1", "d-2")).msg).toContain("还欠 7.00 元");
    await owe(-700);
    for (const id of ["d-1", "d-2"])
      await query(
        b.t.url,
        `INSERT INTO waitlist_entry (venue_id, id, program_id, day, start_minute, end_minute, starts_at, member_id, name, phone, state, queued_at, person_id, operator, created_at)
         VALUES ('v-1', 'w-' || $1, 'g-b', '2026-11-28', 600, 660, '2026-11-28T02:00:00Z', $1, 'x', '', 'waiting', now(), '', '', now())`,
        [id],
      );
    expect((await merge("d-1", "d-2")).msg).toContain("候补");
    await query(b.t.url, "DELETE FROM waitlist_entry WHERE member_id = 'd-1'", []);
    expect((await merge("d-1", "d-2")).code).toBe(200);
    expect(await purses("d-1")).toEqual([2_000, 0]);
  });

  it("is won by one of two at once, and what is written meanwhile for the duplicate is the kept member's", async () => {
    for (let round = 0; round < 6; round++) {
      const [one, two, three] = [`r-${round}-1`, `r-${round}-2`, `r-${round}-3`];
      for (const id of [one, two, three]) await seedMember(b.t, id, { principal: 1_000, gift: 100 });
      const day = `2026-12-${String(10 + round).padStart(2, "0")}`;
      const [a, c, booked] = await Promise.all([
        merge(one, two),
        round % 2 === 0 ? merge(two, one) : merge(three, two),
        b.admin.call(booking.create, { day, runs: [{ placeId: "b-3", start: 600, end: 660 }], mode: "hold", memberId: two, name: "x" }),
      ]);
      expect(new Set([a.code, c.code])).toEqual(new Set([200, 409]));
      const held = await Promise.all([one, two, three].map(purses));
      expect(new Set(held.map(([principal]) => principal))).toEqual(new Set([0, 1_000, 2_000]));
      if (booked.code === 200) {
        const [of] = await query<{ merged: string | null }>(
          b.t.url,
          "SELECT m.merged_into_id AS merged FROM booking_order o JOIN member m ON m.venue_id = o.venue_id AND m.id = o.member_id WHERE o.id = $1",
          [booked.data.id],
        );
        expect(of?.merged).toBeNull();
      }
    }
    expect(await sound()).toEqual([]);
  });
});
