/** Keeping products, their classes and suppliers: what the lists and forms of them hold to. */
import { readBarcode } from "../../../contract/core/typed/code";
import { sql } from "kysely";
import { productClasses, products, suppliers } from "../../../contract/stock/products";
import { yuan } from "../../../contract/core/money";
import { type Ctx, today } from "../../http/context";
import { documentNumber } from "../../kernel/numbers";
import { post } from "../../ledger/post";
import { checkAll, refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";
import { isGtin } from "./gtin";

const onHand = (warehouse: "main" | "shop") => () =>
  sql`coalesce((select s.quantity from stock s where s.venue_id = t.venue_id and s.warehouse = ${warehouse} and s.product_id = t.id), 0)`;

/** Two levels: a class below another has none below itself. */
async function checkParent(ctx: Ctx, parent: string | null, id: string | undefined): Promise<void> {
  if (parent === null) return;
  const above = await ctx.db
    .selectFrom("product_class")
    .select(["name", "parent_id"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", parent)
    .executeTakeFirstOrThrow();
  const below =
    id === undefined
      ? undefined
      : await ctx.db
          .selectFrom("product_class")
          .select("name")
          .where("venue_id", "=", ctx.venue.id)
          .where("parent_id", "=", id)
          .limit(1)
          .executeTakeFirst();
  if (parent === id)
    throw refuse(ctx, { zh: "不能放在自己下面，未保存", en: "A class can't stand below itself; nothing was saved" }, {}, "parent");
  if (above.parent_id !== null)
    throw refuse(
      ctx,
      {
        zh: "“{name}”已是二级分类，分类最多两级；未保存，请选一级分类",
        en: "“{name}” stands below another class already; there are two levels at most. Nothing was saved; choose a class of the first level",
      },
      { name: above.name },
      "parent",
    );
  if (below)
    throw refuse(
      ctx,
      {
        zh: "它下面还有“{name}”，分类最多两级；未保存，请先移走",
        en: "“{name}” stands below it, and there are two levels at most. Nothing was saved; move that one first",
      },
      { name: below.name },
      "parent",
    );
}

/** Names and specifications tell products apart on receipts and in reports. */
async function checkTwin(ctx: Ctx, name: string, spec: string, id: string): Promise<void> {
  const twin = await ctx.db
    .selectFrom("product")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("name", "=", name)
    .where("spec", "=", spec)
    .where("id", "<>", id)
    .limit(1)
    .executeTakeFirst();
  if (twin)
    throw refuse(
      ctx,
      {
        zh: "已有同名同规格的商品，未保存；请写明不同的规格",
        en: "A product of this name and specification exists; nothing was saved. Tell them apart by the specification",
      },
      {},
      spec === "" ? "name" : "spec",
    );
}

async function checkStocked(ctx: Ctx, id: string): Promise<void> {
  const movedAway = await ctx.db
    .selectFrom("stock_movement")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("product_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  if (movedAway)
    throw refuse(
      ctx,
      {
        zh: "这个商品已有库存流水，不能改变“计库存”；未保存，请另建一个商品",
        en: "This product has stock movements, so “Carries stock” can't change; nothing was saved. Add another product instead",
      },
      {},
      "stocked",
    );
}

/**
 * Pays what is owed to a supplier, out of the bank or the safe (ledger.md "receipt on account / paid"). The supplier's row is locked: of two
 * payments at once the second sees what the first left.
 */
async function pay(
  ctx: Ctx,
  { id, name }: { readonly id: string; readonly name: string },
  { amount, from, note }: { readonly amount: number; readonly from: "transfer" | "safe"; readonly note: string },
): Promise<void> {
  const row = await ctx.db
    .selectFrom("posting")
    .select((eb) => eb.fn.sum<number | null>("amount").as("amount"))
    .where("venue_id", "=", ctx.venue.id)
    .where("account", "=", "payable.supplier")
    .where("subject", "=", id)
    .executeTakeFirstOrThrow();
  const owed = -(row.amount ?? 0);
  if (amount <= 0 || amount > owed)
    throw refuse(
      ctx,
      {
        zh: "“{name}”应付 {owed}，付款须大于 0 且不超过它；没有付款",
        en: "{owed} is owed to “{name}”: pay more than 0 and no more than that. Nothing was paid",
      },
      { name, owed: yuan(owed) },
      "amount",
    );
  await post(ctx, {
    document: { kind: "supplier", id, no: await documentNumber(ctx, "supplierPayment", today(ctx)) },
    operation: "supplier paid",
    reason: note,
    legs: [
      { account: "payable.supplier", amount, subject: id },
      { account: from === "safe" ? "cash.safe" : "tender.transfer", amount: -amount },
    ],
  });
}

export const retentionRoutes = [
  ...serveResource(productClasses, {
    table: "product_class",
    columns: { products: () => sql`(select count(*) from product p where p.venue_id = t.venue_id and p.class_id = t.id)` },
    saving: async (ctx, draft, before) => {
      await checkParent(ctx, draft.parent, before?.id);
      return draft;
    },
    // Card types with a percent of its own for the class forget it. Their rows wait for the class in `classesExist`, so this sees them all.
    deleting: async (ctx, { id }) => {
      await sql`UPDATE card_type SET class_percents = ARRAY(SELECT p FROM unnest(class_percents) p WHERE split_part(p, ':', 1) <> ${id})
        WHERE venue_id = ${ctx.venue.id} AND EXISTS (SELECT FROM unnest(class_percents) p WHERE split_part(p, ':', 1) = ${id})`.execute(
        ctx.db,
      );
    },
  }),
  ...serveResource(products, {
    table: "product",
    note: "barcode",
    columns: {
      barcode: () => sql`coalesce(t.barcode, '')`,
      onHand: onHand("shop"),
      onHandMain: onHand("main"),
      level: () => sql`(case when not t.stocked then null else (select case when coalesce(max(s.quantity), 0) = 0 then 'none'
        when t.low_limit > 0 and max(s.quantity) <= t.low_limit then 'low' else 'enough' end
        from stock s where s.venue_id = t.venue_id and s.warehouse = 'shop' and s.product_id = t.id) end)`,
    },
    saving: async (ctx, typed, before) => {
      const code = () => (typed.barcode === "" ? undefined : readBarcode(typed.barcode));
      const barcode = (): string => code()?.value ?? "";
      await checkAll(ctx, [
        () => {
          const problem = code()?.problem;
          return problem && refuse(ctx, problem, {}, "barcode");
        },
        () =>
          barcode() !== before?.barcode &&
          !isGtin(barcode()) &&
          refuse(
            ctx,
            {
              zh: "条码 {barcode} 的校验位不对，未保存；请重新扫描，自编码请不要用 8、12、13、14 位数字",
              en: "Barcode {barcode} has a wrong check digit; nothing was saved. Scan it again; codes of your own must not have 8, 12, 13 or 14 digits",
            },
            { barcode: barcode() },
            "barcode",
          ),
        () => checkTwin(ctx, typed.name, typed.spec, before?.id ?? ""),
        () => before && before.stocked !== typed.stocked && checkStocked(ctx, before.id),
      ]);
      return { ...typed, barcode: barcode() === "" ? null : barcode() };
    },
    actions: {
      shelve: async () => ({ onShelf: true }),
      unshelve: async () => ({ onShelf: false }),
    },
  }),
  ...serveResource(suppliers, {
    table: "supplier",
    actions: { pay },
    columns: {
      owed: () =>
        sql`coalesce((select -sum(p.amount) from posting p where p.venue_id = t.venue_id and p.account = 'payable.supplier' and p.subject = t.id), 0)`,
    },
  }),
];
