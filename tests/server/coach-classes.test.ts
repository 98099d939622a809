/** Classes of coaches: courts, places, money, the coach's share, and the report that sums it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import { addDays, dayOf, DEFAULT_ZONE, instant } from "../../src/contract/core/time";
import { venueRow } from "../../src/server/demo/setup";
import { sellCard } from "../../src/server/domains/cards/sell";
import { coachJobs } from "../../src/server/domains/coaches/classes";
import type { Ctx, VenueRow } from "../../src/server/http/context";
import { change, systemRequest } from "../../src/server/http/perform";
import { checkLedger } from "../../src/server/ledger/check";
import { seedBooking } from "../support/booking";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";
import type { TestVenue } from "../support/venue";

let server: TestServer;
let admin: Client;
let venue: VenueRow;
let coach: string;
let n = 500;
const TODAY = dayOf(Date.now(), DEFAULT_ZONE);
/** Each test has a day of its own. */
let ahead = 1;
let DAY = addDays(TODAY, ahead);
const act = <T>(service: (ctx: Ctx) => Promise<T>, now = new Date()): Promise<T> =>
  change(server.database, systemRequest(venue, "test", now), service);
beforeAll(async () => {
  server = await testServer();
  venue = await venueRow(server.database.dbFor("v-1"), "v-1");
  const t: TestVenue = {
    url: server.url,
    database: server.database,
    venue,
    now: new Date(),
    act: (service) => act(service),
    look: (service) => act(service),
    close: () => server.close(),
  };
  await seedBooking(t);
  admin = await server.as("admin");
});
afterAll(() => server.close());
beforeEach(async () => {
  DAY = addDays(TODAY, ++ahead);
  coach = await makeCoach();
});
afterEach(async () => {
  expect(await checkLedger(server.database.dbFor("v-1"), "v-1")).toEqual([]);
});

async function makeCoach(): Promise<string> {
  const i = ++n;
  const draft = {
    name: `教练${i}`,
    phone: `1370000${String(i).padStart(4, "0")}`,
    programs: ["羽毛球"],
    level: "senior",
    hourPrice: "200",
    share: 60,
  } as const;
  const { id } = await admin.ok(api.coaches.create, { ...draft, programs: ["羽毛球"] });
  await admin.ok(api.coaches.approve, { id });
  return id;
}
const terms = (more: object = {}) => ({
  title: "成人提高班",
  coach,
  place: "b-1",
  day: DAY,
  start: 600,
  minutes: 90,
  capacity: 2,
  price: "100",
  weeks: 1,
  ...more,
});
const plan = (more: object = {}) => admin.call(api.coachClasses.create, terms(more));
const made = async (more: object = {}) => (await admin.ok(api.coachClasses.create, terms(more))).id;
const join = (coachClass: string, more: object = {}) =>
  admin.call(api.coachBookings.create, { coachClass, name: "散客", payBy: "WeChat", ...more });
const see = (id: string) => admin.ok(api.coachClasses.view, { id });
const sum = async (account: string, where: string, value: string): Promise<number> => {
  const [row] = await query<{ sum: number }>(
    server.url,
    `SELECT coalesce(-sum(amount), 0)::int AS sum FROM posting WHERE account = $1 AND ${where} = $2`,
    [account, value],
  );
  return row?.sum ?? 0;
};
const finishAll = async (day = DAY): Promise<void> => {
  for (const job of coachJobs) await act(job.run, instant(day, 1_439, DEFAULT_ZONE));
};

