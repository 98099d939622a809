/** Redeeming vouchers, and undoing it the same day. A use earns value left ÷ times left, whole fen; the last takes what is left. */
import type { Selectable } from "kysely";
import { redemption, type VoucherUse } from "../../../contract/groupon";
import type { Output, Parsed } from "../../../contract/call";
import { type Fen, yuan } from "../../../contract/money";
import { voucher as machine } from "../../../contract/states";
import { clock } from "../../../contract/time";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { inVenue } from "../../http/serve";
import { balanceOf, type Leg, post, reverse } from "../../ledger/post";
import { refuse } from "../../resource/refuse";
import { openFor } from "./open-card";
import { chooseRuns } from "../../kernel/occupancy/choose";
import { lock, unlock } from "../booking/lock";
import { placeLabel } from "../../kernel/placeWords";
import { moveStock } from "../../kernel/stock";
import type { VoucherUseTable } from "./rows";
import { earns, type Pair, find, look, problemOf, vouchersOf, withGoods } from "./voucher-look";

type UseRow = Selectable<VoucherUseTable>;

/** The state that follows from how many of its times are used. */
const move = (state: string, used: number, times: number, undo: boolean): string | undefined => {
  const action = undo ? (used === 0 ? "undoAll" : "undoPart") : used === times ? "useUp" : "usePart";
  return Reflect.get(machine.table, state)?.[action] as string | undefined;
};

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
  const { cost, legs: goodsLegs } = await handOver(ctx, { id, day }, pair, input.times);
  const { lockId, slot } = await takeSlot(ctx, pair, input);
  const document = { kind: "voucher", id: voucher.id, no: voucher.no } as const;
  const book = async (into: Leg): Promise<string | null> => {
    const legs: Leg[] = [{ account: "voucher.value", amount: value, subject: voucher.id }, into, ...goodsLegs];
    return value > 0 || cost > 0 ? post(ctx, { document, operation: "voucher use", legs }) : null;
  };
  const opened = goods.redeems === "card" ? await openFor(ctx, pair, value, book) : undefined;
  const txId = opened ? opened.txId : await book({ account: "income.groupon", amount: -value, subject: goods.id, earnedOn: day });
  await ctx.db
    .insertInto("voucher_use")
    .values({
      venue_id: ctx.venue.id,
      id,
      voucher_id: voucher.id,
      day,
      times: input.times,
      left: left - input.times,
      value,
      cost,
      tx_id: txId,
      lock_id: lockId,
      holding_id: opened?.id ?? null,
      slot,
      person_id: ctx.person.id,
      operator: ctx.person.name,
      at: ctx.now,
    })
    .execute();
  return told(ctx, voucher.id, id);
}

/** The product that a use redeems leaves the shop. */
async function handOver(
  ctx: Ctx,
  use: { id: string; day: string },
  { voucher, goods }: Pair,
  times: number,
): Promise<{ cost: Fen; legs: Leg[] }> {
  if (goods.redeems !== "product" || goods.product_id === null) return { cost: 0, legs: [] };
  const [moved] = await moveStock(ctx, "shop", [{ productId: goods.product_id, quantity: -times }], {
    kind: "sale",
    id: use.id,
    no: voucher.no,
  });
  const cost = -(moved?.cost ?? 0);
  const subject = goods.product_id;
  return {
    cost,
    legs: [
      { account: "cost.goods", amount: cost, subject, earnedOn: use.day },
      { account: "stock.shop", amount: -cost, subject },
    ],
  };
}

/** The court of a voucher of court time is locked in its holder's name. */
async function takeSlot(
  ctx: Ctx,
  { voucher, goods }: Pair,
  { slot, times }: Parsed<typeof redemption.redeem>,
): Promise<{ lockId: string | null; slot: string }> {
  if (slot === undefined) return { lockId: null, slot: "" };
  if (goods.redeems !== "slot" || goods.minutes === null)
    throw refuse(ctx, { zh: "这张券不兑换场地，没有核销", en: "This voucher is not for court time; nothing was redeemed" });
  const run = { placeId: slot.placeId, start: slot.start, end: slot.start + goods.minutes * times };
  const [chosen] = await chooseRuns(ctx, slot.day, [run]);
  if (chosen?.place.programId !== goods.program_id)
    throw refuse(ctx, {
      zh: "这张券不能用于该场地，没有核销；请选其他场地",
      en: "This voucher is not for that court; nothing was redeemed. Choose another",
    });
  const { ids } = await lock(ctx, { day: slot.day, runs: [run], reason: `${goods.title} ${voucher.holder} ${voucher.voucher_code}` });
  return {
    lockId: ids[0] ?? null,
    slot: `${slot.day} ${placeLabel(chosen.place.name, ctx.language)} ${clock(run.start)}–${clock(run.end)}`,
  };
}

