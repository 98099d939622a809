/** A card of one venue pays at another: both books agree, the purse is drawn once, and nothing of a venue is seen that the desk doesn't need. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { BookingOrderDetail } from "../../src/contract/booking/booking";
import { cardTypes } from "../../src/contract/members/card-types";
import { callsOf } from "../../src/contract/core/resource/calls";
import { roaming } from "../../src/contract/roaming/roaming";
import { openDatabase, PLATFORM } from "../../src/server/db/client";
import type { VenueRow } from "../../src/server/http/context";
import type { Request } from "../../src/server/http/perform";
import { checkClearing, checkLedger } from "../../src/server/ledger/check";
import { create } from "../../src/server/domains/sale/lines";
import { sale } from "../../src/contract/sale/sale";
import { examine } from "../../src/tools/doctor/examine";
import { seedCommerce } from "../support/commerce";
import { book, cancelled, payFor, refusalOf, seedBooking, seedMember } from "../support/booking";
import { type Client, type TestServer, testServer } from "../support/server";
import { addVenue, type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
let visited: Partial<Request> & { venue: VenueRow };
const home = "v-1";
let made = 0;
beforeAll(async () => {
  t = await testVenue();
  visited = { venue: await addVenue(t.database, "v-2") };
  await seedBooking(t);
  await seedBooking(t, "v-2");
  await seedCommerce(t, 1_000, 1_000, 1_000);
  await t.database
    .dbFor(home)
    .updateTable("card_type")
    .set({ roams_at: ["v-2"] })
    .where("id", "=", "ct-85")
    .execute();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.database.dbFor(PLATFORM).updateTable("venue").set({ purse_order: "principalFirst" }).where("id", "=", home).execute();
});

/** A member of the home venue with filled purses, whose card is good at the visited one. */
async function roamer(principal = 10_000, gift = 5_000, cardTypeId = "ct-85"): Promise<string> {
  const id = `roamer-${++made}`;
  await seedMember(t, id, { cardTypeId, principal, gift });
  return id;
}
/** A court of the visited venue for a walk-in. */
const courtThere = (): Promise<BookingOrderDetail> => {
  made++;
  const day = `2026-11-${String(23 + (Math.floor(made / 10) % 7)).padStart(2, "0")}`;
  const start = (8 + (Math.floor(made / 80) % 12)) * 60;
  return book(t, { day, runs: [{ placeId: `b-${(made % 10) + 1}`, start, end: start + 60 }] }, visited);
};
const by = (memberId: string, amount: string, venueId = home) => ({ type: "RoamingCard" as const, amount, card: { venueId, memberId } });
/** Pays an order of the visited venue with a card, the rest in cash. */
const payWith = (order: BookingOrderDetail, memberId: string, amount: string, as: Partial<Request> = {}, venueId = home) =>
  payFor(
    t,
    order,
    [
      by(memberId, amount, venueId),
      ...(amount === order.due ? [] : [{ type: "Cash" as const, amount: (Number(order.due) - Number(amount)).toFixed(2) }]),
    ],
    { ...visited, ...as },
  );
const pursesOf = async (id: string): Promise<readonly number[]> => {
  const rows = await t.database.dbFor(home).selectFrom("balance").select(["account", "amount"]).where("subject", "=", id).execute();
  return ["purse.principal", "purse.gift"].map((account) => rows.find((row) => row.account === account)?.amount ?? 0);
};
const clearingOf = async (venueId: string, other: string): Promise<number> => {
  const { rows } = await sql<{ sum: number }>`SELECT coalesce(sum(amount), 0) AS sum FROM posting
    WHERE account = 'clearing.venue' AND subject = ${other}`.execute(t.database.dbFor(venueId));
  return rows[0]?.sum ?? 0;
};
/** Every row that money or a member's figures could be in, of both venues. */
const everything = async (): Promise<unknown> => {
  const of = async (venueId: string) => {
    const { rows } = await sql<{ all: string }>`SELECT concat_ws('; ', (SELECT count(*) FROM posting), (SELECT count(*) FROM payment),
      (SELECT count(*) FROM roaming_payment), (SELECT sum(amount) FROM balance), (SELECT sum(spent) FROM member),
      (SELECT string_agg(pay_status, ',' ORDER BY id) FROM booking_order)) AS all`.execute(t.database.dbFor(venueId));
    return rows[0]?.all;
  };
  return [await of(home), await of("v-2")];
};
const clearing = () => t.database.dbFor(PLATFORM).transaction().execute(checkClearing);
const sound = async (): Promise<void> => {
  for (const id of [home, "v-2"]) expect(await checkLedger(t.database.dbFor(id), id)).toEqual([]);
  const owner = openDatabase(t.url, { max: 1, role: null });
  try {
    expect(await owner.dbFor(PLATFORM).transaction().execute(checkClearing)).toEqual([]);
  } finally {
    await owner.close();
  }
};

