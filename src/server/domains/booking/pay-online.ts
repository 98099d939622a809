/**
 * Paying a booking online: a customer's unpaid order, charged on the provider's page. The attempt is recorded before it is sent to the
 * provider; the provider's notification, the customer's page and the scheduler all advance it, and the first of them posts it. Money that
 * finds no order to pay is refunded automatically (`late-payment.ts`).
 */
import { booking } from "../../../contract/booking/booking";
import { type Fen, yuan } from "../../../contract/core/money";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { change, read } from "../../http/perform";
import type { Work } from "../../http/serve";
import { allowed, lockOrder } from "../../kernel/orders";
import { adapterOf, advance, type Attempt, move, of, ONLINE_MS, record } from "../../payment/attempt";
import type { ChannelName, Channels, OnlineNotice, OnlineOutcome } from "../../payment/channel";
import { refuse } from "../../resource/refuse";
import { settleLate } from "./late-payment";
import { ownOrder, payFromPurses, readPurses } from "./online";
import { pay } from "./pay";

/** Maximum number of attempts for one order: each costs a request to the provider. */
const MOST_ATTEMPTS = 10;
const QUERY_AFTER_MS = 3_000;

/** Addresses that the provider needs. */
export interface OnlineAddresses {
  readonly customer: string;
  readonly noticeUrl: string;
  /** @param payment id of the attempt */
  readonly returnUrl: (payment: string) => string;
}

/** Channels by which customers can pay online. */
export const onlineChannels = (channels: Channels): ChannelName[] =>
  (["wechat", "alipay"] as const).filter((name) => channels[name]?.online !== undefined);

/** Attempts to pay an order online, newest first. */
export const listAttempts = (ctx: Ctx, orderId: string): Promise<Attempt[]> =>
  ctx.db
    .selectFrom("payment")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("for_order_id", "=", orderId)
    .where("type", "=", "online")
    .orderBy("at", "desc")
    .orderBy("id")
    .limit(MOST_ATTEMPTS)
    .execute();

/** Records an attempt to pay all that is due, or returns the open one. @throws AppError `missing`, `wrongState`, `refused` */
async function beginAttempt(
  ctx: Ctx,
  memberId: string,
  orderId: string,
  channel: ChannelName,
  isSandbox: boolean,
): Promise<{ readonly row: Attempt; readonly isNew: boolean }> {
  await ownOrder(ctx, memberId, orderId);
  const order = await lockOrder(ctx, orderId);
  allowed(ctx, order, "pay");
  const amount = order.total - order.paid;
  const attempts = await listAttempts(ctx, orderId);
  const open = attempts.find(
    (row) =>
      row.channel === channel &&
      row.amount === amount &&
      ["processing", "unknown"].includes(row.state) &&
      row.at.getTime() > ctx.now.getTime() - ONLINE_MS,
  );
  if (open) return { row: open, isNew: false };
  if (attempts.some(({ state, document_kind }) => state === "succeeded" && document_kind === "collection"))
    throw refuse(ctx, {
      zh: "这笔预订的钱已经付到，正在入账；没有再次收款，请稍候刷新",
      en: "Your payment has arrived and is being entered; nothing was charged again. Please reload in a moment",
    });
  if (attempts.length >= MOST_ATTEMPTS)
    throw refuse(ctx, {
      zh: "这笔预订已试过多次网上付款，没有再收款；请到前台付款",
      en: "You have tried to pay this booking online many times; nothing more was charged. Please pay at the desk",
    });
  const id = ctx.newId();
  await ctx.db
    .insertInto("payment")
    .values({
      venue_id: ctx.venue.id,
      id,
      document_kind: "collection",
      document_id: id,
      type: "online",
      amount,
      tendered: null,
      state: "created",
      channel,
      channel_ref: null,
      shift_id: null,
      person_id: ctx.person.id,
      operator: ctx.person.name,
      at: ctx.now,
      purpose: "document",
      sandbox: isSandbox,
      for_order_id: orderId,
      next_at: ctx.now,
    })
    .execute();
  const sent = await move(ctx, id, "send", { sent_at: ctx.now, next_at: new Date(ctx.now.getTime() + QUERY_AFTER_MS) });
  if (!sent) throw new AppError("busy");
  return { row: sent, isNew: true };
}

/**
 * Begins to pay an order online.
 * @returns the attempt, and the page of the provider or the reason for which there is none
 * @throws AppError `missing`, `wrongState`, `refused`, `channelOff`
 */
