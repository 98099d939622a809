/** Customers' pages of booking: free courts, a choice and its price, their own bookings, cancelling. */
import { z } from "zod";
import type { BookingOrderDetail, RefundPreview } from "../../../contract/booking/booking";
import { PAY_TYPE_LABELS } from "../../../contract/core/pay-types";
import { yuan, YuanIn } from "../../../contract/core/money";
import { span } from "../../../contract/core/time";
import type { BookedLine } from "../../../public-site/booked-lines";
import { bookingPage, type BookingRow, bookingsPage } from "../../../public-site/bookings";
import { cancelPage } from "../../../public-site/cancel";
import { courtsPage } from "../../../public-site/courts";
import type { WishRow } from "../../../public-site/waitlist";
import { link, type Site, venuePath } from "../../../public-site/layout";
import type { Ctx } from "../../http/context";
import { type Customer, type CustomerAnswer, type CustomerPage, describeRefusal, ownerOf, type Visit } from "../../http/customer-pages";
import { AppError } from "../../http/error";
import type { PublicPage } from "../../http/public-pages";
import { type OrderRow, stateNow } from "../../kernel/orders";
import type { Channels } from "../../payment/channel";
import { placeLabel, placesIn } from "../../kernel/place-words";
import { choice } from "./customer-choice-page";
import { payPage } from "./customer-pay-page";
import { termsOf, timeIn } from "./customer-words";
import { readFreeCourts } from "./free-courts";
import { canCancelOnline, cancelOnline, ownOrder, previewCancelOnline } from "./online";
import { onlineChannels } from "./pay-online";
import { dueOf, view as viewOrder } from "./view";

/** Maximum number of bookings in each list. */
const MOST_BOOKINGS = 30;

const tell = (site: Site, zh: string, en: string): string => (site.language === "zh" ? zh : en);

const bookings =
  (listWishes: ListWishes) =>
  async (visit: Visit, customer: Customer): Promise<CustomerAnswer> => {
    const lists = await visit.read(async (ctx) => {
      const own = ctx.db
        .selectFrom("booking_order as o")
        .innerJoin("program as g", (join) => join.onRef("g.venue_id", "=", "o.venue_id").onRef("g.id", "=", "o.program_id"))
        .selectAll("o")
        .select("g.name as program")
        .where("o.venue_id", "=", ctx.venue.id)
        .where("o.member_id", "=", customer.id)
        .limit(MOST_BOOKINGS);
      const toRow = (order: OrderRow & { readonly program: string }): BookingRow => ({
        id: order.id,
        day: order.day,
        start: order.start_minute,
        end: order.end_minute,
        program: order.program,
        places: placesIn(order.places, ctx.language),
        state: stateNow(ctx, order),
        total: yuan(order.total),
      });
      const [coming, past] = await Promise.all([
        own
          .where("o.ends_at", ">", ctx.now)
          .where("o.order_status", "not in", ["cancelled", "expired"])
          .orderBy("o.starts_at")
          .orderBy("o.id")
          .execute(),
        own
          .where((eb) => eb.or([eb("o.ends_at", "<=", ctx.now), eb("o.order_status", "in", ["cancelled", "expired"])]))
          .orderBy("o.starts_at", "desc")
          .orderBy("o.id", "desc")
          .execute(),
      ]);
      return { coming: coming.map(toRow), past: past.map(toRow), wishes: await listWishes(ctx, customer.id) };
    });
    return { html: bookingsPage(visit.site, ownerOf(visit.venue), lists) };
  };

const lineOf = (ctx: Ctx, line: BookingOrderDetail["lines"][number]): BookedLine => ({
  court: placeLabel(line.placeName, ctx.language),
  day: line.day,
  start: line.start,
  end: line.end,
  trace: line.trace,
  isOver: line.status !== "active",
  card: line.card && (ctx.language === "zh" ? `${line.card.name}，用 ${line.card.uses} 次` : `${line.card.name}, uses: ${line.card.uses}`),
});

