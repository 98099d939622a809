/**
 * A repeated action acts once. For every call that moves money or occupancy, over HTTP: the same key again, a crowd with the same key, the
 * key with another body, and an answer that never reached the client; and none of its ids reaches another venue's rows. The negative control repeats with new keys and must act twice.
 * Killed between commit and answer: `crash.test.ts`.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calls } from "../../src/contract/all";
import { booking } from "../../src/contract/booking/booking";
import type { Call, Envelope, Input } from "../../src/contract/core/call";
import { cards } from "../../src/contract/cards/cards";
import { accountLogs } from "../../src/contract/finance/account-logs";
import { callsOf } from "../../src/contract/core/resource/calls";
import { fixed, type FixedDetail } from "../../src/contract/fixed/fixed";
import { memberRecords } from "../../src/contract/members/member-records";
import { members } from "../../src/contract/members/members";
import { sale } from "../../src/contract/sale/sale";
import { openPlay } from "../../src/contract/openPlay/open-play";
import { capacitySessions } from "../../src/contract/capacitySessions/capacity-sessions";
import { addDays } from "../../src/contract/core/time";
import { waitlist } from "../../src/contract/waitlist/waitlist";
import { checkLedger } from "../../src/server/ledger/check";
import { refundUnattended } from "../../src/server/domains/openPlay/withdraw";
import { lockTicket } from "../../src/server/domains/openPlay/play";
import { allRoutes } from "../../src/server/routes";
import { at, book, payFor, seedBooking, seedMember, TODAY } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { deskOf, venueOf } from "../support/desk";
import { fieldAt, idsOf, makeTwin, pathsOf, sendForeign, TWIN } from "../support/foreign";
import { FULL } from "../support/forms";
import { type Line, openLine } from "../support/line";
import { type Client, type TestServer, testServer } from "../support/server";
import { seedPool } from "../support/capacity-sessions";
import { countRows, query, snapshot } from "../support/tables";
import type { TestVenue } from "../support/venue";

const CROWD = FULL ? 50 : 8;
const NOW = new Date("2026-11-21T02:00:00Z");
const VENUE = "v-1";

let server: TestServer;
let line: Line;
let client: Client;
let desk: TestVenue;
let makeTwinAnew: () => Promise<void>;
beforeAll(async () => {
  server = await testServer();
  server.now = NOW;
  line = await openLine(server.origin);
  client = await server.as("admin");
  desk = deskOf(server.database, server.url, await venueOf(server.database, VENUE), NOW);
  await seedBooking(desk);
  await seedCommerce(desk, 10_000, 1_000, 10_000);
  await seedPool(desk);
  const asks = { venue_id: VENUE, id: "ct-fee", name: "工本卡", colour: 200, fee: 2_000 };
  await server.database.dbFor(VENUE).insertInto("card_type").values(asks).execute();
  makeTwinAnew = await makeTwin(server.url, VENUE);
});
afterAll(async () => {
  await line.close();
  await server.close();
});

interface Case {
  readonly call: Call;
  /** A fresh state in which the call works, and its input. Any two are equal but for ids. */
  readonly ready: () => Promise<Record<string, unknown>>;
  /** Different values for another body; the call would work with them. */
  readonly other: Record<string, unknown>;
}
const about = <C extends Call>(call: C, ready: () => Promise<Input<C>>, other: Record<string, unknown>): Case => ({
  call,
  ready: async () => (await ready()) as Record<string, unknown>,
  other,
});

