/**
 * Return of lent goods: refunds their deposit to the methods that paid it, less the part that the venue retains (ledger.md "rental
 * deposit").
 */
import { refund } from "../../ledger/charge";
import type { Parsed } from "../../../contract/core/call";
import { yuan } from "../../../contract/core/money";
import type { sale, SaleDetail } from "../../../contract/sale/sale";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { refuse } from "../../resource/refuse";
import { view } from "./lines";

/**
 * Settles a deposit, once: gives back what is not kept.
 * @throws AppError `missing`, `refused` where it is settled already, more is kept than was asked, or a reason is lacking
 */
export async function settleDeposit(ctx: Ctx, { itemId, keep, reason }: Parsed<typeof sale.settleDeposit>): Promise<SaleDetail> {
  const item = await ctx.db
    .selectFrom("sale_item")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", itemId)
    .where("kind", "=", "deposit")
    .where("document_id", "is not", null)
    .forUpdate()
    .executeTakeFirst();
  if (!item) throw new AppError("missing", { what: ctx.language === "zh" ? "押金" : "Deposit" });
  if (item.kept !== null)
    throw refuse(ctx, { zh: "这笔押金已经结清，没有再退", en: "This deposit is settled already; nothing was given back" });
  if (keep > item.total)
    throw refuse(
      ctx,
      { zh: "扣下的不能多于押金 {amount}，没有退", en: "No more than the deposit of {amount} can be kept; nothing was given back" },
      { amount: yuan(item.total) },
      "keep",
    );
  if (keep > 0 && reason.length < 2)
    throw refuse(ctx, { zh: "扣押金要写明原因，没有退", en: "Say why some of it is kept; nothing was given back" }, {}, "reason");
  const { member_id } = await ctx.db
    .selectFrom("sale")
    .select("member_id")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", item.sale_id)
    .executeTakeFirstOrThrow();
  const back = item.total - keep;
  const document = { kind: "deposit", id: item.id, no: item.document_no } as const;
  await refund(ctx, document, {
    operation: keep === 0 ? "rental deposit back" : "rental deposit kept",
    reason,
    memberId: member_id,
    back,
    undoes: [
      { account: "deposit", amount: item.total, subject: item.id },
      { account: "income.other", amount: -keep, earnedOn: today(ctx) },
    ],
    spent: 0,
  });
  await ctx.db
    .updateTable("sale_item")
    .set({ given_back: back, kept: keep })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", itemId)
    .execute();
  ctx.emit({ type: "changed", data: { resource: "sales", id: item.sale_id } });
  return view(ctx, { id: item.sale_id });
}
