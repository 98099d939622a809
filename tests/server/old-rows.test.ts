/**
 * Rows as earlier versions left them: each is set back by hand, then the migrations that bring them up to date run once more and leave what
 * the services write today.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { openPlay } from "../../src/contract/openPlay/openPlay";
import { extend } from "../../src/server/domains/booking/extend";
import { freePlace } from "../../src/server/domains/booking/free-place";
import { move } from "../../src/server/domains/booking/move";
import { payPart } from "../../src/server/domains/booking/pay-part";
import { refundLines } from "../../src/server/domains/booking/refund-lines";
import { sellCard } from "../../src/server/domains/cards/sell";
import { checkIn } from "../../src/server/domains/openPlay/check-in";
import { openPlayJobs } from "../../src/server/domains/openPlay/jobs";
import { join } from "../../src/server/domains/openPlay/join";
import { create } from "../../src/server/domains/openPlay/plan";
import { checkLedger } from "../../src/server/ledger/check";
import { packageRoot } from "../../src/server/root";
import { at, book, cancelled, payFor, seedBooking, seedMember, TODAY } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { query } from "../support/tables";
import { type TestVenue, testVenue } from "../support/venue";

const FILES = ["045_closing_hits", "046_pay_status_of_cards", "047_past_row_security", "050_orders_that_go_on"];

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t, 24, 5);
});
afterAll(() => t.close());

const DAY = "2026-11-24";
const hour = (court: number, start = 8) => ({ placeId: `b-${court}`, start: at(start), end: at(start + 1) });
const wechat = (amount: string) => [{ type: "WeChat" as const, amount }];
let count = 0;
/** A member and the card that has so many uses left. */
async function holder(uses: number): Promise<{ memberId: string; cards: { holdingId: string; uses: number }[] }> {
  const memberId = `card-${++count}`;
  await seedMember(t, memberId);
  const holdingId = await t.act((ctx) => sellCard(ctx, { memberId, packageCardId: "pk", payments: [{ type: "WeChat", amount: 10_000 }] }));
  await t.database.dbFor("v-1").updateTable("holding").set({ times: uses }).where("id", "=", holdingId).execute();
  return { memberId, cards: [{ holdingId, uses: 1 }] };
}
const give = (id: string, lineId: string | undefined) =>
  t.act((ctx) => refundLines(ctx, { id, lineIds: [lineId ?? ""], reason: "少打一片", waiveFee: false }));

