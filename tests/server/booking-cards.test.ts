/** Package cards that cover lines of bookings before money: what is offered, taken, earned, kept and given back. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking, type BookingOrderDetail } from "../../src/contract/booking/booking";
import type { Input } from "../../src/contract/core/call";
import { fen, yuan } from "../../src/contract/core/money";
import { addDays, instant } from "../../src/contract/core/time";
import { refundPreview } from "../../src/server/domains/booking/cancel";
import { bookingJobs } from "../../src/server/domains/booking/jobs";
import { move } from "../../src/server/domains/booking/move";
import { cardOffer, pay } from "../../src/server/domains/booking/pay";
import { payPart } from "../../src/server/domains/booking/pay-part";
import { modifyPolicy, policy } from "../../src/server/domains/booking/policy";
import { quote } from "../../src/server/domains/booking/quote";
import { refundLines } from "../../src/server/domains/booking/refund-lines";
import { view } from "../../src/server/domains/booking/view";
import { sellCard } from "../../src/server/domains/cards/sell";
import { EVERY_CODE } from "../../src/server/http/context";
import type { Request } from "../../src/server/http/perform";
import { checkLedger } from "../../src/server/ledger/check";
import { at, book, cancelled, countRows, postingsOf, refusalOf, seedBooking, seedMember, TODAY } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t, 24, 5);
});
afterAll(async () => {
  expect(await checkLedger(t.database.dbFor(t.venue.id), t.venue.id)).toEqual([]);
  await t.close();
});

const NO_CARDS = { codes: new Set([...EVERY_CODE].filter((code) => code !== "package_card_use")) };
let days = 0;
/** A Sunday of one's own: 40.00 a half hour until 18:00, then 50.00. */
const newDay = (): string => addDays(TODAY, 1 + 7 * (days++ % 4));
let count = 0;
/** A member without discount who holds a card of 5 uses, 20.00 each. */
async function holder(packageCardId = "pk"): Promise<{ memberId: string; holdingId: string }> {
  const memberId = `card-${++count}`;
  await seedMember(t, memberId);
  return { memberId, holdingId: await buy(memberId, packageCardId) };
}
const buy = (memberId: string, packageCardId = "pk"): Promise<string> =>
  t.act((ctx) => sellCard(ctx, { memberId, packageCardId, payments: [{ type: "WeChat", amount: 10_000 }] }));
const run = (placeId: string, start: number, end: number) => ({ placeId, start, end });
const quoted = (input: Omit<Input<typeof booking.quote>, "venueId">, as?: Partial<Request>) =>
  t.look((ctx) => quote(ctx, booking.quote.input.parse({ venueId: t.venue.id, withoutCards: [], ...input })), as);
const leftOf = async (holdingId: string): Promise<[left: number, state: string]> => {
  const row = await t.database.dbFor("v-1").selectFrom("holding").selectAll().where("id", "=", holdingId).executeTakeFirstOrThrow();
  return [row.times + row.bonus_times - row.used, row.state];
};
const paying = (input: Input<typeof booking.pay>, as?: Partial<Request>): Promise<BookingOrderDetail> =>
  t.act((ctx) => pay(ctx, booking.pay.input.parse(input)), as);
const usePostings = async (holdingId: string): Promise<string[]> =>
  (await postingsOf(t, holdingId)).filter((text) => text.includes("income.card_use"));

