/** Scan-to-pay over HTTP on the sandbox and on a channel that the test plays: states, money, who must not. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { accountLogs } from "../../src/contract/finance/account-logs";
import { callsOf } from "../../src/contract/core/resource/calls";
import { finance } from "../../src/contract/finance/finance";
import { members } from "../../src/contract/members/members";
import { sale } from "../../src/contract/sale/sale";
import { shifts } from "../../src/contract/shift/shift";
import { actions, next, payment as machine, PaymentState } from "../../src/contract/core/states";
import { change, systemRequest } from "../../src/server/http/perform";
import { checkLedger } from "../../src/server/ledger/check";
import { attemptOf, move } from "../../src/server/payment/attempt";
import type { PaymentChannel, QueryOutcome, ReverseOutcome } from "../../src/server/payment/channel";
import { paymentJobs } from "../../src/server/payment/jobs";
import { book, payFor, seedBooking } from "../support/booking";
import { examine } from "../../src/tools/doctor/examine";
import { deskOf, venueOf } from "../support/desk";
import { type Client, type TestServer, testServer } from "../support/server";
import { query, venueTables } from "../support/tables";
import type { TestVenue } from "../support/venue";

const NOW = new Date("2026-11-21T02:00:00Z");

/** A channel that answers as scripted, and counts its calls. */
const said: { charge: QueryOutcome; query: QueryOutcome; reverse: ReverseOutcome; refund: "refunded" | "refused" | "unknown" } = {
  charge: { state: "paid", ref: "x" },
  query: { state: "password" },
  reverse: { state: "closed" },
  refund: "refunded",
};
const asked = { charge: 0, query: 0, reverse: 0, refund: 0 };
const ref = (no: string) => ({ state: "paid", ref: `ref-${no}` }) as const;
const played: PaymentChannel = {
  sandbox: false,
  charge: async ({ outTradeNo }) => {
    asked.charge++;
    if (said.charge.state === "missing") return { state: "unknown" };
    return said.charge.state === "paid" ? ref(outTradeNo) : said.charge;
  },
  query: async ({ outTradeNo }) => {
    asked.query++;
    return said.query.state === "paid" ? ref(outTradeNo) : said.query;
  },
  reverse: async () => {
    asked.reverse++;
    return said.reverse;
  },
  refund: async ({ refundNo }) => {
    asked.refund++;
    return said.refund === "refused" ? { state: "refused", why: "余额不足" } : { state: said.refund, ref: refundNo };
  },
};
const channels = { wechat: played, alipay: undefined };

let server: TestServer;
let client: Client;
let desk: TestVenue;
beforeAll(async () => {
  server = await testServer({ channels });
  client = await server.as("admin");
  desk = deskOf(server.database, server.url, await venueOf(server.database, "v-1"), NOW);
  await seedBooking(desk);
});
afterAll(() => server.close());

let codes = 0;
const newCode = (): string => `13${String(codes++).padStart(16, "0")}`;
const later = (seconds: number): void => {
  server.now = new Date((server.now ?? NOW).getTime() + seconds * 1000);
};
const submit = (amount = 1999, code = newCode(), more: { purpose?: "document" } = {}) =>
  client.ok(sale.amountAndCode, { amount, code, ...more });
const stateOf = (paymentId: string) => client.ok(sale.scanState, { paymentId });
const posted = () =>
  query<{ account: string; amount: number }>(
    server.url,
    "SELECT account, sum(amount)::float8 AS amount FROM posting p JOIN ledger_tx t USING (venue_id) WHERE t.id = p.tx_id AND t.document_kind = 'collection' GROUP BY account ORDER BY account",
    [],
  );
const round = async (): Promise<void> => {
  const now = () => server.now ?? NOW;
  const request = systemRequest(desk.venue, "test", now());
  for (const job of paymentJobs(channels)) {
    if ("outside" in job) await job.outside({ database: server.database, request, now });
    else await change(server.database, request, job.run);
  }
};

