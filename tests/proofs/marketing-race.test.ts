/** The last place of an activity and the last use of a voucher go to one, whoever wants them at once and from whichever process; without the guards they don't. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { activities, activityDesk } from "../../src/contract/marketing/activities";
import { booking } from "../../src/contract/booking/booking";
import { couponOffers } from "../../src/contract/marketing/coupon-offers";
import { grouponGoods, redemption } from "../../src/contract/marketing/groupon";
import { callsOf } from "../../src/contract/core/resource/calls";
import { type Database, openDatabase } from "../../src/server/db/client";
import { cancel } from "../../src/server/domains/booking/cancel";
import { create } from "../../src/server/domains/booking/create";
import { signUp } from "../../src/server/domains/marketing/sign-up";
import { sell } from "../../src/server/domains/marketing/vouchers";
import { redeem, undo } from "../../src/server/domains/marketing/redeem";
import { AppError } from "../../src/server/http/error";
import type { Ctx } from "../../src/server/http/context";
import { change, systemRequest } from "../../src/server/http/perform";
import { checkLedger } from "../../src/server/ledger/check";
import { allRoutes } from "../../src/server/routes";
import type { Call } from "../../src/contract/core/call";
import { ACTIVITY } from "../support/activity";
import { seedBooking } from "../support/booking";
import { COUPON } from "../support/coupons";
import { GOODS } from "../support/groupon";
import { tester, type TestVenue, testVenue } from "../support/venue";
import { FULL } from "../support/forms";

const CROWD = FULL ? 1_000 : 40;
const routes = allRoutes({ dataDir: "/nowhere" });
let t: TestVenue;
let processes: Database[];
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  processes = [openDatabase(t.url, { max: 12 }), openDatabase(t.url, { max: 12 })];
});
afterAll(async () => {
  expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
  for (const database of processes) await database.close();
  await t.close();
});

/** Makes a call as the app does, beside HTTP. */
async function make(venue: TestVenue, call: Call, input: object): Promise<{ readonly id: string }> {
  const route = routes.find((each) => each.call === call);
  if (route?.in !== "venue") throw new Error(`${call.path} is not served`);
  return venue.act((ctx) => route.service(ctx, call.input.parse(input) as never)) as Promise<{ readonly id: string }>;
}
const activityOf = async (venue: TestVenue): Promise<string> => {
  const { id } = await make(venue, callsOf(activities).create, { ...ACTIVITY, capacity: 1 });
  await make(venue, callsOf(activities).publish, { id });
  return id;
};
const voucherOf = async (venue: TestVenue): Promise<string> => {
  const { id } = await make(venue, callsOf(grouponGoods).create, { ...GOODS, times: 1 });
  await make(venue, callsOf(grouponGoods).shelve, { id });
  const input = redemption.sell.input.parse({ goodsId: id, name: "何梓萱", payments: [{ type: "WeChat", amount: "100.00" }] });
  return (await venue.act((ctx) => sell(ctx, input))).id;
};
/** All at once over two processes. @returns how each ended: "done", or the refusal */
const race = (work: (ctx: Ctx, i: number) => Promise<unknown>): Promise<string[]> =>
  Promise.all(
    Array.from({ length: CROWD }, (_, i) =>
      change(processes[i % 2] ?? t.database, systemRequest(t.venue, "test", t.now, { person: tester }), (ctx) => work(ctx, i)).then(
        () => "done",
        (error: unknown) => (error instanceof AppError ? `${error.text("zh")} ${JSON.stringify(error.dataIn("zh"))}` : String(error)),
      ),
    ),
  );

it(`lets one of ${CROWD} over two processes take the last place of an activity`, async () => {
  const activityId = await activityOf(t);
  const input = activityDesk.signUp.input.parse({
    activityId,
    attendee: "guest",
    name: "散客",
    payments: [{ type: "WeChat", amount: "80.00" }],
  });
  const outcomes = await race((ctx) => signUp(ctx, input));
  expect(outcomes.filter((one) => one === "done")).toHaveLength(1);
  expect(outcomes.filter((one) => one.includes("名额已满"))).toHaveLength(CROWD - 1);
  expect(await t.database.dbFor("v-1").selectFrom("activity_join").select("id").execute()).toHaveLength(1);
});

it(`lets one of ${CROWD} over two processes redeem one voucher`, async () => {
  const id = await voucherOf(t);
  const outcomes = await race((ctx) => redeem(ctx, { id, times: 1 }));
  expect(outcomes.filter((one) => one === "done")).toHaveLength(1);
  expect(outcomes.filter((one) => one.includes("次数已用完"))).toHaveLength(CROWD - 1);
  expect(await t.database.dbFor("v-1").selectFrom("voucher_use").select("value").execute()).toEqual([{ value: 10_000 }]);
});

