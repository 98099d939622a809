/**
 * Random sequences of everything that takes or frees cells, against a model in memory: which line or lock holds which half hour of which
 * unit. The services must accept and refuse exactly as the model does, and what they leave must be the model's occupancy, the cells of the
 * guard's table, and a balanced ledger.
 *
 * To add an operation: write it into `OPERATIONS`. It picks what it does from `r`, asks the model (`fits`) whether the occupancy allows it,
 * and tells the model (`take`, `free`) what became of it.
 */
import { api } from "../../src/contract/all";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { closing } from "../../src/contract/closing/closing";
import { fixed, type FixedDetail } from "../../src/contract/fixed/fixed";
import { addDays, GRANULE, instant, MINUTE, wall, weekday } from "../../src/contract/core/time";
import { waitlist } from "../../src/contract/waitlist/waitlist";
import { bookingJobs } from "../../src/server/domains/booking/jobs";
import { lock, unlock } from "../../src/server/domains/booking/lock";
import { create } from "../../src/server/domains/booking/create";
import { cancel } from "../../src/server/domains/booking/cancel";
import { extend, extendPreview } from "../../src/server/domains/booking/extend";
import { move, movePreview } from "../../src/server/domains/booking/move";
import { pay } from "../../src/server/domains/booking/pay";
import { refundLines } from "../../src/server/domains/booking/refund-lines";
import { apply } from "../../src/server/domains/closing/apply";
import { preview } from "../../src/server/domains/closing/preview";
import * as contracts from "../../src/server/domains/fixed/change";
import { end as endContract } from "../../src/server/domains/fixed/money";
import { leave } from "../../src/server/domains/fixed/occurrences";
import { accept } from "../../src/server/domains/waitlist/answer";
import { waitlistJobs } from "../../src/server/domains/waitlist/jobs";
import { join } from "../../src/server/domains/waitlist/join";
import { create as addBundle } from "../../src/server/domains/prices/bundles";
import { random, type Random } from "../../src/server/demo/random";
import { AppError } from "../../src/server/http/error";
import { checkLedger } from "../../src/server/ledger/check";
import { at, seedBooking } from "../support/booking";
import { type TestVenue, testVenue } from "../support/venue";
import { FULL } from "../support/forms";

const { bundles } = api;

const SEQUENCES = FULL ? 2_000 : 40;
const STEPS = 12;

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  const bundle = { name: "双片", placeIds: ["b-1", "b-2"], minutes: 60, price: "60.00", from: "2026-01-01", to: "2099-12-31" };
  await t.act((ctx) => addBundle(ctx, bundles.create.input.parse(bundle)));
});
afterAll(() => t.close());

/** Linked courts of hour slots and two of their own of half hours; few cells, so that everybody meets everybody. */
const PLACES = ["k-full", "k-east", "k-west", "b-1", "b-2"];
/** Units of all courts: a closing may move a booking to any. */
const UNITS: Readonly<Record<string, readonly string[]>> = {
  "k-full": ["u-east", "u-west"],
  "k-east": ["u-east"],
  "k-west": ["u-west"],
  ...Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`b-${i + 1}`, [`u-${i + 1}`]])),
};
const OPEN = at(10);
const CLOSE = at(16);

interface Run {
  readonly placeId: string;
  readonly start: number;
  readonly end: number;
}
interface Line extends Run {
  readonly id: string;
}
interface Order {
  readonly id: string;
  lines: Line[];
  paid: boolean;
  /** When an unpaid hold runs out; null: it does not. */
  until: number | null;
  /** The fixed contract that it belongs to, where alone it is changed. */
  contract?: string;
}
/** A fixed contract; while it is paused, what it will want again. */
interface Series {
  readonly id: string;
  paused: Run[] | null;
}

/** The expected occupancy of one day. */
class Model {
  readonly cells = new Map<string, string>();
  readonly orders: Order[] = [];
  locks: Line[] = [];
  series: Series[] = [];

