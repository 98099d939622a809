/** Courts are called in the language of who asks, also where a document keeps their names as text. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPlay } from "../../src/contract/openPlay/open-play";
import { bookingOrders } from "../../src/contract/booking/booking-orders";
import { callsOf } from "../../src/contract/core/resource/calls";
import { bookingOrderServices } from "../../src/server/domains/booking/orders";
import { placeLabel, placesIn } from "../../src/server/kernel/place-words";
import { view } from "../../src/server/domains/booking/view";
import { create } from "../../src/server/domains/openPlay/plan";
import { at, book, refusalOf, seedBooking, TOMORROW } from "../support/booking";
import { excelRows } from "../support/unzip";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterAll(() => t.close());
const en = { language: "en" } as const;
const runs = [
  { placeId: "b-5", start: at(20), end: at(21) },
  { placeId: "b-6", start: at(20), end: at(21) },
];

it.each([
  ["5", "5 号", "Court 5"],
  ["12号", "12 号", "Court 12"],
  ["V1", "V1 号", "Court V1"],
  ["东半", "东半", "东半"],
  ["中心球场", "中心球场", "中心球场"],
])("calls %s %s and %s", (name, zh, english) => {
  expect([placeLabel(name, "zh"), placeLabel(name, "en")]).toEqual([zh, english]);
  expect(placesIn(`${placeLabel(name, "zh")} 20:00–21:00, 11-23 ${placeLabel(name, "zh")}`, "en")).toBe(
    `${english} 20:00–21:00, 11-23 ${english}`,
  );
});

it("says an order's courts in lists, details, files and refusals", async () => {
  const { id } = await book(t, { day: TOMORROW, runs });
  const says = async (as: object) => (await t.look((ctx) => view(ctx, { id }), as)).places;
  expect([await says({}), await says(en)]).toEqual(["5 号 20:00–21:00, 6 号 20:00–21:00", "Court 5 20:00–21:00, Court 6 20:00–21:00"]);
  const filter = callsOf(bookingOrders).list.input.parse({});
  expect((await t.look((ctx) => bookingOrderServices.list(ctx, filter), en)).content[0]?.places).toBe(
    "Court 5 20:00–21:00, Court 6 20:00–21:00",
  );
  const [row] = await excelRows((await t.look((ctx) => bookingOrderServices.excel(ctx, filter), en)).body);
  expect(row).toContain("Court 5 20:00–21:00, Court 6 20:00–21:00");
  const terms = { title: "Doubles", placeIds: ["b-5"], day: TOMORROW, start: at(20), end: at(21), capacity: 4, minimum: 2, price: "10.00" };
  const taken = t.act((ctx) => create(ctx, openPlay.create.input.parse({ ...terms, open: true })), en);
  expect((await refusalOf(taken)).text("en")).toContain("Court 5");
  const free = await t.act((ctx) => create(ctx, openPlay.create.input.parse({ ...terms, start: at(9), end: at(10) })), en);
  expect(free.places).toBe("Court 5");
});
