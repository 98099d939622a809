/** A document's money columns equal its postings and its payments: a column that is changed behind the ledger's back is found. */
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sale } from "../../src/contract/sale/sale";
import { capacitySessions } from "../../src/contract/capacitySessions/capacity-sessions";
import { sellCard } from "../../src/server/domains/cards/sell";
import { bookAtTill } from "../../src/server/domains/coaches/bookings";
import { create } from "../../src/server/domains/sale/lines";
import { book as bookSession } from "../../src/server/domains/capacitySessions/view";
import { checkLedger } from "../../src/server/ledger/check";
import { DOCUMENTS } from "../../src/server/ledger/identities";
import { at, book, payFor, seedBooking, TOMORROW } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
const WECHAT = [{ type: "WeChat" as const, amount: "30.00" }];
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t);
  await payFor(t, await book(t));
  await t.act((ctx) =>
    bookSession(ctx, capacitySessions.book.input.parse({ id: "hb", name: "李", phone: "13800000001", payments: WECHAT })),
  );
  await t.act((ctx) => create(ctx, sale.create.input.parse({ lines: [{ productId: "string", quantity: 1 }], payments: WECHAT })));
  const card = { memberId: "m-1", packageCardId: "pk", payments: [{ type: "WeChat" as const, amount: 10_000 }] };
  await t.act((ctx) => sellCard(ctx, card));
  await seedClass();
  await t.act((ctx) => bookAtTill(ctx, { classId: "cc", memberId: null, payments: [{ type: "WeChat", amount: 5_000 }] }));
});
afterAll(() => t.close());

async function seedClass(): Promise<void> {
  const own = { venue_id: t.venue.id, created_at: t.now };
  const db = t.database.dbFor(t.venue.id);
  const coach = { id: "co", name: "王教练", state: "approved", phone: "13900000009", level: "senior", hour_price: 20_000, share: 60 };
  await db
    .insertInto("coach")
    .values({ ...own, ...coach, audit_reason: "", programs: [], account: "", certificate_no: "", memo: "" })
    .execute();
  const { id: placeId } = await db.selectFrom("place").select("id").where("venue_id", "=", t.venue.id).limit(1).executeTakeFirstOrThrow();
  const course = { id: "cc", title: "基础班", no: "CC1", state: "planned", coach_id: "co", place_id: placeId, day: TOMORROW };
  const terms = { start: at(10), minutes: 60, capacity: 4, price: 5_000, share: 60, weeks: 1 };
  await db
    .insertInto("coach_class")
    .values({ ...own, ...course, ...terms, order_id: "", reason: "", memo: "" })
    .execute();
}

const broken = async (): Promise<string[]> => (await checkLedger(t.database.dbFor(t.venue.id), t.venue.id)).map((found) => found.check);
const own = (set: RawBuilder<unknown>, table: string) =>
  sql`UPDATE ${sql.table(table)} SET ${set} WHERE venue_id = ${t.venue.id}`.execute(t.database.dbFor(t.venue.id));

/** The columns that say a kind's money together: changed alike, they still agree with each other. */
const SUMS: Readonly<Partial<Record<keyof typeof DOCUMENTS, readonly string[]>>> = {
  order: ["paid", "total", "list"],
  session: ["paid", "total"],
  sale: ["paid", "total", "list"],
  card: ["price"],
  coachClass: ["amount"],
};

describe.each(["order", "session", "sale", "card", "coachClass"] as const)("of the money of a document of kind %s", (kind) => {
  const { table, name } = DOCUMENTS[kind] ?? { table: "", name: "" };
  const posted = `what ${name} says of its money is what was posted`;
  const payments = `the payments of ${name} are what it was paid and gave back`;

  it("finds that it says another sum than was posted and than its payments say", async () => {
    expect(await broken()).toEqual([]);
    const by = (fen: number) => sql.join((SUMS[kind] ?? []).map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} + ${fen}`));
    await own(by(1), table);
    const found = await broken();
    await own(by(-1), table);
    expect(found).toEqual(expect.arrayContaining([posted, payments]));
  });

  it("finds that its payments say another sum, while what was posted still agrees", async () => {
    const other = sql`amount = amount + CASE WHEN document_kind = ${kind} THEN 1 ELSE 0 END`;
    await own(other, "payment");
    const found = await broken();
    await own(sql`amount = amount - CASE WHEN document_kind = ${kind} THEN 1 ELSE 0 END`, "payment");
    expect(found).toContain(payments);
    expect(found).not.toContain(posted);
    expect(await broken()).toEqual([]);
  });
});
