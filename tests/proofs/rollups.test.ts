/**
 * Reports read rollups of closed days. Over random trade and corrections of closed days, with days rolled up at any time between, each report is
 * to the fen what it is without rollups, and what plain SQL counts of the postings.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import { addDays } from "../../src/contract/core/time";
import { sellCard } from "../../src/server/domains/cards/sell";
import { create as sell } from "../../src/server/domains/sale/lines";
import { returns } from "../../src/server/domains/sale/returns";
import { AppError } from "../../src/server/http/error";
import { post } from "../../src/server/ledger/post";
import { allRollups } from "../../src/server/rollups/all";
import { rollUp, findWrongRollups } from "../../src/server/rollups/rollup";
import { examine } from "../../src/tools/doctor/examine";
import { type Book, openBook } from "../support/book";
import { book, cancelled, payFor } from "../support/booking";
import { paid } from "../support/commerce";
import { waitingFor, whileShut } from "../support/gate";
import { diceOf } from "../support/generate";
import { enrol } from "../support/members";
import type { Client } from "../support/server";
import { query } from "../support/tables";
import { FULL } from "../support/forms";

const SEEDS = FULL ? [1, 2, 3, 4, 5, 6, 7, 8] : [1];
const STEPS = 60;
const LONG = 600_000;
const FROM = "2026-11-18";
const CHECK = "rolled up days are what their rows come to";
let b: Book;
let admin: Client;
beforeAll(async () => {
  b = await openBook();
  ({ admin } = b);
});
afterAll(() => b.close());

const GROUPS = [
  ["complexReport", "stream", "day", "month"],
  ["complexOld", "method", "stream", "day"],
  ["dayReports", "day", "week", "month"],
  ["expenseReport", "cause", "day", "month"],
  ["trialBalance", "account"],
  ["profitLoss", "account", "month"],
  ["balanceSheet", "account"],
  ["liabilities", "account"],
  ["productReport", "class", "sku", "day"],
  ["saleReport", "product", "day"],
  ["cardOpenings", "type", "day", "operator"],
  ["courtUse", "place", "hour", "weekday", "day"],
  ["memberMonths", "member", "cardType", "purse"],
] as const;

const today = (): string => b.t.now.toISOString().slice(0, 10);
async function reports(from = FROM): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const [name, ...groups] of GROUPS) {
    const call = api[name].read;
    const open = call.path.startsWith("/api/open/") ? { venueId: "v-1" } : {};
    for (const group of groups) all[`${name} by ${group}`] = await admin.ok(call, { from, to: addDays(today(), 3), group, ...open });
  }
  for (const day of [addDays(today(), -3), today()])
    all[`purses on ${day}`] = (await admin.ok(api.dayReport.page, { venueId: "v-1", day })).purses;
  return all;
}
/** Moves the clock, past which nobody stays logged in. */
async function pass(hours: number): Promise<void> {
  b.t.now = new Date(b.t.now.getTime() + hours * 3_600_000);
  admin = await b.server.as("admin");
}
const roll = async (): Promise<void> => {
  for (const rollup of allRollups) while (await b.t.act((ctx) => rollUp(ctx, rollup)));
};
const rolledDays = async (): Promise<number> =>
  Number((await b.count<{ n: string }>("SELECT count(*) AS n FROM rollup_day WHERE venue_id = $1"))[0]?.n);
const forget = () => b.count("DELETE FROM rollup_day WHERE venue_id = $1");
const fen = (text: unknown): number => Math.round(Number(text) * 100);
/** Takings and earned of the period, from the postings alone. */
async function counted(): Promise<readonly [takings: number, earned: number]> {
  const to = addDays(today(), 3);
  const [row] = await b.count<{ takings: string; earned: string }>(
    `SELECT coalesce(sum(p.amount) FILTER (WHERE p.account LIKE 'tender.%' AND t.document_kind IN ('recharge', 'order', 'sale', 'card', 'session')
         AND p.day BETWEEN '${FROM}' AND '${to}'), 0) AS takings,
       coalesce(-sum(p.amount) FILTER (WHERE (p.account LIKE 'income.%' OR p.account LIKE 'discount.%') AND p.earned_on BETWEEN '${FROM}' AND '${to}'), 0) AS earned
     FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id WHERE p.venue_id = $1`,
  );
  return [Number(row?.takings), Number(row?.earned)];
}
async function reported(): Promise<readonly [takings: number, earned: number]> {
  const { sums } = await admin.ok(api.complexReport.read, { from: FROM, to: addDays(today(), 3) });
  return [fen(sums["takings"]), fen(sums["earned"])];
}
const agree = async (): Promise<void> => expect(await reported()).toEqual(await counted());
/** Money of 7 yuan in cash for goods, earned on a day that may be closed. */
const late = (earnedOn: string) =>
  b.t.act((ctx) => {
    ctx.emit({ type: "changed", data: { resource: "sale" } });
    return post(ctx, {
      document: { kind: "sale", id: ctx.newId(), no: "S-1" },
      operation: "sale",
      legs: [
        { account: "tender.cash", amount: 700 },
        { account: "income.product", amount: -700, earnedOn },
      ],
    });
  });

