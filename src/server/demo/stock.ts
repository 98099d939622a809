/** The demo's stock documents: the week of a warehouse, from a delivery on Monday to the count on Sunday. */
import { weekday } from "../../contract/core/time";
import { type Draft, type Warehouse, writeDraft } from "../domains/stock/documents";
import { postDraft, voidPosted } from "../domains/stock/post-document";
import type { Ctx } from "../http/context";
import type { Desk } from "./desk";
import { random } from "./random";
import { SUPPLIERS } from "./venues";

interface Day {
  readonly ctx: Ctx;
  readonly desk: Desk;
  readonly day: string;
  /** Minute at which the day stops; 1440 for a whole one. */
  readonly until: number;
  plan(minute: number, task: (ctx: Ctx) => Promise<void>, moves?: boolean): void;
}
type Lines = Draft["lines"];

/** Plans the documents of a day. Its dice are its own: the trade of the day is the same with them or without. */
export function planStock(self: Day): void {
  const { desk, day } = self;
  const r = random("stock", self.ctx.venue.id, day);
  const goods = desk.products.filter(({ stocked }) => stocked);
  if (goods.length === 0) return;
  const line = (productId: string, quantity: number | null, unitCost: number | null = null): Lines[number] => ({
    productId,
    quantity,
    packs: null,
    packSize: 1,
    unitCost,
  });
  const write = async (ctx: Ctx, draft: Partial<Draft> & Pick<Draft, "kind" | "lines">): Promise<string> =>
    writeDraft(ctx, { supplierId: null, day, reference: "", reason: null, memo: "", ...draft });
  const delivery = async (ctx: Ctx): Promise<string> => {
    const [name] = r.pick(SUPPLIERS);
    const packs = await packsOf(ctx);
    const chosen = goods.filter(() => r.chance(0.45)).slice(0, 6);
    const lines = (chosen.length > 0 ? chosen : goods.slice(0, 2)).map((product) => {
      const packSize = packs.get(product.id) ?? 1;
      const unitCost = Math.max(1, Math.round(product.cost * (0.97 + 0.07 * r.next())));
      return { productId: product.id, quantity: null, packs: r.int(1, 3), packSize, unitCost };
    });
    return write(ctx, { kind: "receiptMain", supplierId: await supplierOf(ctx, name), reference: `HD-${r.int(1_000, 9_999)}`, lines });
  };
  switch (weekday(day)) {
    case 1:
      self.plan(600, async (ctx) => void (await postDraft(ctx, await delivery(ctx))), true);
      break;
    case 2:
    case 5:
      self.plan(
        560,
        async (ctx) => {
          const main = await onHand(ctx, "main");
          const movements = goods.flatMap((product) => {
            const quantity = Math.ceil((main.get(product.id) ?? 0) / 2);
            return quantity > 0 ? [{ product, quantity }] : [];
          });
          if (movements.length === 0) return;
          const lines = movements.map(({ product, quantity }) => line(product.id, quantity));
          await postDraft(ctx, await write(ctx, { kind: "transfer", warehouse: "main", lines }));
          for (const { product, quantity } of movements) product.left += quantity;
        },
        true,
      );
      break;
    case 3:
      self.plan(
        1_260,
        async (ctx) => {
          const product = r.pick(goods);
          if (product.left < 4) return;
          const reason = r.pick(["damaged", "expired", "used"] as const);
          const quantity = r.int(1, 2);
          await postDraft(ctx, await write(ctx, { kind: "writeOff", warehouse: "shop", reason, lines: [line(product.id, quantity)] }));
          product.left -= quantity;
        },
        true,
      );
      break;
    case 4:
      if (r.chance(0.3))
        self.plan(
          700,
          async (ctx) => {
            const id = await delivery(ctx);
            await postDraft(ctx, id);
            await voidPosted(ctx, id, "送货单录重");
          },
          true,
        );
      break;
    case 6:
      self.plan(
        620,
        async (ctx) => {
          const [faulty] = await returnable(ctx);
          if (!faulty) return;
          const lines = [line(faulty.product_id, 1, faulty.unit_cost)];
          await postDraft(
            ctx,
            await write(ctx, {
              kind: "supplierReturn",
              supplierId: faulty.supplier_id,
              warehouse: "main",
              memo: "包装破损，退一件",
              lines,
            }),
          );
        },
        true,
      );
      break;
    case 7:
      self.plan(
        490,
        async (ctx) => {
          const counted = goods.filter(() => r.chance(0.5)).slice(0, 8);
          if (counted.length === 0) return;
          const found = counted.map((product) => ({
            product,
            quantity: Math.max(
              0,
              product.left +
                r.weighted([
                  [0, 8],
                  [-1, 2],
                  [1, 1],
                ] as const),
            ),
          }));
          const lines = found.map(({ product, quantity }) => line(product.id, quantity));
          await postDraft(ctx, await write(ctx, { kind: "count", warehouse: "shop", memo: "周末盘点", lines }));
          const shop = await onHand(ctx, "shop");
          for (const { product } of found) product.left = shop.get(product.id) ?? 0;
        },
        true,
      );
      break;
    default:
  }
  if (self.until < 1_440) {
    const minute = Math.max(1, Math.min(self.until - 30, 590));
    self.plan(minute, async (ctx) => void (await delivery(ctx)), true);
    self.plan(minute + 1, async (ctx) => {
      const lines = goods.slice(0, 5).map((product, i) => line(product.id, i < 3 ? product.left : null));
      await write(ctx, { kind: "count", warehouse: "shop", memo: "月度盘点", lines });
    });
  }
}

/** Goods of the last delivery of a supplier that are still in the main warehouse, with what was paid for a piece. */
function returnable(ctx: Ctx) {
  return ctx.db
    .selectFrom("stock_document as d")
    .innerJoin("stock_document_line as l", (join) => join.onRef("l.venue_id", "=", "d.venue_id").onRef("l.document_id", "=", "d.id"))
    .innerJoin("stock as s", (join) => join.onRef("s.venue_id", "=", "l.venue_id").onRef("s.product_id", "=", "l.product_id"))
    .select(["d.supplier_id", "l.product_id", "l.unit_cost"])
    .where("d.venue_id", "=", ctx.venue.id)
    .where("d.kind", "=", "receiptMain")
    .where("d.state", "=", "posted")
    .where("s.warehouse", "=", "main")
    .where("s.quantity", ">=", 1)
    .where("l.unit_cost", "is not", null)
    .orderBy("d.created_at", "desc")
    .orderBy("l.seq")
    .limit(1)
    .execute();
}

async function onHand(ctx: Ctx, warehouse: Warehouse): Promise<Map<string, number>> {
  const rows = await ctx.db
    .selectFrom("stock")
    .select(["product_id", "quantity"])
    .where("venue_id", "=", ctx.venue.id)
    .where("warehouse", "=", warehouse)
    .execute();
  return new Map(rows.map((row) => [row.product_id, row.quantity]));
}

async function packsOf(ctx: Ctx): Promise<Map<string, number>> {
  const rows = await ctx.db.selectFrom("product").select(["id", "pack_size"]).where("venue_id", "=", ctx.venue.id).execute();
  return new Map(rows.map((row) => [row.id, row.pack_size]));
}

async function supplierOf(ctx: Ctx, name: string): Promise<string> {
  const { id } = await ctx.db
    .selectFrom("supplier")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return id;
}