it(`gives the use of a voucher back once, whatever of cancelling, undoing and redeeming ${CROWD} want at once over two processes`, async () => {
  const db = t.database.dbFor("v-1");
  const { id: goodsId } = await make(t, callsOf(grouponGoods).create, { ...GOODS, times: 2, redeems: "slot", program: "g-b", minutes: 60 });
  await make(t, callsOf(grouponGoods).shelve, { id: goodsId });
  const input = redemption.sell.input.parse({ goodsId, name: "何梓萱", payments: [{ type: "WeChat", amount: "100.00" }] });
  const { id } = await t.act((ctx) => sell(ctx, input));
  const useOn = (day: string, start: number) => redemption.redeem.input.parse({ id, times: 1, slot: { placeId: "b-6", day, start } });
  for (const [round, day] of ["2026-11-25", "2026-11-26", "2026-11-27"].entries()) {
    const { use } = await t.act((ctx) => redeem(ctx, useOn(day, 600)));
    const { order_id } = await db.selectFrom("voucher_use").select("order_id").where("id", "=", use.id).executeTakeFirstOrThrow();
    const outcomes = await race((ctx, i) =>
      i % 3 === round
        ? undo(ctx, { id: use.id, reason: "扫错了券" })
        : i % 3 === 2
          ? redeem(ctx, useOn(day, 720 + 60 * (i % 8)))
          : cancel(ctx, booking.cancel.input.parse({ id: order_id ?? "", reason: "客人改期" })),
    );
    const unexpected = outcomes.filter((one) => one !== "done" && !/撤销|已取消|次数已用完|被占|刚被/.test(one));
    expect(unexpected).toEqual([]);
    const uses = await db.selectFrom("voucher_use").select(["id", "undone_at"]).where("voucher_id", "=", id).execute();
    const stand = uses.filter(({ undone_at }) => undone_at === null);
    expect(stand.map((one) => one.id)).not.toContain(use.id);
    const { used } = await db.selectFrom("voucher").select("used").where("id", "=", id).executeTakeFirstOrThrow();
    expect([used, used <= 2]).toEqual([stand.length, true]);
    const worth = await sql<{
      amount: number;
    }>`SELECT amount::int AS amount FROM balance WHERE account = 'voucher.value' AND subject = ${id}`.execute(db);
    expect(worth.rows).toEqual([{ amount: 10_000 - 5_000 * used }]);
    for (const one of stand) await t.act((ctx) => undo(ctx, { id: one.id, reason: "清场" }));
  }
});

it(`lets one of ${CROWD} over two processes use one coupon on a booking, and one the last of a promo code`, async () => {
  const calls = callsOf(couponOffers);
  const { id } = await make(t, calls.create, { ...COUPON, name: "只发一张" });
  await make(t, calls.give, { id, member: "m-2" });
  const typed = await make(t, calls.create, { ...COUPON, name: "只剩一张", stock: 1, perMember: 0, promoCode: "LASTONE" });
  const db = t.database.dbFor("v-1");
  const { coupon_no } = await db.selectFrom("member_coupon").select("coupon_no").executeTakeFirstOrThrow();
  for (const [offer, couponCode, refusal, day] of [
    [id, coupon_no, "已用过", "2026-11-23"],
    [typed.id, "LASTONE", "已发完", "2026-11-24"],
  ] as const) {
    const outcomes = await race((ctx, i) => {
      const start = 480 + 30 * (i % 20);
      const runs = [{ placeId: `b-${1 + (Math.floor(i / 20) % 6)}`, start, end: start + 30 }];
      return create(ctx, booking.create.input.parse({ day, runs, memberId: "m-2", mode: "hold", couponCode }));
    });
    expect(outcomes.filter((one) => one === "done")).toHaveLength(1);
    expect(outcomes.filter((one) => one.includes(refusal))).toHaveLength(CROWD - 1);
    const used = await sql<{ saved: number }>`SELECT coupon_saved(venue_id, document_kind, document_id)::int AS saved FROM member_coupon
      WHERE offer_id = ${offer} AND state = 'used'`.execute(db);
    expect(used.rows).toEqual([{ saved: 2_000 }]);
  }
  const days = ["2026-11-23", "2026-11-24"];
  expect(await db.selectFrom("booking_order").select("discount").where("day", "in", days).execute()).toEqual([
    { discount: 2_000 },
    { discount: 2_000 },
  ]);
});

it("oversells both once nothing guards them", async () => {
  const scratch = await testVenue();
  const owner = openDatabase(scratch.url, { role: null, max: 1 });
  const everybody = 8;
  /** Everybody reads before anybody writes. */
  const together = async (readLeft: (ctx: Ctx) => Promise<number>, take: (ctx: Ctx) => Promise<unknown>): Promise<number> => {
    let reading = everybody;
    let go: () => void = () => undefined;
    const all = new Promise<void>((resolve) => (go = resolve));
    const won = await Promise.all(
      Array.from({ length: everybody }, () =>
        scratch.act(async (ctx) => {
          const left = await readLeft(ctx);
          reading--;
          if (reading === 0) go();
          await all;
          if (left < 1) return false;
          await take(ctx);
          return true;
        }),
      ),
    );
    return won.filter(Boolean).length;
  };
  try {
    await seedBooking(scratch);
    await activityOf(scratch);
    await voucherOf(scratch);
    await owner.pool.query("ALTER TABLE activity DROP CONSTRAINT activity_left_check");
    await owner.pool.query("ALTER TABLE voucher DROP CONSTRAINT voucher_used_check");
    await owner.pool.query("ALTER TABLE voucher DROP CONSTRAINT voucher_state_used");
    const places = await together(
      async (ctx) => (await ctx.db.selectFrom("activity").select("left").executeTakeFirstOrThrow()).left,
      (ctx) =>
        ctx.db
          .updateTable("activity")
          .set((eb) => ({ left: eb("left", "-", 1) }))
          .execute(),
    );
    const uses = await together(
      async (ctx) => 1 - (await ctx.db.selectFrom("voucher").select("used").executeTakeFirstOrThrow()).used,
      (ctx) =>
        ctx.db
          .updateTable("voucher")
          .set((eb) => ({ used: eb("used", "+", 1) }))
          .execute(),
    );
    expect([places > 1, uses > 1]).toEqual([true, true]);
  } finally {
    await owner.close();
    await scratch.close();
  }
});
