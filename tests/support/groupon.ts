/** Group-buy goods for tests, on sale today and good until the end of the year. */
import { grouponGoods, redemption } from "../../src/contract/marketing/groupon";
import type { Input } from "../../src/contract/core/call";
import { callsOf } from "../../src/contract/core/resource/calls";
import { TODAY } from "./booking";
import type { Client } from "./server";

export const GOODS = {
  title: "羽毛球 3 次券",
  price: "100.00",
  marketPrice: "150.00",
  stock: 50,
  perPerson: 0,
  saleFrom: `${TODAY}T00:00:00+08:00`,
  saleTo: "2026-12-01T00:00:00+08:00",
  useFrom: TODAY,
  useTo: "2026-12-31",
  times: 3,
  refundRule: "anytime" as const,
  redeems: "ticket" as const,
};

/** @returns the id of goods that are on sale */
export async function onSale(admin: Client, more: object = {}): Promise<string> {
  const calls = callsOf(grouponGoods);
  const { id } = await admin.ok(calls.create, { ...GOODS, ...more });
  await admin.ok(calls.shelve, { id });
  return id;
}
/** Sells one, paid by WeChat unless told otherwise. */
export const sell = (admin: Client, goodsId: string, more: Partial<Input<typeof redemption.sell>> = {}) =>
  admin.call(redemption.sell, { goodsId, name: "何梓萱", payments: [{ type: "WeChat", amount: "100.00" }], ...more });