it.each(SEEDS)("random trade %i: with rollups as without", { timeout: LONG }, async (seed) => {
  const dice = diceOf(seed);
  const sales: { id: string; line: string; left: number }[] = [];
  const orders: string[] = [];
  const entries: string[] = [];
  const past = (): string => addDays(today(), -dice(6));
  const steps: readonly (() => Promise<unknown>)[] = [
    async () => {
      const quantity = 1 + dice(4);
      const payments = [{ type: dice(2) === 0 ? ("Cash" as const) : ("WeChat" as const), amount: `${30 * quantity}.00` }];
      const done = await b.t.act((ctx) => sell(ctx, api.sale.create.input.parse({ lines: [{ productId: "string", quantity }], payments })));
      sales.push({ id: done.id, line: done.lines[0]?.id ?? "", left: quantity });
    },
    async () => {
      const one = sales[dice(sales.length)];
      if (!one || one.left === 0) return;
      const input = { saleId: one.id, lines: [{ lineId: one.line, quantity: 1 }], reason: "多拿了" };
      await b.t.act((ctx) => returns(ctx, api.sale.returns.input.parse(input)));
      one.left--;
    },
    async () => {
      const start = 600 + 60 * dice(10);
      const placeId = ["b-1", "b-2", "k-full", "k-east"][dice(4)] ?? "b-3";
      const held = await book(b.t, {
        day: addDays(today(), dice(2)),
        runs: [{ placeId, start, end: start + 30 * (2 + dice(3)) }],
        name: "散客",
      });
      await payFor(b.t, held, [{ type: "Alipay", amount: held.due }]);
      orders.push(held.id);
    },
    async () => {
      const id = orders[dice(orders.length)];
      if (id !== undefined) await cancelled(b.t, id);
    },
    async () => {
      const draft = {
        kind: dice(2) === 0 ? ("cost" as const) : ("income" as const),
        category: "power" as const,
        day: past(),
        method: "Transfer" as const,
      };
      entries.push((await admin.ok(api.manualEntries.create, { ...draft, amount: `${1 + dice(90)}.50` })).id);
    },
    async () => {
      const id = entries.splice(dice(entries.length), 1)[0];
      if (id !== undefined) await admin.ok(api.manualEntries.void, { id, reason: "记错" });
    },
    () => late(past()),
    async () => {
      const { id } = await enrol(b.t, {
        name: "新人",
        cardNo: `N-${seed}-${dice(1_000)}`,
        cardTypeId: dice(2) === 0 ? "ct-85" : "ct-full",
      });
      if (dice(2) === 0) await b.t.act((ctx) => sellCard(ctx, { memberId: id, packageCardId: "pk", payments: paid(10_000) }));
    },
    () => b.count(`UPDATE member SET card_type_id = 'ct-full' WHERE venue_id = $1 AND id = '${b.wang}'`),
    roll,
    () => pass(2 + dice(10)),
  ];
  for (let i = 0; i < STEPS; i++) {
    try {
      await steps[dice(steps.length)]?.();
    } catch (error) {
      // A refusal (a place that is taken, an order that is over) is a step as well.
      if (!(error instanceof AppError)) throw error;
    }
    if (i % 10 === 9) await agree();
  }
  await roll();
  await late(past());
  expect(await rolledDays()).toBeGreaterThan(10);
  const withRollups = await reports();
  expect((await examine(b.t.url)).filter(({ check, findings }) => check === CHECK && findings.length > 0)).toEqual([]);
  await forget();
  expect(withRollups).toEqual(await reports());
  await agree();
});

it("an altered rollup is found by doctor, and shows that reports read rollups", { timeout: LONG }, async () => {
  await pass(48);
  await roll();
  // Months have a test of their own.
  await b.count("DELETE FROM rollup_day WHERE venue_id = $1 AND name LIKE '%.month'");
  const before = await reports();
  for (const { name } of allRollups) {
    const [row] = await b.count<{ day: string; key: string; sub: string }>(
      `UPDATE rollup SET figures[cardinality(figures)] = figures[cardinality(figures)] + 100 WHERE ctid = (SELECT ctid FROM rollup WHERE venue_id = $1 AND name = '${name}' ORDER BY day DESC LIMIT 1)
       RETURNING day::text, key, sub`,
    );
    const found = (await examine(b.t.url)).filter(({ check }) => check === CHECK).flatMap(({ findings }) => findings);
    expect(found.map(({ subject }) => subject)).toEqual([[name, row?.day, row?.key, row?.sub].filter((part) => part !== "").join(" ")]);
    expect(await reports(), `${name} ${JSON.stringify(row)}`).not.toEqual(before);
    await b.count(
      `UPDATE rollup SET figures[cardinality(figures)] = figures[cardinality(figures)] - 100 WHERE venue_id = $1 AND name = '${name}' AND day = '${row?.day}' AND key = '${row?.key}' AND sub = '${row?.sub}'`,
    );
  }
  expect(await reports()).toEqual(before);
});

