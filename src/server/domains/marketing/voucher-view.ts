/** Vouchers as the desk sees them: found by code, with what they are good for and why they are not. */
import type { Selectable } from "kysely";
import { REDEEMS, redemption, type VoucherLook } from "../../../contract/marketing/groupon";
import type { Parsed } from "../../../contract/core/call";
import { type Fen, yuan } from "../../../contract/core/money";
import { maskPhone } from "../../../contract/core/phone";
import { addDays } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { balanceOf } from "../../ledger/post";
import { isGoodOn } from "../../kernel/vouchers";
import { refuse } from "../../resource/refuse";
import type { GrouponGoodsTable, VoucherTable } from "./rows";

type GoodsRow = Selectable<GrouponGoodsTable>;
type VoucherRow = Selectable<VoucherTable>;
export interface Pair {
  readonly voucher: VoucherRow;
  readonly goods: GoodsRow;
}
const WHAT = { zh: "券", en: "Voucher" } as const;
const WEEKDAYS = { zh: "一二三四五六日", en: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] } as const;
/** Days ahead in which the next day is looked for on which a voucher is good. */
const LOOK_AHEAD = 366;

export const vouchersOf = (ctx: Ctx) => ctx.db.selectFrom("voucher").selectAll().where("venue_id", "=", ctx.venue.id);
export async function withGoods(ctx: Ctx, voucher: VoucherRow | undefined): Promise<Pair> {
  if (!voucher) throw new AppError("missing", { what: WHAT[ctx.language] });
  const goods = await ctx.db
    .selectFrom("groupon_goods")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", voucher.goods_id)
    .executeTakeFirstOrThrow();
  return { voucher, goods };
}

/** Computes the earnings of `times` uses from the remainder, fen. */
export function earns(worth: Fen, left: number, times: number): Fen {
  let rest = worth;
  for (let i = 0; i < times; i++) rest -= Math.floor(rest / (left - i));
  return worth - rest;
}

/** The next day from today on which a voucher for court time is good, for its court may be taken ahead; today for others. */
function dayOfUse(ctx: Ctx, { voucher, goods }: Pair): string {
  const day = today(ctx);
  if (goods.redeems !== "slot") return day;
  const from = voucher.valid_from > day ? voucher.valid_from : day;
  const days = Array.from({ length: LOOK_AHEAD }, (_, i) => addDays(from, i));
  return days.find((each) => each <= voucher.valid_to && isGoodOn(goods, each)) ?? day;
}

/** Why a voucher can't be used on a day; "": it can. */
export function problemOf(ctx: Ctx, { voucher, goods }: Pair, day: string): string {
  const zh = ctx.language === "zh";
  const on = day === today(ctx) ? (zh ? "今天" : "today") : zh ? `${day} ` : `on ${day}`;
  const left = voucher.times - voucher.used;
  if (voucher.state === "refunded") return zh ? "已退款，不能使用" : "It was refunded";
  if (left === 0) return zh ? "次数已用完" : "All of its times are used";
  if (voucher.state === "expired" || voucher.valid_to < day)
    return zh ? `已过期：有效期至 ${voucher.valid_to}` : `It was good until ${voucher.valid_to}`;
  if (voucher.valid_from > day) return zh ? `还没到可用日期：${voucher.valid_from} 起可用` : `It is good from ${voucher.valid_from}`;
  if (isGoodOn(goods, day)) return "";
  const next = Array.from({ length: LOOK_AHEAD }, (_, i) => addDays(day, i + 1)).find(
    (each) => each <= voucher.valid_to && isGoodOn(goods, each),
  );
  if (next === undefined) return zh ? `${on}不可用，此后有效期内也没有可用日` : `Not good ${on}, nor on any later day until it expires`;
  return zh ? `${on}不可用；最近可用日 ${next}` : `Not good ${on}; next on ${next}`;
}

function daysOf(ctx: Ctx, { weekdays, excluded }: GoodsRow): string {
  const zh = ctx.language === "zh";
  const week =
    weekdays.length === 0
      ? zh
        ? "每天"
        : "Every day"
      : zh
        ? `周${[...weekdays]
            .sort()
            .map((each) => WEEKDAYS.zh[Number(each) - 1])
            .join("、")}`
        : [...weekdays]
            .sort()
            .map((each) => WEEKDAYS.en[Number(each) - 1])
            .join(", ");
  const but = excluded.length === 0 ? "" : zh ? `，除 ${excluded.join("、")}` : `, not on ${excluded.join(", ")}`;
  return week + but;
}

async function voucherView(ctx: Ctx, pair: Pair): Promise<VoucherLook> {
  const { voucher, goods } = pair;
  const left = voucher.times - voucher.used;
  const worth = await balanceOf(ctx, "voucher.value", voucher.id);
  const card =
    goods.package_card_id === null
      ? undefined
      : await ctx.db
          .selectFrom("package_card")
          .select("name")
          .where("venue_id", "=", ctx.venue.id)
          .where("id", "=", goods.package_card_id)
          .executeTakeFirst();
  const product =
    goods.product_id === null
      ? undefined
      : await ctx.db
          .selectFrom("product")
          .select("name")
          .where("venue_id", "=", ctx.venue.id)
          .where("id", "=", goods.product_id)
          .executeTakeFirst();
  const redeems = goods.redeems as VoucherLook["redeems"];
  const minutes = goods.minutes === null ? "" : ` ${goods.minutes} ${ctx.language === "zh" ? "分钟" : "min"}`;
  return {
    id: voucher.id,
    voucherCode: voucher.voucher_code,
    goods: goods.title,
    redeems,
    what: card?.name ?? product?.name ?? `${REDEEMS[redeems][ctx.language]}${redeems === "slot" ? minutes : ""}`,
    program: goods.program_id,
    minutes: goods.minutes,
    state: voucher.state as VoucherLook["state"],
    holder: voucher.holder,
    phone: ctx.codes.has("member_phone") ? voucher.phone : maskPhone(voucher.phone),
    validFrom: voucher.valid_from,
    validTo: voucher.valid_to,
    days: daysOf(ctx, goods),
    times: voucher.times,
    left,
    each: yuan(left === 0 ? 0 : earns(worth, left, 1)),
    problem: problemOf(ctx, pair, dayOfUse(ctx, pair)),
  };
}
/** A voucher as it is. @throws AppError `missing` */
export const viewVoucher = async (ctx: Ctx, id: string): Promise<VoucherLook> =>
  voucherView(ctx, await withGoods(ctx, await vouchersOf(ctx).where("id", "=", id).executeTakeFirst()));

/** @throws AppError `refused` for a code that no voucher has */
export async function find(ctx: Ctx, { voucherCode }: Parsed<typeof redemption.find>): Promise<VoucherLook> {
  const voucher = await vouchersOf(ctx).where("voucher_code", "=", voucherCode).executeTakeFirst();
  if (!voucher)
    throw refuse(
      ctx,
      { zh: "没有券码 {code}，请核对后再试", en: "No voucher has the code {code}; please check it" },
      { code: voucherCode },
    );
  return voucherView(ctx, await withGoods(ctx, voucher));
}
