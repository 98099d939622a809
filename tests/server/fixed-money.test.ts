/**
 * Whatever happens to contracts, their figures are what was posted: paid − used is what is prepaid less what is owed, for each of them, after
 * every step; the books and the grid are sound at the end. Steps are drawn at random; refusals change nothing.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import { fixed } from "../../src/contract/fixed/fixed";
import { addDays, instant } from "../../src/contract/core/time";
import { arrive } from "../../src/server/domains/booking/check-in";
import { bookingJobs } from "../../src/server/domains/booking/jobs";
import * as change from "../../src/server/domains/fixed/change";
import { openOccurrences } from "../../src/server/domains/fixed/contract";
import { fixedJobs } from "../../src/server/domains/fixed/jobs";
import { creditOf, end, owedOf, pay } from "../../src/server/domains/fixed/money";
import * as occurrences from "../../src/server/domains/fixed/occurrences";
import { AppError } from "../../src/server/http/error";
import { checkLedger } from "../../src/server/ledger/check";
import { VENUE_CHECKS } from "../../src/tools/doctor/checks";
import { at, fill, seedBooking } from "../support/booking";
import { type TestVenue, testVenue } from "../support/venue";
import { FULL } from "../support/forms";

const RUNS = FULL ? 20 : 3;
const STEPS = 24;

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterAll(() => t.close());

const MODES = ["purse", "term", "monthly"] as const;
const step = fc.record({
  act: fc.constantFrom("make", "pay", "leave", "move", "cancel", "pause", "resume", "renew", "end", "recharge", "week", "week", "come"),
  which: fc.nat(5),
  scope: fc.constantFrom("one", "later", "all"),
  amount: fc.integer({ min: 1, max: 30_000 }),
  mode: fc.constantFrom(...MODES),
  extend: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

let day = "2026-11-21";
let clock = 0;
async function toDay(next: string): Promise<void> {
  day = next;
  t.now = instant(day, at(8) + (clock++ % 60), t.venue.zone);
  for (const job of [...bookingJobs, ...fixedJobs]) for (let more = true; more;) more = (await t.act(job.run)) === true;
}
const contracts = () => t.look((ctx) => ctx.db.selectFrom("fixed_contract").selectAll().orderBy("no").execute());

async function run(one: Step): Promise<void> {
  if (one.act === "week") return toDay(addDays(day, 5));
  if (one.act === "make") {
    const terms: Input<typeof fixed.create> = {
      ...(one.mode === "purse" || one.extend ? { memberId: one.which % 2 ? "m-1" : "m-2" } : { name: "张江社", phone: "13800000000" }),
      placeIds: [`b-${(one.which % 5) + 1}`],
      weekdays: [one.which + 1, ((one.which + 3) % 7) + 1],
      start: at(10 + one.which),
      end: at(11 + one.which),
      from: addDays(day, 1),
      to: addDays(day, 15),
      payMode: one.mode,
      ...(one.amount % 2 ? { priceBasis: "agreed" as const, unitPrice: "77.77" } : {}),
    };
    const input = fixed.create.input.parse({ ...terms, activate: true });
    const { total } = await t.look((ctx) => change.preview(ctx, input));
    const { payments } = fixed.create.input.parse({
      ...terms,
      payments: one.mode === "term" && total !== "0.00" ? [{ type: "WeChat", amount: total }] : [],
    });
    await t.act((ctx) => change.makeContract(ctx, { ...input, payments }));
    return;
  }
  if (one.act === "recharge") {
    await t.act((ctx) => fill(ctx, one.which % 2 ? "m-1" : "m-2", one.amount, 100));
    return;
  }
  const all = await contracts();
  const row = all[one.which % Math.max(1, all.length)];
  if (!row) return;
  const { id } = row;
  if (one.act === "come") {
    const order = await t.look((ctx) =>
      ctx.db
        .selectFrom("booking_order")
        .select("id")
        .where("kind", "=", "fixed")
        .where("order_status", "=", "paid")
        .where("day", ">=", day)
        .orderBy("day")
        .executeTakeFirst(),
    );
    if (order) await t.act((ctx) => arrive(ctx, { id: order.id, undo: false, early: true }));
    return;
  }
  if (one.act === "pay") {
    const amount = row.state === "ended" ? owedOf(row) : one.amount;
    if (amount > 0) await t.act((ctx) => pay(ctx, { id, payments: [{ type: "Transfer", amount }] }));
    return;
  }
  if (one.act === "pause") return void (await t.act((ctx) => change.pause(ctx, { id, reason: "测试" })));
  if (one.act === "end") return void (await t.act((ctx) => end(ctx, { id, reason: "测试", fee: Math.min(500, creditOf(row)) })));
  if (one.act === "resume" || one.act === "renew") {
    const to = addDays(row.to_day, 14);
    const plan = await t.look((ctx) => change.plan(ctx, { id, act: one.act === "renew" ? "renew" : "resume", to, choices: [] }));
    const choices = plan.occurrences.filter((each) => each.problem).map((each) => ({ day: each.day, placeId: each.placeId, swapTo: null }));
    const { payments } = fixed.renew.input.parse({ id, to, payments: plan.due === "0.00" ? [] : [{ type: "WeChat", amount: plan.due }] });
    await (one.act === "resume"
      ? t.act((ctx) => change.resume(ctx, { id, choices }))
      : t.act((ctx) => change.renew(ctx, { id, to, choices, payments })));
    return;
  }
  const [next] = await t.look((ctx) => openOccurrences(ctx, id));
  if (!next) return;
  const of = { id, occurrenceId: next.id, scope: one.scope };
  if (one.act === "leave") await t.act((ctx) => occurrences.leave(ctx, { ...of, make: one.extend ? "extend" : "credit", reason: "测试" }));
  else if (one.act === "cancel") await t.act((ctx) => occurrences.cancel(ctx, { ...of, reason: "测试" }));
  else await t.act((ctx) => occurrences.move(ctx, { ...of, placeId: `b-${6 + (one.which % 5)}`, start: at(14), end: at(16) }));
}

/** Prepaid and owed by contract, from the postings alone. */
async function posted(id: string): Promise<number> {
  const row = await t.look((ctx) =>
    ctx.db
      .selectFrom("posting as p")
      .innerJoin("ledger_tx as x", (join) => join.onRef("x.venue_id", "=", "p.venue_id").onRef("x.id", "=", "p.tx_id"))
      .where((eb) =>
        eb.or([
          eb("x.document_id", "=", id),
          eb("x.document_id", "in", eb.selectFrom("fixed_occurrence").select("order_id").where("contract_id", "=", id)),
        ]),
      )
      .where("p.account", "in", ["prepaid.order", "receivable.member", "receivable.organization"])
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("p.amount"), eb.val(0)).as("sum"))
      .executeTakeFirstOrThrow(),
  );
  return 0 - row.sum;
}

it("keeps every contract's figures equal to its postings, and the books sound", async () => {
  let done = 0;
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
      for (const one of steps) {
        await run(one).then(
          () => done++,
          (error: unknown) => {
            if (!(error instanceof AppError)) throw error;
            refused++;
          },
        );
        for (const row of await contracts()) expect(row.paid - row.used, `${one.act} ${row.no}`).toBe(await posted(row.id));
      }
      const db = t.database.dbFor(t.venue.id);
      expect(await checkLedger(db, t.venue.id)).toEqual([]);
      for (const [name, check] of Object.entries(VENUE_CHECKS)) expect((await check(t.venue.id).execute(db)).rows, name).toEqual([]);
    }),
    { numRuns: RUNS, seed: 20_261_121, endOnFailure: true },
  );
  const settled = await t.look((ctx) => ctx.db.selectFrom("fixed_occurrence").select("id").where("state", "=", "settled").execute());
  console.log(`fixed money: ${done} steps, ${refused} refused, ${settled.length} uses settled`);
  expect(done).toBeGreaterThan(RUNS * 10);
  expect(settled.length).toBeGreaterThan(RUNS);
}, 120_000);
