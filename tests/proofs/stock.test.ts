/**
 * Stock under a crowd and over a long walk: receipts at once lose nothing of the moving average, and whatever documents move goods, on hand
 * is the sum of the movements and the cost is the moving average worked out of them again.
 */
import { type KyselyPlugin, type RootOperationNode } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "../../src/server/db/client";
import { createSale } from "../../src/server/domains/sale/create";
import { returns } from "../../src/server/domains/sale/returns";
import { type Draft, writeDraft } from "../../src/server/domains/stock/documents";
import { postDraft, voidPosted } from "../../src/server/domains/stock/post-document";
import { receive } from "../../src/server/domains/stock/receive";
import type { Ctx } from "../../src/server/http/context";
import { AppError } from "../../src/server/http/error";
import { change, systemRequest } from "../../src/server/http/perform";
import { examine } from "../../src/tools/doctor/examine";
import { seedBooking } from "../support/booking";
import { checkDrills } from "../support/stock-drills";
import { query } from "../support/tables";
import { tester, type TestVenue, testVenue } from "../support/venue";
import { FULL } from "../support/forms";

/** Payment methods of the walk's sales. */
const PAID = ["WeChat", "Alipay", "Cash", "BankCard", "Transfer"] as const;
const ROUNDS = FULL ? 40 : 10;
const STEPS = FULL ? 1_500 : 250;

let t: TestVenue;
let pools: readonly Database[];
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  pools = [t.database, openDatabase(t.url, { max: 6 }), openDatabase(t.url, { max: 6 })];
  await query(t.url, "INSERT INTO product_class (venue_id, id, name) VALUES ('v-1', 'pc', '饮料')");
});
afterAll(async () => {
  for (const pool of pools.slice(1)) await pool.close();
  await t.close();
});

async function product(id: string): Promise<string> {
  await query(t.url, "INSERT INTO product (venue_id, id, class_id, name, unit, price) VALUES ('v-1', $1, 'pc', $1, '瓶', 300)", [id]);
  return id;
}
const costOf = async (id: string): Promise<number> =>
  Number((await query<{ cost: number }>(t.url, "SELECT cost FROM product WHERE id = $1", [id]))[0]?.cost);
const on = <T>(pool: number, service: (ctx: Ctx) => Promise<T>): Promise<T> =>
  change(pools[pool % pools.length] ?? t.database, systemRequest(t.venue, "test", t.now, { person: tester }), service);
const goods = (warehouse: "main" | "shop", productId: string, quantity: number, unitCost: number) => (ctx: Ctx) =>
  receive(ctx, { warehouse, supplier: "批发商", lines: [{ productId, quantity, unitCost }] });

/** The negative control: the product's row is read, not locked. */
const unlocked: KyselyPlugin = {
  transformQuery: ({ node }): RootOperationNode =>
    node.kind === "SelectQueryNode" && JSON.stringify(node.from ?? {}).includes('"product"') ? { ...node, endModifiers: [] } : node,
  transformResult: async ({ result }) => result,
};

/** A receipt that waits to be posted: its number is taken, so that nothing but the goods makes two of them wait. */
const drafted = (warehouse: "main" | "shop", productId: string, quantity: number, unitCost: number) =>
  on(0, async (ctx) => {
    const [supplier] = await ctx.db.selectFrom("supplier").select("id").where("venue_id", "=", "v-1").execute();
    const lines = [{ productId, quantity, packs: null, packSize: 1, unitCost }];
    const kind = warehouse === "main" ? ("receiptMain" as const) : ("receiptShop" as const);
    return writeDraft(ctx, { kind, supplierId: supplier?.id ?? "", day: "2026-11-21", reference: "", reason: null, memo: "", lines });
  });

