/** Selling vouchers and giving them back. What a voucher cost is held on `voucher.value` until it is redeemed. */
import { charge, refund } from "../../ledger/charge";
import type { Domain } from "../../../contract/all";
import type { Selectable } from "kysely";
import { grouponGoods, type redemption } from "../../../contract/marketing/groupon";
import type { Output, Parsed } from "../../../contract/core/call";
import { yuan } from "../../../contract/core/money";
import { addDays } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { documentNumber } from "../../kernel/numbers";
import { balanceOf } from "../../ledger/post";
import { refuse } from "../../resource/refuse";
import { bookingMember } from "../../kernel/booker";
import { digitsOf } from "../../kernel/digits";
import { viewVoucher } from "./voucher-view";
import type { GrouponGoodsTable, VoucherTable } from "./rows";

type GoodsRow = Selectable<GrouponGoodsTable>;
export type VoucherRow = Selectable<VoucherTable>;
const VOUCHER_DIGITS = 12;
export const changed = (ctx: Ctx, resource: Domain, id: string): void => ctx.emit({ type: "changed", data: { resource, id } });
export const documentOf = ({ id, no }: Pick<VoucherRow, "id" | "no">) => ({ kind: "voucher", id, no }) as const;

/** Takes one of the stock in one statement that cannot pass below zero, so sold-out goods refuse before anything else moves. */
async function reserveOne(ctx: Ctx, id: string): Promise<GoodsRow> {
  const reserved = await ctx.db
    .updateTable("groupon_goods")
    .set((eb) => ({ left: eb("left", "-", 1) }))
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .where("state", "=", "on_shelf")
    .where("sale_from", "<=", ctx.now)
    .where("sale_to", ">", ctx.now)
    .where("left", ">", 0)
    .returningAll()
    .executeTakeFirst();
  if (reserved) return reserved;
  const row = await ctx.db
    .selectFrom("groupon_goods")
    .select(["title", "left", "state"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new AppError("missing", { what: grouponGoods.one[ctx.language] });
  throw row.left === 0
    ? refuse(
        ctx,
        { zh: "“{title}”已售完，没有售出，也没有收款", en: "“{title}” is sold out; nothing was sold or charged" },
        { title: row.title },
      )
    : refuse(
        ctx,
        { zh: "“{title}”现在不在售，没有售出，也没有收款", en: "“{title}” is not on sale now; nothing was sold or charged" },
        { title: row.title },
      );
}

/** The goods are locked by `reserveOne`, so nobody buys beside this count. */
async function checkLimit(ctx: Ctx, goods: GoodsRow, buyer: { memberId: string | null; phone: string }): Promise<void> {
  if (goods.per_person === 0) return;
  if (buyer.memberId === null && buyer.phone === "")
    throw refuse(
      ctx,
      { zh: "限购商品需要会员或手机号", en: "These goods are limited per person: a member or a mobile is needed" },
      {},
      "phone",
    );
  const { bought } = await ctx.db
    .selectFrom("voucher")
    .where("venue_id", "=", ctx.venue.id)
    .where("goods_id", "=", goods.id)
    .where("state", "<>", "refunded")
    .where((eb) =>
      eb.or([
        ...(buyer.memberId === null ? [] : [eb("member_id", "=", buyer.memberId)]),
        ...(buyer.phone === "" ? [] : [eb("phone", "=", buyer.phone)]),
      ]),
    )
    .select((eb) => eb.fn.countAll<number>().as("bought"))
    .executeTakeFirstOrThrow();
  if (bought >= goods.per_person)
    throw refuse(
      ctx,
      {
        zh: "每人限购 {most} 张，已购 {bought} 张；没有售出，也没有收款",
        en: "{most} a person at most, {bought} bought already; nothing was sold or charged",
      },
      { most: goods.per_person, bought },
    );
}

async function freeCode(ctx: Ctx, id: string): Promise<string> {
  for (let i = 0; ; i++) {
    const code = digitsOf(`${id}${i}`, VOUCHER_DIGITS);
    const used = await ctx.db
      .selectFrom("voucher")
      .select("id")
      .where("venue_id", "=", ctx.venue.id)
      .where("voucher_code", "=", code)
      .executeTakeFirst();
    if (!used) return code;
  }
}

/**
 * Sells a voucher.
 * @throws AppError `missing`, `refused` (sold out, not on sale, limit), `memberState`, `priceChanged`, `paymentSum`, `balanceShort`, `badInput`
 */
export async function sell(ctx: Ctx, input: Parsed<typeof redemption.sell>): Promise<Output<typeof redemption.sell>> {
  const goods = await reserveOne(ctx, input.goodsId);
  const member = input.memberId === undefined ? null : await bookingMember(ctx, input.memberId);
  const holder = member?.name ?? input.name ?? "";
  const phone = member?.phone ?? input.phone ?? "";
  if (holder === "") throw refuse(ctx, { zh: "请填写持有人姓名", en: "Please give the holder's name" }, {}, "name");
  await checkLimit(ctx, goods, { memberId: member?.id ?? null, phone });
  const { price } = goods;
  if (input.expectedPrice !== undefined && input.expectedPrice !== price)
    throw new AppError("priceChanged", { from: yuan(input.expectedPrice), to: yuan(price) }, { total: yuan(price) });
  const id = ctx.newId();
  const day = today(ctx);
  const until = goods.valid_days === null ? goods.use_to : addDays(day, goods.valid_days - 1);
  const validFrom = goods.use_from > day ? goods.use_from : day;
  const validTo = until < goods.use_to ? until : goods.use_to;
  if (validTo < validFrom)
    throw refuse(
      ctx,
      { zh: "“{title}”的使用期已过，没有售出", en: "The time in which “{title}” can be used is over; nothing was sold" },
      { title: goods.title },
    );
  const document = documentOf({ id, no: await documentNumber(ctx, "groupon", day) });
  await ctx.db
    .insertInto("voucher")
    .values({
      venue_id: ctx.venue.id,
      id,
      no: document.no,
      voucher_code: await freeCode(ctx, id),
      goods_id: goods.id,
      holder,
      phone,
      member_id: member?.id ?? null,
      price,
      times: goods.times,
      valid_from: validFrom,
      valid_to: validTo,
      person_id: ctx.person.id,
      operator: ctx.person.name,
      created_at: ctx.now,
    })
    .execute();
  const value = { account: "voucher.value", amount: -price, subject: id } as const;
  await charge(ctx, document, { operation: "voucher", payments: input.payments, due: price, memberId: member?.id, legs: [value] });
  changed(ctx, "vouchers", id);
  changed(ctx, "grouponGoods", goods.id);
  return viewVoucher(ctx, id);
}

/** Gives back what a voucher has not earned yet; it is void then. The row is locked. */
export async function voidVoucher(ctx: Ctx, voucher: VoucherRow, operation: string, reason: string): Promise<number> {
  await ctx.db
    .updateTable("voucher")
    .set({ state: "refunded", reason, ended_at: ctx.now })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", voucher.id)
    .execute();
  return payBack(ctx, voucher, operation, reason);
}

/** Gives back what is on a voucher that is void. The row is locked. @returns fen given back */
export async function payBack(ctx: Ctx, voucher: VoucherRow, operation: string, reason: string): Promise<number> {
  const worth = await balanceOf(ctx, "voucher.value", voucher.id);
  await ctx.db
    .updateTable("voucher")
    .set({ refunded: voucher.refunded + worth })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", voucher.id)
    .execute();
  // A refunded voucher is for sale again only if none of it was used.
  if (voucher.used === 0)
    await ctx.db
      .updateTable("groupon_goods")
      .set((eb) => ({ left: eb("left", "+", 1) }))
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", voucher.goods_id)
      .execute();
  changed(ctx, "vouchers", voucher.id);
  changed(ctx, "grouponGoods", voucher.goods_id);
  if (worth === 0) return 0;
  const undoes = [{ account: "voucher.value", amount: worth, subject: voucher.id }] as const;
  return refund(ctx, documentOf(voucher), { operation, reason, memberId: voucher.member_id, back: worth, undoes });
}

export const readVoucher = (ctx: Ctx, id: string): Promise<VoucherRow> =>
  ctx.db.selectFrom("voucher").selectAll().where("venue_id", "=", ctx.venue.id).where("id", "=", id).executeTakeFirstOrThrow();
