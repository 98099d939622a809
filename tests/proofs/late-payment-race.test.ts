/**
 * A payment that arrives when its hold has run out, against another desk that books the same cells at the same moment, over two pools of
 * connections: exactly one gets the cells, and where it is the other desk the payer has the money back. In every second round one side is
 * held inside its transaction until the other waits for it, so that each side is sure to win some. The negative control takes the guard
 * away.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { sale } from "../../src/contract/sale/sale";
import { MINUTE } from "../../src/contract/core/time";
import { type Database, openDatabase } from "../../src/server/db/client";
import { placeOrder } from "../../src/server/domains/booking/create";
import { expireOrder } from "../../src/server/domains/booking/expire";
import { settleLate } from "../../src/server/domains/booking/late-payment";
import { AppError } from "../../src/server/http/error";
import { change, systemRequest } from "../../src/server/http/perform";
import type { Work } from "../../src/server/http/serve";
import { checkLedger } from "../../src/server/ledger/check";
import { begin as beginAttempt, send } from "../../src/server/payment/attempt";
import type { PaymentChannel } from "../../src/server/payment/channel";
import { at, book, seedBooking } from "../support/booking";
import { query } from "../support/tables";
import { tester, type TestVenue, testVenue } from "../support/venue";
import { waitingFor, whileShut } from "../support/gate";
import { FULL } from "../support/forms";

const ROUNDS = FULL ? 60 : 12;
const DAY = "2026-11-24";
const AMOUNT = 2_500;

const refunded: string[] = [];
const played: PaymentChannel = {
  sandbox: false,
  charge: async ({ outTradeNo }) => ({ state: "paid", ref: `ref-${outTradeNo}` }),
  query: async () => ({ state: "unknown" }),
  reverse: async () => ({ state: "unknown" }),
  refund: async ({ outTradeNo, refundNo }) => {
    refunded.push(outTradeNo);
    return { state: "refunded", ref: refundNo };
  },
};
const channels = { wechat: played, alipay: undefined };

let t: TestVenue;
let pools: readonly [Database, Database];
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  pools = [openDatabase(t.url, { max: 8 }), openDatabase(t.url, { max: 8 })];
});
afterAll(async () => {
  for (const database of pools) await database.close();
  await t.close();
});

const work = (database: Database): Work => ({
  database,
  request: systemRequest(t.venue, "race", t.now, { person: tester }),
  now: () => t.now,
});
const slotOf = (round: number) => ({ placeId: `b-${(round % 10) + 1}`, start: at(7) + Math.floor(round / 10) * 60, minutes: 30 });
let codes = 0;

/** An order whose hold ran out, and the money that came for it just then. */
async function late(round: number): Promise<{ orderId: string; paymentId: string; run: { placeId: string; start: number; end: number } }> {
  const { placeId, start, minutes } = slotOf(round);
  const run = { placeId, start, end: start + minutes };
  const { id: orderId } = await book(t, { day: DAY, runs: [run], mode: "hold", name: "先订的" });
  const input = sale.amountAndCode.input.parse({
    amount: AMOUNT,
    code: `13${String(codes++).padStart(16, "0")}`,
    purpose: "document",
    orderId,
  });
  const { id: paymentId } = await t.act((ctx) => beginAttempt(ctx, channels, input));
  t.now = new Date(t.now.getTime() + 16 * MINUTE);
  await t.act((ctx) => expireOrder(ctx, orderId));
  await send(work(t.database), channels, paymentId, input.code);
  return { orderId, paymentId, run };
}

const booked = (run: { placeId: string; start: number; end: number }): Promise<string> => {
  const input = booking.create.input.parse({ day: DAY, runs: [run], mode: "reserve", name: "另一台" });
  return change(pools[1], systemRequest(t.venue, "race", t.now, { person: tester }), (ctx) => placeOrder(ctx, input));
};
/** The other desk's order, or null where it was refused as people are. */
const orRefused = (booking: Promise<string>): Promise<string | null> =>
  booking.catch((error: unknown) => {
    if (error instanceof AppError && error.key === "slotTaken") return null;
    throw error;
  });

