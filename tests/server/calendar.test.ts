import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import type { Input } from "../../src/contract/core/call";
import { calendar } from "../../src/contract/places/places";
import { seedHolidays } from "../../src/server/kernel/holidays";
import { grid } from "../../src/server/domains/booking/grid";
import { quote } from "../../src/server/domains/booking/quote";
import { view as order } from "../../src/server/domains/booking/view";
import { modify, preview, reset, view } from "../../src/server/domains/places/calendar";
import { calendarJobs } from "../../src/server/domains/places/jobs";
import { at, book, cancelled, refusalOf, seedBooking } from "../support/booking";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await t.act((ctx) => seedHolidays(ctx, [2026]));
});
afterAll(() => t.close());

const MONDAY = "2026-11-23";
const set = (input: Partial<Input<typeof calendar.modify>> = {}) =>
  t.act((ctx) =>
    modify(ctx, calendar.modify.input.parse({ day: MONDAY, kind: "special", name: "校庆", pricedAs: 7, reason: "学校放假", ...input })),
  );
const year = () => t.look((ctx) => view(ctx, { year: 2026 }));
const runs = [{ placeId: "b-7", start: at(9), end: at(10) }];
const priceOf = async (day: string) => (await t.look((ctx) => quote(ctx, booking.quote.input.parse({ venueId: "v-1", day, runs })))).total;

describe("the venue's calendar", () => {
  it("starts with the public days: holidays as Sundays, make-up workdays as Mondays", async () => {
    const { days, published } = await year();
    expect(published).toBe(true);
    expect(days.find((one) => one.day === "2026-10-01")).toMatchObject({ kind: "holiday", pricedAs: 7, own: false });
    expect(days.some((one) => one.kind === "workday" && one.pricedAs === 1)).toBe(true);
    expect((await t.look((ctx) => view(ctx, { year: 2099 }))).published).toBe(false);
  });

  it("prices a special day as it says, shows what unpaid holds would cost, and leaves or re-prices them", async () => {
    const held = await book(t, { day: MONDAY, runs: [{ placeId: "b-8", start: at(9), end: at(10) }] });
    expect([await priceOf(MONDAY), held.total]).toEqual(["50.00", "50.00"]);
    const effect = await t.look((ctx) =>
      preview(ctx, calendar.preview.input.parse({ day: MONDAY, kind: "special", name: "校庆", pricedAs: 7 })),
    );
    expect(effect).toMatchObject({ count: 1, from: "50.00", to: "80.00", difference: "30.00" });
    await set();
    expect(await priceOf(MONDAY)).toBe("80.00");
    expect((await t.look((ctx) => order(ctx, { id: held.id }))).total).toBe("50.00");
    await set({ kind: null, name: "", reason: "改回平日" });
    expect(await priceOf(MONDAY)).toBe("50.00");
    await set({ unpaid: "reprice" });
    expect((await t.look((ctx) => order(ctx, { id: held.id }))).total).toBe("80.00");
    await cancelled(t, held.id);
    await set({ kind: null, name: "", reason: "改回平日" });
  });

  it("sells nothing on a closed day, and closes no day on which something is booked", async () => {
    const held = await book(t, { day: MONDAY, runs, name: "王伟" });
    const refusal = await refusalOf(set({ kind: "closed", name: "消防检查" }));
    expect(refusal.key).toBe("dayBooked");
    expect(refusal.data).toMatchObject({ count: 1, bookings: [{ kind: "booking", orderNo: held.no }] });
    await cancelled(t, held.id);
    await set({ kind: "closed", name: "消防检查" });
    expect((await refusalOf(book(t, { day: MONDAY, runs }))).key).toBe("slotClosed");
    const shown = await t.look((ctx) => grid(ctx, booking.grid.input.parse({ day: MONDAY })));
    expect(shown.days[0]).toMatchObject({ holiday: "消防检查", counters: { slots: 0 } });
    expect(shown.days[0]?.hours[0]?.closed).toEqual([{ start: at(6), end: at(23) }]);
  });

  it("keeps out a public day that was taken out, until the year is reset", async () => {
    await t.act((ctx) => seedHolidays(ctx, [2027]));
    const next = () => t.look((ctx) => view(ctx, { year: 2027 }));
    const day = "2026-12-26";
    await set({ day, kind: "workday", name: "补班", pricedAs: undefined });
    expect((await year()).days.find((one) => one.day === day)).toMatchObject({
      own: true,
      pricedAs: 1,
      operator: "测试员",
      reason: "学校放假",
    });
    const [first] = (await next()).days;
    if (first) {
      await set({ day: first.day, kind: null, name: "", reason: "照常营业" });
      await t.act((ctx) => seedHolidays(ctx, [2027]));
      expect((await next()).days.some((one) => one.day === first.day)).toBe(false);
      expect((await next()).dropped).toMatchObject([{ day: first.day, name: first.name, reason: "照常营业" }]);
      await t.act((ctx) => reset(ctx, { year: 2027 }));
      expect((await next()).dropped).toEqual([]);
      expect((await next()).days[0]).toMatchObject({ day: first.day, own: false });
    }
    const past = (await year()).days.filter((one) => one.day < "2026-11-21");
    await t.act((ctx) => reset(ctx, { year: 2026 }));
    expect((await year()).days.filter((one) => one.day < "2026-11-21")).toEqual(past);
    expect((await year()).days.some((one) => one.day === day || one.day === MONDAY)).toBe(false);
  });

  it("changes no day that is over", async () => {
    expect((await refusalOf(set({ day: "2026-11-20" }))).key).toBe("dayOver");
  });

  it("is filled by the scheduler, where there is one", async () => {
    await t.database.dbFor("v-1").deleteFrom("holiday").where("venue_id", "=", "v-1").where("day", ">", "2026-06-01").execute();
    for (const job of calendarJobs) if ("run" in job) await t.act(job.run);
    expect((await year()).days.some((one) => one.day === "2026-10-01")).toBe(true);
  });
});
