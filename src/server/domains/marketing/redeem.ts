/** Redeeming vouchers, and undoing it the same day. A use earns value left ÷ times left, whole fen; the last takes what is left. */
import { redemption, type VoucherUse } from "../../../contract/marketing/groupon";
import type { Output, Parsed } from "../../../contract/core/call";
import { type Fen, yuan } from "../../../contract/core/money";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { inVenue } from "../../http/serve";
import { balanceOf, type Leg, post } from "../../ledger/post";
import { refuse } from "../../resource/refuse";
import { openFor, revokeOpenedCard } from "./open-card";
import { bookSlot, cancelSlot, freeLock } from "./slot";
import { moveStock } from "../../kernel/stock";
import { recordUse, move, undoUse, type UseRow } from "./uses";
import { earns, type Pair, find, viewVoucher, problemOf, vouchersOf, withGoods } from "./voucher-view";

/**
 * Uses a voucher: first its times, in one statement that no other use can pass, then what it redeems.
 * @throws AppError `missing`, `refused` (why it can't be used, too few times left), `stockShort`, `slotTaken`
 */
export async function redeem(ctx: Ctx, input: Parsed<typeof redemption.redeem>): Promise<Output<typeof redemption.redeem>> {
  const pair = await withGoods(ctx, await vouchersOf(ctx).where("id", "=", input.id).forUpdate().executeTakeFirst());
  const { voucher, goods } = pair;
  const problem = problemOf(ctx, pair, input.slot?.day ?? today(ctx));
  const left = voucher.times - voucher.used;
  const used = voucher.used + input.times;
  const state = move(voucher.state, used, voucher.times, false);
  if (problem !== "" || state === undefined)
    throw refuse(ctx, { zh: "不能核销：{problem}", en: "Not redeemed: {problem}" }, { problem: problem || voucher.state });
  if (left < input.times)
    throw refuse(ctx, { zh: "只剩 {left} 次，没有核销", en: "{left} times are left; nothing was redeemed" }, { left }, "times");
  await ctx.db
    .updateTable("voucher")
    .set({ used, state })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", voucher.id)
    .where("used", "=", voucher.used)
    .execute();
  const id = ctx.newId();
  const day = today(ctx);
  const value = earns(await balanceOf(ctx, "voucher.value", voucher.id), left, input.times);
  const { cost, legs: goodsLegs } = await issueProduct(ctx, { id, day }, pair, input.times);
  const { orderId, slot } = await bookSlot(ctx, pair, input);
  const document = { kind: "voucher", id: voucher.id, no: voucher.no } as const;
  const book = async (into: Leg): Promise<string | null> => {
    const legs: Leg[] = [{ account: "voucher.value", amount: value, subject: voucher.id }, into, ...goodsLegs];
    return value > 0 || cost > 0 ? post(ctx, { document, operation: "voucher use", legs }) : null;
  };
  const opened = goods.redeems === "card" ? await openFor(ctx, pair, value, book) : undefined;
  const txId = opened ? opened.txId : await book({ account: "income.groupon", amount: -value, subject: goods.id, earnedOn: day });
  await recordUse(ctx, voucher.id, {
    id,
    times: input.times,
    left: left - input.times,
    value,
    cost,
    txId,
    orderId,
    holdingId: opened?.id ?? null,
    slot,
  });
  return readRedemption(ctx, voucher.id, id);
}

/** The product that a use redeems leaves the shop. */
async function issueProduct(
  ctx: Ctx,
  use: { id: string; day: string },
  { voucher, goods }: Pair,
  times: number,
): Promise<{ cost: Fen; legs: Leg[] }> {
  if (goods.redeems !== "product" || goods.product_id === null) return { cost: 0, legs: [] };
  const [movement] = await moveStock(ctx, "shop", [{ productId: goods.product_id, quantity: -times }], {
    kind: "sale",
    id: use.id,
    no: voucher.no,
  });
  const cost = -(movement?.cost ?? 0);
  const subject = goods.product_id;
  return {
    cost,
    legs: [
      { account: "cost.goods", amount: cost, subject, earnedOn: use.day },
      { account: "stock.shop", amount: -cost, subject },
    ],
  };
}