describe("a class in a cart of the till", () => {
  const cart = async (memberId?: string) => {
    const id = await made();
    const items = [{ kind: "class" as const, of: id }];
    return { id, draft: { items, ...(memberId === undefined ? {} : { memberId }) } };
  };
  const split = [
    { type: "Cash" as const, amount: "60.00" },
    { type: "WeChat" as const, amount: "40.00" },
  ];

  it("takes a place, is earned on its day, and goes back to both methods that paid", async () => {
    const { id, draft } = await cart("m-1");
    const sold = await admin.ok(api.sale.create, { ...draft, payments: split });
    expect(sold).toMatchObject({ total: "0.00", due: "100.00", items: [{ kind: "class", total: "100.00" }] });
    expect(await see(id)).toMatchObject({ booked: 1, income: "100.00" });
    const [booking] = (await admin.ok(api.coachBookings.list, { coachClass: [id] })).content;
    expect(booking).toMatchObject({ member: "m-1", payBy: "till", amount: "100.00", no: sold.items[0]?.no });
    await admin.ok(api.coachBookings.cancel, { id: booking?.id ?? "", reason: "来不了" });
    const back = await query<{ type: string; refunded: number }>(
      server.url,
      "SELECT type, refunded::int AS refunded FROM payment WHERE document_id = $1 ORDER BY type",
      [booking?.id],
    );
    expect(back).toEqual([
      { type: "Cash", refunded: 6000 },
      { type: "WeChat", refunded: 4000 },
    ]);
  });

  it("takes no second place for the member, and nobody's once it is full; nothing is charged", async () => {
    const { id, draft } = await cart("m-1");
    await admin.ok(api.sale.create, { ...draft, payments: split });
    expect((await admin.call(api.sale.create, { ...draft, payments: split })).code).not.toBe(200);
    await admin.ok(api.sale.create, { items: draft.items, payments: split });
    expect((await admin.call(api.sale.create, { items: draft.items, payments: split })).code).not.toBe(200);
    expect(await see(id)).toMatchObject({ booked: 2, income: "200.00" });
  });

  it("is no method that a person may say of a booking", async () => {
    const id = await made();
    expect((await join(id, { payBy: "till" })).code).toBe(400);
  });
});

describe("planning a class", () => {
  it("takes the court, which nobody else gets until the class is cancelled", async () => {
    const id = await made();
    const other = await makeCoach();
    expect((await plan({ coach: other, start: 660 })).code).not.toBe(200);
    expect((await plan({ coach: other, start: 690 })).code).toBe(200);
    await admin.ok(api.coachClasses.cancel, { id, reason: "教练生病" });
    expect((await plan({ coach: other, start: 600 })).code).toBe(200);
  });

  it("refuses a coach who gives another class then, also when two are planned at once", async () => {
    const answers = await Promise.all([plan({ place: "b-2" }), plan({ place: "b-3", start: 660 })]);
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 400]);
    expect((await plan({ place: "b-3", start: 510 })).code).toBe(200);
  });

  it("plans a run of weeks whole or not at all", async () => {
    const other = await makeCoach();
    await made({ coach: other, place: "b-4", day: addDays(DAY, 7) });
    const mine = async () => (await admin.ok(api.coachClasses.list, { coach })).content.map((row) => row.day).sort();
    expect((await plan({ place: "b-4", weeks: 3 })).code).not.toBe(200);
    expect(await mine()).toEqual([]);
    await made({ place: "b-5", weeks: 3 });
    expect(await mine()).toEqual([DAY, addDays(DAY, 7), addDays(DAY, 14)]);
  });

  it("is for coaches who are approved", async () => {
    await admin.ok(api.coaches.suspend, { id: coach, reason: "投诉" });
    expect((await plan()).code).toBe(400);
  });
});