describe("an attempt", () => {
  it("that is paid at once posts once, and says so", async () => {
    server.now = NOW;
    Object.assign(said, { charge: { state: "paid" } });
    const paid = await submit(1999);
    expect(paid).toMatchObject({ state: "succeeded", amount: "19.99", channel: "wechat", sandbox: false, no: "P20261121-0001" });
    expect(await stateOf(paid.paymentId)).toEqual(paid);
    expect(await posted()).toEqual([
      { account: "income.other", amount: -1999 },
      { account: "tender.wechat", amount: 1999 },
    ]);
    const [event] = await query<{ type: string; amount: number }>(
      server.url,
      "SELECT type, amount::float8 AS amount FROM outbox WHERE venue_id = 'v-1' AND order_id = $1",
      [paid.paymentId],
    );
    expect(event).toEqual({ type: "payment", amount: 1999 });
    expect((await client.ok(finance.dashboard, {})).takings?.byMethod).toEqual([{ type: "WeChat", amount: "19.99" }]);
    const log = await client.ok(finance.venueLog, { q: "P20261121" });
    expect(log.content).toMatchObject([{ documentKind: "collection", account: "tender.wechat", in: "19.99" }]);
  });

  it("whose customer enters a password is polled until it is paid", async () => {
    Object.assign(said, { charge: { state: "password" }, query: { state: "password" } });
    const waiting = await submit(500);
    expect(waiting.state).toBe("processing");
    later(2);
    expect((await stateOf(waiting.paymentId)).state).toBe("processing");
    Object.assign(said, { query: { state: "paid" } });
    later(2);
    expect(await stateOf(waiting.paymentId)).toMatchObject({ state: "succeeded", amount: "5.00" });
  });

  it("is queried once for a crowd of polls", async () => {
    Object.assign(said, { charge: { state: "password" }, query: { state: "password" } });
    const waiting = await submit(500);
    later(2);
    const before = asked.query;
    await Promise.all(Array.from({ length: 12 }, () => stateOf(waiting.paymentId)));
    expect(asked.query - before).toBe(1);
  });

  it("that is refused says why, posts nothing, and frees its code", async () => {
    Object.assign(said, { charge: { state: "refused", why: "余额不足" } });
    const code = newCode();
    const before = await posted();
    const refused = await submit(700, code);
    expect(refused).toMatchObject({ state: "refused", note: "余额不足", no: "" });
    expect(await posted()).toEqual(before);
    Object.assign(said, { charge: { state: "paid" } });
    const again = await submit(700, code);
    expect(again.state).toBe("succeeded");
    expect(again.paymentId).not.toBe(refused.paymentId);
  });

  it("that got no answer is unknown, and the scheduler finds out", async () => {
    Object.assign(said, { charge: { state: "unknown", why: "time-out" }, query: { state: "paid" } });
    const lost = await submit(800);
    expect(lost).toMatchObject({ state: "unknown", note: "time-out" });
    later(5);
    await round();
    expect(await stateOf(lost.paymentId)).toMatchObject({ state: "succeeded", note: "" });
  });

  it("that the channel never got is refused, but only when it can no longer be on its way", async () => {
    Object.assign(said, { charge: { state: "unknown" }, query: { state: "missing" } });
    const lost = await submit(800);
    later(10);
    expect((await stateOf(lost.paymentId)).state).toBe("unknown");
    later(30);
    expect(await stateOf(lost.paymentId)).toMatchObject({ state: "refused", note: "付款没有送达，未扣款" });
    // Whoever looks next may speak another language.
    const inEnglish = await client.ok(sale.scanState, { paymentId: lost.paymentId }, { headers: { "accept-language": "en" } });
    expect(inEnglish.note).toBe("The charge did not arrive; nothing was taken");
  });

  it("that nobody finishes is reversed", async () => {
    Object.assign(said, { charge: { state: "password" }, query: { state: "password" }, reverse: { state: "unknown" } });
    const left = await submit(900);
    later(95);
    expect((await stateOf(left.paymentId)).state).toBe("processing");
    said.reverse = { state: "closed" };
    later(40);
    expect(await stateOf(left.paymentId)).toMatchObject({ state: "refused", note: "顾客未在时限内完成付款，已撤销，不会扣款" });
  });

  it("that nobody sent is cancelled", async () => {
    const id = await desk.act(async (ctx) => {
      const { begin } = await import("../../src/server/payment/attempt");
      return (await begin({ ...ctx, now: server.now ?? NOW }, channels, { amount: 100, code: newCode(), purpose: "collect" })).id;
    });
    later(30);
    expect((await stateOf(id)).state).toBe("created");
    later(40);
    await round();
    expect((await stateOf(id)).state).toBe("cancelled");
  });

  it("with the same code is the same charge; of another amount it is refused", async () => {
    Object.assign(said, { charge: { state: "password" }, query: { state: "password" } });
    const code = newCode();
    const before = asked.charge;
    const [first, ...others] = await Promise.all(Array.from({ length: 12 }, () => submit(1500, code)));
    expect(others.map((one) => one.paymentId)).toEqual(others.map(() => first?.paymentId));
    expect(asked.charge - before).toBe(1);
    const other = await client.call(sale.amountAndCode, { amount: 1600, code });
    expect(other).toMatchObject({ code: 409, data: { paymentId: first?.paymentId, state: "processing" } });
  });
});

