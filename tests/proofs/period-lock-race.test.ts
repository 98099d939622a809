/**
 * Approving a settlement while money moves: whoever comes first, an approved period holds what its settlement says, for good, and what comes
 * too late is dated on the first open day.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { callsOf } from "../../src/contract/core/resource/calls";
import { settlements } from "../../src/contract/settlements/settlements";
import { addDays } from "../../src/contract/core/time";
import type { Ctx } from "../../src/server/http/context";
import { checkLedger } from "../../src/server/ledger/check";
import { post } from "../../src/server/ledger/post";
import { type Book, openBook } from "../support/book";
import { waitingFor, whileShut } from "../support/gate";
import { query } from "../support/tables";
import { FULL } from "../support/forms";

const ROUNDS = FULL ? 20 : 3;
const LONG = 600_000;
const calls = callsOf(settlements);
let b: Book;
let day = "2026-11-20";

beforeAll(async () => {
  b = await openBook();
  await b.server.addPerson("boss", ["v-1"]);
});
afterAll(() => b.close());

/** Money of 7 yuan in cash, earned on a day, told to the screens: who tells waits at the gate. */
const take = (earnedOn: string, now: Date) =>
  b.t.act(
    async (ctx: Ctx) => {
      ctx.emit({ type: "changed", data: { resource: "sale" } });
      return post(ctx, {
        document: { kind: "sale", id: ctx.newId(), no: "S-1" },
        operation: "sale",
        legs: [
          { account: "tender.cash", amount: 700 },
          { account: "income.product", amount: -700, earnedOn },
        ],
      });
    },
    { now },
  );
const noonAfter = (of: string): Date => new Date(`${addDays(of, 1)}T04:00:00Z`);
/** The last second of the day, at the venue. */
const lateOn = (of: string): Date => new Date(`${of}T15:59:59Z`);

/** The next settlement, submitted: up to `day`. */
async function submitted(): Promise<{ id: string; approve: () => Promise<number> }> {
  b.t.now = noonAfter(day);
  const admin = await b.server.as("admin");
  const boss = await b.server.as("boss");
  const { id } = await admin.ok(calls.create, { toDay: day, remark: "" });
  await admin.ok(calls.submit, { id });
  return { id, approve: async () => (await boss.call(calls.approve, { id })).code };
}

interface Told {
  readonly state: string;
  readonly earned: string;
  readonly net: string;
  readonly held: string;
  readonly moved: string;
}
/** Returns the figures of a settlement, and of the books in its period: earned, and money by the day on which it moved. */
async function told(id: string): Promise<Told> {
  const [row] = await query<Told>(
    b.t.url,
    `SELECT s.state, s.earned::text, s.net::text,
      (SELECT coalesce(-sum(amount), 0) FROM posting p WHERE p.venue_id = s.venue_id AND p.earned_on BETWEEN s.from_day AND s.to_day
        AND (p.account LIKE 'income.%' OR p.account LIKE 'discount.%'))::text AS held,
      (SELECT coalesce(sum(p.amount), 0) FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id WHERE p.venue_id = s.venue_id
        AND p.account LIKE 'tender.%' AND t.document_kind IN ('recharge', 'order', 'sale', 'card', 'session') AND p.day BETWEEN s.from_day AND s.to_day)::text AS moved
     FROM settlement s WHERE s.venue_id = 'v-1' AND s.id = $1`,
    [id],
  );
  if (!row) throw new Error("no such settlement");
  return row;
}
const agrees = ({ earned, net, held, moved }: Told): boolean => earned === held && net === moved;

it("counts a correction that was on its way", { timeout: LONG }, async () => {
  const one = await submitted();
  const [, code] = await whileShut(b.t.url, async () => {
    const correction = take(day, noonAfter(day));
    await waitingFor(b.t.url, 1);
    const approval = one.approve();
    await waitingFor(b.t.url, 2);
    return [correction, approval] as const;
  }).then((both) => Promise.all(both));
  expect(code).toBe(200);
  const row = await told(one.id);
  expect([row.state, agrees(row)]).toEqual(["approved", true]);
});

it("without waiting, the books would have held what no settlement says", { timeout: LONG }, async () => {
  day = addDays(day, 1);
  const one = await submitted();
  const late = await whileShut(b.t.url, async () => {
    const correction = take(day, noonAfter(day));
    await waitingFor(b.t.url, 1);
    await query(b.t.url, "UPDATE settlement SET state = 'approved' WHERE id = $1", [one.id]);
    await query(b.t.url, "UPDATE period_lock SET through = $1 WHERE venue_id = 'v-1'", [day]);
    return [correction] as const;
  });
  await Promise.all(late);
  expect(agrees(await told(one.id))).toBe(false);
});

it(
  "refuses where money of the period was on its way, and dates it on the first open day where it comes after",
  { timeout: LONG },
  async () => {
    day = addDays(day, 1);
    const one = await submitted();
    const [, refused] = await whileShut(b.t.url, async () => {
      const sale = take(day, lateOn(day));
      await waitingFor(b.t.url, 1);
      const approval = one.approve();
      await waitingFor(b.t.url, 2);
      return [sale, approval] as const;
    }).then((both) => Promise.all(both));
    expect([refused, (await told(one.id)).state]).toEqual([409, "submitted"]);

    const admin = await b.server.as("admin");
    await (await b.server.as("boss")).ok(calls.reject, { id: one.id, note: "重新提交" });
    await admin.ok(calls.submit, { id: one.id });
    const [code, tx] = await whileShut(b.t.url, async () => {
      const approval = one.approve();
      await waitingFor(b.t.url, 1);
      const sale = take(day, lateOn(day));
      await waitingFor(b.t.url, 2);
      return [approval, sale] as const;
    }).then((both) => Promise.all(both));
    expect(code).toBe(200);
    const row = await told(one.id);
    expect([row.state, agrees(row)]).toEqual(["approved", true]);
    const days = await query<{ day: string; earned_on: string | null }>(
      b.t.url,
      "SELECT day::text, earned_on::text FROM posting WHERE tx_id = $1 ORDER BY seq",
      [tx],
    );
    expect(days).toEqual([
      { day: addDays(day, 1), earned_on: null },
      { day: addDays(day, 1), earned_on: addDays(day, 1) },
    ]);
  },
);

it("holds in a storm of sales and corrections", { timeout: LONG }, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    day = addDays(day, 1);
    const one = await submitted();
    const storm = Array.from({ length: 12 }, (_, i) => (i === 6 ? one.approve() : take(day, i % 2 === 0 ? lateOn(day) : noonAfter(day))));
    await Promise.all(storm);
    const row = await told(one.id);
    if (row.state === "approved") expect([round, agrees(row)]).toEqual([round, true]);
    else {
      const admin = await b.server.as("admin");
      await (await b.server.as("boss")).ok(calls.reject, { id: one.id, note: "重新提交" });
      await admin.ok(calls.submit, { id: one.id });
      expect(await one.approve()).toBe(200);
    }
    expect(agrees(await told(one.id))).toBe(true);
  }
  expect((await checkLedger(b.t.database.dbFor("v-1"), "v-1")).filter(({ subject }) => subject !== "S-1")).toEqual([]);
});
