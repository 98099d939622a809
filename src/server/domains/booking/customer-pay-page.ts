/** The customer's page of paying a booking online. */
import { showFen, yuan } from "../../../contract/core/money";
import { span } from "../../../contract/core/time";
import { link, venuePath } from "../../../public-site/layout";
import { onlinePayPage, type PayState, type PayView, sandboxPage } from "../../../public-site/pay";
import type { Ctx } from "../../http/context";
import { type Customer, type CustomerAnswer, describeRefusal, ownerOf, type Visit } from "../../http/customer-pages";
import { AppError } from "../../http/error";
import { type OrderRow, stateNow } from "../../kernel/orders";
import { placesIn } from "../../kernel/place-words";
import type { Attempt } from "../../payment/attempt";
import { type Channels, isChannel } from "../../payment/channel";
import { word as paymentWord } from "../../payment/words";
import { timeIn } from "./customer-words";
import { ownOrder } from "./online";
import { listAttempts, onlineChannels, payFromBalance, payOnline, paySandbox, readBalance, settleOnline } from "./pay-online";
import { noticePath } from "./payment-notices";
import { dueOf } from "./view";

const OPEN: readonly string[] = ["created", "processing", "unknown"];
const GONE_BACK: readonly string[] = ["refunding", "refund_failed"];

function stateOf(ctx: Ctx, order: OrderRow, attempts: readonly Attempt[]): PayState {
  const state = stateNow(ctx, order);
  if (["paid", "checked_in", "finished", "no_show"].includes(state)) return "paid";
  const isHeldBack = attempts.some(
    (row) => row.document_kind === "collection" && (GONE_BACK.includes(row.state) || row.state === "succeeded"),
  );
  const isOpen = attempts.some((row) => OPEN.includes(row.state));
  if (state === "held" || state === "reserved") return isOpen || isHeldBack ? "confirming" : "due";
  if (isHeldBack) return "returning";
  return attempts.some((row) => row.document_kind === "collection" && row.state === "refunded") ? "returned" : "over";
}

/** Serves the page: chooses the channel, pays in the sandbox, shows the state. */
export const payPage =
  (channels: Channels) =>
  async (visit: Visit, customer: Customer): Promise<CustomerAnswer> => {
    const { site, form } = visit;
    const orderId = visit.id("id");
    const page = link(site, venuePath(visit.venue.id, `/bookings/${encodeURIComponent(orderId)}/pay`));
    let provider: PayView["provider"] = null;
    let error: string | undefined;
    try {
      if (form && form("sandbox") !== "") {
        await visit.change("payment.sandbox", (ctx) => paySandbox(ctx, customer.id, orderId, form("sandbox")));
        await settleOnline(visit.work("payment.query"), channels, customer.id, orderId);
        return { to: page };
      }
      if (form?.("channel") === "balance") {
        await visit.change("booking.pay", (ctx) => payFromBalance(ctx, customer.id, orderId));
        return { to: page };
      }
      const channel = form?.("channel") ?? "";
      if (isChannel(channel)) {
        const { outcome } = await payOnline(
          visit.work("payment.online"),
          channels,
          { memberId: customer.id, orderId, channel },
          {
            customer: visit.address,
            noticeUrl: `${site.origin === "" ? visit.origin : site.origin}${noticePath(visit.venue.id, channel)}`,
            returnUrl: (payment) => `${visit.origin}${page}&payment=${encodeURIComponent(payment)}`,
          },
        );
        if (outcome.state === "ready") provider = { channel, url: outcome.url };
        else error = describeFailure(site.language);
      }
    } catch (refusal) {
      if (!(refusal instanceof AppError) || refusal.key === "busy" || refusal.key === "missing") throw refusal;
      error = describeRefusal(refusal, site.language);
    }
    await settleOnline(visit.work("payment.query"), channels, customer.id, orderId);
    const html = await visit.read(async (ctx) => {
      const order = await ownOrder(ctx, customer.id, orderId);
      const attempts = await listAttempts(ctx, order.id);
      const venue = ownerOf(ctx.venue);
      const state = stateNow(ctx, order);
      const due = yuan(dueOf({ ...order, order_status: state }));
      const payment = visit.query("payment")[0] ?? "";
      if (visit.query("sandbox")[0] === "pay" && attempts.some((row) => row.id === payment && row.sandbox && OPEN.includes(row.state)))
        return sandboxPage(site, { venue, id: order.id, due, payment });
      const last = attempts[0];
      const balance = await readBalance(ctx, customer.id);
      const paying = stateOf(ctx, order, attempts);
      return onlinePayPage(site, {
        venue,
        id: order.id,
        title: `${order.day} ${span(order.start_minute, order.end_minute)}`,
        places: placesIn(order.places, ctx.language),
        state: paying,
        due,
        holdUntil: state === "held" && order.hold_until ? timeIn(ctx, order.hold_until) : null,
        channels: onlineChannels(channels),
        balance: balance >= dueOf({ ...order, order_status: state }) ? showFen(balance) : null,
        provider: paying === "confirming" ? provider : null,
        failed: last?.state === "refused" ? paymentWord(last.note, ctx.language) : null,
        isSandbox: onlineChannels(channels).some((name) => channels[name]?.sandbox),
        error,
      });
    });
    return { html, status: error === undefined ? 200 : 409 };
  };

const describeFailure = (language: "zh" | "en"): string =>
  language === "zh"
    ? "付款页没有打开，没有扣款；请重试，换一种方式，或到前台付款"
    : "The payment page could not be opened and nothing was charged. Please try again, choose another way, or pay at the desk";
