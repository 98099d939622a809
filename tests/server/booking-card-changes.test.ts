/** Package cards beyond booking and paying: a part payment, an extension, an offer of the waitlist; and uses that go back when it comes to nothing. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import type { Input } from "../../src/contract/core/call";
import { addDays, MINUTE } from "../../src/contract/core/time";
import { waitlist } from "../../src/contract/waitlist/waitlist";
import { extend, extendPreview } from "../../src/server/domains/booking/extend";
import { freePlace } from "../../src/server/domains/booking/free-place";
import { bookingJobs } from "../../src/server/domains/booking/jobs";
import { pay } from "../../src/server/domains/booking/pay";
import { payPart } from "../../src/server/domains/booking/pay-part";
import { refundAmount } from "../../src/server/domains/booking/refund-amount";
import { refundLines } from "../../src/server/domains/booking/refund-lines";
import { view } from "../../src/server/domains/booking/view";
import { sellCard } from "../../src/server/domains/cards/sell";
import { accept } from "../../src/server/domains/waitlist/answer";
import { join } from "../../src/server/domains/waitlist/join";
import { entryOf } from "../../src/server/domains/waitlist/list";
import { EVERY_CODE } from "../../src/server/http/context";
import type { Request } from "../../src/server/http/perform";
import { checkLedger } from "../../src/server/ledger/check";
import { at, book, cancelled, countRows, payFor, postingsOf, refusalOf, seedBooking, seedMember } from "../support/booking";
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
const NOW = new Date("2026-11-21T02:00:00Z");
let days = 0;
/** A weekday of one's own: 50.00 an hour. */
const newDay = (): string => {
  const n = days++;
  return addDays("2026-11-23", (n % 5) + 7 * Math.floor(n / 5));
};
let count = 0;
/** A member without discount who holds a card of 5 uses, 20.00 each. */
async function holder(): Promise<{ memberId: string; holdingId: string }> {
  const memberId = `card-${++count}`;
  await seedMember(t, memberId);
  const holdingId = await t.act((ctx) => sellCard(ctx, { memberId, packageCardId: "pk", payments: [{ type: "WeChat", amount: 10_000 }] }));
  return { memberId, holdingId };
}
const run = (placeId: string, start: number, end: number) => ({ placeId, start, end });
const leftOf = async (holdingId: string): Promise<number> => {
  const row = await t.database.dbFor("v-1").selectFrom("holding").selectAll().where("id", "=", holdingId).executeTakeFirstOrThrow();
  return row.times + row.bonus_times - row.used;
};
const wechat = (amount: string) => [{ type: "WeChat" as const, amount }];
const partly = (input: Input<typeof booking.payPart>, as?: Partial<Request>) =>
  t.act((ctx) => payPart(ctx, booking.payPart.input.parse(input)), as);
const paying = (input: Input<typeof booking.pay>) => t.act((ctx) => pay(ctx, booking.pay.input.parse(input)));
const jobs = async (): Promise<void> => {
  for (const job of bookingJobs) await t.act(job.run, { action: job.name });
};

