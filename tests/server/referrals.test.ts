/** Rewards for bringing a member: once, with the first recharge that is large enough, both sides in the ledger, back with that recharge. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import { couponOffers, memberCoupons } from "../../src/contract/marketing/coupon-offers";
import { accountLogs } from "../../src/contract/finance/account-logs";
import { memberMonths, userAccountLogs } from "../../src/contract/finance/member-money";
import { memberRecords } from "../../src/contract/members/member-records";
import { members } from "../../src/contract/members/members";
import { referralOffers, referralRewards } from "../../src/contract/marketing/referrals";
import { callsOf } from "../../src/contract/core/resource/calls";
import { reportCalls } from "../../src/contract/core/resource/report";
import { checkLedger } from "../../src/server/ledger/check";
import { post } from "../../src/server/ledger/post";
import { postingsOf, seedBooking, TODAY } from "../support/booking";
import { COUPON } from "../support/coupons";
import { deskOf, venueOf } from "../support/desk";
import { type Client, type TestServer, testServer } from "../support/server";
import type { TestVenue } from "../support/venue";

let server: TestServer;
let desk: TestVenue;
let admin: Client;
const NOW = new Date(`${TODAY}T10:00:00+08:00`);
const offers = callsOf(referralOffers);
const rewards = callsOf(referralRewards);
const coupons = callsOf(couponOffers);
const given = callsOf(memberCoupons);
beforeAll(async () => {
  server = await testServer();
  server.now = NOW;
  admin = await server.as("admin");
  desk = deskOf(server.database, server.url, await venueOf(server.database, "v-1"), NOW);
  await seedBooking(desk);
});
afterAll(async () => {
  expect(await checkLedger(server.database.dbFor("v-1"), "v-1")).toEqual([]);
  await server.close();
});

let n = 100;
type Draft = Partial<Input<typeof members.create>>;
const enrol = (more: Draft = {}) =>
  admin.ok(members.create, { phone: `136${String(++n).padStart(8, "0")}`, name: `会员${n}`, cardTypeId: "ct-full", ...more });
const recharge = (memberId: string, pay: string) => admin.ok(members.recharge, { memberId, pay, method: "WeChat" });
const giftOf = async (id: string): Promise<string> => (await admin.ok(members.view, { id })).gift;
const rewardsFor = async (newcomer: string) => (await admin.ok(rewards.list, { newcomer })).content;
const revoke = (id: string) => admin.call(callsOf(accountLogs).revocation, { id, reason: "客人反悔" });

const OFFER = { least: "200.00", referrerGift: "30.00", newcomerGift: "20.00", perMonth: 0, startsOn: "2026-11-01", active: true } as const;
let offerId = "";
/** One offer at a time: the one before ends. */
async function offer(more: Partial<Input<typeof offers.create>> = {}): Promise<void> {
  if (offerId !== "") await admin.ok(offers.delete, { id: offerId }).catch(() => end(offerId));
  offerId = (await admin.ok(offers.create, { ...OFFER, name: `老带新 ${++n}`, ...more })).id;
}
const end = async (id: string): Promise<void> => {
  const { given: _, ...row } = await admin.ok(offers.view, { id });
  await admin.ok(offers.modify, { ...row, active: false });
};
let referrer: string;
beforeEach(async () => {
  referrer = (await enrol()).id;
});