  private keys({ placeId, start, end }: Run): string[] {
    const times = Array.from({ length: (end - start) / GRANULE }, (_, i) => start + i * GRANULE);
    return (UNITS[placeId] ?? []).flatMap((unit) => times.map((minute) => `${unit} ${minute}`));
  }
  /** True if nobody but `holder` has any of it. */
  fits(run: Run, holder = ""): boolean {
    return this.keys(run).every((key) => (this.cells.get(key) ?? holder) === holder);
  }
  take(line: Line): void {
    for (const key of this.keys(line)) this.cells.set(key, line.id);
  }
  free(id: string): void {
    for (const [key, holder] of this.cells) if (holder === id) this.cells.delete(key);
  }
  drop(order: Order): void {
    for (const line of order.lines) this.free(line.id);
    this.orders.splice(this.orders.indexOf(order), 1);
  }
}

/** One sequence: its day, its chance, and what it believes. */
interface Play {
  readonly day: string;
  readonly r: Random;
  readonly model: Model;
}
const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      refused++;
      return error.key;
    },
  );
let refused = 0;
const someRun = (r: Random): Run => {
  const placeId = r.pick(PLACES);
  const slot = placeId.startsWith("k") ? 60 : 30;
  const start = OPEN + r.int(0, (CLOSE - OPEN) / slot - 1) * slot;
  return { placeId, start, end: Math.min(CLOSE, start + r.int(1, 3) * slot) };
};
const paid = (order: { due: string }) => (order.due === "0.00" ? [] : [{ type: "WeChat", amount: order.due }]);
const linesOf = (order: { lines: readonly { id: string; placeId: string; start: number; end: number; status: string }[] }): Line[] =>
  order.lines.filter((line) => line.status === "active").map(({ id, placeId, start, end }) => ({ id, placeId, start, end }));
const anyOrder = ({ r, model }: Play): Order | undefined => {
  const own = model.orders.filter((order) => order.contract === undefined);
  return own.length === 0 ? undefined : r.pick(own);
};
const anySeries = ({ r, model }: Play, paused: boolean): Series | undefined => {
  const fitting = model.series.filter((one) => (one.paused !== null) === paused);
  return fitting.length === 0 ? undefined : r.pick(fitting);
};
const ordersOf = (model: Model, { id }: Series): Order[] => model.orders.filter((order) => order.contract === id);

/** Lets the model hold what a contract has booked by now. */
async function takeSeries(model: Model, { id }: FixedDetail): Promise<void> {
  const rows = await t.database
    .dbFor("v-1")
    .selectFrom("fixed_occurrence as f")
    .innerJoin("booking_line as l", (join) => join.onRef("l.venue_id", "=", "f.venue_id").onRef("l.order_id", "=", "f.order_id"))
    .select(["l.id", "l.order_id", "l.place_id", "l.start_minute", "l.end_minute"])
    .where("f.contract_id", "=", id)
    .where("f.state", "=", "planned")
    .where("l.status", "=", "active")
    .execute();
  for (const row of rows) {
    const line = { id: row.id, placeId: row.place_id, start: row.start_minute, end: row.end_minute };
    model.take(line);
    model.orders.push({ id: row.order_id, lines: [line], paid: true, until: null, contract: id });
  }
}