describe("a card of another venue", () => {
  it("pays from its purses in its own venue's order, and its venue owes this one", async () => {
    const member = await roamer();
    const before = [await clearingOf(home, "v-2"), await clearingOf("v-2", home)];
    const order = await courtThere();
    const paid = await payWith(order, member, order.due);
    expect(paid.orderStatus).toBe("paid");
    const due = Math.round(Number(order.due) * 100);
    expect(await pursesOf(member)).toEqual([10_000 - due, 5_000]);
    expect([(await clearingOf(home, "v-2")) - (before[0] ?? 0), (await clearingOf("v-2", home)) - (before[1] ?? 0)]).toEqual([-due, due]);
    expect(paid.payments[0]).toMatchObject({ type: "RoamingCard", amount: order.due });
    expect(paid.payments[0]?.note).toContain("场馆 v-1 …");
    await t.database.dbFor(PLATFORM).updateTable("venue").set({ purse_order: "giftFirst" }).where("id", "=", home).execute();
    const next = await courtThere();
    await payWith(next, member, "50.00");
    expect(await pursesOf(member)).toEqual([10_000 - due, 0]);
    const spent = await t.look((ctx) => ctx.db.selectFrom("member").select("spent").where("id", "=", member).executeTakeFirstOrThrow());
    expect(spent.spent).toBe(due + 5_000);
    await sound();
  });

  it("gets back what a refund gives back, to the purses that paid and in their shares", async () => {
    await t.database.dbFor(PLATFORM).updateTable("venue").set({ purse_order: "proRata" }).where("id", "=", home).execute();
    const member = await roamer(6_000, 3_000);
    const order = await courtThere();
    const part = Math.round(Number(order.due) * 100) / 5;
    await payWith(order, member, ((part * 3) / 100).toFixed(2));
    expect(await pursesOf(member)).toEqual([6_000 - 2 * part, 3_000 - part]);
    await cancelled(t, order.id, {}, visited);
    expect(await pursesOf(member)).toEqual([6_000, 3_000]);
    const rows = await t.database.dbFor(home).selectFrom("roaming_payment").selectAll().where("member_id", "=", member).execute();
    expect(rows).toMatchObject([{ principal: 2 * part, gift: part, principal_back: 2 * part, gift_back: part, visited_venue_id: "v-2" }]);
    await sound();
  });

  const refusals: readonly [string, () => Promise<{ member: string; venueId?: string; as?: Partial<Request> }>, string][] = [
    ["whose type doesn't list this venue", async () => ({ member: await roamer(10_000, 0, "ct-full") }), "refused"],
    ["that nobody has", () => Promise.resolve({ member: "nobody" }), "refused"],
    ["of this venue itself", () => Promise.resolve({ member: "m-1", venueId: "v-2" }), "refused"],
    ["of no venue of the organization", () => Promise.resolve({ member: "m-1", venueId: "v-9" }), "refused"],
    ["that holds too little", async () => ({ member: await roamer(1_000, 1_000) }), "refused"],
    ["at a desk that may not take such cards", async () => ({ member: await roamer(), as: { codes: new Set() } }), "forbidden"],
    [
      "that is frozen",
      async () => {
        const member = await roamer();
        await t.act((ctx) => ctx.db.updateTable("member").set({ state: "frozen" }).where("id", "=", member).execute());
        return { member };
      },
      "memberState",
    ],
  ];
  it.each(refusals)("%s is refused, and nothing changes at either venue", async (_, given, key) => {
    const { member, venueId = home, as } = await given();
    const order = await courtThere();
    const before = await everything();
    const refusal = await refusalOf(payWith(order, member, "50.00", { ...as }, venueId));
    expect(refusal.key).toBe(key);
    expect(await everything()).toEqual(before);
  });

  it("is refused the same way, whether there is such a member or not", async () => {
    const order = await courtThere();
    const hidden = await refusalOf(payWith(order, await roamer(10_000, 0, "ct-full"), "50.00"));
    const nobody = await refusalOf(payWith(order, "nobody", "50.00"));
    expect(hidden.text("zh")).toBe(nobody.text("zh"));
    expect(hidden.text("zh")).toContain("没有收款");
  });
});

