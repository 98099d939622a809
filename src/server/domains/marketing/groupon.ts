/** Group-buy goods and their vouchers: selling, giving back, ending. What a voucher cost is held on `voucher.value` until it is redeemed. */
import { charge, refund } from "../../ledger/charge";
import type { Domain } from "../../../contract/all";
import { type Selectable, sql } from "kysely";
import { grouponGoods, type redemption, vouchers } from "../../../contract/groupon";
import type { Output, Parsed } from "../../../contract/call";
import { yuan } from "../../../contract/money";
import { addDays } from "../../../contract/time";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { documentNumber } from "../../kernel/numbers";
import { balanceOf, post } from "../../ledger/post";
import { refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";
import { earliest, type Job, nightly } from "../../kernel/due";
import { bookingMember } from "../../kernel/booker";
import { digitsOf } from "../../kernel/digits";
import { look } from "./redeem";
import type { GrouponGoodsTable, VoucherTable } from "./rows";

type GoodsRow = Selectable<GrouponGoodsTable>;
type VoucherRow = Selectable<VoucherTable>;
const BATCH = 50;
const VOUCHER_DIGITS = 12;

const changed = (ctx: Ctx, resource: Domain, id: string): void => ctx.emit({ type: "changed", data: { resource, id } });
const documentOf = ({ id, no }: Pick<VoucherRow, "id" | "no">) => ({ kind: "voucher", id, no }) as const;

/** Takes one of the stock in one statement that cannot pass below zero, so sold-out goods refuse before anything else moves. */
async function takeOne(ctx: Ctx, id: string): Promise<GoodsRow> {
  const taken = await ctx.db
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
  if (taken) return taken;
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

/** The goods are locked by `takeOne`, so nobody buys beside this count. */
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
  const goods = await takeOne(ctx, input.goodsId);
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
  return look(ctx, id);
}

/** Gives back what a voucher has not earned yet; it is void then. The row is locked. */
async function giveUp(ctx: Ctx, voucher: VoucherRow, operation: string, reason: string): Promise<number> {
  const worth = await balanceOf(ctx, "voucher.value", voucher.id);
  await ctx.db
    .updateTable("voucher")
    .set({ state: "refunded", refunded: worth, reason, ended_at: ctx.now })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", voucher.id)
    .execute();
  // What comes back is for sale again only while nothing of it was used.
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

const readVoucher = (ctx: Ctx, id: string): Promise<VoucherRow> =>
  ctx.db.selectFrom("voucher").selectAll().where("venue_id", "=", ctx.venue.id).where("id", "=", id).executeTakeFirstOrThrow();

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ofGoods = (what: ReturnType<typeof sql>) => sql`(select ${what} from voucher v where v.venue_id = t.venue_id and v.goods_id = t.id)`;

export const grouponRoutes = [
  ...serveResource(grouponGoods, {
    table: "groupon_goods",
    columns: {
      sold: () => ofGoods(sql`count(*) filter (where v.state <> 'refunded' or v.used > 0)`),
      redeemed: () => ofGoods(sql`coalesce(sum(v.used), 0)`),
      refunded: () => ofGoods(sql`count(*) filter (where v.state = 'refunded')`),
      received: () => ofGoods(sql`coalesce(sum(v.price - v.refunded), 0)`),
    },
    saving: async (ctx, draft, before) => {
      const sold = before ? before.stock - before.left : 0;
      if (before && ["finished", "cancelled"].includes(before.state))
        throw refuse(
          ctx,
          { zh: "“{title}”已结束或取消，没有改动", en: "“{title}” is over or cancelled; nothing was changed" },
          { title: before.title },
        );
      if (new Date(draft.saleTo) <= new Date(draft.saleFrom))
        throw refuse(ctx, { zh: "停售时间 要晚于开售时间", en: "Sale ends after it begins" }, {}, "saleTo");
      if (draft.useTo < draft.useFrom)
        throw refuse(ctx, { zh: "可用日期止 不能早于可用日期起", en: "It is good until a day after the first" }, {}, "useTo");
      const bad = draft.excluded.find((each) => !DAY.test(each));
      if (bad !== undefined)
        throw refuse(ctx, { zh: "不可用日期“{bad}”要写成 2026-10-01", en: "Write “{bad}” as 2026-10-01" }, { bad }, "excluded");
      if (draft.redeems === "slot" && draft.program === null)
        throw refuse(ctx, { zh: "场地时段要选运动项目", en: "Court time needs a sport" }, {}, "program");
      if (draft.redeems === "slot" && (draft.minutes === null || draft.minutes % 30 !== 0))
        throw refuse(ctx, { zh: "场地时段要写每次分钟数，30 的倍数", en: "Court time needs minutes, in half hours" }, {}, "minutes");
      if (draft.redeems === "product" && draft.product === null)
        throw refuse(ctx, { zh: "兑换商品要选商品", en: "Choose the product that it redeems" }, {}, "product");
      if (draft.redeems === "card" && draft.packageCard === null)
        throw refuse(ctx, { zh: "兑换次卡要选次卡", en: "Choose the package card that it redeems" }, {}, "packageCard");
      if (draft.redeems === "card" && draft.times !== 1)
        throw refuse(
          ctx,
          { zh: "兑换次卡的券只用 1 次，次数由次卡决定", en: "Redeemed once: how often it is good for is the card's" },
          {},
          "times",
        );
      if (draft.stock < sold)
        throw refuse(ctx, { zh: "总库存 不能少于已售的 {sold} 张", en: "{sold} were sold; the stock can't be less" }, { sold }, "stock");
      if (before) {
        const any = await ctx.db
          .selectFrom("voucher")
          .select("id")
          .where("venue_id", "=", ctx.venue.id)
          .where("goods_id", "=", before.id)
          .limit(1)
          .executeTakeFirst();
        for (const field of any ? (["times", "redeems", "program", "minutes", "product", "packageCard", "refundRule"] as const) : [])
          if (draft[field] !== before[field])
            throw refuse(
              ctx,
              { zh: "已有券售出，{what}不能改；请另建商品", en: "Vouchers were sold: “{what}” stays. Make other goods" },
              { what: grouponGoods.fields[field].label[ctx.language] },
              field,
            );
      }
      return { ...draft, left: draft.stock - sold };
    },
    deleting: async (ctx, row) => {
      if (row.state !== "draft")
        throw refuse(
          ctx,
          { zh: "“{title}”已上架过，没有删除；可以取消", en: "“{title}” was on sale and is not deleted; it can be cancelled" },
          { title: row.title },
        );
    },
    actions: {
      shelve: async (ctx, row) => {
        if (new Date(row.saleTo) <= ctx.now)
          throw refuse(ctx, {
            zh: "停售时间已过，没有上架；请先修改时间",
            en: "Its sale would be over; it was not put on sale. Change its times first",
          });
      },
      cancel: async (ctx, { id }, { reason }) => {
        const rows = await ctx.db
          .selectFrom("voucher")
          .selectAll()
          .where("venue_id", "=", ctx.venue.id)
          .where("goods_id", "=", id)
          .where("state", "in", ["unused", "part_used"])
          .orderBy("id")
          .forUpdate()
          .execute();
        for (const row of rows) await giveUp(ctx, row, "voucher cancellation", reason);
        return { reason };
      },
    },
  }),
  ...serveResource(vouchers, {
    table: "voucher",
    note: "holder",
    columns: {
      worth: () =>
        sql`coalesce((select b.amount from balance b where b.venue_id = t.venue_id and b.account = 'voucher.value' and b.subject = t.id), 0)`,
    },
    actions: {
      refund: async (ctx, { id, goods }, { reason }) => {
        const rule = await ctx.db
          .selectFrom("groupon_goods")
          .select(["refund_rule", "title"])
          .where("venue_id", "=", ctx.venue.id)
          .where("id", "=", goods)
          .executeTakeFirstOrThrow();
        if (rule.refund_rule === "never")
          throw refuse(
            ctx,
            { zh: "“{title}”售出不退；没有退款", en: "“{title}” is sold without refunds; nothing went back" },
            { title: rule.title },
          );
        await giveUp(ctx, await readVoucher(ctx, id), "voucher refund", reason);
      },
    },
  }),
];

/** What is left on vouchers that nobody used in time is breakage. */
async function expire(ctx: Ctx): Promise<boolean> {
  const day = today(ctx);
  const rows = await ctx.db
    .selectFrom("voucher")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("state", "in", ["unused", "part_used"])
    .where("valid_to", "<", day)
    .orderBy("id")
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const row of rows) {
    const worth = await balanceOf(ctx, "voucher.value", row.id);
    await ctx.db
      .updateTable("voucher")
      .set({ state: "expired", ended_at: ctx.now })
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", row.id)
      .execute();
    if (worth > 0)
      await post(ctx, {
        document: documentOf(row),
        operation: "voucher expiry",
        legs: [
          { account: "voucher.value", amount: worth, subject: row.id },
          { account: "income.card_breakage", amount: -worth, subject: row.goods_id, earnedOn: addDays(row.valid_to, 1) },
        ],
      });
    changed(ctx, "vouchers", row.id);
  }
  return rows.length === BATCH;
}

async function finish(ctx: Ctx): Promise<boolean> {
  const rows = await ctx.db
    .updateTable("groupon_goods")
    .set({ state: "finished" })
    .where("venue_id", "=", ctx.venue.id)
    .where("state", "in", ["on_shelf", "off_shelf"])
    .where("sale_to", "<=", ctx.now)
    .returning("id")
    .execute();
  for (const { id } of rows) changed(ctx, "grouponGoods", id);
  return false;
}

export const grouponJobs = [
  { name: "grouponGoods.finish", run: finish, ...earliest("groupon_goods", "sale_to", sql`state IN ('on_shelf', 'off_shelf')`) },
  { name: "vouchers.expire", run: expire, ...nightly("voucher", sql`state IN ('unused', 'part_used')`) },
] satisfies readonly Job[];
