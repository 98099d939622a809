/** Rules for products and their classes: barcodes, duplicates, levels of classes, stock that has moved. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { callsOf } from "../../src/contract/core/resource/calls";
import { productClasses, products } from "../../src/contract/stock/products";
import { stock } from "../../src/contract/stock/stock";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

const classes = callsOf(productClasses);
const goods = callsOf(products);
let server: TestServer;
let admin: Client;
let drinks = "";
beforeAll(async () => {
  server = await testServer();
  admin = await server.as("admin");
  drinks = (await admin.ok(classes.create, { name: "饮料", parent: null, position: 1 })).id;
});
afterAll(() => server.close());

const water = {
  name: "矿泉水",
  class: drinks,
  price: "3.00",
  lowLimit: 5,
  unit: "瓶",
  packSize: 24,
  position: 1,
  stocked: true,
  onShelf: true,
};
const draft = (over: object) => ({ ...water, class: drinks, ...over });
const faultsOf = async (call: Promise<{ data: unknown }>): Promise<object> => ((await call).data as { errors?: object }).errors ?? {};

it("refuses a barcode whose check digit is wrong, and takes right ones and a venue's own codes", async () => {
  const wrong = goods.create;
  expect(Object.keys(await faultsOf(admin.call(wrong, draft({ barcode: "6921168509257" }))))).toEqual(["barcode"]);
  for (const [i, barcode] of ["6921168509256", "96385074", "4006381333931", "SHOP-7", "690001"].entries())
    expect((await admin.ok(goods.create, draft({ name: `水${i}`, barcode }))).barcode).toBe(barcode);
  expect(Object.keys(await faultsOf(admin.call(wrong, draft({ name: "又", barcode: "SHOP-7" }))))).toEqual(["barcode"]);
  // None is no twin of none.
  for (const name of ["无码一", "无码二"]) await admin.ok(goods.create, draft({ name, barcode: "" }));
});

it("tells products of one name apart by their specification", async () => {
  await admin.ok(goods.create, draft({ name: "毛巾", spec: "白" }));
  expect(Object.keys(await faultsOf(admin.call(goods.create, draft({ name: "毛巾", spec: "白" }))))).toEqual(["spec"]);
  const grey = await admin.ok(goods.create, draft({ name: "毛巾", spec: "灰" }));
  expect(Object.keys(await faultsOf(admin.call(goods.modify, draft({ id: grey.id, name: "毛巾", spec: "白" }) as never)))).toEqual([
    "spec",
  ]);
});

it("keeps whether a product carries stock once it moved, and refuses to delete it", async () => {
  const made = await admin.ok(goods.create, draft({ name: "能量棒" }));
  await query(
    server.url,
    `INSERT INTO stock_movement (venue_id, id, warehouse, product_id, quantity, before, after, cost, kind, document_id, document_no, operator, at)
     VALUES ('v-1', 'm-1', 'shop', $1, 1, 0, 1, 100, 'receipt', 'd', 'RK', '*', now())`,
    [made.id],
  );
  expect(Object.keys(await faultsOf(admin.call(goods.modify, draft({ id: made.id, name: "能量棒", stocked: false }) as never)))).toEqual([
    "stocked",
  ]);
  expect((await admin.call(goods.delete, { id: made.id })).msg).toContain("能量棒");
  expect(await admin.ok(goods.view, { id: made.id })).toEqual(made);
});

it("has classes in two levels", async () => {
  const sport = (await admin.ok(classes.create, { name: "运动饮料", parent: drinks, position: 1 })).id;
  for (const [id, parent] of [
    [undefined, sport],
    [drinks, drinks],
  ] as const) {
    const call = id === undefined ? classes.create : classes.modify;
    const input = { name: "三级", parent, position: 1, ...(id === undefined ? {} : { id }) };
    expect(Object.keys(await faultsOf(admin.call(call, input as never)))).toEqual(["parent"]);
  }
  const other = (await admin.ok(classes.create, { name: "器材", parent: null, position: 2 })).id;
  expect(Object.keys(await faultsOf(admin.call(classes.modify, { id: drinks, name: "饮料", parent: other, position: 1 })))).toEqual([
    "parent",
  ]);
  expect((await admin.ok(stock.classes, {})).content.map(({ name, parentId }) => [name, parentId])).toContainEqual(["运动饮料", drinks]);
});

it("sells what is on the shelf, found by the pinyin that is kept with it", async () => {
  const made = await admin.ok(goods.create, draft({ name: "红牛", spec: "250ml", pictures: ["https://cdn.example/1.png"] }));
  const find = async (q: string) => (await admin.ok(stock.products, { q, shelf: "on", page: 0, size: 10 })).content;
  expect((await find("hongn"))[0]).toMatchObject({ id: made.id, spec: "250ml", picture: "https://cdn.example/1.png", price: "3.00" });
  for (const q of ["hn", "红牛", "250ML", "hong niu"])
    expect(
      (await find(q)).map(({ id }) => id),
      q,
    ).toEqual([made.id]);
  expect(await find("红%")).toEqual([]);
  await admin.ok(goods.unshelve, { id: made.id });
  expect(await find("hongn")).toEqual([]);
  await admin.ok(goods.shelve, { id: made.id });
  await admin.ok(goods.modify, draft({ id: made.id, name: "东鹏" }) as never);
  expect((await find("dp")).map(({ id }) => id)).toEqual([made.id]);
});

it("imports products with their class by name, and says what is wrong with a row", async () => {
  const cells = { name: "雪糕", class: "饮料", price: "¥5.00", lowLimit: "0", unit: "支", packSize: "1", position: "9" };
  const rows = [
    { row: 2, cells },
    { row: 3, cells: { ...cells, name: "冰淇淋", class: "没有的" } },
  ];
  const { job } = await admin.ok(goods.import, { file: "goods.xlsx", total: 2, rows });
  expect(job.faults.map(({ row, errors }) => [row, Object.keys(errors)])).toEqual([[3, ["class"]]]);
  const find = async () => (await admin.ok(goods.list, { q: "雪糕", page: 0, size: 10 })).content.map(({ price }) => price);
  expect(await find()).toEqual([]);
  expect((await admin.ok(goods.importRun, { id: job.id })).job).toMatchObject({ state: "done", added: 1, bad: 1 });
  expect(await find()).toEqual(["5.00"]);
});