describe("moving a class", () => {
  it("frees its court, takes the other, and earns what was paid on the new day", async () => {
    const id = await made();
    await join(id);
    const to = addDays(DAY, 1);
    await admin.ok(api.coachClasses.move, { id, coach, place: "b-6", day: to, start: 720 });
    expect(await see(id)).toMatchObject({ day: to, start: 720, place: "b-6", booked: 1, income: "100.00" });
    const byDay = await query(
      server.url,
      "SELECT earned_on::text AS day, -sum(amount)::int AS sum FROM posting WHERE account = 'income.coach' AND subject = $1 GROUP BY 1 HAVING sum(amount) <> 0",
      [id],
    );
    expect(byDay).toEqual([{ day: to, sum: 10_000 }]);
    expect((await plan({ coach: await makeCoach() })).code).toBe(200);
  });

  it("leaves the class where it was when the court is taken, and moves by half an hour over itself", async () => {
    const id = await made({ place: "b-7" });
    await made({ coach: await makeCoach(), place: "b-8" });
    expect((await admin.call(api.coachClasses.move, { id, coach, place: "b-8", day: DAY, start: 600 })).code).not.toBe(200);
    expect(await see(id)).toMatchObject({ place: "b-7", start: 600 });
    expect((await plan({ coach: await makeCoach(), place: "b-7" })).code).not.toBe(200);
    await admin.ok(api.coachClasses.move, { id, coach, place: "b-7", day: DAY, start: 630 });
    expect((await see(id)).start).toBe(630);
  });
});

describe("taking part", () => {
  it("is paid, earned on the day of the class, and never passes its places", async () => {
    const id = await made();
    const answers = await Promise.all([join(id), join(id, { name: "乙", payBy: "Alipay" }), join(id, { name: "丙", payBy: "Cash" })]);
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 200, 400]);
    expect(await sum("income.coach", "subject", id)).toBe(20_000);
    expect((await see(id)).booked).toBe(2);
  });

  it("by a member's balance gives it back when it is cancelled", async () => {
    const id = await made();
    const balance = () => sum("purse.principal", "subject", "m-1");
    const before = await balance();
    const { data } = await join(id, { member: "m-1", payBy: "Balance" });
    expect([data.name, data.amount, await balance()]).toEqual(["沈佩仪", "100.00", before - 10_000]);
    expect((await join(id, { member: "m-1", payBy: "Balance" })).code).toBe(400);
    expect(await admin.ok(api.coachBookings.cancel, { id: data.id, reason: "有事" })).toMatchObject({
      state: "cancelled",
      refunded: "100.00",
    });
    expect([await balance(), await sum("income.coach", "subject", id)]).toEqual([before, 0]);
    expect((await admin.call(api.coachBookings.cancel, { id: data.id, reason: "有事" })).code).not.toBe(200);
  });

  it("by a package card takes one use, whose worth the class earns, and gives it back", async () => {
    await server.database
      .dbFor("v-1")
      .insertInto("package_card")
      .values({ venue_id: "v-1", id: "pk", name: "私教 10 次", program_id: "g-b", position: 1, price: 100_000, times: 10, valid_days: 90 })
      .execute();
    const holding = await act((ctx) =>
      sellCard(ctx, { memberId: "m-2", packageCardId: "pk", payments: [{ type: "WeChat", amount: 100_000 }] }),
    );
    const [card] = await query<{ no: string }>(server.url, "SELECT no FROM holding WHERE id = $1", [holding]);
    const used = async () =>
      (await query<{ used: number }>(server.url, "SELECT used::int AS used FROM holding WHERE id = $1", [holding]))[0]?.used;
    const id = await made();
    expect((await join(id, { member: "m-1", payBy: "Card", cardNo: card?.no })).code).toBe(400);
    const { data } = await join(id, { member: "m-2", payBy: "Card", cardNo: card?.no });
    expect([await used(), await sum("income.coach", "subject", id), await sum("income.card_use", "subject", "pk")]).toEqual([1, 10_000, 0]);
    await admin.ok(api.coachBookings.cancel, { id: data.id, reason: "有事" });
    expect([await used(), await sum("income.coach", "subject", id), await sum("card.value", "subject", holding)]).toEqual([0, 0, 100_000]);
  });

  it("by balance or card is for members, and needs somebody", async () => {
    const id = await made();
    expect((await join(id, { payBy: "Balance" })).code).toBe(400);
    expect((await join(id, { name: "" })).code).toBe(400);
  });
});