let made = 0;
/** An hour on a weekday morning that nobody has taken yet: list 50.00. */
function freeHour(): { day: string; runs: { placeId: string; start: number; end: number }[] } {
  const n = made++;
  const start = at(8 + (n % 8));
  return { day: `2026-11-${23 + Math.floor(n / 80)}`, runs: [{ placeId: `b-${(Math.floor(n / 8) % 10) + 1}`, start, end: start + 60 }] };
}
const held = () => book(desk, { ...freeHour(), mode: "hold", name: "王伟" });
const paidOrder = async () => payFor(desk, await held());
async function newMember(): Promise<string> {
  const id = `m-new-${made++}`;
  await seedMember(desk, id, { principal: 100_000 });
  return id;
}
async function endingMember(): Promise<string> {
  const id = await newMember();
  await desk.database.dbFor("v-1").updateTable("member").set({ expires_on: "2099-12-31" }).where("id", "=", id).execute();
  return id;
}
let minutes = 0;
/** An order that begins soon; each has cells of its own. */
const soon = async () => {
  const n = minutes++;
  const start = at(10) + (n % 2) * 30;
  return payFor(desk, await book(desk, { day: TODAY, runs: [{ placeId: `b-${(Math.floor(n / 2) % 10) + 1}`, start, end: start + 30 }] }));
};
let evenings = 0;
/** A paid order of two courts from 19:00 to 20:00, list 80.00 each; nobody else wants the evening. */
const evening = async () => {
  const n = evenings++;
  const day = `2026-11-${23 + (n % 5)}`;
  const [one, two] = [`b-${((n / 5) | 0) * 2 + 1}`, `b-${((n / 5) | 0) * 2 + 2}`];
  const runs = [one, two].map((placeId) => ({ placeId, start: at(19), end: at(20) }));
  const order = await payFor(desk, await book(desk, { day, runs, mode: "hold", name: "王伟" }));
  return { id: order.id, lineId: order.lines[0]?.id ?? "", to: { placeId: one, day, start: at(21), end: at(22, 30) } };
};
const cash = (amount: string) => [{ type: "Cash" as const, amount }];
const holdingOf = async () =>
  (await client.ok(cards.sell, { memberId: await newMember(), packageCardId: "pk", payments: cash("100.00") })).id;
/** Somebody who holds a card of 1,000 uses, and it. */
const carded = async () => {
  const memberId = await newMember();
  const { id } = await client.ok(cards.sell, { memberId, packageCardId: "pk", payments: cash("100.00") });
  return { memberId, cards: [{ holdingId: id, uses: 1 }] };
};
/** A hold of one hour by somebody with a card. */
const cardedHold = async () => {
  const { memberId, cards: one } = await carded();
  return { id: (await book(desk, { ...freeHour(), mode: "hold", memberId })).id, cards: one };
};
/** A refund of a collection that its channel refused. */
const refusedRefund = async (): Promise<string> => {
  const { paymentId } = await client.ok(sale.amountAndCode, { amount: 1999, code: `13${String(made++).padStart(15, "0")}0` });
  await client.ok(sale.refundCollection, { paymentId, amount: "5.00", reason: "多收了" });
  const refused = desk.database.dbFor(desk.venue.id).updateTable("channel_refund").set({ state: "refund_failed" });
  const { id } = await refused.where("payment_id", "=", paymentId).returning("id").executeTakeFirstOrThrow();
  return id;
};
let dawns = 0;
/** Two courts before eight, which nobody else wants: a card that takes one use covers one of them. */
const dawn = (): { day: string; courts: [string, string] } => {
  const n = dawns++;
  return { day: addDays("2026-11-23", Math.floor(n / 5)), courts: [`b-${(n % 5) * 2 + 1}`, `b-${(n % 5) * 2 + 2}`] };
};
/** An offer of the waitlist: an hour that somebody gave up. */
const offered = async () => {
  const { day, runs } = freeHour();
  const holder = await book(desk, { day, runs, mode: "hold", name: "王伟" });
  const [{ placeId, start, end } = { placeId: "", start: 0, end: 0 }] = runs;
  const { id } = await client.ok(waitlist.join, { day, start, end, programId: "g-b", placeId, name: `候补 ${made}` });
  await client.ok(booking.cancel, { id: holder.id, reason: "客人有事" });
  return id;
};
/** Water added to a hold: the sale and its line. */
const goods = (orderId: string) => ({ orderId, lines: [{ productId: "water", quantity: 1 }], payments: cash("3.33") });
const hanging = { mode: "hang" as const, lines: [{ productId: "water", quantity: 1 }] };
/** A cart that waits. */
/** A racket that is lent: its deposit. */
const lent = async (): Promise<string> => {
  const db = server.database.dbFor("v-1");
  const racket = { venue_id: "v-1", id: "racket", class_id: "pc-2", name: "球拍", unit: "次", price: 0, stocked: false, deposit: 1_000 };
  await db
    .insertInto("product")
    .values(racket)
    .onConflict((c) => c.doNothing())
    .execute();
  const { items } = await client.ok(sale.create, { lines: [{ productId: "racket", quantity: 1 }], payments: cash("10.00") });
  return items[0]?.id ?? "";
};
const hung = async (): Promise<string> => (await client.ok(sale.modify, hanging)).id;
const soldGoods = async () => {
  const { id, lines } = await client.ok(sale.create, goods((await held()).id));
  return { saleId: id, lines: [{ lineId: lines[0]?.id ?? "", quantity: 1 }] };
};
const phone = () => `139${String(made++).padStart(8, "0")}`;

