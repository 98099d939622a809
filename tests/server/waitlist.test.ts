/** The waitlist: slots that come free go to those who wait, in order, and to nobody in between. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import type { Input } from "../../src/contract/core/call";
import { messages } from "../../src/contract/messages/messages";
import { addDays, MINUTE } from "../../src/contract/core/time";
import { waitlist } from "../../src/contract/waitlist/waitlist";
import { grid } from "../../src/server/domains/booking/grid";
import { bookingJobs } from "../../src/server/domains/booking/jobs";
import { lock, unlock } from "../../src/server/domains/booking/lock";
import { move } from "../../src/server/domains/booking/move";
import { releaseCells } from "../../src/server/kernel/occupancy/release";
import { view } from "../../src/server/domains/booking/view";
import { accept, requeue, withdraw } from "../../src/server/domains/waitlist/answer";
import { waitlistJobs } from "../../src/server/domains/waitlist/jobs";
import { join } from "../../src/server/domains/waitlist/join";
import { entryOf, list } from "../../src/server/domains/waitlist/list";
import { messageServices } from "../../src/server/domains/messages/messages";
import { checkLedger } from "../../src/server/ledger/check";
import { at, book, cancelled, countRows, payFor, refusalOf, seedBooking } from "../support/booking";
import { addVenue, type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterAll(async () => {
  expect(await checkLedger(t.database.dbFor(t.venue.id), t.venue.id)).toEqual([]);
  await t.close();
});

const morning = new Date("2026-11-21T02:00:00Z");
let days = 0;
const newDay = (): string => addDays("2026-11-23", days++);
const jobs = async (): Promise<void> => {
  for (const job of [...bookingJobs, ...waitlistJobs]) await t.act(job.run, { action: job.name });
};
const later = async (minutes: number, work: () => Promise<unknown>): Promise<void> => {
  t.now = new Date(morning.getTime() + minutes * MINUTE);
  await work().finally(() => (t.now = morning));
};
const hour = { start: at(20), end: at(21) };
const run = (placeId: string) => ({ placeId, ...hour });
let joined = 0;
/** Each joins a millisecond after the one before. */
async function waits(day: string, name: string, extra: Partial<Input<typeof waitlist.join>> = {}) {
  const input = waitlist.join.input.parse({ day, ...hour, programId: "g-b", placeId: "b-1", name, ...extra });
  const before = t.now;
  t.now = new Date(before.getTime() + ++joined);
  return t.act((ctx) => join(ctx, input)).finally(() => (t.now = before));
}
const entry = (id: string) => t.look((ctx) => entryOf(ctx, id));
const order = (id: string | null) => t.look((ctx) => view(ctx, { id: id ?? "" }));

