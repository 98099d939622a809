/**
 * Goods are taken back while their delivery is sent: whoever comes first, nothing is sent that was taken back before, and what was sent is
 * on the delivery. The negative control takes the pieces back without looking at the delivery, as a return did once.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { deliveries } from "../../src/contract/sale/deliveries";
import { callsOf } from "../../src/contract/core/resource/calls";
import { sale } from "../../src/contract/sale/sale";
import { create as sell } from "../../src/server/domains/sale/lines";
import { returns } from "../../src/server/domains/sale/returns";
import { seedBooking } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { waitingFor, whileShut } from "../support/gate";
import { serves } from "../support/services";
import { query } from "../support/tables";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t);
});
afterAll(() => t.close());

const calls = callsOf(deliveries);
const to = { recipient: "王芳", phone: "13800001111", province: "上海", city: "上海", area: "徐汇", address: "漕溪北路 1 号" };

/** Three pieces that wait to be sent: of them, `pieces` are taken back, and all is sent. */
async function waiting(pieces: number) {
  const input = { lines: [{ productId: "string", quantity: 3 }], payments: [{ type: "Cash", amount: "90.00" }] };
  const sold = await t.act((ctx) => sell(ctx, sale.create.input.parse(input)));
  const lineId = sold.lines[0]?.id ?? "";
  const { id } = await t.act((ctx) => serves(calls.create)(ctx, { ...to, sale: sold.id }));
  const asked = sale.returns.input.parse({ saleId: sold.id, lines: [{ lineId, quantity: pieces }], reason: "不要了" });
  return {
    id,
    lineId,
    takeBack: () => t.act((ctx) => returns(ctx, asked)),
    send: () => t.act((ctx) => serves(calls.deliver)(ctx, { id, express: "顺丰", trackingNo: "SF1" })),
  };
}
type Waiting = Awaited<ReturnType<typeof waiting>>;
/** Returns the delivery's state and its number of pieces; none where it is gone. */
const saysOf = ({ id }: Waiting) =>
  query<{ state: string; pieces: number | null }>(
    t.url,
    `SELECT d.state, (SELECT sum(quantity)::int FROM delivery_item i WHERE i.venue_id = d.venue_id AND i.delivery_id = d.id) AS pieces
     FROM delivery d WHERE d.id = $1`,
    [id],
  );
/** Runs the second once the first has all it wants and waits to commit. */
const both = async <A, B>(first: () => Promise<A>, second: () => Promise<B>) => {
  const { ran } = await whileShut(t.url, async () => {
    const one = first();
    await waitingFor(t.url, 1);
    // Heard from the start: the second may be refused before the gate is quite open.
    const ran = Promise.allSettled([one, second()]);
    await waitingFor(t.url, 2);
    return { ran };
  });
  return ran;
};

it("sends what is left where the return comes first", async () => {
  const one = await waiting(1);
  expect((await both(one.takeBack, one.send)).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  expect(await saysOf(one)).toEqual([{ state: "delivered", pieces: 2 }]);
});

it("sends nothing where all came back first", async () => {
  const one = await waiting(3);
  expect((await both(one.takeBack, one.send)).map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(await saysOf(one)).toEqual([]);
});

it("keeps what was sent where the delivery comes first", async () => {
  const one = await waiting(1);
  expect((await both(one.send, one.takeBack)).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  expect(await saysOf(one)).toEqual([{ state: "delivered", pieces: 3 }]);
});

it("without the look at the delivery, what was taken back would have been sent", async () => {
  const one = await waiting(3);
  const blind = () => query(t.url, "UPDATE sale_line SET returned = quantity WHERE id = $1 RETURNING id", [one.lineId]);
  expect(await blind()).toHaveLength(1);
  await one.send();
  expect(await saysOf(one)).toEqual([{ state: "delivered", pieces: 3 }]);
});
