/**
 * The last one of anything is sold once: the last piece in the shop, the last use of a card, the last place of a session, a coupon, the last of a credit limit, whoever
 * wants it at the same moment and from whichever process; and what happens once happens once: a use undone, a recharge revoked, a transfer
 * approved. Each negative control takes a guard away and must oversell.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { couponCodes } from "../../src/contract/coupon/coupon";
import { members } from "../../src/contract/members/members";
import { yuan } from "../../src/contract/core/money";
import { callsOf } from "../../src/contract/core/resource/calls";
import { transfers } from "../../src/contract/transfers/transfers";
import { type Database, openDatabase } from "../../src/server/db/client";
import { redeemCard } from "../../src/server/kernel/cards/redeem";
import { undoLast } from "../../src/server/kernel/cards/undo-redemption";
import { sellCard } from "../../src/server/domains/cards/sell";
import { revoke } from "../../src/server/domains/finance/revoke";
import { recharge } from "../../src/server/domains/members/recharge";
import { approve } from "../../src/server/domains/transfers/transfers";
import { register } from "../../src/server/domains/coupon/coupons";
import { createSale } from "../../src/server/domains/sale/create";
import { bookSession } from "../../src/server/domains/capacitySessions/book";
import type { Ctx } from "../../src/server/http/context";
import { AppError } from "../../src/server/http/error";
import { change, systemRequest } from "../../src/server/http/perform";
import { checkLedger } from "../../src/server/ledger/check";
import { owedBy } from "../../src/server/ledger/owed";
import { balanceOf, post } from "../../src/server/ledger/post";
import { seedBooking, seedMember, TODAY } from "../support/booking";
import { paid, seedCommerce } from "../support/commerce";
import { serves } from "../support/services";
import { tester, type TestVenue, testVenue } from "../support/venue";
import { FULL } from "../support/forms";

const CROWD = FULL ? 1_000 : 100;
/** Wishes under way at once; more would only queue for the pools' connections. */
const AT_ONCE = 200;

let t: TestVenue;
let processes: Database[];
let holdingId: string;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t, 1, 1, 1);
  await seedMember(t, "holder");
  holdingId = await t.act((ctx) => sellCard(ctx, { memberId: "holder", packageCardId: "pk", payments: paid(10_000) }));
  processes = [openDatabase(t.url, { max: 12 }), openDatabase(t.url, { max: 12 })];
});
afterAll(async () => {
  for (const database of processes) await database.close();
  await t.close();
});