describe("a purse that is spent at both venues at once", () => {
  const TRIES = 12;
  it("never falls below zero, and pays as often as it holds enough", async () => {
    const member = await roamer(5_000, 0);
    const orders: BookingOrderDetail[] = [];
    for (let i = 0; i < TRIES / 2; i++) orders.push(await courtThere());
    const water = { lines: [{ productId: "water", quantity: 1 }], memberId: member };
    const outcomes = await Promise.allSettled([
      ...orders.map((order) => payWith(order, member, "20.00")),
      ...orders.map(() =>
        t.act((ctx) => create(ctx, sale.create.input.parse({ ...water, payments: [{ type: "Balance", amount: "3.33" }] }))),
      ),
    ]);
    const away = outcomes.slice(0, TRIES / 2).filter(({ status }) => status === "fulfilled").length;
    const there = outcomes.slice(TRIES / 2).filter(({ status }) => status === "fulfilled").length;
    const [left = 0] = await pursesOf(member);
    expect(left).toBe(5_000 - 2_000 * away - 333 * there);
    expect(left).toBeGreaterThanOrEqual(0);
    // Whoever was refused would not have fitted in what is left.
    if (away < TRIES / 2) expect(left).toBeLessThan(2_000);
    await sound();
  });

  it("would fall below zero without the guard, and the doctor's check would say so", async () => {
    const scratch = await testVenue();
    const owner = openDatabase(scratch.url, { role: null, max: 1 });
    try {
      await addVenue(scratch.database, "v-2");
      await seedBooking(scratch);
      await seedMember(scratch, "twice", { principal: 5_000 });
      await sql`ALTER TABLE balance DROP CONSTRAINT balance_amount_check`.execute(owner.dbFor(PLATFORM));
      let reads = 0;
      let go: (() => void) | undefined;
      const all = new Promise<void>((resolve) => (go = resolve));
      const spend = () =>
        scratch.act(async (ctx) => {
          const read = await ctx.db.selectFrom("balance").select("amount").where("subject", "=", "twice").executeTakeFirstOrThrow();
          if (++reads === 2) go?.();
          await all;
          if (read.amount < 4_000) return;
          await sql`UPDATE balance SET amount = amount - 4000 WHERE venue_id = 'v-1' AND subject = 'twice'`.execute(ctx.db);
        });
      await Promise.all([spend(), spend()]);
      const row = await scratch.look((ctx) =>
        ctx.db.selectFrom("balance").select("amount").where("subject", "=", "twice").executeTakeFirst(),
      );
      expect(row?.amount).toBe(-3_000);
      expect((await checkLedger(scratch.database.dbFor(home), home)).length).toBeGreaterThan(0);
    } finally {
      await owner.close();
      await scratch.close();
    }
  });
});

