/** Quick keys of the till: the venue's page, and a till's own in its place. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Code } from "../../src/contract/core/permissions";
import { MOST_QUICK_KEYS, type QuickKeyPage, quickKeys } from "../../src/contract/sale/quick-keys";
import { modifyQuickKeys, viewQuickKeys } from "../../src/server/domains/sale/quick-keys";
import { products } from "../../src/server/domains/stock/products";
import { stock } from "../../src/contract/stock/stock";
import { refusalOf, seedBooking } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
let server: TestServer;
let cashier: Client;
let manager: Client;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t);
  server = await testServer({ url: t.url, clock: () => t.now });
  const sells: readonly Code[] = ["sale_create"];
  await server.addPerson("cashier", ["v-1"], sells);
  await server.addPerson("manager", ["v-1"], [...sells, "sale_quick_keys"]);
  [cashier, manager] = [await server.as("cashier"), await server.as("manager")];
});
afterAll(async () => {
  await server.close();
  await t.close();
});

const pin = (...ids: string[]) => ids.map((productId) => ({ productId, colour: "blue" as const }));
const namesOf = ({ scope, keys }: QuickKeyPage) => [scope, ...keys.map(({ productId }) => productId)];

it("shows every till the venue's page in its order, until a till has one of its own", async () => {
  expect(namesOf(await cashier.ok(quickKeys.view, {}))).toEqual(["venue"]);
  await manager.ok(quickKeys.modify, { scope: "venue", keys: pin("string", "water") });
  const page = await cashier.ok(quickKeys.view, {});
  expect(namesOf(page)).toEqual(["venue", "string", "water"]);
  expect(page.keys[1]).toEqual({ productId: "water", colour: "blue" });
  const own = (device: string, ...ids: string[]) => t.act((ctx) => modifyQuickKeys(ctx, { scope: "till", keys: pin(...ids) }), { device });
  const shownAt = async (device: string) => namesOf(await t.look(viewQuickKeys, { device }));
  expect(namesOf(await own("A", "water"))).toEqual(["till", "water"]);
  expect(await shownAt("A")).toEqual(["till", "water"]);
  expect(await shownAt("B")).toEqual(["venue", "string", "water"]);
  await own("A");
  expect(await shownAt("A")).toEqual(["venue", "string", "water"]);
  // Without a device there is no till to keep a page for.
  expect((await refusalOf(own("", "water"))).key).toBe("badInput");
});

it("has its products from the till's own call, without those that are off the shelf", async () => {
  const idsOf = async (shelf?: "on") =>
    (await t.look((ctx) => products(ctx, stock.products.input.parse({ ids: "water,string,nothing", page: 0, size: 60, shelf })))).content
      .map(({ id }) => id)
      .sort();
  expect(await idsOf()).toEqual(["string", "water"]);
  await query(t.url, "UPDATE product SET on_shelf = false WHERE id = 'string'");
  expect(await idsOf("on")).toEqual(["water"]);
  await query(t.url, "UPDATE product SET on_shelf = true WHERE id = 'string'");
});

it("is pinned by who may, once each, of the venue's own products, and not without end", async () => {
  expect((await cashier.call(quickKeys.modify, { scope: "venue", keys: [] })).code).toBe(403);
  for (const ids of [
    ["water", "water"],
    ["water", "nothing"],
  ])
    expect((await manager.call(quickKeys.modify, { scope: "venue", keys: pin(...ids) })).code).toBe(400);
  const many = pin(...Array.from({ length: MOST_QUICK_KEYS + 1 }, (_, i) => `p${i}`));
  expect((await manager.call(quickKeys.modify, { scope: "venue", keys: many })).code).toBe(400);
  expect(namesOf(await cashier.ok(quickKeys.view, {}))).toEqual(["venue", "string", "water"]);
  const log = await query<{ operator: string }>(t.url, "SELECT DISTINCT operator FROM audit_log WHERE object = 'quick_key_page'");
  expect(log).toContainEqual({ operator: "员工 manager" });
});
