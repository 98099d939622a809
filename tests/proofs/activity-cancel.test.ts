/** Cancelling an activity: whatever was paid, by whichever methods, goes back by each of them, and who left before keeps their own terms; on random sign-ups. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import type { Call, Input, Output } from "../../src/contract/core/call";
import { fen, yuan } from "../../src/contract/core/money";
import { checkLedger } from "../../src/server/ledger/check";
import { VENUE_CHECKS } from "../../src/tools/doctor/checks";
import { ACTIVITY, BEFORE } from "../support/activity";
import { fill, seedBooking, TOMORROW } from "../support/booking";
import { runs } from "../support/forms";
import { serves } from "../support/services";
import { query } from "../support/tables";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await t.act((ctx) => fill(ctx, "m-1", 10_000_000, 10_000_000));
});
afterAll(() => t.close());

const act = <C extends Call>(call: C, input: Input<C>): Promise<Output<C>> => t.act((ctx) => serves(call)(ctx, input as object));

const LATE = new Date(`${TOMORROW}T10:00:00+08:00`);
const fee = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 30_000 }));
const person = fc.record({
  attendee: fc.constantFrom("member", "guest", "child"),
  methods: fc.uniqueArray(fc.constantFrom("Balance", "Coupon", "Cash", "WeChat", "Alipay", "BankCard", "Transfer", "Other"), {
    minLength: 1,
    maxLength: 4,
  }),
  cuts: fc.array(fc.nat(10_000), { minLength: 3, maxLength: 3 }),
  does: fc.constantFrom("stay", "stay", "checkIn", "leave", "leaveLate", "waive"),
});
type Person = typeof person extends fc.Arbitrary<infer P> ? P : never;

/** An amount in as many parts as there are methods; those of nothing are left out. */
function parts({ methods, cuts, attendee }: Person, total: number) {
  const own = methods.filter((method) => attendee !== "guest" || !["Balance", "Coupon"].includes(method));
  const types = own.length === 0 ? (["WeChat"] as const) : own;
  const at = [0, ...cuts.slice(0, types.length - 1).map((cut) => Math.round((total * cut) / 10_000)), total].toSorted((a, b) => a - b);
  return types.map((type, i) => ({ type, amount: (at[i + 1] ?? 0) - (at[i] ?? 0) })).filter(({ amount }) => amount > 0);
}

/** Sums all documents of sign-ups by account: the amount that the venue still has of them, fen. */
const held = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await query<{ account: string; sum: string }>(
        t.url,
        "SELECT p.account, sum(p.amount) AS sum FROM ledger_tx x JOIN posting p ON p.venue_id = x.venue_id AND p.tx_id = x.id WHERE x.document_kind = 'activity' GROUP BY 1",
      )
    ).map(({ account, sum }) => [account, Number(sum)]),
  );

it("leaves of an activity only what late leavers were charged", { timeout: 600_000 }, async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.record({ memberFee: fee, guestFee: fee, childFee: fee, latePercent: fc.integer({ min: 0, max: 10_000 }) }),
      fc.array(person, { minLength: 1, maxLength: 8 }),
      async ({ latePercent, ...fees }, people) => {
        t.now = BEFORE;
        const before = await held();
        const prices = { memberFee: yuan(fees.memberFee), guestFee: yuan(fees.guestFee), childFee: yuan(fees.childFee) };
        const { id } = await act(api.activities.create, { ...ACTIVITY, ...prices, latePercent: latePercent / 100, capacity: 20 });
        await act(api.activities.publish, { id });
        // One of a member is the most that an activity takes.
        const joining = people.map((one, i) => ({
          ...one,
          attendee:
            one.attendee === "member" && people.findIndex(({ attendee }) => attendee === "member") < i ? ("child" as const) : one.attendee,
        }));
        const joined: { readonly id: string; readonly paid: number; readonly does: Person["does"] }[] = [];
        for (const one of joining) {
          const paid = fees[`${one.attendee}Fee`];
          const who = one.attendee === "guest" ? {} : { memberId: "m-1" };
          const payments = parts(one, paid).map(({ type, amount }) => ({ type, amount: yuan(amount) }));
          for (const { type } of payments) seen.add(type);
          const { id: join } = await act(api.activityDesk.signUp, {
            activityId: id,
            attendee: one.attendee,
            name: "王伟",
            payments,
            ...who,
          });
          joined.push({ id: join, paid, does: one.does });
        }
        let kept = 0;
        const leave = async ({ id: join, does }: (typeof joined)[number]) => {
          const left = await act(api.activityJoins.leave, { id: join, reason: "有事", waive: does === "waive" });
          kept += fen(left.kept);
          seen.add(`${does} ${left.kept === "0.00" ? "nothing" : "fee"}`);
        };
        for (const one of joined) if (one.does === "leave") await leave(one);
        t.now = LATE;
        for (const one of joined) if (one.does === "leaveLate" || one.does === "waive") await leave(one);
        for (const one of joined) if (one.does === "checkIn") await act(api.activityJoins.checkIn, { id: one.id });
        await act(api.activities.cancel, { id, reason: "停电" });

        const after = await held();
        const moved = Object.keys({ ...before, ...after }).map(
          (account) => [account, (after[account] ?? 0) - (before[account] ?? 0)] as const,
        );
        const tenders = moved.filter(([account]) => /^(tender|purse)/.test(account)).reduce((sum, [, amount]) => sum + amount, 0);
        const income = Object.fromEntries(moved.filter(([account, amount]) => account.startsWith("income") && amount !== 0));
        expect([tenders, income]).toEqual([kept, kept === 0 ? {} : { "income.fee": -kept }]);
        const stayed = joined.filter(({ does }) => does === "stay" || does === "checkIn").map(({ id: join }) => join);
        const wrong = await query(
          t.url,
          `SELECT p.type, p.amount, p.refunded FROM payment p WHERE p.document_id = ANY($1) AND p.amount <> p.refunded
           UNION ALL
           SELECT p.account, sum(p.amount), 0 FROM ledger_tx x JOIN posting p ON p.venue_id = x.venue_id AND p.tx_id = x.id
            WHERE x.document_id = ANY($1) GROUP BY x.document_id, p.account HAVING sum(p.amount) <> 0`,
          [stayed],
        );
        expect(wrong).toEqual([]);
        const shown = await act(api.activities.view, { id });
        expect(shown).toMatchObject({ state: "cancelled", left: 20, received: yuan(kept) });
        expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
      },
    ),
    { numRuns: runs(12), seed: Number(process.env["PROVE_SEED"] ?? 20) },
  );
  for (const [name, check] of Object.entries(VENUE_CHECKS))
    expect({ name, found: (await check("v-1").execute(t.database.dbFor("v-1"))).rows }).toEqual({ name, found: [] });
  expect([...seen]).toEqual(expect.arrayContaining(["Balance", "Coupon", "Cash", "WeChat", "leaveLate fee", "waive nothing"]));
});
