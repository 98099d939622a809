/** Whoever came without a name is "散客" (in English "Walk-in") in the files of lists and in messages; lists say it by the same declaration. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { bookingOrders } from "../../src/contract/booking/booking-orders";
import { bookingInfo } from "../../src/contract/finance/booking-info";
import { orders } from "../../src/contract/finance/books";
import { courtHours } from "../../src/contract/finance/court-use";
import type { Language } from "../../src/contract/core/enums";
import { callsOf } from "../../src/contract/core/resource/calls";
import { sale } from "../../src/contract/sale/sale";
import { saleLines, sales } from "../../src/contract/sale/sales";
import { excel as linesFile } from "../../src/server/domains/finance/booking-info-excel";
import { create } from "../../src/server/domains/sale/lines";
import type { Ctx } from "../../src/server/http/context";
import type { FileAnswer } from "../../src/server/http/serve";
import { book, payFor, seedBooking, TODAY } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { serves } from "../support/services";
import { excelRows } from "../support/unzip";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t);
  await payFor(t, await book(t, { name: "" }));
  await t.act((ctx) =>
    create(ctx, sale.create.input.parse({ lines: [{ productId: "water", quantity: 1 }], payments: [{ type: "WeChat", amount: "3.33" }] })),
  );
});
afterAll(() => t.close());

const of =
  (call: Parameters<typeof serves>[0], input: object = {}) =>
  (ctx: Ctx): Promise<FileAnswer> =>
    serves(call)(ctx, input) as Promise<never>;
const days = { dayFrom: TODAY, dayTo: TODAY };

it.each<{ name: string; rows: number; file: (ctx: Ctx) => Promise<FileAnswer> }>([
  { name: "bookings", rows: 1, file: of(callsOf(bookingOrders).excel, { from: TODAY }) },
  { name: "booking details", rows: 1, file: (ctx) => linesFile(ctx, bookingInfo.excel.input.parse({ from: TODAY, to: TODAY })) },
  { name: "all orders", rows: 2, file: of(callsOf(orders).excel, { createdAtFrom: TODAY }) },
  { name: "hours of courts", rows: 1, file: of(callsOf(courtHours).excel, days) },
  { name: "sales", rows: 1, file: of(callsOf(sales).excel, { dayFrom: TODAY }) },
  { name: "goods sold", rows: 1, file: of(callsOf(saleLines).excel, { dayFrom: TODAY }) },
])("the file of $name says so in both languages", async ({ rows, file }) => {
  const said = async (language: Language, words: string): Promise<number> => {
    const { body } = await t.look(file, { language });
    return (await excelRows(body)).filter((row) => row.includes(words)).length;
  };
  expect(await said("zh", "散客")).toBe(rows);
  expect(await said("en", "Walk-in")).toBe(rows);
});