type First = "payment" | "desk" | "either";
/** @returns whether the payment got the cells */
async function race(round: number, first: First): Promise<boolean> {
  const { orderId, paymentId, run } = await late(round);
  const settling = (): Promise<unknown> => settleLate(work(pools[0]), channels, paymentId);
  const desk = (): Promise<unknown> => orRefused(booked(run));
  const begun: Promise<unknown>[] = [];
  const begin = async (inTurn: boolean): Promise<void> => {
    for (const one of first === "desk" ? [desk, settling] : [settling, desk]) {
      begun.push(one());
      if (inTurn) await waitingFor(t.url, begun.length);
    }
  };
  await (first === "either" ? begin(false) : whileShut(t.url, () => begin(true)));
  const ends = await Promise.all(begun);
  const other = ends[first === "desk" ? 0 : 1];
  const [mine] = await query<{ state: string; lines: number; payment: string }>(
    t.url,
    `SELECT o.order_status AS state, y.state AS payment,
       (SELECT count(*)::int FROM booking_line l WHERE l.order_id = o.id AND l.status = 'active') AS lines
     FROM booking_order o JOIN payment y ON y.id = $2 WHERE o.id = $1`,
    [orderId, paymentId],
  );
  const won = other === null;
  expect(mine).toEqual(won ? { state: "paid", lines: 1, payment: "succeeded" } : { state: "expired", lines: 0, payment: "refunded" });
  expect(refunded.filter((id) => id === paymentId)).toHaveLength(won ? 0 : 1);
  const [told] = await query<{ n: number }>(
    t.url,
    "SELECT count(*)::int AS n FROM message WHERE resource_id = $1 AND title LIKE '%' || $2 || '%'",
    [orderId, won ? "已重新占用" : "请告知"],
  );
  expect(told?.n).toBe(1);
  if (first !== "either") expect(won).toBe(first === "payment");
  return won;
}
const overlaps = async (): Promise<number> => {
  const [row] = await query<{ n: number }>(
    t.url,
    `SELECT count(*)::int AS n FROM booking_line a JOIN booking_line b ON b.id > a.id AND b.day = a.day AND b.place_id = a.place_id
       AND b.start_minute < a.end_minute AND a.start_minute < b.end_minute WHERE a.status = 'active' AND b.status = 'active'`,
    [],
  );
  return row?.n ?? -1;
};

describe("a late payment and another desk", () => {
  it("never both get the cells; the payer who did not gets the money back", async () => {
    const won: Record<First, boolean[]> = { payment: [], desk: [], either: [] };
    for (let round = 0; round < ROUNDS; round++) {
      const first = (["payment", "desk", "either"] as const)[round % 3] ?? "either";
      won[first].push(await race(round, first));
    }
    const share = (of: readonly boolean[]): string => `${of.filter(Boolean).length} of ${of.length}`;
    console.log(`late payment: won ${share(won.payment)} when first, ${share(won.desk)} when second, ${share(won.either)} when together`);
    expect(await overlaps()).toBe(0);
    expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
  });

  it("settles once, whoever asks, however often", async () => {
    const { orderId, paymentId } = await late(ROUNDS);
    await Promise.all(Array.from({ length: 12 }, (_, i) => settleLate(work(pools[i % 2 ? 1 : 0]), channels, paymentId)));
    const [row] = await query<{ paid: number; n: number }>(
      t.url,
      "SELECT o.paid::int AS paid, (SELECT count(*)::int FROM ledger_tx WHERE document_id = o.id) AS n FROM booking_order o WHERE o.id = $1",
      [orderId],
    );
    expect(row).toEqual({ paid: AMOUNT, n: 1 });
    expect(refunded).not.toContain(paymentId);
    expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
  });
});

describe("negative control", () => {
  it("sells the cells twice, and is caught at it, once the guard's primary key is gone", async () => {
    await query(t.url, "ALTER TABLE occupancy DROP CONSTRAINT occupancy_pkey");
    const { paymentId, run } = await late(ROUNDS + 1);
    await Promise.all([settleLate(work(pools[0]), channels, paymentId), booked(run)]);
    expect(await overlaps()).toBeGreaterThan(0);
  });
});