let weeks = 0;
/** A court of its own for two hours on two Sundays, a year ahead: 100 yuan an hour. */
const weekly = (): Input<typeof fixed.create> => {
  const n = weeks++;
  const start = at(8 + 2 * (n % 7));
  const from = addDays("2027-11-21", 14 * Math.floor(n / 70));
  const placeIds = [`b-${(Math.floor(n / 7) % 10) + 1}`];
  const when = { placeIds, weekdays: [7], start, end: start + 60, from, to: addDays(from, 7) };
  return { ...when, name: "张江社", phone: "13800000000", payMode: "term", priceBasis: "agreed", unitPrice: "100.00" };
};
const draftTerm = async () => (await client.ok(fixed.create, weekly())).id;
const term = async () => client.ok(fixed.create, { ...weekly(), activate: true, payments: cash("200.00") });
const pausedTerm = async () => (await client.ok(fixed.pause, { id: (await term()).id, reason: "出差" })).id;
const firstOf = async () => {
  const { id, occurrences } = await term();
  return { id, occurrenceId: occurrences[0]?.id ?? "" };
};

/** The first occurrence an hour later, where its court is free. */
const later = ({ id, occurrences: [first] }: FixedDetail): Input<typeof fixed.move> => {
  const { id: occurrenceId = "", placeId = "", start = 0, end = 0 } = first ?? {};
  return { id, occurrenceId, placeId, start: start + 60, end: end + 60 };
};

/** A booking for two attendees. */
const seatsOf = async (id: string) =>
  (await client.ok(capacitySessions.book, { id, attendees: 2, name: "王伟", payments: cash("60.00") })).id;
let bandsOut = 0;
/** A wristband that is out. */
const bandOut = async () => {
  const code = `W-${++bandsOut}`;
  await client.ok(capacitySessions.giveBand, { id: await seatsOf("hb"), code });
  return (await client.ok(capacitySessions.bands, {})).content.find((band) => band.code === code)?.id ?? "";
};
let plays = 0;
/** An open play on courts of its own, 45.00 a head, and so late that whoever leaves it pays the same, whichever it is. */
const playTerms = (): Input<typeof openPlay.create> => {
  const n = plays++;
  const start = at(8 + (n % 14));
  const ground = { placeIds: [n % 28 < 14 ? "k-east" : "k-west"], day: addDays("2026-11-25", Math.floor(n / 28)), start, end: start + 60 };
  return { ...ground, title: "双打局", capacity: 8, minimum: 4, price: "45.00", deadlineHours: 1 };
};
const openedPlay = async () => (await client.ok(openPlay.create, { ...playTerms(), open: true })).id;
const joined = async (id: string) => (await client.ok(openPlay.join, { id, attendees: 2, name: "王伟", payments: cash("90.00") })).id;
let todays = 0;
/** One of today with two attendees, on courts of its own. */
const playToday = async () => {
  const n = todays++;
  const start = at(11 + (n % 10));
  const ground = { placeIds: [n % 20 < 10 ? "k-east" : "k-west"], day: TODAY, start, end: start + 60 };
  return (await client.ok(openPlay.create, { ...playTerms(), ...ground, minimum: 2, deadlineHours: 0, open: true })).id;
};
/** Somebody whose cash the clock gave back, so that it waits at the desk. */
const owedCash = async () => {
  const id = await joined(await openedPlay());
  await desk.act(async (ctx) => {
    const { play, ticket } = await lockTicket(ctx, id);
    await refundUnattended(ctx, play, ticket, "人数不足");
  });
  return id;
};
let pools = 0;
/** One session of the pool, at a time of its own. */
const poolPlan = (): Input<typeof capacitySessions.plan> => {
  const n = pools++;
  const day = addDays("2026-11-23", Math.floor(n / 14));
  const slots = [{ start: at(6 + (n % 14)), end: at(7 + (n % 14)) }];
  return { hallId: "h-s", from: day, to: day, weekdays: [1, 2, 3, 4, 5, 6, 7], slots, name: "", price: "30.00", maxPlace: 20 };
};
const poolSession = async (onShelf = false) => {
  const terms = poolPlan();
  await client.ok(capacitySessions.plan, { ...terms, onShelf });
  const { content } = await client.ok(capacitySessions.list, { day: terms.from });
  return content.find((one) => one.startTime === terms.slots[0]?.start && one.hallId === "h-s")?.id ?? "";
};

