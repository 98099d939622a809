/** Price of a half hour that a hall opens beyond its program's hours: the plan's price, the default, or a clear refusal. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { grid } from "../../src/server/domains/booking/grid";
import { quote } from "../../src/server/domains/booking/quote";
import { view, widest } from "../../src/server/domains/prices/programs";
import { at, book, countRows, plan, refusalOf, seedBooking, TOMORROW } from "../support/booking";
import { testVenue, type TestVenue } from "../support/venue";

const week = (minute: number): number[] => Array.from({ length: 7 }, () => minute);
let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  const db = t.database.dbFor("v-1");
  await db
    .updateTable("program")
    .set({ open_minutes: week(at(8)), close_minutes: week(at(22)) })
    .where("id", "=", "g-b")
    .execute();
  await db
    .updateTable("hall")
    .set({ own_hours: true, open_minutes: week(at(6)), close_minutes: week(at(23)) })
    .where("id", "=", "h-b")
    .execute();
});
afterAll(() => t.close());

/** The plan says prices within these hours only; the default of the program, fen. */
async function arrange(from: number, to: number, defaultPrice: number | null): Promise<void> {
  const db = t.database.dbFor("v-1");
  const walkIn = plan.walkIn.map((row) => row.map((price, half) => (half * 30 >= from && half * 30 < to ? price : null)));
  await db
    .updateTable("price_plan")
    .set({ matrix: JSON.stringify({ walkIn }) })
    .where("id", "=", "pp-1")
    .execute();
  await db.updateTable("program").set({ default_price: defaultPrice }).where("id", "=", "g-b").execute();
}
/** The desk's answer for a stretch: a price, or why not. A Sunday costs 40.00 a half hour by the plan. */
async function asked(start: number, end: number): Promise<string> {
  const input = { venueId: t.venue.id, day: TOMORROW, runs: [{ placeId: "b-1", start, end }] };
  const price = t.look((ctx) => quote(ctx, booking.quote.input.parse(input)));
  return price.then(
    ({ total }) => total,
    async () => (await refusalOf(price)).key,
  );
}

describe("a half hour that a hall opens beyond its program's hours", () => {
  const [EARLY, WITHIN, ACROSS, CLOSED] = [
    [at(6), at(7)],
    [at(9), at(10)],
    [at(7, 30), at(8, 30)],
    [at(5), at(6)],
  ] as const;
  it.each([
    { plan: "prices the hall's hours", hours: [at(6), at(23)], byDefault: null, early: "80.00", within: "80.00", across: "80.00" },
    { plan: "prices the program's hours", hours: [at(8), at(22)], byDefault: 1_500, early: "30.00", within: "80.00", across: "55.00" },
    { plan: "prices the program's hours", hours: [at(8), at(22)], byDefault: null, early: "noPrice", within: "80.00", across: "noPrice" },
    { plan: "prices the program's hours", hours: [at(8), at(22)], byDefault: 0, early: "0.00", within: "80.00", across: "40.00" },
  ] as const)("a plan that $plan, default $byDefault: $early", async ({ hours, byDefault, early, within, across }) => {
    await arrange(hours[0], hours[1], byDefault);
    expect([await asked(...EARLY), await asked(...WITHIN), await asked(...ACROSS), await asked(...CLOSED)]).toEqual([
      early,
      within,
      across,
      "slotClosed",
    ]);
    // The grid shows the same, from the hall's opening on.
    const seen = await t.look((ctx) => grid(ctx, booking.grid.input.parse({ day: TOMORROW, hallId: "h-b" })));
    const tariff = seen.tariffs[seen.days[0]?.tariff[0] ?? -1];
    const half = early === "noPrice" ? null : (Number(early) / 2).toFixed(2);
    expect([tariff?.prices[0], tariff?.prices[6]]).toEqual([half, "40.00"]);
  });

  it("is refused by name where it has no price, and nothing is taken", async () => {
    await arrange(at(8), at(22), null);
    const rows = await countRows(t);
    const refused = await refusalOf(book(t, { day: TOMORROW, runs: [{ placeId: "b-1", start: at(6), end: at(7) }] }));
    expect([refused.key, refused.values]).toMatchObject(["noPrice", { time: "06:00–07:00" }]);
    expect(await countRows(t)).toEqual(rows);
  });

  it("is among the hours that the editor of plans shows", async () => {
    const { open, close, widestOpen, widestClose } = await t.look((ctx) => view(ctx, { id: "g-b" }));
    expect([open[0], close[0], widestOpen, widestClose]).toEqual([at(8), at(22), week(at(6)), week(at(23))]);
  });
});

describe("the widest hours", () => {
  const hours = (open: number, close: number) => ({ open: week(open), close: week(close) });
  it.each([
    ["of the program alone", [hours(480, 1_320)], [480, 1_320]],
    ["with a hall that opens earlier", [hours(480, 1_320), hours(360, 600)], [360, 1_320]],
    ["with a hall within them", [hours(480, 1_320), hours(600, 700)], [480, 1_320]],
    ["with a hall that is closed", [hours(480, 1_320), hours(0, 0)], [480, 1_320]],
    ["of a program that is closed, with a hall that is not", [hours(0, 0), hours(600, 700)], [600, 700]],
    ["of nothing that opens", [hours(0, 0)], [0, 0]],
  ] as const)("%s", (_, all, [open, close]) => {
    expect(widest(all)).toEqual(hours(open, close));
  });
});
