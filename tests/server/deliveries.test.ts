/** Deliveries of sold goods: each action in each state, what is sent, and the order's delivery status. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { orders } from "../../src/contract/finance/books";
import { deliveries } from "../../src/contract/sale/deliveries";
import { callsOf } from "../../src/contract/core/resource/calls";
import { sale } from "../../src/contract/sale/sale";
import { shipping } from "../../src/contract/core/states";
import { create as sell } from "../../src/server/domains/sale/lines";
import { returns } from "../../src/server/domains/sale/returns";
import { refusalOf, seedBooking } from "../support/booking";
import { seedCommerce } from "../support/commerce";
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
const [create, modify, remove] = [serves(calls.create), serves(calls.modify), serves(calls.delete)];
const act = { deliver: serves(calls.deliver), receive: serves(calls.receive), reship: serves(calls.reship) };
const inputs = {
  deliver: { express: "顺丰", trackingNo: "SF100", registered: true, insured: true },
  receive: {},
  reship: { reshipExpress: "顺丰", reshipNo: "SF200", reshipReason: "尺码不对" },
} as const;
type Act = keyof typeof act;
const to = {
  recipient: "王芳",
  phone: "13800001111",
  province: "上海",
  city: "上海",
  area: "徐汇",
  address: "漕溪北路 1 号",
  flags: ["fragile"],
  customize: "26 磅",
};

const sold = (quantity = 2) =>
  t.act((ctx) =>
    sell(
      ctx,
      sale.create.input.parse({ lines: [{ productId: "string", quantity }], payments: [{ type: "Cash", amount: `${30 * quantity}.00` }] }),
    ),
  );
const madeUp = async () => {
  const { id } = await sold();
  return t.act((ctx) => create(ctx, { ...to, sale: id }));
};
const doing = (action: Act, id: string) => t.act((ctx) => act[action](ctx, { ...inputs[action], id }));
/** Actions that lead to each state. */
const WAY: Readonly<Record<string, readonly Act[]>> = {
  waiting: [],
  delivered: ["deliver"],
  received: ["deliver", "receive"],
  returned: ["deliver", "reship"],
};

const PAIRS = shipping.states.flatMap((state) => (Object.keys(act) as Act[]).map((action) => [state, action] as const));
it.each(PAIRS)("a delivery that is %s: %s", async (state, action) => {
  const { id, sale: saleId } = await madeUp();
  for (const step of WAY[state] ?? []) await doing(step, id);
  const next = Reflect.get(shipping.table[state], action) as string | undefined;
  if (next === undefined) expect((await refusalOf(doing(action, id))).key).toBe("wrongState");
  else expect((await doing(action, id)).state).toBe(next);
  const { content } = await t.look((ctx) => serves(callsOf(orders).list)(ctx, { kind: "sale", size: 100 }));
  expect(content.find((row) => row.id === saleId)?.shipStatus).toBe(next ?? state);
});

it("keeps its marks, what is made to order and how it is sent, and is found by them", async () => {
  const { id, sale: saleId } = await madeUp();
  expect(await t.look((ctx) => serves(calls.view)(ctx, { id }))).toMatchObject({
    flags: ["fragile"],
    customize: "26 磅",
    registered: false,
    insured: false,
  });
  expect(await doing("deliver", id)).toMatchObject({ registered: true, insured: true, flags: ["fragile"] });
  const found = async (filter: object): Promise<boolean> =>
    (await t.look((ctx) => serves(calls.list)(ctx, { ...filter, size: 200 }))).content.some((row) => row.id === id);
  expect(await found({ flags: "fragile", insured: "true", registered: "true" })).toBe(true);
  expect(await found({ flags: "gift" })).toBe(false);
  expect(await found({ insured: "false" })).toBe(false);
  const { content } = await t.look((ctx) => serves(callsOf(orders).list)(ctx, { kind: "sale", size: 200 }));
  expect(content.find((row) => row.id === saleId)).toMatchObject({ currency: "CNY", currencyRate: 1 });
});