it("is found by the doctor where one side alone was posted", async () => {
  expect(await clearing()).toEqual([]);
  const owner = openDatabase(t.url, { max: 1, role: null });
  const db = owner.dbFor(PLATFORM);
  try {
    await sql`SET session_replication_role = replica`.execute(db);
    await sql`UPDATE posting SET amount = amount + 1 WHERE (venue_id, tx_id, seq) IN (SELECT venue_id, tx_id, seq FROM posting
      WHERE venue_id = 'v-1' AND account = 'clearing.venue' LIMIT 1)`.execute(db);
    const findings = (await examine(t.url)).find(({ check }) => check.startsWith("clearing between"))?.findings ?? [];
    expect(findings.map(({ subject, detail }) => `${subject} ${detail}`)).toEqual(["v-1 – v-2 the two sides differ by 1"]);
    await sql`UPDATE posting SET amount = amount - 1 WHERE (venue_id, tx_id, seq) IN (SELECT venue_id, tx_id, seq FROM posting
      WHERE venue_id = 'v-1' AND account = 'clearing.venue' LIMIT 1)`.execute(db);
  } finally {
    await owner.close();
  }
});

describe("over HTTP", () => {
  let server: TestServer;
  let admin: Client;
  const types = callsOf(cardTypes);
  beforeAll(async () => {
    server = await testServer();
    admin = await server.as("admin");
  });
  afterAll(() => server.close());
  const type = {
    name: "通用卡",
    colour: "300" as const,
    kind: "prepaid" as const,
    placePercent: 100,
    productPercent: 100,
    months: 0,
    position: 9,
  };

  it("a card type lists venues of the organization where the person works, and no other", async () => {
    const made = await admin.ok(types.create, { ...type, roamsAt: ["v-2", "v-2"] });
    expect(made.roamsAt).toEqual(["v-2"]);
    for (const roamsAt of [["v-1"], ["v-9"]])
      expect((await admin.call(types.modify, { ...type, id: made.id, roamsAt })).data).toMatchObject({
        errors: { roamsAt: expect.stringContaining("同一机构") as unknown },
      });
    await server.addPerson("other", ["v-1"]);
    const other = await server.as("other");
    expect((await other.call(types.create, { ...type, name: "别的卡", roamsAt: ["v-2"] })).code).toBe(400);
    // A value that somebody else set stays unchanged.
    expect((await other.ok(types.modify, { ...type, name: "改名", id: made.id, roamsAt: ["v-2"] })).roamsAt).toEqual(["v-2"]);
  });

  it("a desk finds a card by its whole number or phone, and hears no more than it needs", async () => {
    const db = server.database.dbFor("v-1");
    const { content } = await admin.ok(types.list, {});
    const cardTypeId = content[0]?.id ?? "";
    await db
      .insertInto("member")
      .values({
        venue_id: "v-1",
        id: "far",
        card_no: "Far-77",
        name: "远客",
        phone: "13912345678",
        card_type_id: cardTypeId,
        created_at: new Date("2026-11-21T02:00:00Z"),
      })
      .execute();
    await db
      .insertInto("balance")
      .values([{ venue_id: "v-1", account: "purse.gift", subject: "far", amount: 700 }])
      .execute();
    const there = (q: string) => admin.ok(roaming.find, { q }, { venueId: "v-2" });
    const card = { venueId: "v-1", venueName: "场馆 v-1", memberId: "far", name: "远客", cardNo: "Far-77", balance: "7.00" };
    expect((await there("far-77")).content).toEqual([{ ...card, cardType: content[0]?.name }]);
    expect((await there("13912345678")).content).toHaveLength(1);
    for (const q of ["Far-7", "5678", "139", "远客"]) expect((await there(q)).content).toEqual([]);
    // At its own venue it is no card of another one, and where its type doesn't list the venue there is none.
    expect((await admin.ok(roaming.find, { q: "Far-77" })).content).toEqual([]);
    await admin.ok(types.modify, { ...type, name: "改名", id: cardTypeId, roamsAt: [] });
    expect((await there("Far-77")).content).toEqual([]);
  });

  it("a desk that tries numbers out is stopped", async () => {
    let refused = 0;
    for (let i = 0; i < 40 && refused === 0; i++)
      if ((await admin.call(roaming.find, { q: `138000000${String(i).padStart(2, "0")}` }, { venueId: "v-2" })).code !== 200) refused = i;
    expect(refused).toBeGreaterThan(0);
  });
});