/**
 * Takes back a use of today: times, value, product, court and a card that nobody has used.
 * @throws AppError `missing`, `refused` (undone already, of another day, refunded or expired since, its card used, its court paid for besides or played)
 */
export async function undo(ctx: Ctx, input: Parsed<typeof redemption.undo>): Promise<Output<typeof redemption.undo>> {
  const seen = await ctx.db
    .selectFrom("voucher_use")
    .select("voucher_id")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", input.id)
    .executeTakeFirst();
  if (!seen) throw new AppError("missing", { what: ctx.language === "zh" ? "核销记录" : "Redemption" });
  const { voucher, goods } = await withGoods(ctx, await vouchersOf(ctx).where("id", "=", seen.voucher_id).forUpdate().executeTakeFirst());
  const use = await ctx.db
    .selectFrom("voucher_use")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", input.id)
    .executeTakeFirstOrThrow();
  if (use.undone_at !== null)
    throw refuse(ctx, { zh: "这次核销已经撤销，没有重复撤销", en: "This redemption was undone already; nothing was changed" });
  if (use.day !== today(ctx))
    throw refuse(
      ctx,
      { zh: "只能撤销当天的核销；这次是 {day} 的，没有改动", en: "Only redemptions of today are undone; this one is of {day}" },
      { day: use.day },
    );
  const state = move(voucher.state, voucher.used - use.times, voucher.times, true);
  if (state === undefined)
    throw refuse(ctx, { zh: "券已退款或过期，不能撤销核销", en: "The voucher was refunded or expired since; the redemption stays" });
  if (use.holding_id !== null) await revokeOpenedCard(ctx, use.holding_id, use.value, input.reason);
  await undoUse(ctx, voucher, use, state, input.reason);
  if (goods.redeems === "product" && goods.product_id !== null)
    await moveStock(ctx, "shop", [{ productId: goods.product_id, quantity: use.times, cost: use.cost }], {
      kind: "return",
      id: use.id,
      no: voucher.no,
    });
  if (use.lock_id !== null) await freeLock(ctx, use.lock_id);
  if (use.order_id !== null) await cancelSlot(ctx, use.order_id, input.reason);
  return readRedemption(ctx, voucher.id, use.id);
}

const usesOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom("voucher_use as u")
    .innerJoin("voucher as v", (join) => join.onRef("v.venue_id", "=", "u.venue_id").onRef("v.id", "=", "u.voucher_id"))
    .innerJoin("groupon_goods as g", (join) => join.onRef("g.venue_id", "=", "v.venue_id").onRef("g.id", "=", "v.goods_id"))
    .where("u.venue_id", "=", ctx.venue.id)
    .selectAll("u")
    .select(["v.voucher_code", "v.holder", "v.times as all", "g.title"]);
const toVoucherUse = (row: UseRow & { voucher_code: string; holder: string; all: number; title: string }): VoucherUse => ({
  id: row.id,
  at: row.at.toISOString(),
  voucherCode: row.voucher_code,
  goods: row.title,
  holder: row.holder,
  times: row.times,
  left: row.left,
  all: row.all,
  value: yuan(row.value),
  operator: row.operator,
  undoneAt: row.undone_at?.toISOString() ?? null,
  undoneBy: row.undone_by,
  slot: row.slot,
});

async function readRedemption(ctx: Ctx, voucherId: string, useId: string): Promise<Output<typeof redemption.redeem>> {
  ctx.emit({ type: "changed", data: { resource: "vouchers", id: voucherId } });
  const use = await usesOf(ctx).where("u.id", "=", useId).executeTakeFirstOrThrow();
  return { use: toVoucherUse(use), voucher: await viewVoucher(ctx, voucherId) };
}

async function ofToday(ctx: Ctx): Promise<Output<typeof redemption.today>> {
  const rows = await usesOf(ctx).where("u.day", "=", today(ctx)).orderBy("u.at", "desc").orderBy("u.id", "desc").execute();
  const stand = rows.filter(({ undone_at }) => undone_at === null);
  return {
    content: rows.map(toVoucherUse),
    times: stand.reduce((sum, { times }) => sum + times, 0),
    value: yuan(stand.reduce((sum, { value }) => sum + value, 0)),
    undone: rows.length - stand.length,
  };
}

export const redeemRoutes = inVenue(redemption, { find, redeem, undo, today: ofToday });
