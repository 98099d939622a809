import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "kysely";
import { cardTypes, rechargeOffers } from "../../src/contract/members/card-types";
import { members } from "../../src/contract/members/members";
import { packageCards } from "../../src/contract/cards/package-cards";
import { offers } from "../../src/server/domains/members/catalogue";
import { cardTypeJobs } from "../../src/server/domains/members/card-types";
import { recharge } from "../../src/server/domains/members/recharge";
import { revoke } from "../../src/server/domains/finance/revoke";
import { at, book, evening, refusalOf, seedBooking, seedMember, TODAY, TOMORROW } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { callsOfDeclared } from "../support/declared";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t);
  await seedMember(t, "li", { name: "李雷" });
});
afterAll(() => t.close());
const db = () => t.database.dbFor("v-1");
const typeOf = async (id: string): Promise<string> =>
  (await db().selectFrom("member").select("card_type_id").where("id", "=", id).executeTakeFirstOrThrow()).card_type_id;
const allow = (values: { days_ahead?: number | null; usable_from?: number[]; usable_to?: number[] }) =>
  db().updateTable("card_type").set(values).where("id", "=", "ct-85").execute();

describe("a card type", () => {
  it("says how far ahead and in which hours of each day of the week its members book; walk-ins are not held by it", async () => {
    await allow({ days_ahead: 0 });
    const mine = { memberId: "m-1", name: undefined };
    expect((await refusalOf(book(t, { ...evening, ...mine, day: TOMORROW }))).text("zh")).toContain("最多可提前 0 天预订");
    // 21 November 2026 is a Saturday. On Sundays alone, then until 20:00 on Saturdays and at any time on Sundays.
    await allow({ days_ahead: 1, usable_from: [0, 0, 0, 0, 0, 0, 0], usable_to: [0, 0, 0, 0, 0, 0, 1_440] });
    expect((await refusalOf(book(t, { ...evening, ...mine }))).text("zh")).toContain("不能在 2026-11-21 使用");
    await allow({ usable_from: [0, 0, 0, 0, 0, at(8), 0], usable_to: [0, 0, 0, 0, 0, at(20), 1_440] });
    const late = await refusalOf(book(t, { ...evening, ...mine }));
    expect(late.text("zh")).toContain("不能在 2026-11-21 20:00–21:00 使用，当天可用 08:00–20:00");
    await book(t, evening);
    await book(t, { ...evening, ...mine, runs: [{ placeId: "b-5", start: at(19), end: at(20) }] });
    await book(t, { ...evening, ...mine, day: TOMORROW });
    await allow({ days_ahead: null, usable_from: Array(7).fill(0), usable_to: Array(7).fill(1_440) });
  });

  it("moves members up who have spent what it asks for, and only active ones", async () => {
    await seedMember(t, "rich");
    await seedMember(t, "poor");
    await seedMember(t, "cold");
    await db().updateTable("member").set({ card_type_id: "ct-full", spent: 99_999 }).where("id", "in", ["rich", "poor", "cold"]).execute();
    await db().updateTable("member").set({ spent: 100_000 }).where("id", "in", ["rich", "cold"]).execute();
    await db().updateTable("member").set({ state: "frozen" }).where("id", "=", "cold").execute();
    await db().updateTable("card_type").set({ upgrade_spent: 100_000, upgrade_to_id: "ct-85" }).where("id", "=", "ct-full").execute();
    for (const job of cardTypeJobs) await t.act(job.run);
    expect([await typeOf("rich"), await typeOf("poor"), await typeOf("cold")]).toEqual(["ct-85", "ct-full", "ct-full"]);
  });
});