export async function payOnline(
  work: Work,
  channels: Channels,
  { memberId, orderId, channel }: { readonly memberId: string; readonly orderId: string; readonly channel: ChannelName },
  addresses: OnlineAddresses,
): Promise<{ readonly id: string; readonly outcome: OnlineOutcome }> {
  const adapter = channels[channel];
  if (!adapter?.online) throw new AppError("channelOff", { channel });
  const { row, isNew, until } = await change(work.database, work.request, async (ctx) => {
    const begun = await beginAttempt(ctx, memberId, orderId, channel, adapter.sandbox);
    const { hold_until } = await ownOrder(ctx, memberId, orderId);
    const last = begun.row.at.getTime() + ONLINE_MS;
    return { ...begun, until: new Date(hold_until === null ? last : Math.min(last, hold_until.getTime())) };
  });
  const outcome = await adapter.online.begin({
    outTradeNo: row.id,
    amount: row.amount,
    subject: work.request.venue.name,
    at: row.at,
    until,
    address: addresses.customer,
    noticeUrl: addresses.noticeUrl,
    returnUrl: addresses.returnUrl(row.id),
  });
  // The page of an earlier begin can still be paid, whatever the provider says of beginning it again.
  if (outcome.state === "refused" && isNew) await record(work, row, outcome);
  return { id: row.id, outcome };
}

/** Pays an own unpaid booking from the balance, which accepts an offer. @throws AppError `missing`, `wrongState`, `balanceShort` */
export async function payFromBalance(ctx: Ctx, memberId: string, orderId: string): Promise<void> {
  const order = await ownOrder(ctx, memberId, orderId);
  const payments = await payFromPurses(ctx, memberId, order.total - order.paid);
  await pay(ctx, booking.pay.input.parse({ id: orderId, payments: payments.map(({ type, amount }) => ({ type, amount: yuan(amount) })) }));
}

/** Fen in both purses of a member. */
export async function readBalance(ctx: Ctx, memberId: string): Promise<Fen> {
  const { principal, gift } = await readPurses(ctx, memberId);
  return principal + gift;
}

/** Advances the attempts of an order: queries the provider, then posts paid money to the order or refunds it. */
export async function settleOnline(work: Work, channels: Channels, memberId: string, orderId: string): Promise<void> {
  const attempts = await read(work.database, work.request, async (ctx) => {
    await ownOrder(ctx, memberId, orderId);
    return listAttempts(ctx, orderId);
  });
  for (const { id, state } of attempts) {
    if (["created", "processing", "unknown"].includes(state)) await advance(work, channels, id);
    await settleLate(work, channels, id);
  }
}

/** Pays an attempt in the sandbox. @throws AppError `missing` unless it is an open one of the sandbox, for an order of the member */
export async function paySandbox(ctx: Ctx, memberId: string, orderId: string, paymentId: string): Promise<void> {
  await ownOrder(ctx, memberId, orderId);
  const paid = await ctx.db
    .updateTable("payment")
    .set({ channel_ref: `sandbox-${paymentId}`, next_at: ctx.now })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", paymentId)
    .where("for_order_id", "=", orderId)
    .where("type", "=", "online")
    .where("sandbox", "=", true)
    .where("state", "in", ["processing", "unknown"])
    .returning("id")
    .executeTakeFirst();
  if (!paid) throw new AppError("missing");
}

/**
 * Enters a payment that the provider reported.
 * @returns true once it is entered, however often it was reported; false where it fits no attempt, and the provider shall report it again
 */
export async function enterNotice(work: Work, channels: Channels, channel: ChannelName, notice: OnlineNotice): Promise<boolean> {
  const find = () =>
    read(work.database, of(work, "payment.notice"), (ctx) =>
      ctx.db
        .selectFrom("payment")
        .selectAll()
        .where("venue_id", "=", ctx.venue.id)
        .where("id", "=", notice.outTradeNo)
        .where("channel", "=", channel)
        .where("type", "=", "online")
        .where("purpose", "=", "document")
        .executeTakeFirst(),
    );
  const row = await find();
  if (row?.amount !== notice.amount || !adapterOf(channels, row)) return false;
  await record(work, row, { state: "paid", ref: notice.ref });
  await settleLate(work, channels, row.id);
  return ["succeeded", "refunding", "refunded", "refund_failed"].includes((await find())?.state ?? "");
}