const cases: readonly Case[] = [
  about(booking.create, async () => ({ ...freeHour(), mode: "pay" as const, name: "王伟", payments: cash("50.00") }), { name: "张强" }),
  about(booking.pay, async () => ({ id: (await held()).id, payments: cash("50.00") }), { payments: [{ type: "WeChat", amount: "50.00" }] }),
  // Every way to pay by card; the price in money is not asked for then.
  about(booking.create, async () => ({ ...freeHour(), mode: "pay" as const, ...(await carded()) }), { remark: "别的" }),
  about(booking.pay, cardedHold, { payments: cash("50.00"), cards: [] }),
  about(
    booking.payPart,
    async () => {
      const { memberId, cards: one } = await carded();
      await server.database
        .dbFor(VENUE)
        .updateTable("holding")
        .set({ times: 1 })
        .where("id", "=", one[0]?.holdingId ?? "")
        .execute();
      const { day, courts } = dawn();
      const runs = courts.map((placeId) => ({ placeId, start: at(6), end: at(7) }));
      return { id: (await book(desk, { day, runs, mode: "hold", memberId })).id, cards: one };
    },
    { payments: cash("10.00"), cards: [] },
  ),
  about(
    booking.extend,
    async () => {
      const { memberId, cards: one } = await carded();
      const { day, courts } = dawn();
      const runs = [{ placeId: courts[0], start: at(6), end: at(7) }];
      const order = await payFor(desk, await book(desk, { day, runs, mode: "hold", memberId }));
      return { id: order.id, lineId: order.lines[0]?.id ?? "", end: at(8), cards: one };
    },
    { end: at(7, 30) },
  ),
  about(waitlist.accept, async () => ({ id: await offered(), mode: "pay" as const, payments: cash("50.00") }), {
    mode: "hold",
    payments: [],
  }),
  about(sale.create, async () => goods((await held()).id), { remark: "别的" }),
  about(sale.modify, () => Promise.resolve(hanging), { remark: "别的" }),
  about(sale.recall, async () => ({ id: await hung() }), { id: "x" }),
  about(sale.remove, async () => ({ id: await hung(), reason: "客人走了" }), { reason: "点错了" }),
  about(sale.printed, async () => ({ id: (await client.ok(sale.create, goods((await held()).id))).id }), { id: "x" }),
  about(sale.settleDeposit, async () => ({ itemId: await lent(), keep: "1.00", reason: "划痕" }), { keep: "2.00" }),
  about(sale.returns, async () => ({ ...(await soldGoods()), reason: "拿错了" }), { reason: "没开封" }),
  about(booking.cancel, async () => ({ id: (await paidOrder()).id, reason: "客人有事" }), { reason: "场地维修" }),
  about(booking.reserve, async () => ({ id: (await held()).id }), { id: "x" }),
  about(booking.payPart, async () => ({ id: (await held()).id, payments: cash("20.00") }), { payments: cash("30.00") }),
  about(booking.refundAmount, async () => ({ id: (await paidOrder()).id, amount: "10.00", reason: "灯坏了" }), { amount: "20.00" }),
  about(
    booking.refundLines,
    async () => {
      const { id, lineId } = await evening();
      return { id, lineIds: [lineId], reason: "少打一场" };
    },
    { reason: "人不够" },
  ),
  about(booking.move, async () => ({ ...(await evening()), payments: cash("40.00") }), { payments: cash("41.00") }),
  about(
    booking.extend,
    async () => {
      const { id, lineId } = await evening();
      return { id, lineId, end: at(20, 30), payments: cash("40.00") };
    },
    { payments: cash("41.00") },
  ),
  about(
    booking.modifyPolicy,
    () => {
      const holdMinutes = 20 + (made++ % 200);
      return Promise.resolve({
        holdMinutes,
        freeCancelHours: 24,
        lateCancelPercent: 20,
        daysAhead: 30,
        purseOrder: "principalFirst" as const,
        noShowPercent: 100,
        offerMinutes: 20,
        earlyCheckInMinutes: 60,
      });
    },
    { offerMinutes: 30 },
  ),
  about(booking.checkIn, async () => ({ id: (await soon()).id }), { undo: true }),
  about(booking.freePlace, async () => ({ ...freeHour(), name: "王伟", reason: "赛事补偿" }), { reason: "其他原因" }),
  about(booking.lock, async () => ({ ...freeHour(), reason: "地板维修" }), { reason: "其他原因" }),
  about(booking.unlock, async () => ({ id: (await client.ok(booking.lock, { ...freeHour(), reason: "地板维修" })).ids[0] ?? "" }), {
    id: "x",
  }),
  about(
    members.create,
    async () => ({ phone: phone(), name: "新会员", cardTypeId: "ct-full", recharge: { pay: "100.00", method: "Cash" } }),
    { name: "别的会员" },
  ),
  about(members.modify, async () => ({ id: await newMember(), phone: "", name: "改名", cardTypeId: "ct-full" }), { name: "另改名" }),
  about(members.setState, async () => ({ id: await newMember(), action: "freeze" as const, reason: "本人要求" }), { reason: "卡片遗失" }),
  about(members.renew, async () => ({ id: await endingMember(), months: 3 }), { months: 6 }),
  about(members.setLevel, async () => ({ id: await newMember(), cardTypeId: "ct-85" }), { cardTypeId: "ct-full" }),
  about(members.replaceCard, async () => ({ id: await newMember(), cardNo: `R-${made++}` }), { cardNo: "R-other" }),
  about(members.tag, async () => ({ id: await newMember(), tag: "少儿" }), { tag: "羽毛球" }),
  about(members.phone, async () => ({ id: await newMember() }), { id: "m-1" }),
  about(members.recharge, async () => ({ memberId: await newMember(), pay: "100.00", method: "WeChat" }), { pay: "200.00" }),
  about(
    callsOf(accountLogs).revocation,
    async () => ({
      id: (await client.ok(members.recharge, { memberId: await newMember(), pay: "100.00", method: "WeChat" })).id,
      reason: "充错了",
    }),
    { reason: "客人反悔" },
  ),
  about(
    memberRecords.revokePaid,
    async () => {
      const fees = { due: "20.00", method: "WeChat" as const };
      const { id } = await client.ok(members.create, { phone: phone(), name: "押金会员", cardTypeId: "ct-fee", fees });
      const paid = (await client.ok(members.timeline, { id })).content.flatMap(({ revocable }) => revocable ?? []);
      return { kind: "cardFee" as const, id: paid[0]?.id ?? "", reason: "不要卡了" };
    },
    { reason: "客人反悔" },
  ),
  about(sale.create, async () => ({ lines: [{ productId: "water", quantity: 1 }], payments: cash("3.33") }), { remark: "别的" }),
  about(
    sale.settleKept,
    () => {
      const keptByTill = { key: String(made++).padStart(32, "0"), at: NOW.toISOString(), prices: [{ productId: "water", price: "3.33" }] };
      const lines = [{ productId: "water", quantity: 1 }];
      return Promise.resolve({ lines, payments: cash("3.33"), keptByTill, how: "found" as const, reason: "货架上点到了" });
    },
    { reason: "门口点到了" },
  ),
  about(sale.amountAndCode, async () => ({ amount: 1999, code: `13${String(made++).padStart(15, "0")}0` }), { amount: 2999 }),
  about(
    sale.refundCollection,
    async () => {
      const { paymentId } = await client.ok(sale.amountAndCode, { amount: 1999, code: `13${String(made++).padStart(15, "0")}0` });
      return { paymentId, amount: "5.00", reason: "多收了" };
    },
    { amount: "6.00" },
  ),
  about(sale.retryRefund, async () => ({ refundId: await refusedRefund() }), { refundId: "x" }),
  about(sale.payOutRefund, async () => ({ refundId: await refusedRefund(), type: "Cash" as const, reason: "渠道退不了" }), {
    type: "Other",
  }),
  about(cards.sell, async () => ({ memberId: await newMember(), packageCardId: "pk", payments: cash("100.00") }), { remark: "别的" }),
  about(cards.use, async () => ({ holdingId: await holdingOf(), times: 1 }), { times: 2 }),
  about(fixed.create, async () => ({ ...weekly(), activate: true, payments: cash("200.00") }), { name: "别的社" }),
  about(fixed.modify, async () => ({ ...weekly(), id: await draftTerm() }), { name: "别的社" }),
  about(fixed.activate, async () => ({ id: await draftTerm(), payments: cash("200.00") }), {
    payments: [{ type: "WeChat", amount: "200.00" }],
  }),
  about(fixed.pause, async () => ({ id: (await term()).id, reason: "出差" }), { reason: "受伤" }),
  about(fixed.resume, async () => ({ id: await pausedTerm() }), { choices: [{ day: "2027-01-01", placeId: "b-1", swapTo: null }] }),
  about(
    fixed.renew,
    async () => {
      const { id, to } = await term();
      return { id, to: addDays(to, 7), payments: cash("100.00") };
    },
    { payments: [{ type: "WeChat", amount: "100.00" }] },
  ),
  about(fixed.decline, async () => ({ id: (await term()).id }), { id: "x" }),
  about(fixed.leave, async () => ({ ...(await firstOf()), reason: "出差" }), { reason: "受伤" }),
  about(fixed.move, async () => later(await term()), { placeId: "k-east" }),
  about(fixed.cancel, async () => ({ ...(await firstOf()), reason: "缩短" }), { reason: "其他" }),
  about(fixed.pay, async () => ({ id: (await term()).id, payments: cash("50.00") }), { payments: [{ type: "WeChat", amount: "50.00" }] }),
  about(fixed.end, async () => ({ id: (await term()).id, reason: "搬家" }), { fee: "1.00" }),
  about(capacitySessions.checkIn, async () => ({ id: await seatsOf("hb"), entered: 1 }), { entered: 2 }),
  about(capacitySessions.giveBand, async () => ({ id: await seatsOf("hb"), code: `B-${++bandsOut}` }), { code: "B-other" }),
  about(capacitySessions.scan, async () => ({ code: `S-${++bandsOut}`, lastId: await seatsOf("hb") }), { code: "S-other" }),
  about(capacitySessions.settleBand, async () => ({ id: await bandOut() }), { lost: true }),
  about(capacitySessions.cancelBooking, async () => ({ id: await seatsOf("hb"), reason: "客人有事" }), { reason: "水质检测" }),
  about(capacitySessions.plan, async () => poolPlan(), { name: "别的" }),
  about(capacitySessions.modify, async () => ({ id: await poolSession(), name: "早场", price: "40.00", maxPlace: 30 }), { maxPlace: 31 }),
  about(capacitySessions.shelve, async () => ({ ids: [await poolSession()], onShelf: true }), { onShelf: false }),
  about(
    capacitySessions.cancel,
    async () => {
      const id = await poolSession(true);
      await seatsOf(id);
      return { id, reason: "水质检测" };
    },
    { reason: "停电" },
  ),
  about(openPlay.create, async () => ({ ...playTerms(), open: true }), { title: "单打局" }),
  about(
    openPlay.modify,
    async () => {
      const terms = playTerms();
      const { id } = await client.ok(openPlay.create, terms);
      return { ...terms, id, title: "新手局" };
    },
    { title: "单打局" },
  ),
  about(openPlay.open, async () => ({ id: (await client.ok(openPlay.create, playTerms())).id }), { id: "x" }),
  about(openPlay.join, async () => ({ id: await openedPlay(), attendees: 1, name: "王伟", payments: cash("45.00") }), { name: "张强" }),
  about(openPlay.checkIn, async () => ({ id: await joined(await playToday()), entered: 1 }), { entered: 2 }),
  about(openPlay.leave, async () => ({ id: await joined(await openedPlay()), reason: "客人有事" }), { reason: "受伤了" }),
  about(
    openPlay.cancel,
    async () => {
      const id = await openedPlay();
      await joined(id);
      return { id, reason: "下雨了" };
    },
    { reason: "停电了" },
  ),
  about(openPlay.payOut, async () => ({ id: await owedCash() }), { id: "x" }),
  about(capacitySessions.book, async () => ({ id: "hb", attendees: 1, name: "王伟", payments: cash("30.00") }), { name: "张强" }),
];
const nameOf = (call: Call): string => calls.find((one) => one.call === call)?.name ?? "?";

