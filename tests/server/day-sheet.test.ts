/** A closed day is shown as it was closed; what is booked on it afterwards, or corrects it while it is locked, is listed with its documents. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import { callsOf } from "../../src/contract/core/resource/calls";
import { sale } from "../../src/contract/sale/sale";
import { settlements } from "../../src/contract/settlements/settlements";
import { closeDays } from "../../src/server/domains/finance/daySheet";
import { type Book, openBook } from "../support/book";
import type { Client } from "../support/server";

const DAY = "2026-11-21";
let b: Book;
let admin: Client;
let sold: { id: string; line: string };
beforeAll(async () => {
  b = await openBook();
  const made = await b.admin.ok(sale.create, {
    lines: [{ productId: "water", quantity: 3 }],
    payments: [{ type: "Transfer", amount: "9.99" }],
  });
  sold = { id: made.id, line: made.lines[0]?.id ?? "" };
});
afterAll(() => b.close());

const page = () => admin.ok(api.dayReport.page, { venueId: "v-1", day: DAY });
const giveBack = () =>
  admin.ok(sale.returns, { saleId: sold.id, lines: [{ lineId: sold.line, quantity: 1, to: "shop" }], reason: "不要了" });

it("is open until the day is over", async () => {
  admin = b.admin;
  expect((await page()).closed).toBeNull();
  await b.t.act(closeDays);
  expect((await page()).closed).toBeNull();
});

it("keeps its figures and their time, and lists what was corrected since", async () => {
  b.t.now = new Date("2026-11-21T16:00:30Z");
  admin = await b.server.as("admin");
  const open = await page();
  await b.t.act(closeDays);
  const closed = await page();
  expect(closed).toMatchObject({ takings: open.takings, earned: open.earned, income: open.income });
  expect(closed.closed).toMatchObject({ at: b.t.now.toISOString(), earned: "0.00", takings: "0.00", documents: [], count: 0 });
  b.t.now = new Date("2026-11-22T02:00:00Z");
  admin = await b.server.as("admin");
  await giveBack();
  const since = await page();
  expect({ ...since, closed: null }).toEqual({ ...closed, closed: null });
  expect(since.closed).toMatchObject({ at: closed.closed?.at, earned: "-3.33", count: 1 });
  expect(since.closed?.documents).toMatchObject([{ documentKind: "sale", earned: "-3.33", takings: "0.00", bookedOn: DAY }]);
});

it("lists what corrects it after it was locked, with the day on which that is booked", async () => {
  const boss = (await b.server.addPerson("boss", ["v-1"]), await b.server.as("boss"));
  const { id } = await admin.ok(callsOf(settlements).create, { toDay: DAY, remark: "" });
  await admin.ok(callsOf(settlements).submit, { id });
  await boss.ok(callsOf(settlements).approve, { id });
  b.t.now = new Date("2026-11-22T03:00:00Z");
  await giveBack();
  const { closed } = await page();
  expect(closed).toMatchObject({ earned: "-3.33", count: 2 });
  expect(closed?.documents.map(({ bookedOn, earned }) => [bookedOn, earned])).toEqual([
    ["2026-11-22", "-3.33"],
    [DAY, "-3.33"],
  ]);
});

it("closes a day once", async () => {
  await b.t.act(closeDays);
  expect(await b.count("SELECT count(*)::int AS n FROM day_sheet WHERE venue_id = $1 AND day = '2026-11-21'")).toEqual([{ n: 1 }]);
});
