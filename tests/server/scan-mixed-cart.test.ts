/** One scanned code that pays a cart of several documents: each gets its part, each goes back by itself, the channel sees one charge. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import { fen } from "../../src/contract/core/money";
import { accountLogs } from "../../src/contract/finance/account-logs";
import { callsOf } from "../../src/contract/core/resource/calls";
import { sale } from "../../src/contract/sale/sale";
import { checkLedger } from "../../src/server/ledger/check";
import { change, systemRequest } from "../../src/server/http/perform";
import type { PaymentChannel } from "../../src/server/payment/channel";
import { paymentJobs } from "../../src/server/payment/jobs";
import { seedBooking, seedMember } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { deskOf, venueOf } from "../support/desk";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

const NOW = new Date("2026-11-21T02:00:00Z");
const asked: Parameters<PaymentChannel["refund"]>[0][] = [];
const played: PaymentChannel = {
  sandbox: false,
  charge: async ({ outTradeNo }) => ({ state: "paid", ref: `ref-${outTradeNo}` }),
  query: async ({ outTradeNo }) => ({ state: "paid", ref: `ref-${outTradeNo}` }),
  reverse: async () => ({ state: "closed" }),
  refund: async (refund) => {
    asked.push(refund);
    return { state: "refunded", ref: refund.refundNo };
  },
};
const channels = { wechat: played, alipay: undefined };

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await testServer({ channels });
  server.now = NOW;
  client = await server.as("admin");
  const desk = deskOf(server.database, server.url, await venueOf(server.database, "v-1"), NOW);
  await seedBooking(desk);
  await seedCommerce(desk, 24, 3, 40);
  await seedMember(desk, "wang", { name: "王芳", principal: 50_000 });
});
afterAll(() => server.close());

const CART = {
  memberId: "wang",
  lines: [{ productId: "water", quantity: 3 }],
  items: [
    { kind: "card", of: "pk" },
    { kind: "recharge", amount: "200.00" },
    { kind: "session", of: "hb", quantity: 2 },
  ],
} satisfies Partial<Input<typeof sale.create>>;
let codes = 0;
const charge = (amount: number) =>
  client.ok(sale.amountAndCode, { amount, code: `13${String(codes++).padStart(16, "0")}`, purpose: "document" });
const sound = async () => expect(await checkLedger(server.database.dbFor("v-1"), "v-1")).toEqual([]);

it("pays goods, a card, a recharge and tickets at once; goods that come back go through the charge of the whole", async () => {
  const { due } = await client.ok(sale.quote, CART);
  const { paymentId, no } = await charge(fen(due));
  const sold = await client.ok(sale.create, { ...CART, payments: [{ type: "scanCode", amount: due, paymentId }] });
  const parts = await query<{ document_kind: string; amount: number; no: string }>(
    server.url,
    "SELECT document_kind, amount::float8 AS amount, no FROM payment WHERE id = $1 OR part_of = $1 ORDER BY no",
    [paymentId],
  );
  expect(parts.map(({ document_kind }) => document_kind).sort()).toEqual(["card", "recharge", "sale", "session"]);
  expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(fen(due));
  expect(parts.map((part) => part.no)).toEqual([no, `${no}-2`, `${no}-3`, `${no}-4`]);
  await sound();

  const [line] = sold.lines;
  await client.ok(sale.returns, { saleId: sold.id, lines: [{ lineId: line?.id ?? "", quantity: 1 }], reason: "不要了" });
  const now = (): Date => NOW;
  const request = systemRequest(await venueOf(server.database, "v-1"), "test", NOW);
  for (const job of paymentJobs(channels))
    if ("outside" in job) await job.outside({ database: server.database, request, now });
    else await change(server.database, request, job.run);
  expect(asked).toMatchObject([{ outTradeNo: paymentId, total: fen(due), amount: 333 }]);
  const recharged = sold.items.find(({ kind }) => kind === "recharge");
  await client.ok(callsOf(accountLogs).revocation, { id: recharged?.documentId ?? "", reason: "多充了" });
  await sound();
});

it("pays beside cash, and a code that has paid pays no second cart", async () => {
  const { paymentId } = await charge(15_000);
  const payments = [
    { type: "scanCode" as const, amount: "150.00", paymentId },
    { type: "Cash" as const, amount: "219.99", tendered: "220.00" },
  ];
  // The card that the first cart sold is put aside.
  const { cards } = await client.ok(sale.quote, CART);
  const { due } = await client.ok(sale.quote, { ...CART, withoutCards: cards.map(({ holdingId }) => holdingId) });
  expect(due).toBe("369.99");
  await client.ok(sale.create, { ...CART, payments });
  expect((await client.call(sale.create, { ...CART, payments })).code).toBe(409);
  await sound();
});