it("keeps no code that was scanned, nowhere", async () => {
  Object.assign(said, { charge: { state: "paid" } });
  const code = newCode();
  const { paymentId } = await submit(4200, code);
  const tables = await venueTables(server.url);
  const holding = async (text: string): Promise<string[]> => {
    const found: string[] = [];
    for (const table of tables) {
      const [row] = await query<{ n: number }>(server.url, `SELECT count(*)::int AS n FROM "${table}" t WHERE t::text LIKE $1`, [
        `%${text}%`,
      ]);
      if ((row?.n ?? 0) > 0) found.push(table);
    }
    return found;
  };
  expect(await holding(code)).toEqual([]);
  expect(await holding(paymentId)).toContain("payment");
});

describe("what is refused before the channel is called", () => {
  it.each([
    ["a code of nobody", { amount: 100, code: "6901234567892000" }, 400],
    ["nothing to pay", { amount: 0, code: "134567890123456780" }, 400],
    ["a channel that is not set up", { amount: 100, code: "281234567890123456" }, 409],
    ["a fraction of a fen", { amount: 1.5, code: "134567890123456780" }, 400],
  ])("%s", async (_, input, code) => {
    const before = asked.charge;
    expect((await client.call(sale.amountAndCode, input)).code).toBe(code);
    expect(asked.charge).toBe(before);
  });

  it("somebody without the code, and a payment of another venue or of the till", async () => {
    await server.addPerson("looker", ["v-1"], ["sale_from2"]);
    const looker = await server.as("looker");
    expect((await looker.call(sale.amountAndCode, { amount: 100, code: newCode() })).code).toBe(403);
    Object.assign(said, { charge: { state: "paid" } });
    const { paymentId } = await submit(100);
    expect((await client.call(sale.scanState, { paymentId }, { venueId: "v-2" })).code).toBe(404);
    const order = await payFor(
      desk,
      await book(desk, { day: "2026-11-23", runs: [{ placeId: "b-1", start: 600, end: 660 }], mode: "hold", name: "王伟" }),
    );
    const [till] = order.payments;
    expect((await client.call(sale.scanState, { paymentId: till?.id ?? "" })).code).toBe(404);
  });
});