/** 10 at 1.00, then 10 at 4.00 and 10 at 7.00 posted at once. @returns the average */
async function race(id: string, guarded: boolean): Promise<number> {
  await product(id);
  await on(0, goods("shop", id, 10, 100));
  const drafts = [await drafted("main", id, 10, 400), await drafted("shop", id, 10, 700)];
  await Promise.all(
    drafts.map((draft, i) =>
      on(i + 1, async (ctx) => {
        const own = guarded ? ctx : { ...ctx, db: ctx.db.withPlugin(unlocked) };
        await postDraft(own, draft);
      }),
    ),
  );
  return costOf(id);
}

describe("receipts at once", () => {
  it("keep the moving average of all of them, whichever comes first", async () => {
    for (let i = 0; i < ROUNDS; i++) expect(await race(`both-${i}`, true)).toBe(400);
  });

  it("lose one of them without the lock (negative control)", async () => {
    const averages = new Set<number>();
    for (let i = 0; i < ROUNDS * 4 && [...averages].every((average) => average === 400); i++) averages.add(await race(`none-${i}`, false));
    expect([...averages].some((average) => average !== 400)).toBe(true);
    // The examination of the books must not find what the control broke on purpose.
    await query(
      t.url,
      `UPDATE stock_value v SET held = m.held, value = m.value FROM (SELECT product_id, sum(quantity) AS held, sum(cost) AS value FROM stock_movement
       GROUP BY product_id) m WHERE m.product_id = v.product_id`,
    );
  });

  it("never wait for each other in a circle, whatever the order of their lines", async () => {
    const ids = await Promise.all(["c-1", "c-2", "c-3"].map(product));
    const lines = (order: readonly string[]) => order.map((productId) => ({ productId, quantity: 2, unitCost: 100 }));
    await Promise.all(
      Array.from({ length: 24 }, (_, i) =>
        on(i, (ctx) =>
          receive(ctx, {
            warehouse: i % 2 === 0 ? "main" : "shop",
            supplier: "批发商",
            lines: lines(i % 3 === 0 ? ids : [...ids].reverse()),
          }),
        ),
      ),
    );
    for (const id of ids) expect(await costOf(id)).toBe(100);
  });
});