/** What makes a row, and how an earlier version would have left it; `$1` is the row's id. */
interface Case {
  readonly make: () => Promise<string>;
  readonly read: string;
  readonly back: string;
}
const STATUS = "SELECT pay_status FROM booking_order WHERE id = $1";
const setStatus = (status: string) => `UPDATE booking_order SET pay_status = '${status}' WHERE id = $1`;
const CASES: Readonly<Record<string, Case>> = {
  "the fee of a late cancel stands on its lines": {
    make: async () => {
      const order = await payFor(t, await book(t, { day: TODAY, runs: [hour(1, 11), hour(2, 11)] }));
      return (await cancelled(t, order.id)).id;
    },
    read: "SELECT id, fee::int FROM booking_line WHERE order_id = $1 AND fee > 0 ORDER BY id",
    back: "UPDATE booking_line SET fee = 0 WHERE order_id = $1",
  },
  "attendees of an open play that is over came in": {
    make: async () => {
      const place = {
        placeIds: ["b-3"],
        day: TODAY,
        start: at(11),
        end: at(12),
        capacity: 4,
        minimum: 1,
        price: "45.00",
        deadlineHours: 0,
      };
      const play = await t.act((ctx) => create(ctx, openPlay.create.input.parse({ title: "单打局", open: true, ...place })));
      const input = openPlay.join.input.parse({ id: play.id, name: "散客", attendees: 2, payments: wechat("90.00") });
      const { id: ticketId } = await t.act((ctx) => join(ctx, input));
      const now = t.now;
      t.now = new Date(`${TODAY}T11:10:00+08:00`);
      await t.act((ctx) => checkIn(ctx, openPlay.checkIn.input.parse({ id: ticketId, entered: 2 })));
      t.now = new Date(`${TODAY}T12:00:00+08:00`);
      for (const job of openPlayJobs) await t.act(job.run);
      t.now = now;
      return play.id;
    },
    read: "SELECT entered FROM open_play_ticket WHERE open_play_id = $1 AND entered > 0",
    back: "UPDATE open_play_ticket SET entered = 0 WHERE open_play_id = $1",
  },
  "the ground of an open play is that of an open play": {
    make: async () => {
      const place = { placeIds: ["b-4"], day: DAY, start: at(11), end: at(12), capacity: 4, minimum: 1, price: "45.00", deadlineHours: 0 };
      const play = await t.act((ctx) => create(ctx, openPlay.create.input.parse({ title: "双打局", open: true, ...place })));
      return play.orderId ?? "";
    },
    read: "SELECT kind FROM booking_order WHERE id = $1 AND kind = 'openPlay'",
    back: "UPDATE booking_order SET kind = 'event' WHERE id = $1",
  },
  "an order of two days names the last": {
    make: async () => {
      const { id, lines } = await book(t, { day: DAY, runs: [hour(1), hour(2)] });
      const to = { ...hour(2), day: "2026-11-25" };
      await t.act((ctx) => move(ctx, booking.move.input.parse({ id, lineId: lines[1]?.id ?? "", to })));
      return id;
    },
    read: "SELECT last_day FROM booking_order WHERE id = $1 AND last_day IS NOT NULL",
    back: "UPDATE booking_order SET last_day = NULL WHERE id = $1",
  },
  "a hold whose uses all went back is unpaid": {
    make: async () => {
      const { memberId, cards } = await holder(1);
      const { id, lines } = await book(t, { day: DAY, memberId, runs: [hour(3), hour(4)] });
      await t.act((ctx) => payPart(ctx, { id, payments: [], cards }));
      return (await give(id, lines[0]?.id)).id;
    },
    read: STATUS,
    back: setStatus("part_paid"),
  },
  "a hold whose use was kept is unpaid": {
    make: async () => {
      const { memberId, cards } = await holder(1);
      const { id, lines } = await book(t, { day: TODAY, memberId, runs: [hour(5, 11), hour(6, 11)] });
      await t.act((ctx) => payPart(ctx, { id, payments: [], cards }));
      await query(t.url, "UPDATE program SET late_cancel_percent = 100");
      await give(id, lines[0]?.id);
      await query(t.url, "UPDATE program SET late_cancel_percent = NULL");
      return id;
    },
    read: STATUS,
    back: setStatus("part_paid"),
  },
  "a cancelled order whose uses all went back is refunded": {
    make: async () => {
      const { memberId, cards } = await holder(1);
      const order = await book(t, { day: DAY, memberId, runs: [hour(5)], mode: "pay", cards });
      return (await cancelled(t, order.id)).id;
    },
    read: STATUS,
    back: setStatus("paid"),
  },
  "an order whose money all went back and whose card line stands is refunded in part": {
    make: async () => {
      const { memberId, cards } = await holder(1);
      const order = await book(t, { day: DAY, memberId, runs: [hour(6), hour(7)], mode: "pay", cards, payments: wechat("50.00") });
      return (await give(order.id, order.lines[1]?.id)).id;
    },
    read: STATUS,
    back: setStatus("refunded"),
  },
  "an order whose court was given away and stands is refunded in part": {
    make: async () => {
      const { memberId, cards } = await holder(1);
      const input = booking.freePlace.input.parse({ day: DAY, memberId, runs: [hour(8)], reason: "合作单位" });
      const { id, lines } = await t.act((ctx) => freePlace(ctx, input));
      const longer = booking.extend.input.parse({ id, lineId: lines[0]?.id ?? "", end: at(10), cards });
      const order = await t.act((ctx) => extend(ctx, longer));
      return (await give(id, order.lines[1]?.id)).id;
    },
    read: STATUS,
    back: setStatus("refunded"),
  },
  "a program has the hours of its halls": {
    make: async () => {
      await query(
        t.url,
        "UPDATE program g SET open_minutes = h.open_minutes, close_minutes = h.close_minutes FROM hall h WHERE h.program_id = g.id",
      );
      return "g-b";
    },
    read: "SELECT open_minutes, close_minutes FROM program WHERE id = $1",
    back: "UPDATE program SET open_minutes = DEFAULT, close_minutes = DEFAULT WHERE id = $1",
  },
};

it("brings each of them up to date, and the books are sound", async () => {
  const made: { name: string; id: string; rows: unknown[] }[] = [];
  for (const [name, one] of Object.entries(CASES)) {
    const id = await one.make();
    made.push({ name, id, rows: await query(t.url, one.read, [id]) });
  }
  expect(made.filter(({ rows }) => rows.length === 0)).toEqual([]);
  await query(t.url, "UPDATE program SET open_minutes = DEFAULT WHERE id = 'g-k'");
  const look = async () => {
    const now: typeof made = [];
    for (const { name, id } of made) now.push({ name, id, rows: await query(t.url, CASES[name]?.read ?? "", [id]) });
    return now;
  };
  for (const { name, id } of made) await query(t.url, CASES[name]?.back ?? "", [id]);
  const old = await look();
  expect(old.filter(({ rows }, i) => JSON.stringify(rows) === JSON.stringify(made[i]?.rows)).map(({ name }) => name)).toEqual([]);

  await query(t.url, "DROP TABLE closing_hit");
  for (const file of FILES) await query(t.url, await readFile(path.join(packageRoot, `src/server/db/migrations/${file}.sql`), "utf8"));
  expect(await look()).toEqual(made);
  expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
  // Hours that somebody gave a program stay.
  expect(await query(t.url, "SELECT close_minutes[1] AS close FROM program WHERE id = 'g-k'")).toEqual([{ close: at(23) }]);
});

it("lets nobody write anew what a closing did", async () => {
  await expect(t.database.dbFor("v-1").deleteFrom("closing_hit").execute()).rejects.toThrow("permission denied");
  await expect(query(t.url, "TRUNCATE closing_hit")).rejects.toThrow("append-only");
});
