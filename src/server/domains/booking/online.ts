/**
 * Bookings by customers on the public page: the services, prices and locks of the desk, within the venue's limits for customers. What a customer may
 * see and change is their own.
 */
import { sql } from "kysely";
import type { Quote, RefundPreview } from "../../../contract/booking/booking";
import { type Fen, yuan } from "../../../contract/core/money";
import { splitByPurse } from "../../../contract/core/purses";
import { GRANULE, instant, MINUTE } from "../../../contract/core/time";
import { PurseOrder } from "../../../contract/venue/venue";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { balanceOf } from "../../ledger/post";
import type { PaymentEntry } from "../../payment/collect";
import { refuse } from "../../resource/refuse";
import { rejectTooFarAhead } from "../../kernel/online-days";
import { bookingMember } from "../../kernel/booker";
import { type Chosen, chooseRuns } from "../../kernel/occupancy/choose";
import type { Run } from "../../kernel/occupancy/cells";
import { rejectIfOccupied } from "../../kernel/occupancy/reserve";
import { lockOrder, missingOrder, type OrderRow, stateNow } from "../../kernel/orders";
import { halfHour } from "../../kernel/price/price";
import { loadRules } from "../../kernel/price/tariff";
import { lockVouchers } from "../../kernel/vouchers";
import { holdEnd } from "./book";
import { cancel, refundPreview } from "./cancel";
import { placeOrder } from "./create";
import type { CardPayment } from "./card-uses";
import { listOwnCoupons, type OwnCoupon, refuseForeignCoupon } from "./online-coupons";
import { quote } from "./quote";

/** Unpaid bookings of one customer at a time: each keeps courts from others. */
const MOST_UNPAID = 2;

/** Runs of one day that a customer chose. */
export interface OnlineChoice {
  readonly day: string;
  readonly runs: readonly Run[];
  /** A coupon of the customer, or a promo code. */
  readonly couponCode?: string | undefined;
}
/** A choice as it is booked. */
interface OnlineOrder extends OnlineChoice {
  readonly pay: "balance" | "desk" | "online";
  /** Package cards with the uses that the customer was shown. */
  readonly cards?: readonly CardPayment[] | undefined;
  readonly expectedTotal: Fen;
}
/** A choice as it is shown before it is booked. */
export interface OnlineQuote extends Quote {
  /** Fen in both purses. */
  readonly balance: Fen;
  /** The customer's package cards that fit, and what each would cover; `cards` are those that the price counts on. */
  readonly fittingCards: Quote["cards"];
  readonly coupons: readonly OwnCoupon[];
  /** Time at which the booking is released if it is not paid at the desk. */
  readonly holdUntil: Date;
  /** Time at which it is released if it is not paid online. */
  readonly onlineUntil: Date;
}

/**
 * Rejects a booking above the customer's quota. A booking calls it with the member's row locked, so that two bookings at once can't both pass.
 * @param more minutes that are not booked yet
 * @param isUnpaid true if the booking counts towards the unpaid ones
 * @throws AppError `refused`
 */
async function refuseOverQuota(ctx: Ctx, memberId: string, day: string, more: number, isUnpaid: boolean): Promise<void> {
  const row = await ctx.db
    .selectFrom("booking_order as o")
    .innerJoin("booking_line as l", (join) => join.onRef("l.venue_id", "=", "o.venue_id").onRef("l.order_id", "=", "o.id"))
    .select([
      sql<number>`coalesce(sum(l.end_minute - l.start_minute) FILTER (WHERE l.day = ${day}), 0)::int`.as("minutes"),
      sql<number>`(count(DISTINCT o.id) FILTER (WHERE o.order_status = 'held'))::int`.as("unpaid"),
    ])
    .where("o.venue_id", "=", ctx.venue.id)
    .where("o.member_id", "=", memberId)
    .where("o.source", "=", "online")
    .where("l.status", "in", ["active", "missed"])
    .where("o.order_status", "not in", ["cancelled", "expired"])
    .where((eb) => eb.or([eb("o.order_status", "<>", "held"), eb("o.hold_until", ">", ctx.now)]))
    .where((eb) => eb.or([eb("l.day", "=", day), eb("o.order_status", "=", "held")]))
    .executeTakeFirstOrThrow();
  const most = ctx.venue.online_day_minutes;
  if (row.minutes + more > most)
    throw refuse(
      ctx,
      {
        zh: "网上每人每天最多订 {most} 分钟，这样 {day} 就是 {minutes} 分钟，没有下单；请减少一些，或联系前台",
        en: "You can book online at most {most} minutes a day; this would make {minutes} on {day}. Nothing was booked; please choose less time, or ask the desk",
      },
      { most, day, minutes: row.minutes + more },
    );
  if (isUnpaid && row.unpaid > MOST_UNPAID)
    throw refuse(
      ctx,
      {
        zh: "您已有 {most} 笔预订还没付款，没有下单；请先付款或取消，或用余额支付这一笔",
        en: "You have {most} unpaid bookings already; nothing was booked. Pay or cancel one first, or pay this one from your balance",
      },
      { most: MOST_UNPAID },
    );
}