/** Every way to take or free cells, by name; each gives the refusal that it was not prepared for, or nothing. */
const OPERATIONS: Readonly<Record<string, (play: Play) => Promise<string | undefined>>> = {
  async book({ day, r, model }) {
    const runs = r.chance(0.3) ? [someRun(r), someRun(r)] : [someRun(r)];
    const [a, b] = runs;
    const isOdd = a && b && (UNITS[a.placeId] ?? []).some((unit) => UNITS[b.placeId]?.includes(unit));
    if (isOdd) return;
    const mode = r.pick(["hold", "reserve"] as const);
    const input = booking.create.input.parse({ day, runs, mode, name: "某人" });
    const fits = runs.every((run) => model.fits(run));
    const result = await outcomeOf(
      t
        .act((ctx) => create(ctx, input))
        .then((order) => {
          const lines = linesOf(order);
          for (const line of lines) model.take(line);
          model.orders.push({ id: order.id, lines, paid: false, until: mode === "hold" ? t.now.getTime() + 15 * MINUTE : null });
        }),
    );
    return result === (fits ? "done" : "slotTaken") ? undefined : `book: ${result}`;
  },
  /** Both courts of the hall for an hour, which the bundle sells at one price: both or neither. */
  async bundle({ day, r, model }) {
    const start = OPEN + r.int(0, (CLOSE - OPEN) / 60 - 1) * 60;
    const runs = r
      .pick([
        ["b-1", "b-2"],
        ["b-2", "b-1"],
      ])
      .map((placeId) => ({ placeId, start, end: start + 60 }));
    const fits = runs.every((run) => model.fits(run));
    const result = await outcomeOf(
      t
        .act((ctx) => create(ctx, booking.create.input.parse({ day, runs, mode: "reserve", name: "包场" })))
        .then((order) => {
          const lines = linesOf(order);
          for (const line of lines) model.take(line);
          model.orders.push({ id: order.id, lines, paid: false, until: null });
          if (order.total !== "60.00") throw new Error(`the bundle costs ${order.total}`);
        }),
    );
    return result === (fits ? "done" : "slotTaken") ? undefined : `bundle: ${result}`;
  },
  async pay(play) {
    const order = anyOrder(play);
    if (!order || order.paid) return;
    const { due } = await t.look((ctx) => extendDue(ctx, order.id));
    await t.act((ctx) => pay(ctx, booking.pay.input.parse({ id: order.id, payments: paid({ due }) })));
    order.paid = true;
    order.until = null;
  },
  async move(play) {
    const { day, r, model } = play;
    const order = anyOrder(play);
    if (!order) return;
    const line = r.pick(order.lines);
    const to = someRun(r);
    if (to.placeId === line.placeId && to.start === line.start && to.end === line.end) return;
    const fits = model.fits(to, line.id);
    const input = { id: order.id, lineId: line.id, to: { ...to, day } };
    const preview = await outcomeOf(
      t
        .look((ctx) => movePreview(ctx, booking.movePreview.input.parse({ id: order.id, lineId: line.id, day, ...to })))
        .then(async ({ pay: amount }) => {
          const payments = amount === "0.00" ? [] : [{ type: "WeChat", amount }];
          await t.act((ctx) => move(ctx, booking.move.input.parse({ ...input, payments })));
        }),
    );
    if (preview === "done") {
      model.free(line.id);
      const moved = { ...to, id: line.id };
      model.take(moved);
      order.lines = order.lines.map((one) => (one.id === line.id ? moved : one));
    }
    return preview === (fits ? "done" : "slotTaken") ? undefined : `move: ${preview}`;
  },
  async extend(play) {
    const { r, model } = play;
    const order = anyOrder(play);
    if (!order) return;
    const line = r.pick(order.lines);
    const end = line.end + (line.placeId.startsWith("k") ? 60 : 30) * r.int(1, 2);
    const fits = model.fits({ placeId: line.placeId, start: line.end, end });
    const input = { id: order.id, lineId: line.id, end };
    const result = await outcomeOf(
      t
        .look((ctx) => extendPreview(ctx, booking.extendPreview.input.parse(input)))
        .then(async ({ pay: amount }) => {
          const payments = amount === "0.00" ? [] : [{ type: "WeChat", amount }];
          const known = new Set(order.lines.map((one) => one.id));
          const extended = await t.act((ctx) => extend(ctx, booking.extend.input.parse({ ...input, payments })));
          order.lines = linesOf(extended);
          for (const added of order.lines) if (!known.has(added.id)) model.take(added);
        }),
    );
    return result === (fits ? "done" : "slotTaken") ? undefined : `extend: ${result}`;
  },
  async giveUp(play) {
    const order = anyOrder(play);
    if (!order || order.lines.length < 2) return;
    const line = play.r.pick(order.lines);
    await t.act((ctx) => refundLines(ctx, booking.refundLines.input.parse({ id: order.id, lineIds: [line.id], reason: "少打一场" })));
    play.model.free(line.id);
    order.lines = order.lines.filter((one) => one !== line);
  },
  async cancel(play) {
    const order = anyOrder(play);
    if (!order) return;
    await t.act((ctx) => cancel(ctx, booking.cancel.input.parse({ id: order.id, reason: "有事" })));
    play.model.drop(order);
  },
  async lock({ day, r, model }) {
    const run = someRun(r);
    const fits = model.fits(run);
    const result = await outcomeOf(
      t
        .act((ctx) => lock(ctx, booking.lock.input.parse({ day, runs: [run], reason: "维修" })))
        .then(({ ids }) => {
          const held = { ...run, id: ids[0] ?? "" };
          model.take(held);
          model.locks.push(held);
        }),
    );
    return result === (fits ? "done" : "slotTaken") ? undefined : `lock: ${result}`;
  },
  async unlock({ r, model }) {
    if (model.locks.length === 0) return;
    const held = r.pick(model.locks);
    await t.act((ctx) => unlock(ctx, { id: held.id }));
    model.free(held.id);
    model.locks = model.locks.filter((one) => one !== held);
  },
  /** The clock advances by a quarter of an hour: every unpaid hold runs out. */
  async expire({ r, model }) {
    t.now = new Date(t.now.getTime() + 15 * MINUTE);
    if (r.chance(0.5)) for (const job of bookingJobs) await t.act(job.run);
    for (const order of model.orders.filter((one) => one.until !== null && one.until <= t.now.getTime())) model.drop(order);
    return undefined;
  },
  /** Somebody waits for what an order holds; the order is cancelled; the offer is taken. */
  async waitAndAccept(play) {
    const { day, r, model } = play;
    const order = anyOrder(play);
    const wish = order?.lines[0];
    if (!order || !wish) return undefined;
    const programId = wish.placeId.startsWith("k") ? "g-k" : "g-b";
    const input = { day, placeId: wish.placeId, start: wish.start, end: wish.end, programId, name: `候补 ${r.int(0, 1e9)}` };
    const { id } = await t.act((ctx) => join(ctx, waitlist.join.input.parse(input)));
    await t.act((ctx) => cancel(ctx, booking.cancel.input.parse({ id: order.id, reason: "有事" })));
    model.drop(order);
    const made = await t.act((ctx) => accept(ctx, waitlist.accept.input.parse({ id, mode: "reserve" })));
    const lines = linesOf(made);
    if (!model.fits(wish) || lines.length !== 1) return "waitAndAccept: the offer is not what came free";
    for (const line of lines) model.take(line);
    model.orders.push({ id: made.id, lines, paid: false, until: null });
    return undefined;
  },
  /** A contract whose only day is this one, of one court or of two. */
  async series({ day, r, model }) {
    const run = someRun(r);
    const placeIds = run.placeId.startsWith("b") && r.chance(0.4) ? ["b-1", "b-2"] : [run.placeId];
    const fits = placeIds.every((placeId) => model.fits({ ...run, placeId }));
    const terms = { memberId: "m-1", placeIds, weekdays: [weekday(day)], start: run.start, end: run.end, from: day, to: day };
    const result = await outcomeOf(
      t
        .act((ctx) => contracts.create(ctx, fixed.create.input.parse({ ...terms, payMode: "monthly", activate: true })))
        .then(async (made) => {
          model.series.push({ id: made.id, paused: null });
          await takeSeries(model, made);
        }),
    );
    return result === (fits ? "done" : "slotTaken") ? undefined : `series: ${result}`;
  },
  async leave(play) {
    const { model, r } = play;
    const series = anySeries(play, false);
    const orders = series ? ordersOf(model, series) : [];
    if (!series || orders.length === 0) return;
    const order = r.pick(orders);
    const { id: occurrenceId } = await t.database
      .dbFor("v-1")
      .selectFrom("fixed_occurrence")
      .select("id")
      .where("order_id", "=", order.id)
      .executeTakeFirstOrThrow();
    const input = { id: series.id, occurrenceId, scope: "one", reason: "出差" };
    await t.act((ctx) => leave(ctx, fixed.leave.input.parse(input)));
    model.drop(order);
  },
  async pause(play) {
    const series = anySeries(play, false);
    if (!series) return;
    await t.act((ctx) => contracts.pause(ctx, fixed.pause.input.parse({ id: series.id, reason: "受伤" })));
    const orders = ordersOf(play.model, series);
    series.paused = orders.flatMap((order) => order.lines);
    for (const order of orders) play.model.drop(order);
  },
  /** Books the cells released by the pause again, all of them or none. */
  async resume(play) {
    const { model } = play;
    const series = anySeries(play, true);
    if (!series?.paused) return;
    const fits = series.paused.every((run) => model.fits(run));
    const result = await outcomeOf(
      t
        .act((ctx) => contracts.resume(ctx, fixed.resume.input.parse({ id: series.id })))
        .then(async (resumed) => {
          series.paused = null;
          await takeSeries(model, resumed);
        }),
    );
    return result === (fits ? "done" : "slotTaken") ? undefined : `resume: ${result}`;
  },
  async end(play) {
    const { model, r } = play;
    const series = anySeries(play, r.chance(0.3));
    if (!series) return;
    await t.act((ctx) => endContract(ctx, fixed.end.input.parse({ id: series.id, reason: "搬家" })));
    for (const order of ordersOf(model, series)) model.drop(order);
    model.series = model.series.filter((one) => one !== series);
  },
  async close({ day, r, model }) {
    const run = someRun(r);
    const wish = { placeIds: [run.placeId], from: day, to: day, start: run.start, end: run.end, reason: "屋顶漏水" };
    const seen = await t.look((ctx) => preview(ctx, closing.preview.input.parse(wish))).catch((error: unknown) => error);
    if (seen instanceof AppError) return seen.key === "slotClosed" ? undefined : `close: ${seen.key}`;
    const { fingerprint, hits } = closing.preview.output.parse(seen);
    await t.act((ctx) => apply(ctx, closing.apply.input.parse({ ...wish, fingerprint })));
    for (const hit of hits) {
      const order = model.orders.find((one) => one.id === hit.orderId);
      const line = order?.lines.find((one) => one.id === hit.lineId);
      if (!order || !line) return "close: hit what the model does not know";
      model.free(line.id);
      const rest = order.lines.filter((one) => one !== line);
      const moved = hit.proposal === "move" && hit.toPlaceId ? [{ ...line, placeId: hit.toPlaceId }] : [];
      for (const one of moved) {
        if (!model.fits(one)) return "close: moved onto taken ground";
        model.take(one);
      }
      order.lines = [...rest, ...moved];
      if (order.lines.length === 0) model.orders.splice(model.orders.indexOf(order), 1);
    }
    const rows = await t.database
      .dbFor("v-1")
      .selectFrom("place_lock")
      .selectAll()
      .where("day", "=", day)
      .where("status", "=", "locked")
      .execute();
    for (const row of rows) {
      if (model.locks.some((one) => one.id === row.id)) continue;
      const held = { id: row.id, placeId: row.place_id, start: row.start_minute, end: row.end_minute };
      if (!model.fits(held)) return "close: locked taken ground";
      model.take(held);
      model.locks.push(held);
    }
    return model.fits(run) ? "close: left ground open" : undefined;
  },
};