/** A number source that gives the same walk each time. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Movement {
  readonly product_id: string;
  readonly warehouse: string;
  readonly quantity: number;
  readonly before: number;
  readonly after: number;
  readonly cost: number;
  readonly kind: string;
  readonly voids: boolean;
}

it("walks through all documents: on hand is the sum of movements, cost their moving average", async () => {
  const ids = await Promise.all(["w-1", "w-2", "w-3"].map(product));
  const any = dice(20_261_121);
  const posted: string[] = [];
  const sold: string[] = [];
  const refused: Record<string, number> = {};
  const walk = async (step: number): Promise<void> => {
    t.now = new Date(t.now.getTime() + 600_000);
    const productId = ids[any(ids.length)] ?? "w-1";
    const quantity = 1 + any(9);
    const warehouse = any(2) === 0 ? ("main" as const) : ("shop" as const);
    const write = (draft: Partial<Draft> & Pick<Draft, "kind">, unitCost: number | null = null) =>
      on(step, async (ctx) => {
        const lines = [{ productId, quantity, packs: null, packSize: 1, unitCost }];
        const id = await writeDraft(ctx, {
          supplierId: null,
          day: "2026-11-21",
          reference: "",
          reason: null,
          memo: "",
          warehouse,
          lines,
          ...draft,
        });
        await postDraft(ctx, id);
        posted.push(id);
      });
    switch (any(8)) {
      case 0:
      case 1: {
        const [supplier] = await query<{ id: string }>(t.url, "SELECT id FROM supplier LIMIT 1");
        return write({ kind: warehouse === "main" ? "receiptMain" : "receiptShop", supplierId: supplier?.id ?? "" }, any(500));
      }
      case 2:
        return write({ kind: "transfer" });
      case 3:
        return write({ kind: "count", lines: [{ productId, quantity: any(20), packs: null, packSize: 1, unitCost: null }] });
      case 4:
        return write({ kind: "writeOff", reason: "damaged" });
      case 5:
      case 6:
        return on(step, async (ctx) => {
          const other = ids[any(ids.length)] ?? "w-1";
          const lines = [{ productId, quantity }, ...(other === productId ? [] : [{ productId: other, quantity: 1 + any(3) }])];
          const due = 300 * lines.reduce((sum, line) => sum + line.quantity, 0);
          const first = any(3) === 0 ? any(due) : 0;
          const method = () => PAID[any(PAID.length)] ?? "WeChat";
          const payments = [
            { type: method(), amount: first },
            { type: method(), amount: due - first },
          ].filter(({ amount }) => amount > 0);
          sold.push(await createSale(ctx, { lines, payments }));
        });
      default:
        if (any(2) === 0 && posted.length > 0) {
          const at = any(posted.length);
          return on(step, async (ctx) => {
            await voidPosted(ctx, posted[at] ?? "", "录错");
          }).then(() => void posted.splice(at, 1));
        }
        return on(step, async (ctx) => {
          const saleId = sold[any(sold.length)] ?? "";
          const [line] = await ctx.db
            .selectFrom("sale_line")
            .select("id")
            .where("venue_id", "=", "v-1")
            .where("sale_id", "=", saleId)
            .execute();
          const to = any(3) === 0 ? ("writeOff" as const) : ("shop" as const);
          await returns(ctx, { saleId, lines: [{ lineId: line?.id ?? "", quantity: 1 + any(3), to }], reason: "不要了" });
        });
    }
  };
  for (let step = 0; step < STEPS; step++)
    await walk(step).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      refused[error.key] = (refused[error.key] ?? 0) + 1;
    });
  // A receipt whose goods have gone on is not voided, in words of its own.
  expect(Object.keys(refused).filter((key) => !["refused", "stockShort", "returnTooMany", "missing", "wrongState"].includes(key))).toEqual(
    [],
  );
  expect(posted.length).toBeGreaterThan(STEPS / 8);

  const movements = await query<Movement>(
    t.url,
    "SELECT product_id, warehouse, quantity, before, after, cost::float8 AS cost, kind, voids FROM stock_movement WHERE product_id LIKE 'w-%' ORDER BY at, id",
  );
  expect(new Set(movements.map(({ kind, voids }) => `${kind}${voids ? " voided" : ""}`)).size).toBeGreaterThan(8);
  for (const id of ids) {
    const of = movements.filter(({ product_id }) => product_id === id);
    const held = of.reduce((sum, { quantity }) => sum + quantity, 0);
    const value = of.reduce((sum, { cost }) => sum + cost, 0);
    for (const warehouse of ["main", "shop"]) {
      const [row] = await query<{ quantity: number }>(t.url, "SELECT quantity FROM stock WHERE product_id = $1 AND warehouse = $2", [
        id,
        warehouse,
      ]);
      expect(row?.quantity ?? 0).toBe(of.filter((one) => one.warehouse === warehouse).reduce((sum, { quantity }) => sum + quantity, 0));
    }
    const [kept] = await query<{ held: number; value: number }>(
      t.url,
      "SELECT held, value::float8 AS value FROM stock_value WHERE product_id = $1",
      [id],
    );
    expect(kept).toEqual({ held, value });
    expect(value).toBeGreaterThanOrEqual(0);
    if (held === 0) expect(value).toBe(0);
    expect(await costOf(id)).toBe(average(of));
  }
  await checkDrills(t);
  expect(
    (await examine(t.url, undefined, undefined, t.now)).filter(
      // No scheduler runs over these days.
      ({ check, findings }) => findings.length > 0 && !check.includes("audit log") && !check.includes("no work waits"),
    ),
  ).toEqual([]);
}, 600_000);

/** The moving average worked out of the movements again, on its own: what comes in or goes out at a cost of its own moves it. */
function average(movements: readonly Movement[]): number {
  let [held, value, cost] = [0, 0, 0];
  for (const one of movements) {
    held += one.quantity;
    value += one.cost;
    const own = one.kind === "receipt" || one.kind === "return" || one.voids || (one.kind === "transfer" && one.quantity > 0);
    if (own && held > 0) cost = Math.max(0, Math.round(value / held));
  }
  return cost;
}
