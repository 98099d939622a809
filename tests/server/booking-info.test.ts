/** Booking details: its sums are the ledger's, to the fen, over whatever became of the bookings. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { bookingInfo, INFO_GROUPS } from "../../src/contract/finance/booking-info";
import type { Input } from "../../src/contract/core/call";
import { fen } from "../../src/contract/core/money";
import { instant } from "../../src/contract/core/time";
import { cancel } from "../../src/server/domains/booking/cancel";
import { freePlace } from "../../src/server/domains/booking/free-place";
import { bookingJobs } from "../../src/server/domains/booking/jobs";
import { booking } from "../../src/contract/booking/booking";
import { refundAmount } from "../../src/server/domains/booking/refund-amount";
import { refundLines } from "../../src/server/domains/booking/refund-lines";
import { groups, list, sums } from "../../src/server/domains/finance/booking-info";
import { excel } from "../../src/server/domains/finance/booking-info-excel";
import { at, book, payFor, seedBooking, TODAY, TOMORROW } from "../support/booking";
import { excelRows } from "../support/unzip";
import { addVenue, testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
const run = (placeId: string, start: number, end: number) => ({ placeId, start: at(start), end: at(end) });
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  // Paid by a member with a card discount and one by hand, over two courts.
  const discount = { amount: "5.00", reason: "老客" };
  const runs = [run("b-1", 19, 20), run("b-2", 19, 21)];
  await payFor(t, await book(t, { memberId: "m-1", runs, discount }), [{ type: "Balance", amount: "250.00" }]);
  // A walk-in, of whom a part was given back for goodwill.
  const dark = await payFor(t, await book(t, { runs: [run("b-3", 20, 21)] }));
  await t.act((ctx) => refundAmount(ctx, booking.refundAmount.input.parse({ id: dark.id, amount: "10.00", reason: "灯坏了" })));
  // Cancelled late, with a fee; unpaid; one of two lines given up; free; another day.
  const late = await payFor(t, await book(t, { runs: [run("b-4", 12, 13)] }));
  await t.act((ctx) => cancel(ctx, { id: late.id, reason: "有事", waiveFee: false }));
  await book(t, { runs: [run("b-5", 20, 21)] });
  const two = await payFor(t, await book(t, { runs: [run("b-6", 20, 21), run("b-7", 20, 21)] }));
  await t.act((ctx) => refundLines(ctx, booking.refundLines.input.parse({ id: two.id, lineIds: [two.lines[0]?.id], reason: "人少" })));
  await t.act((ctx) =>
    freePlace(ctx, booking.freePlace.input.parse({ day: TODAY, runs: [run("b-8", 20, 21)], name: "校队", reason: "公益" })),
  );
  await payFor(t, await book(t, { day: TOMORROW, runs: [run("b-1", 9, 10)], memberId: "m-2" }));
  // Nobody came, of which the policy keeps a part.
  await payFor(t, await book(t, { runs: [run("b-9", 11, 12)] }), [{ type: "WeChat", amount: "80.00" }]);
  const now = t.now;
  t.now = instant(TODAY, at(12), t.venue.zone);
  const venue = { ...t.venue, no_show_percent: 40 };
  for (const job of bookingJobs.filter(({ name }) => name === "booking.miss")) await t.act(job.run, { venue });
  t.now = now;
});
afterAll(() => t.close());

const all = (filter: Partial<Input<typeof bookingInfo.list>> = {}) =>
  t.look((ctx) => list(ctx, bookingInfo.list.input.parse({ venueId: "v-1", page: 0, size: 200, ...filter })));
const sumsOf = (filter: Input<typeof bookingInfo.sums> = {}) => t.look((ctx) => sums(ctx, bookingInfo.sums.input.parse(filter)));
/** Column of the net in the file. */
const NET = 20;
const DISCOUNTS = ["member", "promotion", "bundle", "manual", "other"] as const;
const NAMES = ["list", ...DISCOUNTS, "price", "paid", "refunded", "fee", "net"] as const;

/** Returns the postings of the documents of orders: by account, credits of income above zero, debits of discounts above zero. */
async function posted(account: string): Promise<number> {
  const { rows } = {
    rows: await t.database
      .dbFor("v-1")
      .selectFrom("posting as p")
      .innerJoin("ledger_tx as x", "x.id", "p.tx_id")
      .where("x.document_kind", "=", "order")
      .where("p.account", "like", account)
      .select("p.amount")
      .execute(),
  };
  const sum = rows.reduce((total, row) => total + row.amount, 0);
  return account.startsWith("income") ? -sum : sum;
}

it("sums to what the ledger has of these documents, to the fen", async () => {
  const figures = await sumsOf();
  const [income, discounts, fee] = [await posted("income.place"), await posted("discount.%"), await posted("income.fee")];
  expect(fen(figures.fee)).toBe(fee);
  expect(fen(figures.net)).toBe(income - discounts + fee);
  expect(fee).toBeGreaterThan(0);
});