it("comes with the first recharge that is large enough, once, and shows in both timelines, the list and the statement", async () => {
  await offer();
  const { id } = await enrol({ referrerId: referrer, recharge: { pay: "199.99", method: "WeChat" } });
  expect([await giftOf(id), await rewardsFor(id)]).toEqual(["0.00", []]);
  const done = await recharge(id, "200.00");
  expect(done).toMatchObject({ gift: "0.00", before: { gift: "0.00" }, after: { gift: "20.00" } });
  await recharge(id, "500.00");
  expect([await giftOf(id), await giftOf(referrer)]).toEqual(["20.00", "30.00"]);
  const [reward, ...more] = await rewardsFor(id);
  expect(more).toEqual([]);
  expect(reward).toMatchObject({ referrer, rechargeNo: done.no, referrerGift: "30.00", newcomerGift: "20.00", takenBack: "0.00" });
  expect((await postingsOf(desk, reward?.id ?? "")).sort()).toEqual([
    `referral cost.gift 5000 ${TODAY}`,
    ...[`referral purse.gift ${id} -2000`, `referral purse.gift ${referrer} -3000`].sort(),
  ]);
  for (const [who, amount] of [
    [id, "20.00"],
    [referrer, "30.00"],
  ] as const) {
    const { content } = await admin.ok(members.timeline, { id: who });
    expect(content.filter(({ kind }) => kind === "referral")).toEqual([expect.objectContaining({ no: reward?.no, amount })]);
  }
  const log = await admin.ok(callsOf(userAccountLogs).list, { member: referrer });
  expect(log.content.map(({ kind, gift }) => [kind, gift])).toEqual([["referral", "30.00"]]);
  const { rows } = await admin.ok(reportCalls(memberMonths).read, { from: "2026-11-01", to: "2026-11-30" });
  const { name } = await admin.ok(members.view, { id: referrer });
  expect(rows.filter((row) => JSON.stringify(row).includes(name))).toEqual([expect.objectContaining({ given: "30.00", closing: "30.00" })]);
  expect(await admin.ok(offers.view, { id: offerId })).toMatchObject({ given: 1 });
});

it("goes back with its recharge, except what the referrer has spent, and can then come again", async () => {
  await offer();
  const { id } = await enrol({ referrerId: referrer });
  const first = await recharge(id, "300.00");
  await desk.act((ctx) =>
    post(ctx, {
      document: { kind: "adjustment", id: ctx.newId(), no: "ADJ-1" },
      operation: "adjustment",
      legs: [
        { account: "purse.gift", amount: 1_800, subject: referrer },
        { account: "cost.gift", amount: -1_800, earnedOn: TODAY },
      ],
    }),
  );
  expect((await revoke(first.id)).code).toBe(200);
  expect([await giftOf(id), await giftOf(referrer)]).toEqual(["0.00", "0.00"]);
  expect(await rewardsFor(id)).toEqual([expect.objectContaining({ takenBack: "32.00", revokedAt: NOW.toISOString() })]);
  const { content } = await admin.ok(members.timeline, { id: referrer });
  expect(content.find(({ kind }) => kind === "revocation")).toMatchObject({ amount: "-12.00", note: "客人反悔" });
  await recharge(id, "200.00");
  expect([await giftOf(id), await giftOf(referrer), (await rewardsFor(id)).length]).toEqual(["20.00", "30.00", 2]);
});

it("is limited per referrer and month, and a frozen referrer gets nothing; the newcomer does all the same", async () => {
  await offer({ perMonth: 1 });
  for (let i = 0; i < 2; i++) await recharge((await enrol({ referrerId: referrer })).id, "200.00");
  expect(await giftOf(referrer)).toBe("30.00");
  const both = (await admin.ok(rewards.list, { referrer })).content.map((row) => `${row.referrerGift} ${row.newcomerGift}`);
  expect(both.sort()).toEqual(["0.00 20.00", "30.00 20.00"]);
  const frozen = (await enrol()).id;
  const { id } = await enrol({ referrerId: frozen });
  await admin.ok(members.setState, { id: frozen, action: "freeze", reason: "挂失" });
  await recharge(id, "200.00");
  expect([await giftOf(frozen), await giftOf(id)]).toEqual(["0.00", "20.00"]);
});

it("holds within its days, and of several the one with the highest amount counts", async () => {
  await offer({ endsOn: "2026-11-20" });
  const { id: late } = await enrol({ referrerId: referrer });
  await recharge(late, "1000.00");
  expect(await rewardsFor(late)).toEqual([]);
  await offer();
  const { id: large } = await admin.ok(offers.create, { ...OFFER, name: "老带新大额", least: "1000.00", newcomerGift: "99.00" });
  const [{ id: a }, { id: b }] = [await enrol({ referrerId: referrer }), await enrol({ referrerId: referrer })];
  await recharge(a, "999.99");
  await recharge(b, "1000.00");
  expect([await giftOf(a), await giftOf(b)]).toEqual(["20.00", "99.00"]);
  await end(large);
});