/** Returns the amount that an order still owes. */
async function extendDue(ctx: Parameters<Parameters<TestVenue["look"]>[0]>[0], id: string): Promise<{ due: string }> {
  const row = await ctx.db.selectFrom("booking_order").select(["total", "paid"]).where("id", "=", id).executeTakeFirstOrThrow();
  return { due: ((row.total - row.paid) / 100).toFixed(2) };
}

/** The guard's table of one day, as the model keeps it. Cells of holds whose time is up are as good as free. */
async function groundOf(day: string): Promise<Map<string, string>> {
  const from = instant(day, 0, t.venue.zone);
  const { rows } = await sql<{ unit_id: string; slot_start: Date; holder_id: string }>`
    SELECT c.unit_id, c.slot_start, c.holder_id FROM occupancy c
    LEFT JOIN booking_line l ON l.venue_id = c.venue_id AND l.id = c.holder_id
    LEFT JOIN booking_order o ON o.venue_id = l.venue_id AND o.id = l.order_id
    WHERE c.venue_id = 'v-1' AND c.slot_start >= ${from} AND c.slot_start < ${new Date(from.getTime() + 24 * 60 * MINUTE)}
      AND NOT coalesce(o.order_status = 'held' AND o.hold_until <= ${t.now}, false)`.execute(t.database.dbFor("v-1"));
  return new Map(rows.map((row) => [`${row.unit_id} ${wall(row.slot_start, t.venue.zone).minute}`, row.holder_id]));
}
const sorted = (cells: ReadonlyMap<string, string>): string[] => [...cells].map(([key, holder]) => `${key} ${holder}`).sort();

