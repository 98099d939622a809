/** One utilisation: the home page, the list of venues, the space statistics and the daily report show the same figure for one day. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { courtHours, courtOpenings, courtUse } from "../../src/contract/finance/court-use";
import { callsOf } from "../../src/contract/core/resource/calls";
import { reportCalls } from "../../src/contract/core/resource/report";
import { finance } from "../../src/contract/finance/finance";
import { session } from "../../src/contract/session/session";
import { lock, unlock } from "../../src/server/domains/booking/lock";
import { booking } from "../../src/contract/booking/booking";
import { percentUsed } from "../../src/server/kernel/utilisation";
import { type Book, openBook } from "../support/book";

const DAY = "2026-11-21";
let b: Book;
beforeAll(async () => {
  b = await openBook();
});
afterAll(() => b.close());

/** Returns each screen's figure for the day, whole percent, with the report's counts. */
async function screens() {
  const { sums } = await b.admin.ok(reportCalls(courtUse).read, { from: DAY, to: DAY, group: "place" });
  const byDay = await b.admin.ok(reportCalls(courtUse).read, { from: DAY, to: DAY, group: "day" });
  const home = await b.admin.ok(finance.dashboard, {});
  const [site] = (await b.admin.ok(session.sites, {})).content;
  const hours = { sold: Number(sums["soldHours"]), onSale: Number(sums["openHours"]) };
  expect([byDay.sums["soldHours"], byDay.sums["openHours"]]).toEqual([sums["soldHours"], sums["openHours"]]);
  const days = { dayFrom: DAY, dayTo: DAY };
  expect((await b.admin.ok(callsOf(courtOpenings).sums, days)).openHours, "the rows behind it").toBe(hours.onSale);
  expect((await b.admin.ok(callsOf(courtHours).sums, days)).soldHours, "the rows behind it").toBe(hours.sold);
  return { hours, percent: [home.utilisation.percent, site?.utilisation, percentUsed(hours)] };
}
const same = (percent: readonly unknown[]): void => expect(new Set(percent).size, percent.join(" ")).toBe(1);

it("is the same on three screens, and more once unsold time is locked", async () => {
  const before = await screens();
  same(before.percent);
  expect(before.hours).toEqual({ sold: 6.5, onSale: 204 });
  const evening = b.t.now;
  b.t.now = new Date("2026-11-21T01:00:00Z");
  const runs = Array.from({ length: 5 }, (_, i) => ({ placeId: `b-${i + 6}`, start: 1_080, end: 1_380 }));
  const locks = await b.t.act((ctx) => lock(ctx, booking.lock.input.parse({ day: DAY, runs, reason: "比赛" })));
  const locked = await screens();
  same(locked.percent);
  expect(locked.hours).toEqual({ sold: 6.5, onSale: 204 - 5 * 5 });
  expect(Number(locked.percent[0])).toBeGreaterThan(Number(before.percent[0]));
  for (const id of locks.ids) await b.t.act((ctx) => unlock(ctx, { id }));
  b.t.now = evening;
  expect((await screens()).hours).toEqual(before.hours);
});

it("counts a session by its places and hours, also off the shelf by what was sold of it", async () => {
  await b.count(
    `INSERT INTO hall SELECT (jsonb_populate_record(h, '{"id":"pool","name":"泳池","sells":"capacity"}')).* FROM hall h WHERE venue_id = $1 AND id = 'h-b'`,
  );
  await b.count(
    "UPDATE hall_booking SET hall_id = 'pool', max_place = 40, left_place = 10, start_minute = 1080, end_minute = 1170 WHERE venue_id = $1 AND id = 'hb'",
  );
  await b.count("UPDATE session_order SET heads = 30 WHERE venue_id = $1 AND hall_booking_id = 'hb'");
  const shown = await screens();
  same(shown.percent);
  expect(shown.hours).toEqual({ sold: 6.5 + 45, onSale: 204 + 60 });
  await b.count("UPDATE hall_booking SET status = 'off_shelf' WHERE venue_id = $1 AND id = 'hb'");
  const taken = await screens();
  same(taken.percent);
  expect(taken.hours).toEqual({ sold: 6.5 + 45, onSale: 204 + 45 });
});

it("leaves a closed day out altogether", async () => {
  await b.count(
    `INSERT INTO holiday (venue_id, day, name, kind, priced_as) VALUES ($1, '${DAY}', '盘点', 'closed', 5) ON CONFLICT (venue_id, day) DO UPDATE SET kind = 'closed'`,
  );
  const { hours, percent } = await screens();
  same(percent);
  expect(hours.onSale).toBe(45);
});