describe("a part payment by card", () => {
  /** Two courts for an hour, 50.00 each; a card with one use left, so that it covers one of them. */
  const held = async (mode: "hold" | "reserve" = "hold") => {
    const { memberId, holdingId } = await holder();
    await t.database.dbFor("v-1").updateTable("holding").set({ times: 1 }).where("id", "=", holdingId).execute();
    const order = await book(t, { day: newDay(), memberId, runs: [run("b-1", at(8), at(9)), run("b-2", at(8), at(9))], mode });
    return { holdingId, memberId, id: order.id, lines: order.lines.map((line) => line.id) };
  };

  it("covers whole lines, leaves the rest due, and the rest is paid later", async () => {
    const { id, holdingId } = await held();
    const part = await partly({ id, cards: [{ holdingId, uses: 1 }] });
    expect(part).toMatchObject({ orderStatus: "held", payStatus: "part_paid", total: "50.00", paid: "0.00", due: "50.00" });
    expect(part.lines.map((line) => line.card?.uses ?? 0)).toEqual([1, 0]);
    expect(await leftOf(holdingId)).toBe(0);
    expect(await postingsOf(t, id)).toEqual([]);
    const more = await partly({ id, payments: wechat("20.00") });
    expect(more).toMatchObject({ payStatus: "part_paid", paid: "20.00", due: "30.00" });
    const paid = await paying({ id, payments: wechat("30.00") });
    expect(paid).toMatchObject({ orderStatus: "paid", payStatus: "paid", total: "50.00", paid: "50.00", list: "100.00" });
    const gone = await cancelled(t, id);
    expect(gone).toMatchObject({ refunded: "50.00", payStatus: "refunded" });
    expect(await leftOf(holdingId)).toBe(1);
  });

  it("takes uses and money at once", async () => {
    const { id, holdingId } = await held("reserve");
    const part = await partly({ id, cards: [{ holdingId, uses: 1 }], payments: wechat("10.00") });
    expect(part).toMatchObject({ orderStatus: "reserved", payStatus: "part_paid", paid: "10.00", due: "40.00" });
  });

  it("is refused where it would pay all, pays nothing, or the person may not; nothing is left behind", async () => {
    const { id, holdingId } = await held();
    const before = await countRows(t);
    const attempt = async (input: Partial<Input<typeof booking.payPart>>, as?: Partial<Request>) =>
      (await refusalOf(partly({ id, ...input }, as))).key;
    expect(await attempt({})).toBe("badInput");
    expect(await attempt({ cards: [{ holdingId, uses: 1 }], payments: wechat("50.00") })).toBe("partOnly");
    expect(await attempt({ cards: [{ holdingId, uses: 2 }] })).toBe("cardUsesChanged");
    expect(await attempt({ cards: [{ holdingId, uses: 1 }] }, NO_CARDS)).toBe("forbidden");
    expect(await countRows(t)).toEqual(before);
    expect(await leftOf(holdingId)).toBe(1);
  });

  it("goes back to the card when the hold runs out, by the clock and by who takes its slot", async () => {
    for (const way of ["clock", "taken"] as const) {
      const { id, holdingId } = await held();
      await partly({ id, cards: [{ holdingId, uses: 1 }] });
      const order = await t.look((ctx) => view(ctx, { id }));
      t.now = new Date(NOW.getTime() + 60 * MINUTE);
      if (way === "clock") await jobs();
      else await book(t, { day: order.day, runs: [run("b-1", at(8), at(9))] });
      t.now = NOW;
      expect(await t.look((ctx) => view(ctx, { id }))).toMatchObject({
        orderStatus: "expired",
        payStatus: "refunded",
        lines: [{ card: { uses: 1, usesBack: 1 } }, {}],
      });
      expect(await leftOf(holdingId)).toBe(1);
    }
  });

  it("goes back with a line that is taken off; what the card covers is not left alone unpaid", async () => {
    const { id, holdingId, lines } = await held();
    await partly({ id, cards: [{ holdingId, uses: 1 }] });
    const drop = (lineId: string | undefined) =>
      t.act((ctx) => refundLines(ctx, { id, lineIds: [lineId ?? ""], reason: "少打一片", waiveFee: false }));
    expect((await refusalOf(drop(lines[1]))).key).toBe("partPaidChange");
    const rest = await drop(lines[0]);
    expect(rest).toMatchObject({ orderStatus: "held", payStatus: "unpaid", due: "50.00", total: "50.00" });
    expect(await leftOf(holdingId)).toBe(1);
    expect(await paying({ id, payments: wechat("50.00") })).toMatchObject({ orderStatus: "paid", payStatus: "paid" });
  });

  it("stays paid in part where a line that a card covers is taken off and another still is", async () => {
    const { memberId, holdingId } = await holder();
    const runs = [run("b-1", at(8), at(9)), run("b-2", at(8), at(9)), run("b-3", at(8), at(9))];
    const { id, lines } = await book(t, { day: newDay(), memberId, runs });
    await t.database.dbFor("v-1").updateTable("holding").set({ times: 2 }).where("id", "=", holdingId).execute();
    await partly({ id, cards: [{ holdingId, uses: 2 }] });
    const rest = await t.act((ctx) => refundLines(ctx, { id, lineIds: [lines[0]?.id ?? ""], reason: "少打一片", waiveFee: false }));
    expect(rest).toMatchObject({ payStatus: "part_paid", due: "50.00" });
    expect(await leftOf(holdingId)).toBe(1);
    expect(await cancelled(t, id)).toMatchObject({ payStatus: "refunded" });
    expect(await leftOf(holdingId)).toBe(2);
  });

  it("says what stands of an order that cards paid alone or beside money, line by line to its end", async () => {
    const { memberId, holdingId } = await holder();
    const runs = [run("b-1", at(8), at(9)), run("b-2", at(8), at(9))];
    const booked = await book(t, { day: newDay(), memberId, runs, mode: "pay", cards: [{ holdingId, uses: 2 }] });
    expect(booked).toMatchObject({ orderStatus: "paid", payStatus: "paid", total: "0.00" });
    const give = (id: string, lineId: string | undefined) =>
      t.act((ctx) => refundLines(ctx, { id, lineIds: [lineId ?? ""], reason: "少打一片", waiveFee: false }));
    expect(await give(booked.id, booked.lines[0]?.id)).toMatchObject({ orderStatus: "paid", payStatus: "part_refunded" });
    expect(await cancelled(t, booked.id)).toMatchObject({ payStatus: "refunded" });
    expect(await leftOf(holdingId)).toBe(5);
    await t.database.dbFor("v-1").updateTable("holding").set({ times: 1 }).where("id", "=", holdingId).execute();
    const both = await book(t, {
      day: newDay(),
      memberId,
      runs,
      mode: "pay",
      cards: [{ holdingId, uses: 1 }],
      payments: wechat("50.00"),
    });
    // All of the money went back, and what the card paid stays.
    expect(await give(both.id, both.lines[1]?.id)).toMatchObject({ refunded: "50.00", payStatus: "part_refunded" });
    expect(await cancelled(t, both.id)).toMatchObject({ payStatus: "refunded" });
  });
});