it("shows discounts by cause as the ledger has them of what stands paid", async () => {
  const figures = await sumsOf({ orderStatus: "paid", payStatus: "paid" });
  expect(fen(figures.member)).toBe(await posted("discount.member"));
  expect(fen(figures.promotion)).toBe(await posted("discount.promotion"));
  expect(fen(figures.member)).toBeGreaterThan(0);
  // By hand, and the free place.
  expect(figures.manual).toBe("105.00");
});

it.each<[string, Input<typeof bookingInfo.sums>]>([
  ["everything", {}],
  ["a day of play", { from: TOMORROW, to: TOMORROW }],
  ["a day of payment", { by: "pay", from: TODAY, to: TODAY }],
  ["a place", { placeId: "b-1" }],
  ["a level", { cardTypeId: "ct-85" }],
  ["a state", { orderStatus: "paid,held" }],
  ["a name", { q: "王伟" }],
])("shows in its sums and groups what its rows add up to: %s", async (_, filter) => {
  const rows = (await all(filter)).content;
  const figures = await sumsOf(filter);
  expect(figures.count).toBe(rows.length);
  expect(rows.length).toBeGreaterThan(0);
  for (const name of NAMES) expect([name, fen(figures[name])]).toEqual([name, rows.reduce((sum, row) => sum + fen(row[name]), 0)]);
  for (const row of rows) expect(fen(row.list) - DISCOUNTS.reduce((sum, name) => sum + fen(row[name]), 0)).toBe(fen(row.price));
  for (const group of INFO_GROUPS) {
    const { content } = await t.look((ctx) => groups(ctx, bookingInfo.groups.input.parse({ ...filter, group })));
    expect(content.reduce((sum, one) => sum + fen(one.net), 0)).toBe(fen(figures.net));
    expect(content.reduce((sum, one) => sum + one.count, 0)).toBe(figures.count);
  }
});

it("names what became of each line", async () => {
  const rows = new Map((await all({ from: TODAY, to: TODAY })).content.map((row) => [row.placeName, row]));
  expect(rows.get("5")).toMatchObject({ list: "100.00", price: "100.00", paid: "0.00", net: "0.00", orderStatus: "held" });
  expect(rows.get("3")).toMatchObject({ price: "100.00", paid: "100.00", refunded: "10.00", net: "90.00", payTypes: ["Cash"] });
  expect(rows.get("4")).toMatchObject({ price: "80.00", paid: "80.00", refunded: "64.00", orderStatus: "cancelled" });
  expect(fen(rows.get("4")?.fee ?? "0")).toBe(fen(rows.get("4")?.net ?? "1"));
  expect(rows.get("8")).toMatchObject({ list: "100.00", manual: "100.00", price: "0.00", net: "0.00" });
  expect(rows.get("1")).toMatchObject({ cardTypeName: "金卡", member: "15.00" });
});

it("adds up in each row and in the sums: what was paid less what went back of it is the net", async () => {
  const netOf = (row: Readonly<Record<"paid" | "refunded", string>>) => fen(row.paid) - fen(row.refunded);
  const rows = (await all()).content;
  for (const row of rows) expect([row.placeName, netOf(row)]).toEqual([row.placeName, fen(row.net)]);
  const figures = await sumsOf();
  expect(netOf(figures)).toBe(fen(figures.net));
  const figuresOf = (placeName: string) => {
    const row = rows.find((one) => one.placeName === placeName && one.day === TODAY);
    return [row?.orderStatus, row?.price, row?.refunded, row?.fee, row?.net];
  };
  expect(["2", "3", "4", "6", "7", "9"].map(figuresOf)).toEqual([
    ["paid", "166.67", "0.00", "0.00", "166.67"],
    ["paid", "100.00", "10.00", "0.00", "90.00"],
    ["cancelled", "80.00", "64.00", "16.00", "16.00"],
    ["paid", "100.00", "80.00", "20.00", "20.00"],
    ["paid", "100.00", "0.00", "0.00", "100.00"],
    ["no_show", "80.00", "48.00", "32.00", "32.00"],
  ]);
});

it("pages without showing a line twice or never", async () => {
  const whole = (await all()).content.map((row) => row.id);
  const paged = [];
  for (let page = 0; page * 3 < whole.length; page++) paged.push(...(await all({ page, size: 3 })).content.map((row) => row.id));
  expect(paged).toEqual(whole);
});

it("gives its file the rows of the filter with the same amounts", async () => {
  const file = await t.look((ctx) => excel(ctx, bookingInfo.excel.input.parse({ from: TODAY, to: TODAY })));
  const rows = await excelRows(file.body);
  const figures = await sumsOf({ from: TODAY, to: TODAY });
  expect(rows).toHaveLength(figures.count);
  expect(rows.reduce((sum, row) => sum + Math.round(Number(row[NET]) * 100), 0)).toBe(fen(figures.net));
});

it("is of its own venue only", async () => {
  const venue = await addVenue(t.database, "v-2");
  expect(
    (await t.look((ctx) => list(ctx, bookingInfo.list.input.parse({ venueId: "v-1", page: 0, size: 20 })), { venue })).content,
  ).toEqual([]);
  expect((await t.look((ctx) => sums(ctx, {}), { venue })).count).toBe(0);
});