/**
 * Takes back a use of today: times, value, product and court.
 * @throws AppError `missing`, `refused` (undone already, of another day, refunded or expired since)
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
  if (use.holding_id !== null)
    throw refuse(ctx, {
      zh: "这次核销开了一张次卡，不能撤销；要退请在会员的次卡里退卡",
      en: "It became a package card and is not undone; refund the card where the member's cards are",
    });
  if (use.day !== today(ctx))
    throw refuse(
      ctx,
      { zh: "只能撤销当天的核销；这次是 {day} 的，没有改动", en: "Only redemptions of today are undone; this one is of {day}" },
      { day: use.day },
    );
  const used = voucher.used - use.times;
  const state = move(voucher.state, used, voucher.times, true);
  if (state === undefined)
    throw refuse(ctx, { zh: "券已退款或过期，不能撤销核销", en: "The voucher was refunded or expired since; the redemption stays" });
  await ctx.db.updateTable("voucher").set({ used, state }).where("venue_id", "=", ctx.venue.id).where("id", "=", voucher.id).execute();
  await ctx.db
    .updateTable("voucher_use")
    .set({ undone_at: ctx.now, undone_by: ctx.person.name, reason: input.reason })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", use.id)
    .execute();
  if (use.tx_id !== null) await reverse(ctx, use.tx_id, "voucher undo", input.reason);
  if (goods.redeems === "product" && goods.product_id !== null)
    await moveStock(ctx, "shop", [{ productId: goods.product_id, quantity: use.times, cost: use.cost }], {
      kind: "return",
      id: use.id,
      no: voucher.no,
    });
  if (use.lock_id !== null) await freeSlot(ctx, use.lock_id);
  return told(ctx, voucher.id, use.id);
}

/** A lock that somebody released by hand meanwhile stays released. */
async function freeSlot(ctx: Ctx, id: string): Promise<void> {
  const held = await ctx.db
    .selectFrom("place_lock")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .where("status", "=", "locked")
    .executeTakeFirst();
  if (held) await unlock(ctx, { id });
}

const usesOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom("voucher_use as u")
    .innerJoin("voucher as v", (join) => join.onRef("v.venue_id", "=", "u.venue_id").onRef("v.id", "=", "u.voucher_id"))
    .innerJoin("groupon_goods as g", (join) => join.onRef("g.venue_id", "=", "v.venue_id").onRef("g.id", "=", "v.goods_id"))
    .where("u.venue_id", "=", ctx.venue.id)
    .selectAll("u")
    .select(["v.voucher_code", "v.holder", "v.times as all", "g.title"]);
const shownUse = (row: UseRow & { voucher_code: string; holder: string; all: number; title: string }): VoucherUse => ({
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

async function told(ctx: Ctx, voucherId: string, useId: string): Promise<Output<typeof redemption.redeem>> {
  ctx.emit({ type: "changed", data: { resource: "vouchers", id: voucherId } });
  const use = await usesOf(ctx).where("u.id", "=", useId).executeTakeFirstOrThrow();
  return { use: shownUse(use), voucher: await look(ctx, voucherId) };
}

async function ofToday(ctx: Ctx): Promise<Output<typeof redemption.today>> {
  const rows = await usesOf(ctx).where("u.day", "=", today(ctx)).orderBy("u.at", "desc").orderBy("u.id", "desc").execute();
  const stand = rows.filter(({ undone_at }) => undone_at === null);
  return {
    content: rows.map(shownUse),
    times: stand.reduce((sum, { times }) => sum + times, 0),
    value: yuan(stand.reduce((sum, { value }) => sum + value, 0)),
    undone: rows.length - stand.length,
  };
}

export const redeemRoutes = inVenue(redemption, { find, redeem, undo, today: ofToday });