describe("an extension by card", () => {
  const preview = (input: Input<typeof booking.extendPreview>, as?: Partial<Request>) =>
    t.look((ctx) => extendPreview(ctx, booking.extendPreview.input.parse(input)), as);
  const extending = (input: Input<typeof booking.extend>, as?: Partial<Request>) =>
    t.act((ctx) => extend(ctx, booking.extend.input.parse(input)), as);
  const paidHour = async () => {
    const { memberId, holdingId } = await holder();
    const order = await book(t, { day: newDay(), memberId, runs: [run("b-3", at(8), at(9))], mode: "hold" });
    await payFor(t, order);
    return { id: order.id, lineId: order.lines[0]?.id ?? "", holdingId };
  };

  it("is offered before money, covers the new line, and gives its uses back when it is given up", async () => {
    const { holdingId, ...of } = await paidHour();
    const end = at(10, 30);
    expect(await preview({ ...of, end })).toMatchObject({ pay: "75.00", cards: [] });
    expect(await preview({ ...of, end, withoutCards: "" })).toMatchObject({
      pay: "0.00",
      after: "0.00",
      cards: [{ holdingId, before: 5, uses: 2, after: 3, amount: "75.00" }],
    });
    expect(await preview({ ...of, end, withoutCards: holdingId })).toMatchObject({ pay: "75.00", cards: [{ holdingId, uses: 0 }] });
    expect(await preview({ ...of, end, withoutCards: "" }, NO_CARDS)).toMatchObject({ pay: "75.00", cards: [] });
    const done = await extending({ ...of, end, cards: [{ holdingId, uses: 2 }], expectedPrice: "0.00" });
    expect(done).toMatchObject({ total: "50.00", paid: "50.00", list: "125.00", payStatus: "paid" });
    expect(done.lines.map((line) => line.card?.uses ?? 0)).toEqual([0, 2]);
    expect(await leftOf(holdingId)).toBe(3);
    const added = done.lines[1]?.id ?? "";
    await t.act((ctx) => refundLines(ctx, { id: of.id, lineIds: [added], reason: "不打了", waiveFee: false }));
    expect(await leftOf(holdingId)).toBe(5);
  });

  it("is refused for an order that is not paid, for other uses than were seen, and to who may not; nothing is left behind", async () => {
    const { holdingId, ...of } = await paidHour();
    const { memberId, holdingId: other } = await holder();
    const unpaid = await book(t, { day: newDay(), memberId, runs: [run("b-4", at(8), at(9))] });
    const before = await countRows(t);
    const cards = [{ holdingId, uses: 1 }];
    const key = async (work: Promise<unknown>) => (await refusalOf(work)).key;
    expect(await key(extending({ ...of, end: at(10, 30), cards }))).toBe("cardUsesChanged");
    expect(await key(extending({ ...of, end: at(10), cards: [{ holdingId: other, uses: 1 }] }))).toBe("cardUsesChanged");
    expect(await key(extending({ ...of, end: at(10), cards }, NO_CARDS))).toBe("forbidden");
    expect(await key(extending({ ...of, end: at(10), cards, payments: wechat("50.00") }))).toBe("paymentSum");
    const late = { id: unpaid.id, lineId: unpaid.lines[0]?.id ?? "", end: at(10), cards: [{ holdingId: other, uses: 1 }] };
    expect(await key(extending(late))).toBe("badInput");
    expect(await countRows(t)).toEqual(before);
    expect([await leftOf(holdingId), await leftOf(other)]).toEqual([5, 5]);
  });
});

