/** Calls that change an active booking order: paying, checking in, moving, extending, refunding. */
import { z } from "#zod";
import {
  BookingOrderDetail,
  CardOffer,
  CardPayments,
  ChangePreview,
  ExpectedRefund,
  Payments,
  RefundPreview,
  SlotRun,
} from "./booking-order";
import { ById, Flag, get, Id, postJson, Reason, resource, Words } from "../core/call";
import { PaymentTypeIn } from "../core/enums";
import { Yuan, YuanAbove0, YuanIn } from "../core/money";
import { wholeNumber } from "../core/numbers";
import { Day, DAY_MINUTES, MinuteOfDay } from "../core/time";

const base = "/api/manage/venue/bookingPlace-order";
const queryMinute = wholeNumber(0, DAY_MINUTES);

export const bookingChanges = resource({
  cardOffer: get(`${base}/card-offer`, {
    summary: "The booker's package cards that fit an unpaid order, and what is due beside them",
    code: "booking_pay",
    input: ById.extend({ withoutCards: Words.optional() }),
    output: z.object({ cards: z.array(CardOffer), due: Yuan }),
  }),
  pay: postJson(`${base}/pay`, {
    summary: "Pay what is due of an order, in full; by package cards first, the rest by money",
    code: "booking_pay",
    input: z.object({ id: Id, payments: Payments.default([]), cards: CardPayments.default([]) }),
    output: BookingOrderDetail,
  }),
  payPart: postJson(`${base}/pay-part`, {
    summary: "Pay a part of what is due, by package cards for whole lines, by money, or both; the order stays held or reserved",
    code: "booking_pay",
    input: z.object({ id: Id, payments: Payments.default([]), cards: CardPayments.default([]) }),
    output: BookingOrderDetail,
  }),
  checkIn: postJson(`${base}/check-in`, {
    summary: "Check in (开场) on the day of play, or undo it before the end",
    code: "booking_check_in",
    /** `early`: meant, although the play begins later than the venue's minutes of early check-in. */
    input: ById.extend({ undo: z.boolean().default(false), early: z.boolean().optional() }),
    output: BookingOrderDetail,
  }),
  refundPreview: get(`${base}/cancel-preview`, {
    summary: "What a cancellation would give back, and why",
    code: "booking_cancel",
    input: ById.extend({ waiveFee: Flag.optional() }),
    output: RefundPreview,
  }),
  reserve: postJson(`${base}/reserve`, {
    summary: "Keep a hold until it is paid on arrival, so that it no longer runs out",
    code: "booking_reserve",
    input: ById,
    output: BookingOrderDetail,
  }),
  cancel: postJson(`${base}/cancel`, {
    summary: "Cancel an order; refunds by policy to where the money came from",
    code: "booking_cancel",
    input: ById.extend({ reason: Reason, waiveFee: z.boolean().default(false), expectedRefund: ExpectedRefund }),
    output: BookingOrderDetail,
  }),
  refundLinesPreview: get(`${base}/refund-lines-preview`, {
    summary: "What giving up some lines of an order would give back, and why",
    code: "booking_refund",
    input: ById.extend({ lineIds: Words, waiveFee: Flag.optional() }),
    output: RefundPreview,
  }),
  refundLines: postJson(`${base}/refund-lines`, {
    summary: "Give up some lines of an order: their slots are freed, their price goes back by policy; an unpaid order owes less",
    code: "booking_refund",
    input: ById.extend({
      lineIds: z.array(Id).min(1).max(60),
      reason: Reason,
      waiveFee: z.boolean().default(false),
      expectedRefund: ExpectedRefund,
    }),
    output: BookingOrderDetail,
  }),
  refundAmountPreview: get(`${base}/refund-amount-preview`, {
    summary: "Where an amount given back of an order would go",
    code: "booking_refund",
    input: ById.extend({ amount: YuanAbove0, method: PaymentTypeIn.optional() }),
    output: RefundPreview,
  }),
  refundAmount: postJson(`${base}/refund-amount`, {
    summary: "Give back an amount of an order that goes on or is over; waives a no-show's fee; pays out what an expired hold is still owed",
    code: "booking_refund",
    /** `method`: all of it by this one, at most what it has left; else by each in the share in which it paid. */
    input: ById.extend({ amount: YuanAbove0, reason: Reason, method: PaymentTypeIn.optional() }),
    output: BookingOrderDetail,
  }),
  movePreview: get(`${base}/move-preview`, {
    summary: "What moving a line would cost or give back; refuses what the move would be refused",
    code: "booking_move",
    input: z.object({ id: Id, lineId: Id, placeId: Id, day: Day, start: queryMinute, end: queryMinute }),
    output: ChangePreview,
  }),
  move: postJson(`${base}/move`, {
    summary: "Move a line to another place, time or day; a price difference is paid or refunded",
    code: "booking_move",
    labels: { to: { zh: "新的场地和时间", en: "New place and time" } },
    input: z.object({
      id: Id,
      lineId: Id,
      to: SlotRun.extend({ day: Day }),
      payments: Payments.default([]),
      /** The line's new price that the person saw; another is refused instead of charged. */
      expectedPrice: YuanIn.optional(),
    }),
    output: BookingOrderDetail,
  }),
  extendPreview: get(`${base}/extend-preview`, {
    summary: "What extending a line would cost; refuses what the extension would be refused",
    code: "booking_extend",
    /** `withoutCards`: offers the booker's package cards before money, but for these; left out: money alone. */
    input: z.object({ id: Id, lineId: Id, end: queryMinute, withoutCards: Words.optional() }),
    output: ChangePreview,
  }),
  extend: postJson(`${base}/extend`, {
    summary: "Extend a line by more slots after its end; they become a line of their own with their own price",
    code: "booking_extend",
    input: z.object({
      id: Id,
      lineId: Id,
      end: MinuteOfDay,
      payments: Payments.default([]),
      /** A package card that covers the new line; only of an order that is paid. */
      cards: CardPayments.default([]),
      /** The price of the extension that the person saw; another is refused instead of charged. */
      expectedPrice: YuanIn.optional(),
    }),
    output: BookingOrderDetail,
  }),
});
