/** What a document's columns say of its money is what was posted and what its payments say: a column that is changed behind the ledger's back is found. */
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sale } from "../../src/contract/sale";
import { capacitySessions } from "../../src/contract/capacitySessions";
import { create } from "../../src/server/domains/sale/lines";
import { book as bookSession } from "../../src/server/domains/capacitySessions/view";
import { checkLedger } from "../../src/server/ledger/check";
import { DOCUMENTS } from "../../src/server/ledger/identities";
import { book, payFor, seedBooking } from "../support/booking";
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
});
afterAll(() => t.close());

const broken = async (): Promise<string[]> => (await checkLedger(t.database.dbFor(t.venue.id), t.venue.id)).map((found) => found.check);
const own = (set: RawBuilder<unknown>, table: string) =>
  sql`UPDATE ${sql.table(table)} SET ${set} WHERE venue_id = ${t.venue.id}`.execute(t.database.dbFor(t.venue.id));

describe.each(["order", "session", "sale"] as const)("of the money of a document of kind %s", (kind) => {
  const { table, name } = DOCUMENTS[kind] ?? { table: "", name: "" };
  const posted = `what ${name} says of its money is what was posted`;
  const payments = `the payments of ${name} are what it was paid and gave back`;

  it("finds that it says another sum than was posted and than its payments say", async () => {
    expect(await broken()).toEqual([]);
    const columns = kind === "session" ? ["paid", "total"] : ["paid", "total", "list"];
    const by = (fen: number) => sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} + ${fen}`));
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