const oneBooking =
  (channels: Channels) =>
  async (visit: Visit, customer: Customer): Promise<CustomerAnswer> => {
    const html = await visit.read(async (ctx) => {
      const order = await ownOrder(ctx, customer.id, visit.id("id"));
      const [detail, terms] = await Promise.all([viewOrder(ctx, { id: order.id }), termsOf(ctx, order.program_id, order.late_percent)]);
      const state = stateNow(ctx, order);
      return bookingPage(visit.site, {
        venue: { ...ownerOf(ctx.venue), phone: ctx.venue.phone },
        id: order.id,
        no: order.no,
        state,
        day: order.day,
        start: order.start_minute,
        end: order.end_minute,
        program: detail.program,
        lines: detail.lines.map((line) => lineOf(ctx, line)),
        total: detail.total,
        paid: detail.paid,
        refunded: detail.refunded,
        fee: detail.fee,
        due: yuan(dueOf({ ...order, order_status: state })),
        payments: detail.payments.flatMap(({ type, amount, state: paid }) =>
          paid === "succeeded" || paid === "refunded" ? [{ name: PAY_TYPE_LABELS[type][ctx.language], amount }] : [],
        ),
        holdUntil: state === "held" && order.hold_until ? timeIn(ctx, order.hold_until) : null,
        canCancel: canCancelOnline(ctx, order),
        canPay: (state === "held" || state === "reserved") && onlineChannels(channels).length > 0,
        terms,
      });
    });
    return { html };
  };

/** Describes to which balance each part of the refund goes. */
function backWords(site: Site, { back }: RefundPreview): string[] {
  const purse = { principal: tell(site, "余额（本金）", "balance (principal)"), gift: tell(site, "余额（赠送）", "balance (gift)") };
  return back.flatMap((part) =>
    part.refund === "0.00"
      ? []
      : part.purse === null
        ? [tell(site, `原路退回微信或支付宝 ¥${part.refund}`, `¥${part.refund} the way you paid, by WeChat or Alipay`)]
        : [tell(site, `退回${purse[part.purse]} ¥${part.refund}`, `¥${part.refund} to your ${purse[part.purse]}`)],
  );
}

/** A form without the field expects no card uses to be returned. */
const UsesIn = z
  .string()
  .regex(/^\d{0,4}$/)
  .transform(Number);
const CancelForm = z.object({ refund: YuanIn, uses: UsesIn });

async function cancelBooking(visit: Visit, customer: Customer): Promise<CustomerAnswer> {
  const { site, form } = visit;
  const id = visit.id("id");
  const detail = link(site, venuePath(visit.venue.id, `/bookings/${encodeURIComponent(id)}`));
  let error: string | undefined;
  if (form) {
    const expected = CancelForm.safeParse({ refund: form("refund"), uses: form("uses") });
    try {
      if (!expected.success) throw new AppError("badInput");
      await visit.change("booking.cancel", (ctx) => cancelOnline(ctx, customer.id, { id, expected: expected.data }));
      return { to: detail };
    } catch (refusal) {
      if (!(refusal instanceof AppError) || refusal.key === "busy" || refusal.key === "missing") throw refusal;
      error = describeRefusal(refusal, site.language);
    }
  }
  const html = await visit.read(async (ctx) => {
    const order = await ownOrder(ctx, customer.id, id);
    // Already done, by this form or another: the booking says so.
    if (stateNow(ctx, order) === "cancelled") return null;
    const preview = await previewCancelOnline(ctx, customer.id, id);
    return cancelPage(site, {
      venue: ownerOf(ctx.venue),
      id,
      title: `${order.day} ${span(order.start_minute, order.end_minute)}`,
      places: placesIn(order.places, ctx.language),
      paid: preview.paid,
      fee: preview.fee,
      refund: preview.refund,
      uses: preview.uses,
      usesBack: preview.usesBack,
      back: backWords(site, preview),
      terms: await termsOf(ctx, order.program_id, order.late_percent),
      error,
    });
  });
  if (html === null) return { to: detail };
  return { html, status: error === undefined ? 200 : 409 };
}

const courts =
  (named: boolean): PublicPage["render"] =>
  async (ctx, id, site) => {
    if (!ctx.venue.online_booking) return null;
    const table = await readFreeCourts(ctx, named ? { programId: id("programId"), day: id("day") } : {});
    return table && courtsPage(site, ownerOf(ctx.venue), table);
  };

/** Free courts, which everybody sees alike. */
export const courtPages: readonly PublicPage[] = [
  { url: "/book", seconds: 5, render: courts(false) },
  { url: "/book/:programId/:day", seconds: 5, render: courts(true) },
];

/** Reads a customer's entries on the waitlist, which their bookings show too. */
type ListWishes = (ctx: Ctx, memberId: string) => Promise<readonly WishRow[]>;

/** @param channels channels that collect online payments */
export const bookingPages = (channels: Channels, listWishes: ListWishes): readonly CustomerPage[] => [
  { url: "/book/choice", access: "customer", serve: choice(channels) },
  { url: "/bookings", access: "customer", serve: bookings(listWishes) },
  { url: "/bookings/:id", access: "customer", serve: oneBooking(channels) },
  { url: "/bookings/:id/pay", access: "customer", callsOut: true, serve: payPage(channels) },
  { url: "/bookings/:id/cancel", access: "customer", serve: cancelBooking },
];
