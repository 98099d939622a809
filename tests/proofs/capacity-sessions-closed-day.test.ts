/**
 * A day that is closed in the calendar while its sessions are sold and planned: whoever comes first wins, the other is refused, so that
 * nobody is booked on a day on which the venue is closed. From two processes; the negative control closes the day without waiting.
 */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { calendar } from "../../src/contract/places/places";
import { capacitySessions } from "../../src/contract/capacitySessions/capacity-sessions";
import { type Database, openDatabase } from "../../src/server/db/client";
import { modify } from "../../src/server/domains/places/calendar";
import { cancel } from "../../src/server/domains/capacitySessions/cancel";
import { plan } from "../../src/server/domains/capacitySessions/plan";
import { book } from "../../src/server/domains/capacitySessions/view";
import { AppError } from "../../src/server/http/error";
import { change, systemRequest } from "../../src/server/http/perform";
import { at, seedBooking } from "../support/booking";
import { waitingFor, whileShut } from "../support/gate";
import { addSession, seedPool } from "../support/capacity-sessions";
import { tester, type TestVenue, testVenue } from "../support/venue";

const DAY = "2026-11-24";

let t: TestVenue;
let processes: Database[];
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedPool(t);
  processes = [openDatabase(t.url, { max: 4 }), openDatabase(t.url, { max: 4 })];
});
afterAll(async () => {
  for (const database of processes) await database.close();
  await t.close();
});

type Wish = (database: Database) => Promise<unknown>;
const wish =
  (work: Parameters<typeof change>[2]): Wish =>
  (database) =>
    change(database, systemRequest(t.venue, "race", t.now, { person: tester }), work);

const selling = (id: string): Wish =>
  wish((ctx) => book(ctx, capacitySessions.book.input.parse({ id, name: "散客", payments: [{ type: "WeChat", amount: "30.00" }] })));
const shutting = (kind: "closed" | null): Wish =>
  wish((ctx) => modify(ctx, calendar.modify.input.parse({ day: DAY, kind, name: kind ? "换水" : "", reason: "池水更换" })));
const planning = wish((ctx) =>
  plan(
    ctx,
    capacitySessions.plan.input.parse({
      hallId: "h-s",
      from: DAY,
      to: DAY,
      weekdays: [2],
      slots: [{ start: at(8), end: at(9) }],
      price: "30.00",
      maxPlace: 10,
      onShelf: true,
    }),
  ),
);

/** The first has all that it wants and cannot commit; the second meets it. What the second came to. */
async function meet(first: Wish, second: Wish): Promise<unknown> {
  const both = await whileShut(t.url, async () => {
    const one = first(processes[0] ?? t.database);
    await waitingFor(t.url, 1);
    const two = second(processes[1] ?? t.database).catch((error: unknown) => (error instanceof AppError ? error.key : error));
    await waitingFor(t.url, 2);
    return { one, two };
  });
  await both.one;
  return both.two;
}

/** Bookings of sessions on days on which the venue is closed. */
async function onClosedDays(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM session_order o
    JOIN hall_booking b ON b.venue_id = o.venue_id AND b.id = o.hall_booking_id
    JOIN holiday d ON d.venue_id = b.venue_id AND d.day = b.day AND d.kind = 'closed'
    WHERE o.status = 'booked'`.execute(t.database.dbFor("v-1"));
  return rows[0]?.n ?? -1;
}

it("closes no day over a booking under way, and sells nothing on a day whose closing is under way", async () => {
  const id = await addSession(t, { day: DAY, start: at(18) });
  expect(await meet(selling(id), shutting("closed"))).toBe("dayBooked");
  expect(await onClosedDays()).toBe(0);
  await wish((ctx) => cancel(ctx, { id, reason: "池水更换" }))(t.database);
  const other = await addSession(t, { day: DAY, start: at(19) });
  expect(await meet(shutting("closed"), selling(other))).toBe("slotClosed");
  expect(await onClosedDays()).toBe(0);
  await shutting(null)(t.database);
});

it("makes no session on a day whose closing is under way", async () => {
  expect(await meet(shutting("closed"), planning)).toMatchObject({ fresh: 0, closed: 1 });
  await shutting(null)(t.database);
});

it("is closed over a booking where the closing does not wait: the control", async () => {
  const id = await addSession(t, { day: DAY, start: at(20) });
  const sold = await whileShut(t.url, async () => {
    const one = selling(id)(processes[0] ?? t.database);
    await waitingFor(t.url, 1);
    const closed = { venue_id: "v-1", day: DAY, name: "换水", kind: "closed", priced_as: 2 };
    await t.database.dbFor("v-1").insertInto("holiday").values(closed).execute();
    return { one };
  });
  await sold.one;
  expect(await onClosedDays()).toBe(1);
});