/** Every venue table by number of rows, and what purses, stock, cards and sessions hold. */
async function figures(): Promise<Record<string, number>> {
  const tables = await countRows(server.url, VENUE);
  const sums = await query<{ what: string; sum: number }>(
    server.url,
    `SELECT 'balance ' || account AS what, sum(amount)::float8 AS sum FROM balance WHERE venue_id = $1 GROUP BY account
     UNION ALL SELECT 'posted ' || account, sum(amount)::float8 FROM posting WHERE venue_id = $1 GROUP BY account
     UNION ALL SELECT 'stock', sum(quantity)::float8 FROM stock WHERE venue_id = $1
     UNION ALL SELECT 'used', sum(used)::float8 FROM holding WHERE venue_id = $1
     UNION ALL SELECT 'seats', sum(left_place)::float8 FROM hall_booking WHERE venue_id = $1
     UNION ALL SELECT 'open play', sum(left_heads)::float8 FROM open_play WHERE venue_id = $1`,
    [VENUE],
  );
  return { ...tables, ...Object.fromEntries(sums.map(({ what, sum }) => [what, sum])) };
}
/** Measures the change that a piece of work makes in the figures. */
async function effectOf<T>(work: () => Promise<T>): Promise<{ result: T; effect: Record<string, number> }> {
  const before = await figures();
  const result = await work();
  const after = await figures();
  const changed = Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)] as const);
  return { result, effect: Object.fromEntries(changed.filter(([, change]) => change !== 0)) };
}