describe("a recharge offer", () => {
  const offer = (id: string, extra: object = {}) =>
    db()
      .insertInto("recharge_offer")
      .values({ venue_id: "v-1", id, name: id, pay: 10_000, principal: 10_000, gift: 1_000, ...extra })
      .execute();
  const take = (offerId: string, memberId = "li") =>
    t.act((ctx) => recharge(ctx, members.recharge.input.parse({ memberId, offerId, pay: "100.00", method: "WeChat" })));

  it("holds on its days only, and the desk is not offered it on others", async () => {
    await offer("past", { valid_to: "2026-11-20" });
    await offer("soon", { valid_from: "2026-11-22" });
    await offer("now", { valid_from: TODAY, valid_to: TODAY });
    for (const id of ["past", "soon"]) expect((await refusalOf(take(id))).text("zh")).toContain("没有充值");
    expect((await t.look(offers)).content.map(({ name }) => name)).toContain("now");
    expect((await t.look(offers)).content.map(({ name }) => name)).not.toContain("past");
    await take("now");
  });

  it("is taken as often as one may, by two desks at once too; one that was taken back counts no more", async () => {
    await offer("once", { per_person: 1 });
    const both = await Promise.allSettled([take("once"), take("once")]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const [done] = both.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    await t.act((ctx) => revoke(ctx, { id: done?.id ?? "", reason: "误充" }));
    await take("once");
  });

  it("raises the card type, and taking it back lowers it again unless it was changed meanwhile", async () => {
    await offer("gold", { raise_to_id: "ct-85" });
    await db().updateTable("member").set({ card_type_id: "ct-full" }).where("id", "=", "li").execute();
    const first = await take("gold");
    expect(await typeOf("li")).toBe("ct-85");
    await t.act((ctx) => revoke(ctx, { id: first.id, reason: "误充" }));
    expect(await typeOf("li")).toBe("ct-full");
    const second = await take("gold");
    await db().updateTable("member").set({ card_type_id: "ct-goods" }).where("id", "=", "li").execute();
    await t.act((ctx) => revoke(ctx, { id: second.id, reason: "误充" }));
    expect(await typeOf("li")).toBe("ct-goods");
  });

  it("gives its coupons with the recharge, and takes back those not used when it is revoked", async () => {
    const own = {
      venue_id: "v-1",
      kind: "amount" as const,
      amount: 1_000,
      good_for: "both" as const,
      starts_on: "2026-01-01",
      ends_on: "2026-12-31",
    };
    const more = {
      state: "live" as const,
      stock: 5,
      left: 5,
      per_member: 1,
      created_at: t.now,
      weekdays: [],
      start_minute: null,
      end_minute: null,
      percent: null,
      least: null,
      promo_code: "",
    };
    await db()
      .insertInto("coupon_offer")
      .values({ ...own, ...more, id: "co", name: "充值赠券" })
      .execute();
    await offer("couponed", { coupon_offer_id: "co", coupons: 3 });
    const held = async () =>
      (await db().selectFrom("member_coupon").select(["state", "source"]).where("offer_id", "=", "co").orderBy("state").execute()).map(
        ({ state, source }) => `${source} ${state}`,
      );
    const left = async () => (await db().selectFrom("coupon_offer").select("left").where("id", "=", "co").executeTakeFirstOrThrow()).left;
    const done = await take("couponed");
    expect([await held(), await left()]).toEqual([Array<string>(3).fill("recharge issued"), 2]);
    // Two are left, three are asked for: nothing is recharged.
    await expect(take("couponed")).rejects.toThrow(/./);
    expect([(await held()).length, await left()]).toEqual([3, 2]);
    await sql`UPDATE member_coupon SET state = 'used', document_kind = 'sale', document_id = 's', used_at = now()
      WHERE id = (SELECT min(id) FROM member_coupon WHERE offer_id = 'co')`.execute(db());
    await t.act((ctx) => revoke(ctx, { id: done.id, reason: "误充" }));
    expect([await held(), await left()]).toEqual([["recharge used", "recharge withdrawn", "recharge withdrawn"], 4]);
  });
});

describe("the forms", () => {
  let server: TestServer;
  let admin: Client;
  beforeAll(async () => {
    server = await testServer();
    admin = await server.as("admin");
    await query(server.url, "INSERT INTO program (venue_id, id, name, sport) VALUES ('v-1', 'g', '羽毛球', 'badminton')");
    await query(server.url, "UPDATE venue SET province = '上海市' WHERE id = 'v-1'");
  });
  afterAll(() => server.close());
  const errors = async (resource: typeof cardTypes | typeof rechargeOffers | typeof packageCards, draft: object): Promise<string[]> => {
    const { create } = callsOfDeclared(resource);
    if (!create) throw new TypeError("no form");
    const answer = await admin.call(create, draft);
    return Object.keys((answer.data as { errors?: object } | null)?.errors ?? {});
  };
  const card = {
    name: "期限卡",
    kind: "times",
    program: "g",
    price: "300.00",
    times: 10,
    validDays: 30,
    activation: "purchase",
    activateWithin: 30,
    refundPercent: 0,
    position: 0,
  };

  it("refuse, at the field, what contradicts itself or the law", async () => {
    const type = { name: "银", colour: "100", kind: "prepaid", placePercent: 90, productPercent: 90, months: 0, position: 0 };
    expect(await errors(cardTypes, { ...type, upgradeSpent: "100.00" })).toEqual(["upgradeTo"]);
    const week = (saturday: number) => [0, 0, 0, 0, 0, saturday, 0];
    expect(await errors(cardTypes, { ...type, usableFrom: week(480), usableTo: week(420) })).toEqual(["usableTo.5"]);
    expect(await errors(cardTypes, { ...type, usableFrom: [480] })).toContain("usableFrom");
    const deal = { name: "充", pay: "100.00", principal: "99.99", gift: "0.00", position: 0 };
    expect(await errors(rechargeOffers, deal)).toEqual(["principal"]);
    expect(await errors(packageCards, { ...card, times: null })).toEqual(["times"]);
    expect(await errors(packageCards, { ...card, kind: "period" })).toEqual(["times"]);
    expect(await errors(packageCards, { ...card, price: "5000.01" })).toEqual(["price"]);
    expect(await errors(packageCards, { ...card, validDays: 732 })).toEqual(["validDays"]);
    expect(await errors(packageCards, { ...card, validDays: 731, price: "5000.00" })).toEqual([]);
  });
});