describe("the end of a class", () => {
  it("credits the coach's share once, after which nothing is refunded, and the report says so", async () => {
    const id = await made();
    const { data } = await join(id);
    await join(id, { name: "乙" });
    expect((await admin.call(api.coachClasses.finish, { id })).code).not.toBe(200);
    await admin.ok(api.coaches.modify, { ...(await admin.ok(api.coaches.view, { id: coach })), share: 10 });
    await finishAll();
    await finishAll();
    // 60 % of 200, as it was agreed when the class was planned.
    expect(await sum("payable.coach", "subject", coach)).toBe(12_000);
    expect((await see(id)).state).toBe("finished");
    expect((await admin.call(api.coachBookings.cancel, { id: data.id, reason: "晚了" })).code).not.toBe(200);
    expect((await join(id, { name: "丙" })).code).toBe(400);
    const report = await admin.ok(api.coachBalance.read, { from: TODAY, to: addDays(TODAY, 30) });
    const row = report.rows.find(({ key }) => key === coach);
    expect(row).toMatchObject({
      classes: 1,
      hours: 90,
      attendees: 2,
      income: "200.00",
      earned: "120.00",
      venueKeeps: "80.00",
      opening: "0.00",
      credited: "120.00",
      closing: "120.00",
    });
    const summed = (name: string) => Math.round(Number(report.sums[name]) * 100);
    const [income] = await query<{ sum: number }>(
      server.url,
      "SELECT -sum(amount)::int AS sum FROM posting WHERE account = 'income.coach' AND earned_on >= $1",
      [TODAY],
    );
    const [owed] = await query<{ sum: number }>(
      server.url,
      "SELECT -sum(amount)::int AS sum FROM posting WHERE account = 'payable.coach'",
      [],
    );
    expect([summed("income"), summed("closing")]).toEqual([income?.sum, owed?.sum]);
  });

  it("whose court is closed moves to a free one, or is cancelled with everything given back", async () => {
    const id = await made();
    await join(id);
    await join(id, { member: "m-1", payBy: "Balance" });
    const close = async (refund: boolean) => {
      const { place } = await see(id);
      const what = { placeIds: [place], from: DAY, to: DAY, start: 540, end: 780, reason: "漏水" };
      const [hit] = (await admin.ok(api.closing.preview, what)).hits;
      const input = { ...what, refundLineIds: refund && hit ? [hit.lineId] : [] };
      const seen = await admin.ok(api.closing.preview, input);
      await admin.ok(api.closing.apply, { ...input, fingerprint: seen.fingerprint });
      return seen;
    };
    expect(await close(false)).toMatchObject({ moves: 1, refundTotal: "0.00" });
    expect(await see(id)).toMatchObject({ state: "planned", place: "b-2", booked: 2 });
    expect(await close(true)).toMatchObject({ refunds: 1, refundTotal: "200.00" });
    expect(await see(id)).toMatchObject({ state: "cancelled", reason: "漏水", booked: 0, income: "0.00" });
    expect(await sum("income.coach", "subject", id)).toBe(0);
    const free = await admin.ok(api.booking.grid, { day: DAY });
    expect(free.bookings.filter((one) => one.kind === "event" && one.day === DAY)).toEqual([]);
  });

  it("by cancelling gives everybody everything back and pays no coach", async () => {
    const id = await made();
    await join(id);
    await join(id, { member: "m-1", payBy: "Balance" });
    await admin.ok(api.coachClasses.cancel, { id, reason: "场地检修" });
    await finishAll();
    expect(await see(id)).toMatchObject({ state: "cancelled", reason: "场地检修", booked: 0, income: "0.00" });
    expect([await sum("income.coach", "subject", id), await sum("payable.coach", "subject", coach)]).toEqual([0, 0]);
    expect((await admin.call(api.coachClasses.cancel, { id, reason: "再次" })).code).not.toBe(200);
  });
});