it("holds what is left of the order, goes back whole, and is changed only until it is sent", async () => {
  const done = await sold(3);
  const lines = [{ lineId: done.lines[0]?.id ?? "", quantity: 1 }];
  await t.act((ctx) => returns(ctx, sale.returns.input.parse({ saleId: done.id, lines, reason: "少要一个" })));
  const made = await t.act((ctx) => create(ctx, { ...to, sale: done.id }));
  expect(await t.look((ctx) => serves(calls.view)(ctx, { id: made.id }))).toMatchObject({
    state: "waiting",
    items: "穿线 ×2",
    operator: "测试员",
  });
  expect(await t.act((ctx) => modify(ctx, { ...to, sale: done.id, id: made.id, address: "2 号" }))).toMatchObject({ address: "2 号" });
  await doing("deliver", made.id);
  expect((await refusalOf(t.act((ctx) => modify(ctx, { ...to, sale: done.id, id: made.id })))).key).toBe("wrongState");
  expect((await refusalOf(t.act((ctx) => remove(ctx, { id: made.id })))).key).toBe("refused");
  expect(await doing("reship", made.id)).toMatchObject({
    state: "returned",
    trackingNo: "SF100",
    reshipNo: "SF200",
    reshipReason: "尺码不对",
  });
  expect(await query(t.url, "SELECT quantity, reshipped FROM delivery_item WHERE delivery_id = $1", [made.id])).toEqual([
    { quantity: 2, reshipped: 2 },
  ]);
});

const itemsOf = (id: string) =>
  query<{ quantity: number }>(t.url, "SELECT quantity FROM delivery_item WHERE delivery_id = $1", [id]).then((rows) =>
    rows.map(({ quantity }) => quantity),
  );
const takeBack = (saleId: string, lineId: string, quantity: number) =>
  t.act((ctx) => returns(ctx, sale.returns.input.parse({ saleId, lines: [{ lineId, quantity }], reason: "不要了" })));

it("loses what is taken back before it is sent, and goes with the last of it; what was sent stays as it was", async () => {
  const done = await sold(3);
  const line = done.lines[0]?.id ?? "";
  const made = await t.act((ctx) => create(ctx, { ...to, sale: done.id }));
  await takeBack(done.id, line, 1);
  expect(await itemsOf(made.id)).toEqual([2]);
  await takeBack(done.id, line, 2);
  expect(await itemsOf(made.id)).toEqual([]);
  expect((await refusalOf(doing("deliver", made.id))).key).toBe("missing");
  const { content } = await t.look((ctx) => serves(callsOf(orders).list)(ctx, { kind: "sale", size: 100 }));
  expect(content.find((row) => row.id === done.id)?.shipStatus).toBe("none");

  const sent = await sold(2);
  const delivery = await t.act((ctx) => create(ctx, { ...to, sale: sent.id }));
  await doing("deliver", delivery.id);
  await takeBack(sent.id, sent.lines[0]?.id ?? "", 2);
  expect(await itemsOf(delivery.id)).toEqual([2]);
  expect((await doing("reship", delivery.id)).state).toBe("returned");
});

it("goes with a sale that is voided", async () => {
  const made = await madeUp();
  await t.act((ctx) => serves(sale.remove)(ctx, { id: made.sale, reason: "打错了" }));
  expect(await query(t.url, "SELECT id FROM delivery WHERE id = $1", [made.id])).toEqual([]);
});

it("is made up once, and only of paid goods", async () => {
  const { sale: known } = await madeUp();
  const fieldsOf = async (saleId: string) =>
    Object.keys((await refusalOf(t.act((ctx) => create(ctx, { ...to, sale: saleId })))).data["errors"] as object);
  expect(await fieldsOf(known)).toEqual(["sale"]);
  const gone = await sold(1);
  await t.act((ctx) => serves(sale.remove)(ctx, { id: gone.id, reason: "打错了" }));
  expect(await fieldsOf(gone.id)).toEqual(["sale"]);
});