describe("a quote", () => {
  it("offers the cards that fit before money: a use an hour begun, the soonest to expire first", async () => {
    const { memberId, holdingId } = await holder();
    const later = await buy(memberId);
    await buy(memberId, "pk-k");
    await t.database.dbFor("v-1").updateTable("holding").set({ expires_on: "2027-12-31" }).where("id", "=", later).execute();
    const day = newDay();
    const runs = [run("b-1", at(8), at(10)), run("b-2", at(8), at(9) + 30), run("b-3", at(8), at(10))];
    const whole = await quoted({ day, runs, memberId });
    expect(whole.cards.map(({ holdingId: id, before, uses, after, amount }) => [id, before, uses, after, amount])).toEqual([
      [holdingId, 5, 4, 1, "280.00"],
      [later, 5, 2, 3, "160.00"],
    ]);
    expect(whole).toMatchObject({ list: "440.00", discount: "440.00", total: "0.00" });
    const first = await quoted({ day, runs, memberId, withoutCards: [later] });
    expect(first.total).toBe("160.00");
    expect(first.cards.map((card) => card.uses)).toEqual([4, 0]);
    expect(first.lines.map((line) => line.trace.price)).toEqual(["0.00", "0.00", "160.00"]);
    expect(await quoted({ day, runs, memberId, withoutCards: undefined })).toMatchObject({ total: "440.00", cards: [] });
    expect(await quoted({ day, runs, memberId }, NO_CARDS)).toMatchObject({ total: "440.00", cards: [] });
  });

  it("offers no card that is paused, used up, or over before the day of play", async () => {
    const { memberId, holdingId } = await holder();
    const offered = async (): Promise<number> =>
      (await quoted({ day: "2026-11-29", runs: [run("b-1", at(20), at(21))], memberId })).cards.length;
    const set = (values: { state?: string; expires_on?: string; used?: number }) =>
      t.database.dbFor("v-1").updateTable("holding").set(values).where("id", "=", holdingId).execute();
    expect(await offered()).toBe(1);
    await set({ expires_on: "2026-11-28" });
    expect(await offered()).toBe(0);
    await set({ expires_on: "2026-11-29", state: "paused" });
    expect(await offered()).toBe(0);
    await set({ state: "active" });
    expect(await offered()).toBe(1);
  });

  it("lets a discount by hand fall on what is charged", async () => {
    const { memberId, holdingId } = await holder();
    await t.act(async (ctx) => {
      await ctx.db.updateTable("holding").set({ used: 4 }).where("id", "=", holdingId).execute();
    });
    const runs = [run("b-1", at(8), at(9)), run("b-2", at(8), at(9))];
    const answer = await quoted({ day: newDay(), runs, memberId, discount: { amount: "30.00", reason: "老客户" } });
    expect(answer.lines.map((line) => line.trace.price)).toEqual(["0.00", "50.00"]);
    await t.act(async (ctx) => {
      await ctx.db.updateTable("holding").set({ used: 0 }).where("id", "=", holdingId).execute();
    });
  });
});

describe("booking by card", () => {
  it("takes uses for the lines that the card covers and money for the rest; the use is what is earned", async () => {
    const { memberId, holdingId } = await holder();
    const day = newDay();
    const order = await book(t, {
      day,
      memberId,
      runs: [run("b-4", at(18), at(22)), run("b-5", at(18), at(20))],
      mode: "pay",
      cards: [{ holdingId, uses: 4 }],
      payments: [{ type: "WeChat", amount: "200.00" }],
      expectedTotal: "200.00",
    });
    expect(order).toMatchObject({ list: "600.00", discount: "400.00", total: "200.00", paid: "200.00", payStatus: "paid" });
    expect(order.lines.map((line) => line.card)).toEqual([{ holdingId, name: "羽毛球次卡", uses: 4, usesBack: 0 }, null]);
    expect(await leftOf(holdingId)).toEqual([1, "active"]);
    expect(await postingsOf(t, order.id)).toEqual(["place tender.wechat 20000", `place income.place g-b -20000 ${day}`]);
    expect(await usePostings(holdingId)).toEqual([`one use income.card_use pk -8000 ${TODAY}`]);
  });

  it("is refused whole where the card covers other than was seen, is another's, or may not be used", async () => {
    const { memberId, holdingId } = await holder();
    const other = await holder();
    const draft = { day: newDay(), memberId, runs: [run("b-6", at(8), at(10))], mode: "pay" as const };
    const before = await countRows(t);
    const attempt = (extra: Partial<Input<typeof booking.create>>, as?: Partial<Request>) => refusalOf(book(t, { ...draft, ...extra }, as));
    expect(await attempt({ cards: [{ holdingId, uses: 1 }] })).toMatchObject({ key: "cardUsesChanged", data: { uses: 2 } });
    expect((await attempt({ cards: [{ holdingId: other.holdingId, uses: 2 }] })).key).toBe("cardUsesChanged");
    expect((await attempt({ cards: [{ holdingId, uses: 2 }], mode: "hold" })).key).toBe("badInput");
    expect((await attempt({ cards: [{ holdingId, uses: 2 }] }, NO_CARDS)).key).toBe("forbidden");
    expect((await attempt({ cards: [{ holdingId, uses: 2 }], payments: [{ type: "WeChat", amount: "160.00" }] })).key).toBe("paymentSum");
    expect((await refusalOf(book(t, { ...draft, memberId: undefined, name: "王伟", cards: [{ holdingId, uses: 2 }] }))).key).toBe(
      "memberNeeded",
    );
    expect(await countRows(t)).toEqual(before);
    expect(await leftOf(holdingId)).toEqual([5, "active"]);
  });

  it("of two desks that take the last uses at once, one books and the other is refused without a trace", async () => {
    const { memberId, holdingId } = await holder();
    const day = newDay();
    const place = (placeId: string) =>
      book(t, { day, memberId, runs: [run(placeId, at(8), at(11))], mode: "pay", cards: [{ holdingId, uses: 3 }] });
    const outcomes = await Promise.allSettled([place("b-7"), place("b-8")]);
    expect(outcomes.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await leftOf(holdingId)).toEqual([2, "active"]);
  });
});

