/** Sales by their ids. */
import { sql } from "kysely";
import type { PaymentType } from "../../../contract/core/enums";
import { yuan } from "../../../contract/core/money";
import { maskPhone } from "../../../contract/core/phone";
import type { Sale } from "../../../contract/sale/sale";
import type { Ctx } from "../../http/context";

/** Sales in the order of their ids; ids that the venue does not have are left out. */
export async function salesById(ctx: Ctx, ids: readonly string[]): Promise<Sale[]> {
  if (ids.length === 0) return [];
  const [rows, goods, others, types] = await Promise.all([
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
      .selectFrom("sale_item")
      .where("venue_id", "=", ctx.venue.id)
      .where("sale_id", "in", ids)
      .groupBy("sale_id")
      .select(["sale_id", sql<string>`string_agg(name, ', ' ORDER BY id)`.as("names")])
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
  const othersOf = new Map(others.map((row) => [row.sale_id, row.names]));
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
        goods: [goodsOf.get(id)?.goods ?? "", othersOf.get(id) ?? ""].filter((text) => text !== "").join(", "),
        quantity: goodsOf.get(id)?.quantity ?? 0,
        list: yuan(row.list),
        discount: yuan(row.discount - row.rounding),
        rounding: yuan(row.rounding),
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