describe("a collection for a document", () => {
  const held = (n: number) =>
    book(desk, { day: "2026-11-24", runs: [{ placeId: `b-${n}`, start: 600, end: 660 }], mode: "hold", name: "王伟" });
  it("pays an order once, goes back through the channel when the order is cancelled", async () => {
    Object.assign(said, { charge: { state: "paid" } });
    server.now = new Date(NOW.getTime() + 1000);
    const order = await held(1);
    const collected = await submit(5000, newCode(), { purpose: "document" });
    const payments = [{ type: "scanCode", amount: "50.00", paymentId: collected.paymentId }];
    expect(await client.ok(booking.pay, { id: order.id, payments })).toMatchObject({ orderStatus: "paid", payTypes: ["scanCode"] });
    const second = await held(2);
    expect((await client.call(booking.pay, { id: second.id, payments })).code).toBe(409);
    await client.ok(booking.cancel, { id: order.id, reason: "客人有事" });
    expect((await stateOf(collected.paymentId)).state).toBe("refunding");
    const before = asked.refund;
    await round();
    expect(asked.refund - before).toBe(1);
    expect((await stateOf(collected.paymentId)).state).toBe("refunded");
    await round();
    expect(asked.refund - before).toBe(1);
  });

  it("counts as spent by the member whose order it pays", async () => {
    const order = await book(desk, { day: "2026-11-24", runs: [{ placeId: "b-9", start: 600, end: 660 }], mode: "hold", memberId: "m-2" });
    const collected = await submit(5000, newCode(), { purpose: "document" });
    await client.ok(booking.pay, { id: order.id, payments: [{ type: "scanCode", amount: "50.00", paymentId: collected.paymentId }] });
    const [member] = await query<{ spent: number }>(server.url, "SELECT spent::float8 AS spent FROM member WHERE id = 'm-2'", []);
    expect(member?.spent).toBe(5000);
  });

  it("that the channel will not refund is said to the desk", async () => {
    const order = await held(3);
    const collected = await submit(5000, newCode(), { purpose: "document" });
    await client.ok(booking.pay, { id: order.id, payments: [{ type: "scanCode", amount: "50.00", paymentId: collected.paymentId }] });
    await client.ok(booking.cancel, { id: order.id, reason: "客人有事" });
    said.refund = "refused";
    later(20);
    await round();
    said.refund = "refunded";
    expect((await stateOf(collected.paymentId)).state).toBe("refund_failed");
    const [message] = await query<{ title: string }>(
      server.url,
      "SELECT title FROM message WHERE kind = 'payment' ORDER BY id DESC LIMIT 1",
      [],
    );
    expect(message?.title).toContain("50.00");
  });

  const refusedRefund = async () => {
    const order = await held(3);
    const { paymentId, no } = await submit(5000, newCode(), { purpose: "document" });
    await client.ok(booking.pay, { id: order.id, payments: [{ type: "scanCode", amount: "50.00", paymentId }] });
    await client.ok(booking.cancel, { id: order.id, reason: "客人有事" });
    said.refund = "refused";
    later(20);
    await round();
    said.refund = "refunded";
    const { failed } = await client.ok(sale.collection, { no });
    return { paymentId, no, refundId: failed[0]?.id ?? "", failed };
  };

  it("that the channel refused is sent again, and goes back then", async () => {
    const { paymentId, refundId, failed } = await refusedRefund();
    expect(failed).toMatchObject([{ amount: "50.00" }]);
    expect((await client.ok(sale.retryRefund, { refundId })).failed).toEqual([]);
    expect((await stateOf(paymentId)).state).toBe("refunded");
    expect((await client.call(sale.retryRefund, { refundId })).code).toBe(409);
    expect((await client.call(sale.retryRefund, { refundId: "gone" })).code).toBe(404);
  });

  it("that the channel refused is paid out another way, once, and the books say by which", async () => {
    await client.ok(shifts.move, { kind: "draw", amount: "50.00", reason: "零钱" });
    const { paymentId, refundId } = await refusedRefund();
    const out = { refundId, type: "Cash" as const, reason: "渠道退不了" };
    expect((await client.ok(sale.payOutRefund, out)).failed).toEqual([]);
    expect((await client.call(sale.payOutRefund, out)).code).toBe(409);
    const legs = await query<{ account: string; amount: number }>(
      server.url,
      `SELECT p.account, p.amount::float8 AS amount FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
        WHERE t.document_id = $1 AND t.operation = 'refund paid out' ORDER BY p.amount`,
      [paymentId],
    );
    expect(legs).toEqual([
      { account: "tender.cash", amount: -5000 },
      { account: "tender.wechat", amount: 5000 },
    ]);
    expect((await stateOf(paymentId)).state).toBe("refunded");
  });

  it("is not taken for a document of another amount, nor before it is paid, nor when it was collected for itself", async () => {
    const order = await held(4);
    const short = await submit(4900, newCode(), { purpose: "document" });
    const own = await submit(5000);
    Object.assign(said, { charge: { state: "password" }, query: { state: "password" } });
    const open = await submit(5000, newCode(), { purpose: "document" });
    for (const paymentId of [short.paymentId, own.paymentId, open.paymentId, "strange"]) {
      const answer = await client.call(booking.pay, { id: order.id, payments: [{ type: "scanCode", amount: "50.00", paymentId }] });
      expect(answer.code).toBe(409);
    }
  });

  it("fills a member's purse once; revoked, the purse is emptied and the money goes back through the channel", async () => {
    Object.assign(said, { charge: { state: "paid" }, refund: "refunded" });
    const purse = async () => (await client.ok(members.view, { id: "m-2" })).principal;
    const before = await purse();
    const { paymentId } = await submit(20_000, newCode(), { purpose: "document" });
    const input = { memberId: "m-2", pay: "200.00", method: "scanCode" as const };
    expect((await client.call(members.recharge, { ...input, pay: "100.00", paymentId })).code).toBe(409);
    expect((await client.call(members.recharge, input)).code).toBe(409);
    const filled = await client.ok(members.recharge, { ...input, paymentId });
    expect((await client.call(members.recharge, { ...input, paymentId })).code).toBe(409);
    expect(filled.after.principal).toBe("200.00");
    await client.ok(callsOf(accountLogs).revocation, { id: filled.id, reason: "充错了" });
    expect(await purse()).toBe(before);
    const asks = asked.refund;
    await round();
    expect(asked.refund).toBe(asks + 1);
    expect((await stateOf(paymentId)).state).toBe("refunded");
    expect((await client.call(callsOf(accountLogs).revocation, { id: filled.id, reason: "充错了" })).code).toBe(409);
    await round();
    expect(asked.refund).toBe(asks + 1);
  });

  it("that no document takes goes back by itself", async () => {
    Object.assign(said, { charge: { state: "paid" } });
    const alone = await submit(3100, newCode(), { purpose: "document" });
    later(31 * 60);
    await round();
    await round();
    expect((await stateOf(alone.paymentId)).state).toBe("refunded");
  });
});