it("a day that a correction is on its way to is not rolled up, and is read from its rows afterwards", { timeout: LONG }, async () => {
  await forget();
  const day = addDays(today(), -1);
  await whileShut(b.t.url, async () => {
    const correction = late(day);
    await waitingFor(b.t.url, 1);
    await roll();
    return [correction] as const;
  }).then((all) => Promise.all(all));
  const taken = await b.count<{ n: string }>(
    `SELECT count(*) AS n FROM rollup_day WHERE venue_id = $1 AND name = 'earned' AND day = '${day}'`,
  );
  expect(Number(taken[0]?.n)).toBe(0);
  await agree();
  await roll();
  await agree();
});

it("without its mark, a correction would be missing from the report", { timeout: LONG }, async () => {
  await roll();
  await query(b.t.url, "ALTER TABLE posting DISABLE TRIGGER rollups", []);
  await late(addDays(today(), -1));
  await query(b.t.url, "ALTER TABLE posting ENABLE TRIGGER rollups", []);
  const [takings, earned] = await counted();
  expect(await reported()).toEqual([takings, earned - 700]);
  expect((await examine(b.t.url)).filter(({ check }) => check === CHECK).flatMap(({ findings }) => findings)).not.toEqual([]);
});

/** A day on which the month of `FROM` is over. */
const NEW_YEAR = "2027-01-02";
const BEGUN = `${FROM.slice(0, 8)}01`;
const months = async (): Promise<readonly string[]> =>
  (
    await b.count<{ name: string }>(
      `SELECT DISTINCT name FROM rollup_day WHERE venue_id = $1 AND name LIKE '%.month' AND day = '${BEGUN}' ORDER BY 1`,
    )
  ).map(({ name }) => name);

it(
  "days of a month that is over are added up: reports are as without, and a correction of such a day is in them at once",
  { timeout: LONG },
  async () => {
    await forget();
    await b.t.act((ctx) =>
      sell(
        ctx,
        api.sale.create.input.parse({ lines: [{ productId: "string", quantity: 1 }], payments: [{ type: "Cash", amount: "30.00" }] }),
      ),
    );
    await pass((Date.parse(`${NEW_YEAR}T04:00:00Z`) - b.t.now.getTime()) / 3_600_000);
    await roll();
    const ALL = allRollups.map(({ name }) => `${name}.month`).toSorted();
    expect(await months()).toEqual(ALL);
    const compared = async (): Promise<void> => {
      const kept = await reports(BEGUN);
      expect((await examine(b.t.url)).filter(({ check, findings }) => check === CHECK && findings.length > 0)).toEqual([]);
      await agree();
      await b.count("UPDATE rollup_day SET form = 'not ' || form WHERE venue_id = $1");
      const counted = await reports(BEGUN);
      await b.count("UPDATE rollup_day SET form = substr(form, 5) WHERE venue_id = $1");
      expect(kept).toEqual(counted);
    };
    await compared();
    // All but the reports of takings and earned, which distinguish days, read the stored months: doctor finds a month that is not the sum
    // of its days.
    const before = await reports(BEGUN);
    for (const rollup of allRollups.filter(({ name }) => !["taken", "earned"].includes(name))) {
      const { name } = rollup;
      const change = (by: number) =>
        b.count<{ key: string; sub: string }>(
          `UPDATE rollup SET figures[cardinality(figures)] = figures[cardinality(figures)] + ${by} WHERE ctid = (SELECT ctid FROM rollup WHERE venue_id = $1 AND name = '${name}.month' AND day = '${BEGUN}' ORDER BY key, sub LIMIT 1) RETURNING key, sub`,
        );
      const [row] = await change(100);
      const found = await b.t.look((ctx) => findWrongRollups(ctx, rollup));
      expect(found.map(({ subject }) => subject)).toEqual([
        [`${name}.month`, BEGUN, row?.key, row?.sub].filter((part) => part !== "").join(" "),
      ]);
      expect(await reports(BEGUN), name).not.toEqual(before);
      await change(-100);
    }
    expect(await reports(BEGUN)).toEqual(before);
    await late(addDays(FROM, 1));
    expect((await reports(BEGUN))["complexReport by month"]).not.toEqual(before["complexReport by month"]);
    await compared();
    // The month follows once its day is rolled up again.
    const marked = (): Promise<{ name: string }[]> =>
      b.count<{ name: string }>("SELECT DISTINCT name FROM rollup_touch WHERE venue_id = $1 AND name LIKE '%.month' ORDER BY 1");
    expect((await marked()).map(({ name }) => name)).toContain("earned.month");
    await roll();
    expect(await marked()).toEqual([]);
    expect(await months()).toEqual(ALL);
    await compared();
  },
);
