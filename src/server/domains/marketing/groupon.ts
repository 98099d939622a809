/** Group-buy goods and what becomes of their vouchers by the clock. */
import { sql } from "kysely";
import { grouponGoods, vouchers } from "../../../contract/marketing/groupon";
import type { Draft, RowOf } from "../../../contract/core/resource/define";
import { addDays } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { balanceOf, post } from "../../ledger/post";
import { checkAll, refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";
import { earliest, type Job, nightly } from "../../kernel/due";
import { changed, documentOf, voidVoucher, readVoucher } from "./vouchers";

const ofGoods = (what: ReturnType<typeof sql>) => sql`(select ${what} from voucher v where v.venue_id = t.venue_id and v.goods_id = t.id)`;

interface GoodDays {
  readonly weekdays: readonly string[];
  readonly excluded: readonly string[];
}
/** Which field takes a day away on which vouchers were good. */
function fewerDays(before: GoodDays, now: GoodDays): keyof GoodDays | undefined {
  const every = (days: readonly string[]): readonly string[] => (days.length === 0 ? ["1", "2", "3", "4", "5", "6", "7"] : days);
  if (every(before.weekdays).some((day) => !every(now.weekdays).includes(day))) return "weekdays";
  return now.excluded.some((day) => !before.excluded.includes(day)) ? "excluded" : undefined;
}

/** Fields that define what a voucher buys; fixed once a voucher is sold. */
const SOLD_TERMS = ["times", "redeems", "program", "minutes", "product", "packageCard", "refundRule"] as const;

/** @throws AppError `badInput` at each term of the sale that would change though vouchers are sold */
async function checkSoldTerms(ctx: Ctx, before: RowOf<typeof grouponGoods>, draft: Draft<typeof grouponGoods.fields>): Promise<void> {
  const any = await ctx.db
    .selectFrom("voucher")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("goods_id", "=", before.id)
    .limit(1)
    .executeTakeFirst();
  if (!any) return;
  await checkAll(ctx, [
    ...SOLD_TERMS.map(
      (field) => () =>
        draft[field] !== before[field] &&
        refuse(
          ctx,
          { zh: "已有券售出，{what}不能改；请另建商品", en: "Vouchers were sold: “{what}” stays. Make other goods" },
          { what: grouponGoods.fields[field].label[ctx.language] },
          field,
        ),
    ),
    () => {
      const fewer = fewerDays(before, draft);
      return (
        fewer &&
        refuse(
          ctx,
          {
            zh: "已有券售出，可用的日子只能增加；请另建商品",
            en: "Vouchers were sold: they can only be good on more days. Make other goods",
          },
          {},
          fewer,
        )
      );
    },
  ]);
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

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
      const soldCount = before ? before.stock - before.left : 0;
      if (before && ["finished", "cancelled"].includes(before.state))
        throw refuse(
          ctx,
          { zh: "“{title}”已结束或取消，没有改动", en: "“{title}” is over or cancelled; nothing was changed" },
          { title: before.title },
        );
      await checkAll(ctx, [
        () => {
          const bad = draft.excluded.find((each) => !DAY.test(each));
          return (
            bad !== undefined &&
            refuse(ctx, { zh: "不可用日期“{bad}”要写成 2026-10-01", en: "Write “{bad}” as 2026-10-01" }, { bad }, "excluded")
          );
        },
        () =>
          draft.stock < soldCount &&
          refuse(
            ctx,
            { zh: "总库存 不能少于已售的 {sold} 张", en: "{sold} were sold; the stock can't be less" },
            { sold: soldCount },
            "stock",
          ),
        () => before && checkSoldTerms(ctx, before, draft),
      ]);
      return { ...draft, left: draft.stock - soldCount };
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
        for (const row of rows) await voidVoucher(ctx, row, "voucher cancellation", reason);
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
        await voidVoucher(ctx, await readVoucher(ctx, id), "voucher refund", reason);
      },
    },
  }),
];

const BATCH = 50;

/** Posts the remainder of unused, expired vouchers as breakage. */
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