describe("paying a hold by card", () => {
  it("offers the card, covers the lines, and takes what is left in money", async () => {
    const { memberId, holdingId } = await holder();
    const day = newDay();
    const order = await book(t, { day, memberId, runs: [run("b-9", at(8), at(12)), run("b-10", at(8), at(10))] });
    const offer = (withoutCards?: string) =>
      t.look((ctx) => cardOffer(ctx, booking.cardOffer.input.parse({ id: order.id, ...(withoutCards ? { withoutCards } : {}) })));
    expect(await offer()).toMatchObject({ due: "160.00", cards: [{ holdingId, before: 5, uses: 4, after: 1, amount: "320.00" }] });
    expect(await offer(holdingId)).toMatchObject({ due: "480.00", cards: [{ holdingId, uses: 0, after: 5 }] });
    const paid = await paying({ id: order.id, cards: [{ holdingId, uses: 4 }], payments: [{ type: "Cash", amount: "160.00" }] });
    expect(paid).toMatchObject({ total: "160.00", paid: "160.00", discount: "320.00", orderStatus: "paid" });
    expect((await refusalOf(paying({ id: order.id, cards: [{ holdingId, uses: 1 }] }))).key).toBe("wrongState");
    expect(await leftOf(holdingId)).toEqual([1, "active"]);
  });

  const offered = (id: string) => t.look((ctx) => cardOffer(ctx, booking.cardOffer.input.parse({ id })));
  const paidPart = (id: string, amount: string) =>
    t.act((ctx) => payPart(ctx, booking.payPart.input.parse({ id, payments: [{ type: "WeChat", amount }] })));

  it("covers no line that costs more than is still due of a booking paid in part", async () => {
    const { memberId, holdingId } = await holder();
    const order = await book(t, { day: newDay(), memberId, runs: [run("b-1", at(10), at(11))] });
    await paidPart(order.id, "10.00");
    expect(await offered(order.id)).toMatchObject({ cards: [{ holdingId, uses: 0, amount: "0.00" }] });
    expect((await refusalOf(paying({ id: order.id, cards: [{ holdingId, uses: 1 }] }))).key).toBe("cardUsesChanged");
    expect(await leftOf(holdingId)).toEqual([5, "active"]);
  });

  it("covers the lines that what is due of a booking paid in part is enough for, and all of the rest where it comes out even", async () => {
    const { memberId, holdingId } = await holder();
    const order = await book(t, { day: newDay(), memberId, runs: [run("b-1", at(12), at(13)), run("b-2", at(12), at(13))] });
    const each = fen(order.total) / 2;
    await paidPart(order.id, yuan(each - 1_000));
    expect(await offered(order.id)).toMatchObject({ due: "10.00", cards: [{ holdingId, uses: 1, amount: yuan(each) }] });
    await paidPart(order.id, "10.00");
    expect(await offered(order.id)).toMatchObject({ due: "0.00", cards: [{ holdingId, uses: 1 }] });
    const paid = await paying({ id: order.id, cards: [{ holdingId, uses: 1 }] });
    expect(paid).toMatchObject({ total: yuan(each), paid: yuan(each), orderStatus: "paid" });
    expect(await leftOf(holdingId)).toEqual([4, "active"]);
    // The amount paid in money is refunded, and the use returns to its card.
    expect(await cancelled(t, order.id, { waiveFee: true })).toMatchObject({ refunded: yuan(each) });
    expect(await leftOf(holdingId)).toEqual([5, "active"]);
  });
});