/** Refuses courts that are priced by the head: the desk counts the players. @throws AppError `refused` */
async function refusePerHead(ctx: Ctx, memberCard: string, day: string, chosen: readonly Chosen[]): Promise<void> {
  const rules = await loadRules(
    ctx,
    chosen.map(({ place }) => place),
    day,
    day,
  );
  const isPerHead = chosen.some(({ place, start, end }) => {
    const ofProgram = rules.get(place.programId);
    const halves = Array.from({ length: (end - start) / GRANULE }, (_, i) => start + i * GRANULE);
    const at = { placeId: place.id, day, consumer: "member", cardTypeId: memberCard } as const;
    return ofProgram !== undefined && halves.some((minute) => halfHour(ofProgram, { ...at, minute })?.unit === "head");
  });
  if (isPerHead)
    throw refuse(ctx, {
      zh: "这个时段按人数计价，没有下单；请联系前台预订",
      en: "This time is priced by the number of players; nothing was booked. Please book it at the desk",
    });
}

/** Refuses courts of more than one sport: an order has the terms of one. @throws AppError `refused` */
function refuseMixed(ctx: Ctx, chosen: readonly Chosen[]): void {
  if (new Set(chosen.map(({ place }) => place.programId)).size > 1)
    throw refuse(ctx, {
      zh: "一笔预订只能选同一项目的场地，没有下单；请分开预订",
      en: "A booking can have courts of one sport only. Nothing was booked; please book each sport separately",
    });
}

const minutesOf = (chosen: readonly Chosen[]): number => chosen.reduce((sum, { start, end }) => sum + end - start, 0);

/**
 * Returns the deadline of an unpaid online booking: the venue's minutes before play, but not earlier than the deadline of an unpaid hold at the
 * desk.
 */
function onlineHoldEnd(ctx: Ctx, day: string, chosen: readonly Chosen[]): Date {
  const [first] = chosen;
  const start = Math.min(...chosen.map((run) => run.start));
  const beforePlay = instant(day, start, ctx.venue.zone).getTime() - ctx.venue.online_hold_minutes * MINUTE;
  return new Date(Math.max(beforePlay, first ? holdEnd(ctx, first.place).getTime() : beforePlay));
}

export const readPurses = async (ctx: Ctx, memberId: string) => {
  const [principal, gift] = await Promise.all([balanceOf(ctx, "purse.principal", memberId), balanceOf(ctx, "purse.gift", memberId)]);
  return { principal, gift };
};

/**
 * Prices a choice as `bookOnline` would book it now. Nothing is reserved or charged.
 * @throws AppError as `bookOnline`
 */
export async function quoteOnline(
  ctx: Ctx,
  memberId: string,
  { day, runs, couponCode, withCards = false }: OnlineChoice & { readonly withCards?: boolean },
): Promise<OnlineQuote> {
  rejectTooFarAhead(ctx, day);
  const chosen = await chooseRuns(ctx, day, runs);
  refuseMixed(ctx, chosen);
  const member = await bookingMember(ctx, memberId);
  await refusePerHead(ctx, member.cardTypeId, day, chosen);
  await refuseOverQuota(ctx, memberId, day, minutesOf(chosen), false);
  for (const run of chosen) await rejectIfOccupied(ctx, { ...run, day, holderId: "" });
  await refuseForeignCoupon(ctx, memberId, couponCode);
  const quoteInput = { venueId: ctx.venue.id, day, runs: [...runs], memberId, asGroup: false, couponCode };
  const covered = await quote(ctx, { ...quoteInput, withoutCards: [] });
  const quoted = withCards ? covered : await quote(ctx, quoteInput);
  const { principal, gift } = await readPurses(ctx, memberId);
  const [first] = chosen;
  return {
    ...quoted,
    fittingCards: covered.cards.filter(({ uses }) => uses > 0),
    coupons: await listOwnCoupons(ctx, memberId, day),
    balance: principal + gift,
    holdUntil: onlineHoldEnd(ctx, day, chosen),
    onlineUntil: first ? holdEnd(ctx, first.place) : ctx.now,
  };
}

/**
 * Books a choice for a member: paid from the balance, held until it is paid at the desk, or held for as long as at the desk to be paid online.
 * @param expectedTotal fen that the customer was shown
 * @returns the order's id
 * @throws AppError `refused` beyond a limit, `memberState`, `slotTaken`, `priceChanged`, `balanceShort`, and as `placeOrder`
 */
