/** Fee and deposit of an entry by a scanned payment code, as at the till: one charge, claimed once, and what goes back goes through it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Call, Input, Output } from "../../src/contract/core/call";
import { gameEvents, gamePayments, games, gameTeamMembers, gameTeams } from "../../src/contract/competitions/competitions";
import { callsOf } from "../../src/contract/core/resource/calls";
import { sale } from "../../src/contract/sale/sale";
import { checkLedger } from "../../src/server/ledger/check";
import { change, systemRequest } from "../../src/server/http/perform";
import type { PaymentChannel } from "../../src/server/payment/channel";
import { paymentJobs } from "../../src/server/payment/jobs";
import { seedBooking } from "../support/booking";
import { deskOf, venueOf } from "../support/desk";
import { type Client, type TestServer, testServer } from "../support/server";

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
const team = callsOf(gameTeams);

let server: TestServer;
let client: Client;
let eventId = "";
const ok = <C extends Call>(call: C, input: Input<C>): Promise<Output<C>> => client.ok(call, input);
beforeAll(async () => {
  server = await testServer({ channels });
  server.now = NOW;
  client = await server.as("admin");
  await seedBooking(deskOf(server.database, server.url, await venueOf(server.database, "v-1"), NOW));
  const days = { gameStart: "2026-12-05", gameEnd: "2026-12-05" };
  const kind = { gameType: "venueGame", businessCode: "venue", memberType: "personal" } as const;
  const { id } = await ok(callsOf(games).create, { ...days, ...kind, shortTitle: "公开赛", bail: "20.00" });
  const event = { game: id, title: "男单", kind: "singles", gender: "male", fee: "50.00" } as const;
  eventId = (await ok(callsOf(gameEvents).create, event)).id;
  for (const action of ["publish", "openSignUp"] as const) await ok(callsOf(games).modifyStatus, { id, action });
});
afterAll(() => server.close());

let number = 0;
async function enter(): Promise<string> {
  const name = `选手${++number}`;
  const { id } = await ok(team.create, { event: eventId, name, captain: name, phone: `1390000${String(number).padStart(4, "0")}` });
  await ok(callsOf(gameTeamMembers).create, { team: id, name, sex: "male" });
  return id;
}
const charge = (amount: number) => ok(sale.amountAndCode, { amount, code: `13${String(++number).padStart(16, "0")}`, purpose: "document" });
const by = (amount: string, paymentId: string) => [{ type: "scanCode" as const, amount, paymentId }];
const sound = async () => expect(await checkLedger(server.database.dbFor("v-1"), "v-1")).toEqual([]);

it("pays fee and deposit by one code, once; a withdrawal goes back through the channel", async () => {
  const id = await enter();
  const { paymentId } = await charge(7_000);
  await ok(team.pay, { id, payments: by("70.00", paymentId) });
  expect(await ok(team.view, { id })).toMatchObject({ state: "paid", paid: "50.00", balanceFreeze: "20.00" });
  const { content } = await ok(callsOf(gamePayments).list, { event: eventId });
  expect(content).toMatchObject([{ type: "scanCode", amount: "70.00", refunded: "0.00" }]);
  await sound();

  const other = await enter();
  expect((await client.call(team.pay, { id: other, payments: by("70.00", paymentId) })).code).toBe(409);
  expect(await ok(team.view, { id: other })).toMatchObject({ state: "confirmed", paid: "0.00" });

  await ok(team.withdraw, { id, keep: "10.00", reason: "受伤" });
  const now = (): Date => NOW;
  const request = systemRequest(await venueOf(server.database, "v-1"), "test", NOW);
  for (const job of paymentJobs(channels))
    if ("outside" in job) await job.outside({ database: server.database, request, now });
    else await change(server.database, request, job.run);
  expect(asked).toMatchObject([{ outTradeNo: paymentId, total: 7_000, amount: 6_000 }]);
  expect((await ok(callsOf(gamePayments).list, { event: eventId })).content).toMatchObject([{ refunded: "60.00" }]);
  await sound();
});

it("takes nothing by a code that brought another amount, or that nobody has paid", async () => {
  const id = await enter();
  const { paymentId } = await charge(5_000);
  for (const payments of [by("70.00", paymentId), by("50.00", paymentId), by("70.00", "nobody")]) {
    expect((await client.call(team.pay, { id, payments })).code).toBeGreaterThanOrEqual(400);
    expect(await ok(team.view, { id })).toMatchObject({ state: "confirmed", paid: "0.00" });
  }
  // With the rest in cash it is enough.
  await ok(team.pay, { id, payments: [...by("50.00", paymentId), { type: "WeChat", amount: "20.00" }] });
  expect(await ok(team.view, { id })).toMatchObject({ state: "paid", paid: "50.00" });
  await sound();
});
