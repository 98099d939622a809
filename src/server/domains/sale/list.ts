/** Sales as the lists and their sums show them. */
import { sql } from "kysely";
import type { z } from "zod";
import type { Page, PageQuery } from "../../../contract/call";
import type { PaymentType } from "../../../contract/enums";
import { yuan } from "../../../contract/money";
import { maskPhone } from "../../../contract/phone";
import type { Sale, SaleSums } from "../../../contract/sale";
import { type Sortable, pageOf } from "../../db/page";
import type { Ctx } from "../../http/context";
import { type Filter, saleConditions } from "./find";

const SORTABLE: Sortable = {
  id: "s.id",
  at: "s.at",
  no: "s.no",
  list: "s.list",
  discount: "s.discount",
  total: "s.total",
  paid: "s.paid",
  returned: "s.refunded",
  state: "s.state",
  operator: "s.operator",
};

const salesOf = (ctx: Ctx, filter: Filter) => {
  const all = ctx.db.selectFrom("sale as s").where("s.venue_id", "=", ctx.venue.id);
  return saleConditions(ctx, filter).reduce((query, condition) => query.where(condition), all);
};

/** A page of sales, newest first unless sorted. */
export async function list(ctx: Ctx, input: Filter & z.output<typeof PageQuery>): Promise<Page<Sale>> {
  const page = await pageOf(ctx, salesOf(ctx, input).select("s.id"), input, SORTABLE, "at,desc");
  const content = await salesById(
    ctx,
    page.content.map((row) => row.id),
  );
  return { ...page, content };
}

/** Sums over the whole filter; amounts in yuan. */
export async function sums(ctx: Ctx, input: Filter): Promise<z.infer<typeof SaleSums>> {
  const [row, pieces] = await Promise.all([
    salesOf(ctx, input)
      .select([
        sql<number>`count(*)`.as("count"),
        sql<number>`coalesce(sum(s.list), 0)`.as("list"),
        sql<number>`coalesce(sum(s.discount), 0)`.as("discount"),
        sql<number>`coalesce(sum(s.total), 0)`.as("total"),
        sql<number>`coalesce(sum(s.paid), 0)`.as("paid"),
        sql<number>`coalesce(sum(s.refunded), 0)`.as("returned"),
      ])
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom("sale_line as x")
      .where("x.venue_id", "=", ctx.venue.id)
      .where("x.sale_id", "in", salesOf(ctx, input).select("s.id"))
      .select(sql<number>`coalesce(sum(x.quantity), 0)`.as("quantity"))
      .executeTakeFirstOrThrow(),
  ]);
  return {
    count: row.count,
    quantity: pieces.quantity,
    list: yuan(row.list),
    discount: yuan(row.discount),
    total: yuan(row.total),
    paid: yuan(row.paid),
    returned: yuan(row.returned),
  };
}

/** Sales in the order of their ids; ids that the venue does not have are left out. */
export async function salesById(ctx: Ctx, ids: readonly string[]): Promise<Sale[]> {
  if (ids.length === 0) return [];
  const [rows, goods, types] = await Promise.all([
    ctx.db
      .selectFrom("sale as s")
      .leftJoin("member as m", (join) => join.onRef("m.venue_id", "=", "s.venue_id").onRef("m.id", "=", "s.member_id"))
      .selectAll("s")
      .select(["m.name as member_name", "m.phone as member_phone"])
      .where("s.venue_id", "=", ctx.venue.id)
      .where("s.id", "in", ids)
      .execute(),
    ctx.db
      .selectFrom("sale_line")
      .where("venue_id", "=", ctx.venue.id)
      .where("sale_id", "in", ids)
      .groupBy("sale_id")
      .select([
        "sale_id",
        sql<string>`string_agg(name || ' ×' || quantity, ', ' ORDER BY id)`.as("goods"),
        sql<number>`sum(quantity)`.as("quantity"),
      ])
      .execute(),
    ctx.db
      .selectFrom("payment")
      .where("venue_id", "=", ctx.venue.id)
      .where("document_kind", "=", "sale")
      .where("document_id", "in", ids)
      .groupBy("document_id")
      .select(["document_id", sql<PaymentType[]>`array_agg(DISTINCT type ORDER BY type)`.as("types")])
      .execute(),
  ]);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const goodsOf = new Map(goods.map((row) => [row.sale_id, row]));
  const typesOf = new Map(types.map((row) => [row.document_id, row.types]));
  return ids.flatMap((id): Sale[] => {
    const row = rowOf.get(id);
    if (!row) return [];
    return [
      {
        id,
        no: row.no,
        at: row.at.toISOString(),
        memberId: row.member_id,
        memberName: row.member_name ?? "",
        phone: maskPhone(row.member_phone ?? ""),
        goods: goodsOf.get(id)?.goods ?? "",
        quantity: goodsOf.get(id)?.quantity ?? 0,
        list: yuan(row.list),
        discount: yuan(row.discount),
        total: yuan(row.total),
        paid: yuan(row.paid),
        returned: yuan(row.refunded),
        payTypes: typesOf.get(id) ?? [],
        state: row.state as Sale["state"],
        orderId: row.order_id,
        operator: row.operator,
      },
    ];
  });
}