export async function bookOnline(
  ctx: Ctx,
  memberId: string,
  { day, runs, couponCode, pay, cards = [], expectedTotal }: OnlineOrder,
): Promise<string> {
  rejectTooFarAhead(ctx, day);
  const chosen = await chooseRuns(ctx, day, runs);
  refuseMixed(ctx, chosen);
  const member = await bookingMember(ctx, memberId);
  await refusePerHead(ctx, member.cardTypeId, day, chosen);
  const isHeld = pay !== "balance" && expectedTotal > 0;
  if (isHeld && cards.length > 0)
    throw refuse(ctx, {
      zh: "用次卡时，其余的钱只能用余额付，没有下单；请改用余额，或不用次卡",
      en: "With a package card the rest is paid from your balance only. Nothing was booked; pay from your balance, or leave the card out",
    });
  await refuseForeignCoupon(ctx, memberId, couponCode);
  const id = await placeOrder(
    ctx,
    {
      day,
      runs: [...runs],
      memberId,
      mode: isHeld ? "hold" : "pay",
      payments: isHeld ? [] : await payFromPurses(ctx, memberId, expectedTotal),
      cards: [...cards],
      couponCode,
      asGroup: false,
      remark: "",
      expectedTotal,
    },
    { source: "online", ...(pay === "desk" && isHeld ? { holdUntil: onlineHoldEnd(ctx, day, chosen) } : {}) },
  );
  await refuseOverQuota(ctx, memberId, day, 0, isHeld);
  ctx.emit({ type: "booking_online", orderId: id, data: { day } });
  return id;
}

/** Splits an amount over the purses in the venue's order. @throws AppError `balanceShort` */
export async function payFromPurses(
  ctx: Ctx,
  memberId: string,
  amount: Fen,
): Promise<(PaymentEntry & { readonly type: "Balance" | "Coupon" })[]> {
  if (amount === 0) return [];
  const purses = await readPurses(ctx, memberId);
  const { principal, gift } = splitByPurse(amount, purses, PurseOrder.parse(ctx.venue.purse_order));
  if (principal + gift < amount)
    throw new AppError("balanceShort", { purse: "", have: yuan(purses.principal + purses.gift), need: yuan(amount) });
  return [
    ...(principal > 0 ? [{ type: "Balance" as const, amount: principal }] : []),
    ...(gift > 0 ? [{ type: "Coupon" as const, amount: gift }] : []),
  ];
}

/** A customer's own order. @throws AppError `missing`, also for an order of somebody else */
export async function ownOrder(ctx: Ctx, memberId: string, id: string): Promise<OrderRow> {
  const row = await ctx.db
    .selectFrom("booking_order")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  return row ?? missingOrder(ctx);
}

/** True if a customer may cancel the order by themselves, as far as its kind and its state go. */
export const canCancelOnline = (ctx: Ctx, order: OrderRow): boolean =>
  order.kind === "single" && order.starts_at > ctx.now && ["held", "reserved", "paid"].includes(stateNow(ctx, order));

/**
 * Returns the refund and the card uses that a cancellation by the customer would return now.
 * @throws AppError `missing`; `refused` where the desk has to do it: play has begun, it is no single booking, or money would not go back to a purse
 */
export async function previewCancelOnline(ctx: Ctx, memberId: string, id: string): Promise<RefundPreview> {
  const order = await ownOrder(ctx, memberId, id);
  const askDesk = {
    zh: "这笔预订不能在网上取消，什么都没有改动；请联系前台",
    en: "This booking can’t be cancelled online; nothing was changed. Please ask the desk",
  };
  if (!canCancelOnline(ctx, order)) throw refuse(ctx, askDesk);
  const preview = await refundPreview(ctx, { id });
  // Cash, cards and scans are refunded by the desk; online payments are refunded through their channel automatically.
  if (preview.back.some(({ purse, type, refund }) => purse === null && type !== "online" && refund !== "0.00"))
    throw refuse(ctx, {
      zh: "这笔预订在前台付过款，退款要原路退回，什么都没有改动；请到前台取消",
      en: "This booking was paid at the desk, and the money goes back the way it came. Nothing was changed; please cancel it at the desk",
    });
  return preview;
}

/** Money and uses that the page of a cancellation gives back. */
interface ExpectedBack {
  /** Fen. */
  readonly refund: Fen;
  /** Uses of package cards. */
  readonly uses: number;
}

/** Refuses where the customer saw another number of uses come back than does now. @throws AppError `refundChanged` */
function expectUses(ctx: Ctx, expected: number, { usesBack }: RefundPreview): void {
  if (expected === usesBack) return;
  const words = (uses: number): string => (ctx.language === "zh" ? `次卡 ${uses} 次` : `package card uses: ${uses}`);
  throw new AppError("refundChanged", { from: words(expected), to: words(usesBack) });
}

/**
 * Cancels a customer's own order by the venue's rules.
 * @param expected what the customer saw come back
 * @throws AppError as `previewCancelOnline`, and `refundChanged`
 */
export async function cancelOnline(
  ctx: Ctx,
  memberId: string,
  { id, expected }: { readonly id: string; readonly expected: ExpectedBack },
): Promise<void> {
  // The locks of `cancel`, in its order: the desk may be taking cash for the order right now.
  await ownOrder(ctx, memberId, id);
  await lockVouchers(ctx, [id]);
  await lockOrder(ctx, id);
  expectUses(ctx, expected.uses, await previewCancelOnline(ctx, memberId, id));
  const reason = { zh: "顾客网上取消", en: "Cancelled online by the customer" }[ctx.language];
  await cancel(ctx, { id, reason, waiveFee: false, expectedRefund: expected.refund });
}