async function race(
  service: (ctx: Ctx) => Promise<unknown>,
): Promise<{ won: number; refused: Record<string, number>; unexpected: unknown[] }> {
  const refused: Record<string, number> = {};
  const unexpected: unknown[] = [];
  let won = 0;
  let next = 0;
  const contend = async (): Promise<void> => {
    for (let i = next++; i < CROWD; i = next++) {
      const request = systemRequest(t.venue, "test", t.now, { person: tester });
      await change(processes[i % 2] ?? t.database, request, service).then(
        () => won++,
        (error: unknown) => {
          if (error instanceof AppError) refused[error.key] = (refused[error.key] ?? 0) + 1;
          else unexpected.push(error);
        },
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, contend));
  return { won, refused, unexpected };
}
const oneCoupon = (ctx: Ctx) =>
  register(
    ctx,
    couponCodes.register.input.parse({
      scheme: "健身券",
      face: "1",
      threshold: "0",
      startsOn: "2026-11-01",
      endsOn: "2026-11-30",
      couponCodes: ["TY-0001"],
    }),
  );
const RECHARGED = 50_000;
const oneRecharge = (ctx: Ctx) => recharge(ctx, members.recharge.input.parse({ memberId: "holder", pay: "500.00", method: "WeChat" }));
/** Asked for by somebody else than who approves. */
const oneTransfer = async (venue: TestVenue) => {
  await seedMember(venue, "receiver");
  const asked = { giver: "holder", receiver: "receiver", purse: "principal", amount: "100.00", reason: "合并余额" };
  return venue.act((ctx) => serves(callsOf(transfers).create)(ctx, asked), { person: { id: "p-asker", name: "申请人" } });
};
/** Credit limit of a member: one service of 30.00. */
const LIMIT = 3_000;
const seedCredit = async (venue: TestVenue): Promise<void> => {
  const type = { venue_id: "v-1", id: "ct-credit", name: "挂账卡", colour: 200, kind: "credit", credit_limit: LIMIT };
  await venue.database.dbFor("v-1").insertInto("card_type").values(type).execute();
  await seedMember(venue, "owing", { cardTypeId: "ct-credit" });
};
const owed = async (venue: TestVenue): Promise<number> => (await venue.look((ctx) => owedBy(ctx, "owing"))).owed;
const principal = (venue: TestVenue, id: string) => venue.look((ctx) => balanceOf(ctx, "purse.principal", id));
const db = () => t.database.dbFor("v-1");
const sound = async () => expect(await checkLedger(db(), "v-1")).toEqual([]);

describe(`${CROWD} people over two processes`, () => {
  it("buy the last piece: one does", async () => {
    const outcome = await race((ctx) => createSale(ctx, { lines: [{ productId: "water", quantity: 1 }], payments: paid(333) }));
    expect(outcome).toEqual({ won: 1, refused: { stockShort: CROWD - 1 }, unexpected: [] });
    expect((await db().selectFrom("stock").select("quantity").where("product_id", "=", "water").execute())[0]?.quantity).toBe(0);
    expect(await db().selectFrom("sale").select("id").execute()).toHaveLength(1);
    await sound();
  });

  it("use a card's last time: one does", async () => {
    const outcome = await race((ctx) => redeemCard(ctx, { holdingId, times: 1 }));
    expect(outcome).toEqual({ won: 1, refused: { cardUsedUp: CROWD - 1 }, unexpected: [] });
    expect(await db().selectFrom("holding_use").select("id").where("kind", "=", "use").execute()).toHaveLength(1);
    await sound();
  });

  it("use a card several times at once: never more than it has, and its value goes with the uses", async () => {
    const card = { venue_id: "v-1", id: "pk-5", name: "五次卡", program_id: "g-b", price: 10_003, times: 5, valid_days: 90, position: 9 };
    await db().insertInto("package_card").values(card).execute();
    const five = await t.act((ctx) => sellCard(ctx, { memberId: "holder", packageCardId: "pk-5", payments: paid(10_003) }));
    let asked = 0;
    const { won, refused, unexpected } = await race((ctx) => redeemCard(ctx, { holdingId: five, times: 2 + (asked++ % 2) }));
    expect(unexpected).toEqual([]);
    expect(refused).toEqual({ cardUsedUp: CROWD - won });
    const uses = await db()
      .selectFrom("holding_use")
      .select(["times", "value"])
      .where("holding_id", "=", five)
      .where("kind", "=", "use")
      .execute();
    const used = uses.reduce((sum, { times }) => sum + times, 0);
    // Two of them fit, in any order; nobody took part of what was asked.
    expect([won, uses.length, uses.every(({ times }) => times === 2 || times === 3)]).toEqual([2, 2, true]);
    expect([4, 5]).toContain(used);
    expect(await db().selectFrom("holding").select(["used", "state"]).where("id", "=", five).execute()).toEqual([
      { used, state: used === 5 ? "used_up" : "active" },
    ]);
    const worth = uses.reduce((sum, { value }) => sum + value, 0);
    expect(await t.look((ctx) => balanceOf(ctx, "card.value", five))).toBe(10_003 - worth);
    await sound();
  });

  it("take a card's last use back: one does", async () => {
    const outcome = await race((ctx) => undoLast(ctx, holdingId, "扫错"));
    expect(outcome).toEqual({ won: 1, refused: { refused: CROWD - 1 }, unexpected: [] });
    expect(await db().selectFrom("holding").select(["used", "state"]).where("id", "=", holdingId).execute()).toEqual([
      { used: 0, state: "active" },
    ]);
    const undone = db().selectFrom("holding_use").select("times").where("holding_id", "=", holdingId).where("kind", "=", "use");
    expect(await undone.where("times", "<", 0).execute()).toEqual([{ times: -1 }]);
    expect(await t.look((ctx) => balanceOf(ctx, "card.value", holdingId))).toBe(10_000);
    await sound();
  });

  it("revoke a recharge: one does", async () => {
    const { id } = await t.act(oneRecharge);
    expect(await principal(t, "holder")).toBe(RECHARGED);
    const outcome = await race((ctx) => revoke(ctx, { id, reason: "充错会员" }));
    expect(outcome).toEqual({ won: 1, refused: { alreadyReversed: CROWD - 1 }, unexpected: [] });
    expect(await principal(t, "holder")).toBe(0);
    expect(await db().selectFrom("ledger_tx").select("id").where("operation", "=", "revocation").execute()).toHaveLength(1);
    await sound();
  });

  it("approve a transfer: one does", async () => {
    await t.act(oneRecharge);
    const { id } = await oneTransfer(t);
    const outcome = await race((ctx) => serves(callsOf(transfers).approve)(ctx, { id }));
    expect(outcome).toEqual({ won: 1, refused: { wrongState: CROWD - 1 }, unexpected: [] });
    expect([await principal(t, "holder"), await principal(t, "receiver")]).toEqual([RECHARGED - 10_000, 10_000]);
    expect(await db().selectFrom("ledger_tx").select("id").where("operation", "=", "transfer").execute()).toHaveLength(1);
    await sound();
  });

  it("buy with the last of a credit limit: one does", async () => {
    await seedCredit(t);
    const payments = [{ type: "Credit" as const, amount: LIMIT }];
    const outcome = await race((ctx) => createSale(ctx, { memberId: "owing", lines: [{ productId: "string", quantity: 1 }], payments }));
    expect(outcome).toEqual({ won: 1, refused: { refused: CROWD - 1 }, unexpected: [] });
    expect(await owed(t)).toBe(LIMIT);
    await sound();
  });

  it("pay with one coupon: one does", async () => {
    await t.act(oneCoupon);
    const payments = [
      { type: "SportsExpertUserCoupon" as const, amount: 100, coupon: "TY-0001" },
      { type: "WeChat" as const, amount: 2_900 },
    ];
    const outcome = await race((ctx) => createSale(ctx, { lines: [{ productId: "string", quantity: 1 }], payments }));
    expect(outcome).toEqual({ won: 1, refused: { couponSpent: CROWD - 1 }, unexpected: [] });
    expect(await db().selectFrom("coupon").select(["state", "used"]).execute()).toEqual([{ state: "used", used: 100 }]);
    await sound();
  });

  it("take a session's last place: one does", async () => {
    const outcome = await race((ctx) => bookSession(ctx, { hallBookingId: "hb", attendees: 1, name: "散客", payments: paid(3_000) }));
    expect(outcome).toEqual({ won: 1, refused: { sessionFull: CROWD - 1 }, unexpected: [] });
    expect(await db().selectFrom("session_order").select("id").execute()).toHaveLength(1);
    await sound();
  });
});

/** Faults that each guard prevents, with reads and writes apart as in code without the guard: everybody reads before anybody writes. */
describe("negative control", () => {
  const everybody = 8;
  async function unguarded(
    constraint: string,
    attempt: (ctx: Ctx, allRead: () => Promise<void>) => Promise<boolean>,
    left: (t: TestVenue) => Promise<number>,
    prepare: (t: TestVenue) => Promise<unknown> = () => Promise.resolve(),
  ) {
    const scratch = await testVenue();
    const owner = openDatabase(scratch.url, { role: null, max: 1 });
    try {
      await seedBooking(scratch);
      await seedCommerce(scratch, 1, 1, 1);
      await seedMember(scratch, "holder");
      await scratch.act((ctx) => sellCard(ctx, { memberId: "holder", packageCardId: "pk", payments: paid(10_000) }));
      await scratch.act(oneCoupon);
      await prepare(scratch);
      await owner.pool.query(constraint);
      let reading = everybody;
      let go: () => void = () => undefined;
      const all = new Promise<void>((resolve) => (go = resolve));
      const allRead = (): Promise<void> => {
        reading--;
        if (reading === 0) go();
        return all;
      };
      const won = await Promise.all(Array.from({ length: everybody }, () => scratch.act((ctx) => attempt(ctx, allRead))));
      expect(won.filter(Boolean).length).toBeGreaterThan(1);
      expect(await left(scratch)).toBeLessThan(0);
    } finally {
      await owner.close();
      await scratch.close();
    }
  }

  it("oversells stock once neither condition nor check guards it", () =>
    unguarded(
      "ALTER TABLE stock DROP CONSTRAINT stock_quantity_check",
      async (ctx, allRead) => {
        const stock = await ctx.db.selectFrom("stock").select("quantity").where("product_id", "=", "water").executeTakeFirstOrThrow();
        await allRead();
        if (stock.quantity < 1) return false;
        await ctx.db
          .updateTable("stock")
          .set((eb) => ({ quantity: eb("quantity", "-", 1) }))
          .where("product_id", "=", "water")
          .execute();
        return true;
      },
      async (venue) => (await venue.database.dbFor("v-1").selectFrom("stock").select("quantity").executeTakeFirstOrThrow()).quantity,
    ));

  it("overuses a card once neither lock nor check guards it", () =>
    unguarded(
      "ALTER TABLE holding DROP CONSTRAINT holding_uses",
      async (ctx, allRead) => {
        const card = await ctx.db.selectFrom("holding").select(["used", "times"]).executeTakeFirstOrThrow();
        await allRead();
        if (card.used >= card.times) return false;
        await ctx.db
          .updateTable("holding")
          .set((eb) => ({ used: eb("used", "+", 1) }))
          .execute();
        return true;
      },
      async (venue) => {
        const card = await venue.database.dbFor("v-1").selectFrom("holding").select(["used", "times"]).executeTakeFirstOrThrow();
        return card.times - card.used;
      },
    ));

  it("spends a coupon more than once where neither its state nor check guards it", () =>
    unguarded(
      "ALTER TABLE coupon DROP CONSTRAINT coupon_check1",
      async (ctx, allRead) => {
        const { state } = await ctx.db.selectFrom("coupon").select("state").executeTakeFirstOrThrow();
        await allRead();
        if (state !== "issued") return false;
        await ctx.db
          .updateTable("coupon")
          .set((eb) => ({ state: "used", payment_id: ctx.newId(), used: eb("used", "+", 100) }))
          .execute();
        return true;
      },
      async (venue) => {
        const { face, used } = await venue.database.dbFor("v-1").selectFrom("coupon").select(["face", "used"]).executeTakeFirstOrThrow();
        return face - used;
      },
    ));

  it("overfills a session once neither condition nor check guards it", () =>
    unguarded(
      "ALTER TABLE hall_booking DROP CONSTRAINT hall_booking_left_place_check",
      async (ctx, allRead) => {
        const session = await ctx.db.selectFrom("hall_booking").select("left_place").executeTakeFirstOrThrow();
        await allRead();
        if (session.left_place < 1) return false;
        await ctx.db
          .updateTable("hall_booking")
          .set((eb) => ({ left_place: eb("left_place", "-", 1) }))
          .execute();
        return true;
      },
      async (venue) =>
        (await venue.database.dbFor("v-1").selectFrom("hall_booking").select("left_place").executeTakeFirstOrThrow()).left_place,
    ));

  it("takes a card's use back more than once where neither lock nor check guards it", () =>
    unguarded(
      "ALTER TABLE holding DROP CONSTRAINT holding_used_check",
      async (ctx, allRead) => {
        const { used } = await ctx.db.selectFrom("holding").select("used").executeTakeFirstOrThrow();
        await allRead();
        if (used < 1) return false;
        await ctx.db
          .updateTable("holding")
          .set((eb) => ({ used: eb("used", "-", 1) }))
          .execute();
        return true;
      },
      async (venue) => (await venue.database.dbFor("v-1").selectFrom("holding").select("used").executeTakeFirstOrThrow()).used,
      async (venue) => {
        const { id } = await venue.database.dbFor("v-1").selectFrom("holding").select("id").executeTakeFirstOrThrow();
        await venue.act((ctx) => redeemCard(ctx, { holdingId: id, times: 1 }));
      },
    ));

  it("revokes a recharge more than once where neither its lock nor the key of mirrors guards it", () =>
    unguarded(
      "DROP INDEX ledger_tx_reversed_once",
      async (ctx, allRead) => {
        const done = await ctx.db.selectFrom("recharge").select(["id", "tx_id", "revoked_at"]).orderBy("id").executeTakeFirstOrThrow();
        await allRead();
        if (done.revoked_at) return false;
        await post(ctx, {
          document: { kind: "recharge", id: done.id, no: "" },
          operation: "revocation",
          reverses: done.tx_id,
          legs: [
            { account: "purse.principal", amount: RECHARGED, subject: "holder" },
            { account: "tender.wechat", amount: -RECHARGED },
          ],
        });
        await ctx.db.updateTable("recharge").set({ revoked_at: ctx.now }).where("id", "=", done.id).execute();
        return true;
      },
      // One of ten is revoked: nine must be left.
      async (venue) => (await principal(venue, "holder")) - 9 * RECHARGED,
      async (venue) => {
        for (let i = 0; i < 10; i++) await venue.act(oneRecharge);
      },
    ));

  it("lends more than a credit limit where the member is not locked", () =>
    unguarded(
      "SELECT 1",
      async (ctx, allRead) => {
        const { owed: before } = await owedBy(ctx, "owing");
        await allRead();
        if (before + LIMIT > LIMIT) return false;
        await post(ctx, {
          document: { kind: "sale", id: ctx.newId(), no: "" },
          operation: "sale of goods",
          legs: [
            { account: "receivable.member", amount: LIMIT, subject: "owing" },
            { account: "income.product", amount: -LIMIT, subject: "pc-2", earnedOn: TODAY },
          ],
        });
        return true;
      },
      async (venue) => LIMIT - (await owed(venue)),
      seedCredit,
    ));

  it("carries a transfer out more than once where its row is not locked", () =>
    unguarded(
      "SELECT 1",
      async (ctx, allRead) => {
        const asked = await ctx.db.selectFrom("member_transfer").selectAll().executeTakeFirstOrThrow();
        await allRead();
        if (asked.state !== "requested") return false;
        const { id, no, giver_id: giver, receiver_id: receiver, amount, reason } = asked;
        const { state } = await approve(ctx, { id, no, giver, receiver, purse: "principal", amount: yuan(amount), reason });
        await ctx.db.updateTable("member_transfer").set({ state }).where("id", "=", id).execute();
        return state === "done";
      },
      async (venue) => 10_000 - (await principal(venue, "receiver")),
      async (venue) => {
        await venue.act(oneRecharge);
        await oneTransfer(venue);
      },
    ));
});