describe("giving a collection back", () => {
  const back = (paymentId: string, amount: string, more: { key?: string; venueId?: string } = {}) =>
    client.call(sale.refundCollection, { paymentId, amount, reason: "多收了" }, more);
  const legsOf = (paymentId: string) =>
    query<{ account: string; amount: number; earned_on: string | null }>(
      server.url,
      `SELECT p.account, sum(p.amount)::float8 AS amount, p.earned_on::text FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
       WHERE t.document_id = $1 GROUP BY p.account, p.earned_on ORDER BY p.account`,
      [paymentId],
    );

  it("in parts, never more than was taken, each part once, off the day on which it was earned", async () => {
    Object.assign(said, { charge: { state: "paid" }, refund: "refunded" });
    const { paymentId, no } = await submit(1_000);
    const asks = asked.refund;
    const key = "refund-once";
    expect(await back(paymentId, "4.00", { key })).toMatchObject({
      code: 200,
      data: { refunded: "4.00", refundable: "6.00", state: "succeeded" },
    });
    expect(await back(paymentId, "4.00", { key })).toMatchObject({ code: 200, data: { refunded: "4.00", refundable: "6.00" } });
    expect(asked.refund - asks).toBe(1);
    expect(await back(paymentId, "6.01")).toMatchObject({ code: 400, data: { most: "6.00" } });
    expect(await client.ok(sale.collection, { no })).toMatchObject({ paymentId, amount: "10.00", refunded: "4.00", refundable: "6.00" });
    later(86_400);
    // Nobody stays signed in overnight.
    client = await server.as("admin");
    expect(await back(paymentId, "6.00")).toMatchObject({ code: 200, data: { refundable: "0.00", state: "refunded" } });
    expect(await back(paymentId, "0.01")).toMatchObject({ code: 409 });
    expect(asked.refund - asks).toBe(2);
    const legs = await legsOf(paymentId);
    expect(legs.map(({ account, amount }) => ({ account, amount }))).toEqual([
      { account: "income.other", amount: 0 },
      { account: "tender.wechat", amount: 0 },
    ]);
  });

  it("to many who ask at once is never more than was taken", async () => {
    Object.assign(said, { charge: { state: "paid" }, refund: "refunded" });
    const { paymentId } = await submit(1_000);
    const answers = await Promise.all(Array.from({ length: 8 }, () => back(paymentId, "3.00")));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(3);
    const [row] = await query<{ refunded: number }>(server.url, "SELECT refunded::float8 AS refunded FROM payment WHERE id = $1", [
      paymentId,
    ]);
    expect(row?.refunded).toBe(900);
  });

  it("that the channel doesn't answer about is sent again until it does, as the same refund", async () => {
    Object.assign(said, { charge: { state: "paid" }, refund: "unknown" });
    const { paymentId } = await submit(1_000);
    expect(await back(paymentId, "10.00")).toMatchObject({ code: 200, data: { state: "refunding" } });
    said.refund = "refunded";
    later(60);
    await round();
    expect((await stateOf(paymentId)).state).toBe("refunded");
    const [row] = await query<{ n: number }>(server.url, "SELECT count(*)::int AS n FROM channel_refund WHERE payment_id = $1", [
      paymentId,
    ]);
    expect(row?.n).toBe(1);
  });

  it("that waits for a document goes in whole, that a document holds not here, of another venue or by somebody without the code never", async () => {
    Object.assign(said, { charge: { state: "paid" }, refund: "refunded" });
    const waits = await submit(5_000, newCode(), { purpose: "document" });
    expect(await back(waits.paymentId, "20.00")).toMatchObject({ code: 409 });
    expect(await back(waits.paymentId, "50.00", { venueId: "v-2" })).toMatchObject({ code: 404 });
    await server.addPerson("no-refunds", ["v-1"], ["scan_to_pay"]);
    const other = await server.as("no-refunds");
    expect((await other.call(sale.refundCollection, { paymentId: waits.paymentId, amount: "50.00", reason: "多收了" })).code).toBe(403);
    expect(await back(waits.paymentId, "50.00")).toMatchObject({ code: 200, data: { state: "refunded", refundable: "0.00" } });
    const filled = await submit(20_000, newCode(), { purpose: "document" });
    await client.ok(members.recharge, { memberId: "m-2", pay: "200.00", method: "scanCode", paymentId: filled.paymentId });
    expect(await back(filled.paymentId, "200.00")).toMatchObject({ code: 409 });
    Object.assign(said, { charge: { state: "refused", why: "余额不足" } });
    expect(await back((await submit(100)).paymentId, "1.00")).toMatchObject({ code: 409 });
  });
});