describe("the waitlist", () => {
  it("takes who wishes what is taken, once, and nobody who could book", async () => {
    const day = newDay();
    expect((await refusalOf(waits(day, "甲"))).key).toBe("waitlistFree");
    await book(t, { day, runs: [run("b-1")], mode: "reserve" });
    expect(await waits(day, "甲")).toMatchObject({ state: "waiting", position: 1, placeName: "1", programName: "羽毛球" });
    expect(await waits(day, "乙")).toMatchObject({ position: 2 });
    expect((await refusalOf(waits(day, "甲"))).text("zh")).toBe("甲 已在排队等候同一时段");
    expect((await refusalOf(waits(day, "丙", { start: at(5), end: at(6) }))).key).toBe("slotClosed");
    expect(() => waitlist.join.input.parse({ day, ...hour, programId: "g-b" })).toThrow();
    const page = await t.look((ctx) => list(ctx, waitlist.list.input.parse({ from: day, to: day })));
    expect(page.content.map((one) => one.name)).toEqual(["甲", "乙"]);
  });

  it("offers a cancellation to the first at once: nobody can book in between, and the desk gets a message", async () => {
    const day = newDay();
    const holder = await book(t, { day, runs: [run("b-1")], mode: "reserve" });
    const first = await waits(day, "甲", { phone: "13800001111" });
    const second = await waits(day, "乙");
    await cancelled(t, holder.id);
    const offered = await entry(first.id);
    expect(offered).toMatchObject({ state: "offered", offerPlaceName: "1 号 20:00–21:00", position: null });
    expect(offered.offerUntil).toBe(new Date(morning.getTime() + 20 * MINUTE).toISOString());
    expect(await order(offered.orderId)).toMatchObject({ orderStatus: "held", name: "甲", holdUntil: offered.offerUntil });
    expect((await entry(second.id)).position).toBe(1);
    expect((await refusalOf(book(t, { day, runs: [run("b-1")] }))).data).toMatchObject({ holder: { name: "甲" } });
    const answer = await t.look((ctx) => grid(ctx, booking.grid.input.parse({ day })));
    expect(answer.bookings.map((one) => [one.name, one.offer])).toEqual([["甲", true]]);
    expect(answer.waiting).toEqual([{ day, programId: "g-b", placeId: "b-1", ...hour, count: 1 }]);
    const told = await t.database.dbFor("v-1").selectFrom("message").selectAll().where("resource_id", "=", offered.orderId).execute();
    expect(told.map((message) => message.title)).toEqual([`候补有场：甲 1 号 ${day} 20:00–21:00`]);
    expect(told[0]?.text).toContain("138****1111");
    const inEnglish = await t.look((ctx) => messageServices.list(ctx, messages.list.input.parse({ venueId: "v-1" })), { language: "en" });
    expect(inEnglish.content.find(({ id }) => id === told[0]?.id)?.title).toBe(`Free for the waitlist: 甲, Court 1 ${day} 20:00–21:00`);
  });

  it("offers a cancellation also while a round of the clock that found nothing free has yet to end", async () => {
    const day = newDay();
    const holder = await book(t, { day, runs: [run("b-1")], mode: "reserve" });
    const first = await waits(day, "甲");
    await t.act(async (ctx) => {
      for (const job of waitlistJobs) await job.run(ctx);
      await cancelled(t, holder.id);
    });
    expect((await entry(first.id)).state).toBe("offered");
    expect((await refusalOf(book(t, { day, runs: [run("b-1")] }))).data).toMatchObject({ holder: { name: "甲" } });
  });

  it("passes an offer that lapses on to the next; who lapsed may queue again once, at the end", async () => {
    const day = newDay();
    const holder = await book(t, { day, runs: [run("b-1")], mode: "reserve" });
    const [first, second] = [await waits(day, "甲"), await waits(day, "乙")];
    await cancelled(t, holder.id);
    await later(20, async () => {
      expect((await entry(first.id)).state).toBe("lapsed");
      expect((await refusalOf(t.act((ctx) => accept(ctx, waitlist.accept.input.parse({ id: first.id, mode: "hold" }))))).key).toBe(
        "wrongState",
      );
      await jobs();
      expect([(await entry(first.id)).state, (await entry(second.id)).state]).toEqual(["lapsed", "offered"]);
      expect(await t.act((ctx) => requeue(ctx, { id: first.id }))).toMatchObject({ state: "waiting", position: 1, mayRequeue: false });
    });
    await later(41, jobs);
    expect((await entry(first.id)).state).toBe("offered");
    await later(62, async () => {
      await jobs();
      expect((await refusalOf(t.act((ctx) => requeue(ctx, { id: first.id })))).key).toBe("requeueOnce");
    });
  });

  it.each([
    ["hold", [], { orderStatus: "held", payStatus: "unpaid" }],
    ["reserve", [], { orderStatus: "reserved", holdUntil: null }],
    ["pay", [{ type: "Cash", amount: "80" }], { orderStatus: "paid", paid: "80.00" }],
  ] as const)("accepts an offer: %s", async (mode, payments, expected) => {
    const day = "2026-12-14";
    const holder = await book(t, { day, runs: [run("b-1")], mode: "reserve" });
    const one = await waits(day, `候补 ${mode}`);
    await cancelled(t, holder.id);
    const input = waitlist.accept.input.parse({ id: one.id, mode, payments });
    const made = await t.act((ctx) => accept(ctx, input));
    expect(made).toMatchObject(expected);
    expect((await entry(one.id)).state).toBe("accepted");
    await cancelled(t, made.id);
    expect((await entry(one.id)).state).toBe("accepted");
  });

  it("is accepted once, however many accept it at once and however", async () => {
    const day = newDay();
    const holder = await book(t, { day, runs: [run("b-1")], mode: "reserve" });
    const one = await waits(day, "甲");
    await cancelled(t, holder.id);
    const input = waitlist.accept.input.parse({ id: one.id, mode: "hold" });
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => t.act((ctx) => accept(ctx, input))));
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    expect((await refusalOf(t.act((ctx) => accept(ctx, { ...input, mode: "reserve" })))).key).toBe("wrongState");
  });

  it("is accepted by paying the order that was offered, in whole at the grid", async () => {
    const day = newDay();
    const holder = await book(t, { day, runs: [run("b-1")], mode: "reserve" });
    const one = await waits(day, "甲");
    await cancelled(t, holder.id);
    const { orderId } = await entry(one.id);
    await payFor(t, await order(orderId));
    expect((await entry(one.id)).state).toBe("accepted");
  });

  it("offers what a withdrawal, a move, an unlocking or anything else frees, and to who wants any place the nearest free", async () => {
    const day = newDay();
    const courts = Array.from({ length: 10 }, (_, i) => run(`b-${i + 1}`));
    const { ids } = await t.act((ctx) => lock(ctx, booking.lock.input.parse({ day, runs: courts, reason: "维修" })));
    const [first, second, third, fourth] = [
      await waits(day, "甲", { placeId: undefined }),
      await waits(day, "乙", { placeId: undefined }),
      await waits(day, "丙", { placeId: undefined }),
      await waits(day, "丁", { placeId: undefined }),
    ];
    await t.act((ctx) => unlock(ctx, { id: ids[3] ?? "" }));
    expect((await entry(first.id)).offerPlaceName).toBe("4 号 20:00–21:00");
    await t.act((ctx) => withdraw(ctx, { id: first.id }));
    expect([(await entry(first.id)).state, (await entry(second.id)).state]).toEqual(["withdrawn", "offered"]);
    const { orderId } = await entry(second.id);
    const paid = await payFor(t, await order(orderId));
    const to = { placeId: "b-4", start: at(9), end: at(10), day };
    const line = paid.lines[0]?.id ?? "";
    await t.act((ctx) => move(ctx, booking.move.input.parse({ id: paid.id, lineId: line, to })));
    expect((await entry(third.id)).state).toBe("offered");
    // Freed by whatever way, even one that knows nothing of a waitlist.
    await t.act(async (ctx) => {
      await ctx.db
        .updateTable("place_lock")
        .set({ status: "released" })
        .where("id", "=", ids[7] ?? "")
        .execute();
      await releaseCells(ctx, [ids[7] ?? ""]);
    });
    await jobs();
    expect((await entry(fourth.id)).offerPlaceName).toBe("8 号 20:00–21:00");
  });

  it("expires with the hour, and skips a member who may not book now", async () => {
    const day = newDay();
    const holder = await book(t, { day, runs: [run("b-1")], mode: "reserve" });
    const frozen = await waits(day, "", { memberId: "m-2", name: undefined });
    const next = await waits(day, "乙");
    const db = t.database.dbFor("v-1");
    await db.updateTable("member").set({ state: "frozen" }).where("id", "=", "m-2").execute();
    await cancelled(t, holder.id);
    expect([(await entry(frozen.id)).state, (await entry(next.id)).state]).toEqual(["waiting", "offered"]);
    await db.updateTable("member").set({ state: "active" }).where("id", "=", "m-2").execute();
    t.now = new Date(`${day}T12:00:00Z`);
    expect((await entry(frozen.id)).state).toBe("expired");
    await jobs();
    t.now = morning;
    expect((await db.selectFrom("waitlist_entry").select("state").where("id", "=", frozen.id).executeTakeFirstOrThrow()).state).toBe(
      "expired",
    );
  });

  it("offers no slot at times at which its hall is closed, nor on a day on which the venue is", async () => {
    const db = t.database.dbFor("v-1");
    const closedTimes = (text: string) => db.updateTable("hall").set({ closed_times: text }).where("id", "=", "h-b").execute();
    const [noon, shut] = [newDay(), newDay()];
    const holders = [];
    for (const day of [noon, shut]) holders.push(await book(t, { day, runs: [run("b-1")], mode: "reserve" }));
    const [one, two] = [(await waits(noon, "甲")).id, (await waits(shut, "乙")).id];
    await closedTimes(JSON.stringify([{ weekdays: [], start: at(20, 30), end: at(22) }]));
    await db.insertInto("holiday").values({ venue_id: "v-1", day: shut, name: "检修", kind: "closed", priced_as: 1 }).execute();
    for (const holder of holders) await cancelled(t, holder.id);
    await jobs();
    expect([(await entry(one)).state, (await entry(two)).state]).toEqual(["waiting", "waiting"]);
    expect((await refusalOf(waits(noon, "丁"))).key).toBe("slotClosed");
    expect((await refusalOf(waits(noon, "丁", { placeId: undefined }))).key).toBe("slotClosed");
    await closedTimes("[]");
    await jobs();
    expect([(await entry(one)).state, (await entry(two)).state]).toEqual(["offered", "waiting"]);
    expect((await refusalOf(waits(shut, "戊"))).key).toBe("slotClosed");
  });

  it("queues one person once, however many desks do so at once, and who queues again after a lapse", async () => {
    for (const extra of [{ phone: "13811112222" }, { memberId: "m-2", name: undefined }]) {
      const day = newDay();
      const holder = await book(t, { day, runs: [run("b-1")], mode: "reserve" });
      const desks = await Promise.allSettled(Array.from({ length: 6 }, () => waits(day, "甲", extra)));
      const [won, ...more] = desks.flatMap((desk) => (desk.status === "fulfilled" ? [desk.value] : []));
      expect(more).toEqual([]);
      for (const desk of desks) if (desk.status === "rejected") expect(desk.reason).toMatchObject({ key: "waitlistTwice" });
      await cancelled(t, holder.id);
      await later(21, async () => {
        await jobs();
        expect((await entry(won?.id ?? "")).state).toBe("lapsed");
        await book(t, { day, runs: [run("b-1")], mode: "reserve" });
        await waits(day, "甲", extra);
        expect((await refusalOf(t.act((ctx) => requeue(ctx, { id: won?.id ?? "" })))).key).toBe("waitlistTwice");
      });
    }
  });

  it("of another venue is neither seen nor moved", async () => {
    const day = newDay();
    await book(t, { day, runs: [run("b-1")], mode: "reserve" });
    const one = await waits(day, "甲");
    await addVenue(t.database, "v-2");
    const other = { venue: { ...t.venue, id: "v-2" } };
    const before = await countRows(t);
    for (const act of [withdraw, requeue]) expect((await refusalOf(t.act((ctx) => act(ctx, { id: one.id }), other))).key).toBe("missing");
    expect((await t.look((ctx) => list(ctx, waitlist.list.input.parse({})), other)).totalElements).toBe(0);
    expect(await countRows(t)).toEqual(before);
  });
});