let keys = 0;
const newKey = (): string => `proof-${keys++}`;
const send = async (call: Call, input: unknown, key: string, origin = server.origin): Promise<string> => {
  const headers = { "content-type": "application/json", access_token: client.token, sourceId: VENUE, "idempotency-key": key };
  return (await fetch(`${origin}${call.path}`, { method: "POST", headers, body: JSON.stringify(input) })).text();
};
const codeOf = (answer: string): number => (JSON.parse(answer) as Envelope).code;

const seen = { calls: 0, replays: 0, crowds: 0, otherBodies: 0, withheld: 0, foreign: 0 };
const whatever = new Set<string>();
afterAll(() => console.log(`idempotency: ${JSON.stringify(seen)}, crowd of ${CROWD}; taken whatever the id: ${[...whatever].join(", ")}`));

/** In the short form each call has one of the two ways in which a request comes twice. */
const tried = cases.map((one, i) => ({ name: nameOf(one.call), ...one, crowds: FULL || i % 2 === 0, loses: FULL || i % 2 === 1 }));

describe.each(tried)("$name", ({ call, ready, other, crowds, loses }) => {
  /** Effect of one execution of the call. */
  let single: Record<string, number>;
  beforeAll(async () => {
    seen.calls++;
    // The first of a kind may open a shift or a counter; the second is what every later one does.
    expect(codeOf(await send(call, await ready(), newKey()))).toBe(200);
    const input = await ready();
    const { result, effect } = await effectOf(() => send(call, input, newKey()));
    expect(codeOf(result)).toBe(200);
    expect(effect).not.toEqual({});
    single = effect;
  });

  it("gives the same key its first answer and changes nothing; another body under it is refused", async () => {
    const input = await ready();
    const key = newKey();
    const first = await send(call, input, key);
    expect(codeOf(first)).toBe(200);
    const before = await snapshot(server.url, VENUE);
    expect(await send(call, input, key)).toBe(first);
    expect(await snapshot(server.url, VENUE)).toEqual(before);
    seen.replays++;
    const refused = await send(call, { ...input, ...other }, key);
    expect(codeOf(refused)).toBe(422);
    expect(await snapshot(server.url, VENUE)).toEqual(before);
    seen.otherBodies++;
  });

  it.runIf(loses)("takes ids of another venue for ids that nobody has", async () => {
    const input = await ready();
    await makeTwinAnew();
    const twin = await snapshot(server.url, TWIN);
    const all = new Set([...(await idsOf(server.url, VENUE)).values()].flat());
    const asked = async (one: Call, body: unknown): Promise<Envelope> => JSON.parse(await send(one, body, newKey())) as Envelope;
    const wrong: (string | undefined)[] = [];
    for (const path of pathsOf(input, (text) => all.has(text))) {
      const answer = await sendForeign(asked, call, input, path);
      seen.foreign++;
      if (answer.taken) whatever.add(`${nameOf(call)} ${fieldAt(path)}`);
      if (answer.wrong !== undefined) wrong.push(answer.wrong);
    }
    expect(wrong).toEqual([]);
    expect(await snapshot(server.url, TWIN)).toEqual(twin);
    // It was a body that works, or nothing was asked.
    expect(codeOf(await send(call, input, newKey()))).toBe(200);
  });

  it.runIf(crowds)("acts once for a crowd with one key, and answers all alike", async () => {
    const input = await ready();
    const key = newKey();
    const { result, effect } = await effectOf(() => Promise.all(Array.from({ length: CROWD }, () => send(call, input, key))));
    expect(result.map(codeOf)).toEqual(result.map(() => 200));
    expect(new Set(result).size).toBe(1);
    expect(effect).toEqual(single);
    seen.crowds++;
  });

  it.runIf(loses)("acts once when the answer was lost and the client asks again", async () => {
    const input = await ready();
    const key = newKey();
    const { result, effect } = await effectOf(async () => {
      line.fail(call.path, "withheld");
      await expect(send(call, input, key, line.origin)).rejects.toThrow();
      return send(call, input, key, line.origin);
    });
    expect(codeOf(result)).toBe(200);
    expect(effect).toEqual(single);
    seen.withheld++;
  });
});

describe("the proof itself", () => {
  it("looks at every served call that moves money or occupancy", () => {
    const served = allRoutes({ dataDir: "unused" }).map((route) => route.call);
    const domains = /^(booking|fixed|members|finance|sale|cards|capacitySessions|openPlay|stock)\./;
    const due = calls.filter(({ name, call }) => call.effect && served.includes(call) && domains.test(name));
    expect(due.map(({ name }) => name).filter((name) => !cases.some((one) => nameOf(one.call) === name))).toEqual([]);
  });

  it("finds two effects where the same thing is requested under two keys", async () => {
    const [recharge] = cases.filter((one) => one.call === members.recharge);
    if (!recharge) throw new Error("no case of a recharge");
    const input = await recharge.ready();
    const { effect } = await effectOf(async () => {
      for (const key of [newKey(), newKey()]) expect(codeOf(await send(members.recharge, input, key))).toBe(200);
    });
    expect(effect).toMatchObject({ recharge: 2, ledger_tx: 2, "balance purse.principal": 20_000 });
  });

  it("leaves books in order", async () => {
    expect(await checkLedger(server.database.dbFor(VENUE), VENUE)).toEqual([]);
  });
});