describe("an order with a court given away", () => {
  const give = (id: string, lineId: string | undefined) =>
    t.act((ctx) => refundLines(ctx, { id, lineIds: [lineId ?? ""], reason: "少打一片", waiveFee: false }));
  const extending = (input: Input<typeof booking.extend>) => t.act((ctx) => extend(ctx, booking.extend.input.parse(input)));
  const given = async () => {
    const { memberId, holdingId } = await holder();
    const input = booking.freePlace.input.parse({ day: newDay(), memberId, runs: [run("b-7", at(8), at(9))], reason: "合作单位" });
    const order = await t.act((ctx) => freePlace(ctx, input));
    return { id: order.id, lineId: order.lines[0]?.id ?? "", holdingId };
  };

  it("continues where the card's line is given up, and takes money for more; nothing is left once it is cancelled", async () => {
    for (const more of [true, false]) {
      const { holdingId, ...of } = await given();
      const { lines } = await extending({ ...of, end: at(10), cards: [{ holdingId, uses: 1 }] });
      expect(await give(of.id, lines[1]?.id)).toMatchObject({ orderStatus: "paid", payStatus: "part_refunded", paid: "0.00" });
      expect(await leftOf(holdingId)).toBe(5);
      if (more) {
        const longer = await extending({ ...of, end: at(9, 30), payments: wechat("25.00") });
        expect(longer).toMatchObject({ payStatus: "part_refunded", paid: "25.00" });
      }
      expect(await cancelled(t, of.id)).toMatchObject({ payStatus: "refunded", refunded: more ? "25.00" : "0.00" });
    }
  });

  it("continues where all other payments went back", async () => {
    const of = await given();
    const { lines } = await extending({ id: of.id, lineId: of.lineId, end: at(10), payments: wechat("50.00") });
    expect(await give(of.id, lines[1]?.id)).toMatchObject({ refunded: "50.00", payStatus: "part_refunded" });
    expect(await extending({ id: of.id, lineId: of.lineId, end: at(9, 30), payments: wechat("25.00") })).toMatchObject({ paid: "75.00" });
  });
});

describe("an order of which all went back", () => {
  it("is not extended by a card any more than by money", async () => {
    const { memberId, holdingId } = await holder();
    const order = await payFor(t, await book(t, { day: newDay(), memberId, runs: [run("b-7", at(8), at(9))] }));
    const refunded = await t.act((ctx) => refundAmount(ctx, { id: order.id, amount: 5_000, reason: "赔偿顾客" }));
    expect(refunded).toMatchObject({ orderStatus: "paid", payStatus: "refunded" });
    const longer = { id: order.id, lineId: order.lines[0]?.id ?? "", end: at(10) };
    for (const by of [{ cards: [{ holdingId, uses: 1 }] }, { payments: wechat("50.00") }]) {
      const work = t.act((ctx) => extend(ctx, booking.extend.input.parse({ ...longer, ...by })));
      expect(await refusalOf(work)).toMatchObject({ key: "wrongState", data: { state: "refunded", action: "extend" } });
    }
    expect(await leftOf(holdingId)).toBe(5);
  });
});

describe("an offer of the waitlist", () => {
  it("is accepted by card", async () => {
    const { memberId, holdingId } = await holder();
    const day = newDay();
    const first = await book(t, { day, runs: [run("b-5", at(8), at(9))] });
    const wish = { day, start: at(8), end: at(9), programId: "g-b", placeId: "b-5", memberId };
    const { id } = await t.act((ctx) => join(ctx, waitlist.join.input.parse(wish)));
    await cancelled(t, first.id);
    const taking = (input: Omit<Input<typeof waitlist.accept>, "id">) =>
      t.act((ctx) => accept(ctx, waitlist.accept.input.parse({ id, ...input })));
    expect((await refusalOf(taking({ mode: "hold", cards: [{ holdingId, uses: 1 }] }))).key).toBe("badInput");
    expect(await taking({ mode: "pay", cards: [{ holdingId, uses: 1 }] })).toMatchObject({ orderStatus: "paid", total: "0.00" });
    expect((await t.look((ctx) => entryOf(ctx, id))).state).toBe("accepted");
    expect(await leftOf(holdingId)).toBe(4);
  });
});