it("gives coupons as far as there are any, which go back with the recharge", async () => {
  const one = await admin.ok(coupons.create, { ...COUPON, name: "推荐人券", stock: 1 });
  const two = await admin.ok(coupons.create, { ...COUPON, name: "新会员券" });
  await offer({ referrerGift: "0.00", newcomerGift: "0.00", referrerCoupon: one.id, newcomerCoupon: two.id });
  const { id } = await enrol({ referrerId: referrer });
  const done = await recharge(id, "200.00");
  await recharge((await enrol({ referrerId: referrer })).id, "200.00");
  const held = async (offerOf: string) =>
    (await admin.ok(given.list, { offer: offerOf })).content.map(({ state, source }) => `${source} ${state}`);
  expect([await held(one.id), await held(two.id)]).toEqual([["referral issued"], ["referral issued", "referral issued"]]);
  expect(await rewardsFor(id)).toEqual([expect.objectContaining({ coupons: 2 })]);
  expect((await revoke(done.id)).code).toBe(200);
  expect([await held(one.id), (await held(two.id)).sort()]).toEqual([["referral withdrawn"], ["referral issued", "referral withdrawn"]]);
  expect((await admin.ok(coupons.view, { id: one.id })).left).toBe(1);
});

it("is given once, however many first recharges of a newcomer, or newcomers of a referrer, come at once", async () => {
  await offer({ perMonth: 2 });
  const { id } = await enrol({ referrerId: referrer });
  await Promise.all(Array.from({ length: 6 }, () => recharge(id, "200.00")));
  expect([await giftOf(id), await giftOf(referrer), (await rewardsFor(id)).length]).toEqual(["20.00", "30.00", 1]);
  const others = await Promise.all(Array.from({ length: 5 }, () => enrol({ referrerId: referrer })));
  await Promise.all(others.map((other) => recharge(other.id, "200.00")));
  expect(await giftOf(referrer)).toBe("60.00");
});

it("names its referrer until the first recharge, and nobody who is no other member", async () => {
  await offer();
  const member = await enrol({ referrerId: referrer });
  expect(member.referrer?.id).toBe(referrer);
  const same = { id: member.id, name: member.name, cardTypeId: "ct-full", phone: "" } as const;
  const refused = async (id: string, name: string, referrerId: string | null, text: string) =>
    expect((await admin.call(members.modify, { ...same, id, name, referrerId })).data).toMatchObject({
      errors: { referrerId: expect.stringContaining(text) },
    });
  await refused(member.id, member.name, member.id, "不能是本人");
  await refused(referrer, "推荐人", member.id, "由本人推荐");
  expect((await admin.call(members.modify, { ...same, referrerId: "nobody" })).code).not.toBe(200);
  await recharge(member.id, "200.00");
  await refused(member.id, member.name, null, "不能再改");
  expect((await admin.ok(members.modify, { ...same, name: "改名" })).referrer?.id).toBe(referrer);
});

it("follows members who are merged: whom the duplicate brought, the kept member brought", async () => {
  await offer();
  const twin = (await enrol()).id;
  const { id } = await enrol({ referrerId: twin });
  const { id: second } = await enrol({ referrerId: twin });
  const done = await recharge(id, "200.00");
  await admin.ok(memberRecords.merge, { keepId: referrer, mergeId: twin, reason: "同一个人" });
  await recharge(second, "200.00");
  expect(await giftOf(referrer)).toBe("60.00");
  expect((await revoke(done.id)).code).toBe(200);
  expect(await giftOf(referrer)).toBe("30.00");
});

it("asks for an amount, days in order and something to give", async () => {
  for (const [more, field] of [
    [{ least: "0.00" }, "least"],
    [{ endsOn: "2026-10-01" }, "endsOn"],
    [{ referrerGift: "0.00", newcomerGift: "0.00" }, "referrerGift"],
  ] as const)
    expect((await admin.call(offers.create, { ...OFFER, name: "不行", ...more })).data).toMatchObject({
      errors: { [field]: expect.anything() },
    });
});