describe("giving up what a card covers", () => {
  const byCard = async (placeId: string, day = newDay(), hours = 5) => {
    const { memberId, holdingId } = await holder();
    const order = await book(t, {
      day,
      memberId,
      runs: [run(placeId, at(12), at(12 + hours))],
      mode: "pay",
      cards: [{ holdingId, uses: hours }],
    });
    return { order, holdingId };
  };

  it("gives the uses back and with them what they earned, once", async () => {
    const { order, holdingId } = await byCard("b-2");
    expect(await leftOf(holdingId)).toEqual([0, "used_up"]);
    const preview = await t.look((ctx) => refundPreview(ctx, { id: order.id }));
    expect(preview).toMatchObject({ paid: "0.00", refund: "0.00", uses: 5, usesBack: 5 });
    const gone = await cancelled(t, order.id);
    expect(gone).toMatchObject({ orderStatus: "cancelled", lines: [{ card: { uses: 5, usesBack: 5 } }] });
    expect(await leftOf(holdingId)).toEqual([5, "active"]);
    // Both of one instant: the clock of the test stands.
    expect((await usePostings(holdingId)).sort()).toEqual([
      `one use income.card_use pk -10000 ${TODAY}`,
      `use undone income.card_use pk 10000 ${TODAY}`,
    ]);
    expect((await refusalOf(cancelled(t, order.id))).key).toBe("wrongState");
    expect(await leftOf(holdingId)).toEqual([5, "active"]);
  });

  it("late, keeps whole uses by the policy, line by line", async () => {
    const { order, holdingId } = await byCard("b-3", TODAY);
    t.now = instant(TODAY, at(11, 30), t.venue.zone);
    const { feePercent, usesBack } = await t.look((ctx) => refundPreview(ctx, { id: order.id }));
    expect(usesBack).toBe(5 - Math.floor((5 * feePercent) / 100));
    expect(usesBack).toBeLessThan(5);
    await cancelled(t, order.id);
    expect(await leftOf(holdingId)).toEqual([usesBack, "active"]);
    t.now = new Date("2026-11-21T02:00:00Z");
  });

  it("gives back one line's uses and leaves the others", async () => {
    const { memberId, holdingId } = await holder();
    const order = await book(t, {
      day: newDay(),
      memberId,
      runs: [run("b-4", at(12), at(14)), run("b-6", at(12), at(14))],
      mode: "pay",
      cards: [{ holdingId, uses: 4 }],
    });
    const lineId = order.lines[0]?.id ?? "";
    const input = { id: order.id, lineIds: [lineId], reason: "少打一片", waiveFee: false };
    await t.act((ctx) => refundLines(ctx, input));
    expect(await leftOf(holdingId)).toEqual([3, "active"]);
    expect((await t.look((ctx) => view(ctx, { id: order.id }))).lines.map((line) => line.card?.usesBack)).toEqual([2, 0]);
  });

  it("stays covered when it moves for as many uses, and is refused for another count", async () => {
    const day = newDay();
    const { order, holdingId } = await byCard("b-5", day, 2);
    const to = (end: number) => ({ id: order.id, lineId: order.lines[0]?.id ?? "", to: { ...run("b-7", at(18), end), day } });
    expect((await refusalOf(t.act((ctx) => move(ctx, booking.move.input.parse(to(at(21))))))).key).toBe("cardUsesDiffer");
    const moved = await t.act((ctx) => move(ctx, booking.move.input.parse(to(at(20)))));
    expect(moved).toMatchObject({ list: "200.00", total: "0.00", lines: [{ card: { uses: 2 }, placeId: "b-7" }] });
    await cancelled(t, order.id);
    expect(await leftOf(holdingId)).toEqual([5, "active"]);
  });

  it("keeps of a no-show what the policy keeps", async () => {
    const { offlineBalance: _, approvalLimit: __, roundingLimit: ___, ...before } = await t.look(policy);
    await t.act((ctx) => modifyPolicy(ctx, { ...before, noShowPercent: 40 }));
    const { holdingId } = await byCard("b-8", TODAY);
    t.now = instant(TODAY, at(23), t.venue.zone);
    const venue = { ...t.venue, no_show_percent: 40 };
    for (const job of bookingJobs) await t.act(job.run, { action: job.name, venue });
    expect(await leftOf(holdingId)).toEqual([3, "active"]);
  });
});