describe("the machine of a payment", () => {
  const all = ["send", "cancel", "succeed", "refuse", "lose", "refund", "refunded", "fail"] as const;
  const pairs = PaymentState.options.flatMap((state) => all.map((action) => ({ state, action, to: next(machine, state, action) })));
  it("knows every action tried here", () => {
    expect([...new Set(PaymentState.options.flatMap((state) => actions(machine, state)))].sort()).toEqual([...all].sort());
  });
  it.each(pairs)("$state, $action → $to", async ({ state, action, to }) => {
    const id = `pair-${state}-${action}`;
    await query(
      server.url,
      `INSERT INTO payment (venue_id, id, document_kind, document_id, type, amount, state, person_id, operator, at, purpose)
       VALUES ('v-1', $1, 'collection', $1, 'scanCode', 1, $2, 'p', 'p', now(), 'collect')`,
      [id, state],
    );
    const moved = await desk.act((ctx) => move(ctx, id, action));
    expect(moved?.state).toBe(to);
    expect((await desk.look((ctx) => attemptOf(ctx, id))).state).toBe(to ?? state);
    await query(server.url, "DELETE FROM payment WHERE id = $1", [id]);
  });
});

it("leaves books in order", async () => {
  expect(await checkLedger(server.database.dbFor("v-1"), "v-1")).toEqual([]);
  const spent = (await examine(server.url)).find((result) => result.check === "what members have spent is what was posted for them");
  expect(spent?.findings).toEqual([]);
});
