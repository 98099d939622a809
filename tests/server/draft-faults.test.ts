/** One refusal names every wrong field of a draft: those of its schema, its rules, its references and the rules that look into the database. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { games } from "../../src/contract/competitions/games";
import type { Call, Input } from "../../src/contract/core/call";
import { callsOf } from "../../src/contract/core/resource/calls";
import { activities, activityDesk } from "../../src/contract/marketing/activities";
import { couponOffers } from "../../src/contract/marketing/coupon-offers";
import { grouponGoods } from "../../src/contract/marketing/groupon";
import { referralOffers } from "../../src/contract/marketing/referrals";
import { cardTypes, rechargeOffers } from "../../src/contract/members/card-types";
import { staff } from "../../src/contract/platform/staff";
import { products } from "../../src/contract/stock/products";
import { transfers } from "../../src/contract/transfers/transfers";
import { seedBooking } from "../support/booking";
import { ACTIVITY, BEFORE, published } from "../support/activity";
import { COUPON } from "../support/coupons";
import { deskOf, venueOf } from "../support/desk";
import { GOODS } from "../support/groupon";
import { type Client, type TestServer, testServer } from "../support/server";

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  server.now = BEFORE;
  admin = await server.as("admin");
  await seedBooking(deskOf(server.database, server.url, await venueOf(server.database, "v-1"), BEFORE));
});
afterAll(() => server.close());

/** Fields that the refusal of a call names, in order; none where it was done or refused as a whole. */
async function wrongFields<C extends Call>(call: C, draft: object): Promise<readonly string[]> {
  const { data } = await admin.call(call, draft as Input<C>);
  const errors = typeof data === "object" && data !== null && "errors" in data ? data.errors : {};
  return Object.keys(errors ?? {}).toSorted();
}

const REFERRAL = {
  name: "老带新",
  least: "200.00",
  referrerGift: "30.00",
  newcomerGift: "20.00",
  perMonth: 0,
  startsOn: "2026-11-01",
  active: true,
};
const RECHARGE = { name: "充千送百", pay: "1000.00", principal: "1000.00", gift: "100.00", onShelf: true, position: 0 };
const GAME = {
  shortTitle: "公开赛",
  gameStart: "2026-12-05",
  gameEnd: "2026-12-06",
  gameType: "venueGame",
  businessCode: "venue",
  memberType: "personal",
  bail: "20.00",
};

describe("a draft", () => {
  it.each<readonly [string, Call, object, object, readonly string[]]>([
    [
      "a referral offer",
      callsOf(referralOffers).create,
      REFERRAL,
      { name: "", least: "0.00", endsOn: "2026-10-01", referrerGift: "0.00", newcomerGift: "0.00" },
      ["endsOn", "least", "name", "referrerGift"],
    ],
    [
      "a recharge offer",
      callsOf(rechargeOffers).create,
      RECHARGE,
      { name: "", principal: "500.00", coupons: 3, validFrom: "2026-12-01", validTo: "2026-11-01" },
      ["couponOffer", "name", "principal", "validTo"],
    ],
    [
      "an activity",
      callsOf(activities).create,
      ACTIVITY,
      { title: "", endsAt: ACTIVITY.startsAt, deadline: ACTIVITY.endsAt },
      ["deadline", "endsAt", "title"],
    ],
    [
      "a coupon",
      callsOf(couponOffers).create,
      COUPON,
      { name: "", kind: "hour", goodFor: "sale", endsOn: "2026-01-01" },
      ["endsOn", "goodFor", "name"],
    ],
    [
      "group-buy goods",
      callsOf(grouponGoods).create,
      GOODS,
      { title: "", redeems: "slot", minutes: 45, useTo: "2026-01-01" },
      ["minutes", "program", "title", "useTo"],
    ],
    [
      "a game",
      callsOf(games).create,
      GAME,
      { shortTitle: "", gameEnd: "2026-12-01", minMembers: 4, maxMembers: 2 },
      ["gameEnd", "maxMembers", "shortTitle"],
    ],
    [
      "staff, whose rules read the venue's patterns",
      callsOf(staff).create,
      { name: "周敏", username: "zhoumin", phone: "", email: "", role: "r-admin", password: "Smash-And-Drop-77" },
      { email: "no address", username: "1st", password: "password" },
      ["email", "password", "username"],
    ],
    [
      "a transfer to nobody, of nothing",
      callsOf(transfers).create,
      { giver: "m-1", receiver: "m-2", purse: "principal", reason: "误充" },
      { amount: "0.00", receiver: "nobody" },
      ["amount", "receiver"],
    ],
    [
      "a product of a class that is gone",
      callsOf(products).create,
      { name: "水", price: "3.00", lowLimit: 5, unit: "瓶", packSize: 24, position: 1, stocked: true, onShelf: true },
      { class: "gone", barcode: "6921168509257" },
      ["barcode", "class"],
    ],
    [
      "a card type",
      callsOf(cardTypes).modify,
      {},
      { id: "ct-full", name: "", upgradeSpent: "0.00", upgradeTo: null },
      ["upgradeSpent", "upgradeTo"],
    ],
  ])("names all wrong fields of %s at once", async (_, call, draft, wrong, fields) => {
    const named = await wrongFields(call, { ...draft, ...wrong });
    expect(named).toEqual(expect.arrayContaining([...fields]));
    expect(named.filter((field) => !fields.includes(field) && field in draft)).toEqual([]);
  });

  it("names the rules that others' sign-ups set together with the rest", async () => {
    const id = await published(admin, { questions: ["球衣尺码"] });
    const joined = await admin.call(activityDesk.signUp, {
      activityId: id,
      attendee: "guest",
      name: "王伟",
      answers: ["L"],
      payments: [{ type: "WeChat", amount: "80.00" }],
    } as never);
    expect(joined.code).toBe(200);
    const row = await admin.ok(callsOf(activities).view, { id });
    const later = { startsAt: "2026-12-01T14:00:00+08:00", endsAt: "2026-12-01T16:00:00+08:00" };
    expect(await wrongFields(callsOf(activities).modify, { ...row, ...later, freeHours: 700, questions: [] })).toEqual([
      "freeHours",
      "questions",
      "startsAt",
    ]);
  });

  it("of a record that is over is refused as a whole, whatever else is wrong", async () => {
    const id = await published(admin);
    await admin.ok(callsOf(activities).cancel, { id, reason: "下雨" });
    const row = await admin.ok(callsOf(activities).view, { id });
    const answer = await admin.call(callsOf(activities).modify, { ...row, questions: ["鞋码"], freeHours: 700 });
    expect([answer.code, answer.msg]).toEqual([409, expect.stringMatching(/已结束或取消/)]);
  });

  it("with nothing wrong is saved", async () => {
    for (const [call, right] of [
      [callsOf(referralOffers).create, REFERRAL],
      [callsOf(rechargeOffers).create, RECHARGE],
      [callsOf(activities).create, ACTIVITY],
      [callsOf(couponOffers).create, COUPON],
      [callsOf(grouponGoods).create, GOODS],
      [callsOf(games).create, GAME],
    ] as const)
      expect(await wrongFields(call, right)).toEqual([]);
  });
});
