/** A venue with two days of trade of every kind, served over HTTP too: what reports are recounted on. */
import { sale } from "../../src/contract/sale/sale";
import { capacitySessions } from "../../src/contract/capacitySessions/capacity-sessions";
import { members } from "../../src/contract/members/members";
import { redeemCard } from "../../src/server/kernel/cards/redeem";
import { sellCard } from "../../src/server/domains/cards/sell";
import { revoke } from "../../src/server/domains/finance/revoke";
import { recharge } from "../../src/server/domains/members/recharge";
import { create } from "../../src/server/domains/sale/lines";
import { returns } from "../../src/server/domains/sale/returns";
import { book as bookSession } from "../../src/server/domains/capacitySessions/view";
import { book, cancelled, payFor, seedBooking } from "./booking";
import { paid, seedCommerce } from "./commerce";
import { enrol } from "./members";
import { type Client, type TestServer, testServer } from "./server";
import { query } from "./tables";
import { testVenue, type TestVenue } from "./venue";

export interface Book {
  readonly t: TestVenue;
  readonly server: TestServer;
  readonly admin: Client;
  /** Ids of the members "王芳" (recharged, booked, sold to, a card) and "李强" (recharged and revoked). */
  readonly wang: string;
  readonly li: string;
  /** Rows of plain SQL below row-level security; `$1` is the venue. */
  count<T extends Record<string, unknown>>(text: string): Promise<T[]>;
  close(): Promise<void>;
}

/** Opens the book: trade on 2026-11-20 and 2026-11-21; the clock ends at 2026-11-21 21:00 in Shanghai. */
export async function openBook(more: Pick<Parameters<typeof testServer>[0] & object, "channels"> = {}): Promise<Book> {
  const t = await testVenue();
  const { act } = t;
  // No two things happen at once.
  t.act = (service, as) => {
    t.now = new Date(t.now.getTime() + 1_000);
    return act(service, as);
  };
  await seedBooking(t);
  await t.database
    .dbFor("v-1")
    .insertInto("recharge_offer")
    .values({ venue_id: "v-1", id: "of-1", name: "充 500 送 50", pay: 50_000, principal: 50_000, gift: 5_000, position: 1 })
    .execute();
  await seedCommerce(t);
  const at = (day: number, hour: number): Date => (t.now = new Date(Date.UTC(2026, 10, day, hour - 8)));
  const fill = (memberId: string, input: object) =>
    t.act((ctx) => recharge(ctx, members.recharge.input.parse({ memberId, pay: "500.00", method: "Cash", ...input })));
  const sell = (input: object) => t.act((ctx) => create(ctx, sale.create.input.parse(input)));

  at(20, 10);
  const wang = (await enrol(t, { name: "王芳", cardNo: "W-1", cardTypeId: "ct-85" })).id;
  const li = (await enrol(t, { name: "李强", cardNo: "L-1", cardTypeId: "ct-full" })).id;
  await fill(wang, { offerId: "of-1", method: "WeChat" });
  const wrong = await fill(li, { pay: "80.00" });
  at(20, 11);
  await t.act((ctx) => revoke(ctx, { id: wrong.id, reason: "充错了" }));
  await sell({ memberId: wang, lines: [{ productId: "water", quantity: 3 }], payments: [{ type: "Balance", amount: "9.99" }] });
  const held = await book(t, { memberId: wang, name: "王芳" });
  await payFor(t, held, [{ type: "Balance", amount: held.due }]);

  at(21, 9);
  await fill(li, { pay: "300.00", method: "Alipay" });
  const morning = await book(t, { runs: [{ placeId: "b-1", start: 600, end: 690 }], name: "散客" });
  await payFor(t, morning, [{ type: "WeChat", amount: morning.due }]);
  const basketball = await book(t, { runs: [{ placeId: "k-full", start: 660, end: 780 }], memberId: "m-1", name: "沈佩仪" });
  await payFor(t, basketball, [
    { type: "Coupon", amount: "20.00" },
    { type: "Balance", amount: (Number(basketball.due) - 20).toFixed(2) },
  ]);
  const given = await book(t, { runs: [{ placeId: "b-2", start: 1_080, end: 1_140 }], memberId: wang, name: "王芳" });
  await payFor(t, given, [{ type: "Balance", amount: given.due }]);
  await cancelled(t, given.id);
  at(21, 12);
  const holding = await t.act((ctx) => sellCard(ctx, { memberId: wang, packageCardId: "pk", payments: paid(10_000) }));
  await t.act((ctx) => redeemCard(ctx, { holdingId: holding, times: 1 }));
  const done = await sell({
    lines: [
      { productId: "water", quantity: 2 },
      { productId: "string", quantity: 1 },
    ],
    payments: [{ type: "Cash", amount: "36.66" }],
  });
  const back = done.lines.find((line) => line.productId === "water");
  if (back)
    await t.act((ctx) =>
      returns(ctx, sale.returns.input.parse({ saleId: done.id, lines: [{ lineId: back.id, quantity: 1 }], reason: "多拿了一瓶" })),
    );
  await t.act((ctx) =>
    bookSession(
      ctx,
      capacitySessions.book.input.parse({ id: "hb", attendees: 1, memberId: li, payments: [{ type: "Balance", amount: "30.00" }] }),
    ),
  );
  at(21, 21);

  const server = await testServer({ ...more, url: t.url, clock: () => t.now });
  await server.addPerson("admin", ["v-1"]);
  return {
    t,
    server,
    admin: await server.as("admin"),
    wang,
    li,
    count: (text) => query(t.url, text, ["v-1"]),
    close: async () => {
      await server.close();
      await t.close();
    },
  };
}
