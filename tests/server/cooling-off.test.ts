/** The cooling-off of what a member prepaid: 7 days from the payment, as long as nothing was taken back or used up (members-and-cards). */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { members } from "../../src/contract/members/members";
import { redeemCard } from "../../src/server/kernel/cards/redeem";
import { sellCard } from "../../src/server/domains/cards/sell";
import { revoke } from "../../src/server/domains/finance/revoke";
import { recharge } from "../../src/server/domains/members/recharge";
import { timeline } from "../../src/server/domains/members/timeline";
import { seedBooking } from "../support/booking";
import { testVenue, type TestVenue } from "../support/venue";

const PAID = "2026-11-21T02:00:00Z";
const END = "2026-11-28T02:00:00.000Z";
let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await t.database
    .dbFor("v-1")
    .insertInto("package_card")
    .values({ venue_id: "v-1", id: "pk", name: "十次卡", program_id: "g-b", price: 10_000, times: 10, valid_days: 90 })
    .execute();
});
afterAll(() => t.close());
beforeEach(() => {
  t.now = new Date(PAID);
});

const fill = () =>
  t.act((ctx) => recharge(ctx, members.recharge.input.parse({ memberId: "m-1", pay: "100.00", method: "Cash" })), {
    action: "members.recharge",
  });
const buy = () => t.act((ctx) => sellCard(ctx, { memberId: "m-1", packageCardId: "pk", payments: [{ type: "Cash", amount: 10_000 }] }));
const endOf = async (entry: string): Promise<string | null | undefined> =>
  (await t.look((ctx) => timeline(ctx, { id: "m-1", size: 100 }))).content.find(({ id }) => id === entry)?.coolingOffUntil;

it("runs for a recharge until it is over, and not of what the recharge was undone by", async () => {
  const { id } = await fill();
  expect(await endOf(`recharge:${id}`)).toBe(END);
  t.now = new Date(END);
  expect(await endOf(`recharge:${id}`)).toBeNull();
  t.now = new Date(PAID);
  await t.act((ctx) => revoke(ctx, { id, reason: "七天内退卡" }), { action: "finance.revoke" });
  const after = (await t.look((ctx) => timeline(ctx, { id: "m-1", size: 100 }))).content;
  expect(after.filter(({ kind }) => kind === "recharge" || kind === "revocation").map((entry) => entry.coolingOffUntil)).toEqual([
    null,
    null,
  ]);
});

it("runs for a package card until its first use", async () => {
  const holdingId = await buy();
  expect(await endOf(`cardSale:${holdingId}`)).toBe(END);
  await t.act((ctx) => redeemCard(ctx, { holdingId, times: 1 }));
  expect(await endOf(`cardSale:${holdingId}`)).toBeNull();
});