describe("the occupancy", () => {
  it(`is the model's after each of ${SEQUENCES} random sequences of ${STEPS} operations`, async () => {
    const names = Object.keys(OPERATIONS);
    const done = new Map<string, number>();
    const differences: string[] = [];
    for (let n = 0; n < SEQUENCES; n++) {
      // The clock goes back for each sequence, so that nothing of its day is over; the day begins empty.
      t.now = new Date("2026-11-21T02:00:00Z");
      const day = addDays("2026-11-22", n % 28);
      await clearDay(day);
      const play: Play = { day, r: random("overlap", String(n)), model: new Model() };
      const told: string[] = [];
      for (let step = 0; step < STEPS; step++) {
        const name = play.r.pick(names);
        const fault = await OPERATIONS[name]?.(play);
        told.push(name);
        done.set(name, (done.get(name) ?? 0) + 1);
        if (fault) differences.push(`${n}: ${told.join(", ")}: ${fault}`);
      }
      const [is, should] = [sorted(await groundOf(day)), sorted(play.model.cells)];
      if (is.join() !== should.join()) differences.push(`${n}: ${told.join(", ")}: ${is.length} cells, should be ${should.length}`);
    }
    expect(differences).toEqual([]);
    expect(refused).toBeGreaterThan(SEQUENCES / 4);
    expect([...done.keys()].sort()).toEqual([...names].sort());
    for (const job of [...bookingJobs, ...waitlistJobs]) await t.act(job.run);
    expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
  });

  it("differs when the model forgets a line: the comparison sees it", async () => {
    const day = "2026-12-20";
    await clearDay(day);
    const model = new Model();
    await OPERATIONS["book"]?.({ day, r: random("control", "1"), model });
    expect(model.cells.size).toBeGreaterThan(0);
    model.cells.clear();
    expect(sorted(await groundOf(day))).not.toEqual(sorted(model.cells));
  });
});

/** Cancels and unlocks whatever is booked on a day, by the services. */
async function clearDay(day: string): Promise<void> {
  const db = t.database.dbFor("v-1");
  const running = await db.selectFrom("fixed_contract").select("id").where("state", "in", ["active", "paused"]).execute();
  for (const { id } of running) await t.act((ctx) => endContract(ctx, fixed.end.input.parse({ id, reason: "清场" })));
  const open = await db
    .selectFrom("booking_order")
    .select("id")
    .where("day", "=", day)
    .where("order_status", "in", ["held", "reserved", "paid"])
    .where((eb) => eb.or([eb("hold_until", "is", null), eb("hold_until", ">", t.now)]))
    .execute();
  for (const { id } of open) await t.act((ctx) => cancel(ctx, booking.cancel.input.parse({ id, reason: "清场" })));
  const locks = await db.selectFrom("place_lock").select("id").where("day", "=", day).where("status", "=", "locked").execute();
  for (const { id } of locks) await t.act((ctx) => unlock(ctx, { id }));
}
