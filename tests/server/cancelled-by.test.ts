/** Two desks cancel one document: the second sees who was first, and that nothing more is to be paid out. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { capacitySessions } from "../../src/contract/capacitySessions/capacity-sessions";
import { shifts } from "../../src/contract/shift/shift";
import { book, payFor } from "../support/booking";
import { type Book, openBook } from "../support/book";
import type { Client } from "../support/server";
import { query } from "../support/tables";

let b: Book;
let second: Client;
beforeAll(async () => {
  b = await openBook();
  // Another person took the cash that this one gives back.
  await b.admin.ok(shifts.open, { float: "200.00" });
  await b.server.addPerson("second", ["v-1"]);
  second = await b.server.as("second");
});
afterAll(() => b.close());

it("names who cancelled a booking and when, in the preview as in the act, and pays once", async () => {
  const order = await book(b.t, { runs: [{ placeId: "b-5", start: 1_260, end: 1_320 }], day: "2026-11-22", name: "散客" });
  await payFor(b.t, order, [{ type: "Cash", amount: order.due }]);
  await b.admin.ok(booking.cancel, { id: order.id, reason: "客人要求" });
  const refunds = () => query(b.t.url, "SELECT sum(refunded) AS sum FROM payment WHERE document_id = $1", [order.id]);
  const once = await refunds();
  for (const answer of [
    await second.call(booking.refundPreview, { id: order.id }),
    await second.call(booking.cancel, { id: order.id, reason: "客人要求" }),
    await second.call(booking.pay, { id: order.id, payments: [{ type: "Cash", amount: "1.00" }] }),
  ]) {
    expect(answer.code).toBe(409);
    expect(answer.msg).toBe("已被员工 admin取消（2026-11-21 21:00），没有改动，也没有要再付给客人的钱");
  }
  expect(await refunds()).toEqual(once);
});

it("names who cancelled a place in a session", async () => {
  const [session] = await b.count<{ id: string }>("SELECT id FROM session_order WHERE venue_id = $1 AND status = 'booked' LIMIT 1");
  const id = session?.id ?? "";
  await b.count(
    "UPDATE hall_booking SET starts_at = starts_at + interval '2 days', ends_at = ends_at + interval '2 days' WHERE venue_id = $1",
  );
  await b.admin.ok(capacitySessions.cancelBooking, { id, reason: "客人要求" });
  const again = await second.call(capacitySessions.cancelBooking, { id, reason: "客人要求" });
  expect(again.msg).toContain("已被员工 admin取消");
});

it("keeps the plain refusal of what the clock ended: the desk may still owe cash for it", async () => {
  const order = await book(b.t, { runs: [{ placeId: "b-6", start: 1_260, end: 1_320 }], day: "2026-11-22", name: "散客" });
  await b.count(`UPDATE booking_order SET order_status = 'cancelled' WHERE venue_id = $1 AND id = '${order.id}'`);
  expect((await second.call(booking.refundPreview, { id: order.id })).msg).toBe("当前状态为“已取消”，不能取消");
});
