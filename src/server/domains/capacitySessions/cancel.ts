/** Giving up a booking of a session, or a whole session: what goes back and why, and doing so. */
import { refund } from "../../ledger/charge";
import type { Output, Parsed } from "../../../contract/core/call";
import type { PaymentType } from "../../../contract/core/enums";
import { WALK_IN } from "../../../contract/core/resource/labels";
import { type Fen, percentOf, yuan } from "../../../contract/core/money";
import { next, sessionBooking } from "../../../contract/core/states";
import type {
  SessionBooking,
  SessionCancelling,
  SessionRefund,
  capacitySessions,
} from "../../../contract/capacitySessions/capacity-sessions";
import { clock } from "../../../contract/core/time";
import { type Ctx, need } from "../../http/context";
import { AppError } from "../../http/error";
import { refundParts } from "../../payment/collect";
import { policyOf } from "../../kernel/policy";
import { backOf, expectRefund, termsOf, type Terms } from "../../kernel/refund-terms";
import { undoRedemption } from "../../kernel/cards/undo-redemption";
import { addMessage } from "../../kernel/messages";
import {
  type BookingRow,
  changed,
  lockBooking,
  lockSession,
  moveSession,
  readBooking,
  type SessionRow,
  stateNow,
  wrongStateError,
} from "./session";
import { bookingOf, view } from "./view";
import { word } from "./words";

const documentOf = (order: BookingRow) => ({ kind: "session", id: order.id, no: order.no }) as const;

/** Refund of a booking: money by the policy, and as many whole card uses as the same percent leaves. */
interface Back extends Terms {
  readonly uses: number;
  readonly usesBack: number;
}

/**
 * Returns the refund of cancelling a booking now, and the reason.
 * @throws AppError `missing`, `wrongState`, `sessionEntered`, `forbidden` (session_manage, to waive the fee)
 */
export async function refundPreview(ctx: Ctx, input: Parsed<typeof capacitySessions.refundPreview>): Promise<SessionRefund> {
  const waiveFee = input.waiveFee ?? false;
  if (waiveFee) need(ctx, "session_manage");
  const order = await readBooking(ctx, input.id);
  const session = await ctx.db
    .selectFrom("hall_booking")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", order.hall_booking_id)
    .executeTakeFirstOrThrow();
  refuseStanding(ctx, session, order);
  const back = await backOfBooking(ctx, session, order, waiveFee);
  return {
    orderId: order.id,
    paid: yuan(back.paid),
    feePercent: back.feePercent,
    hoursBefore: back.hoursBefore,
    freeHours: back.freeHours,
    fee: yuan(back.fee),
    refund: yuan(back.refund),
    back: backOf(await refundParts(ctx, documentOf(order), back.refund), back.fee),
    uses: back.uses,
    usesBack: back.usesBack,
  };
}

/**
 * Cancels a booking: its places are free again, and what the policy gives back goes where it came from.
 * @throws AppError `missing`, `wrongState`, `sessionEntered`, `forbidden` (session_manage, to waive the fee)
 */
export async function cancelBooking(ctx: Ctx, input: Parsed<typeof capacitySessions.cancelBooking>): Promise<SessionBooking> {
  if (input.waiveFee) need(ctx, "session_manage");
  const { session, order } = await lockBooking(ctx, input.id);
  refuseStanding(ctx, session, order);
  const back = await backOfBooking(ctx, session, order, input.waiveFee);
  expectRefund(input.expectedRefund, back.refund);
  await refundAndCancel(ctx, session, order, back, input.reason);
  changed(ctx, session.day);
  return bookingOf(ctx, order.id);
}

/** Refuses what cannot be cancelled alone: a booking that is gone, one of a session that is over, one whose attendees came in. */
function refuseStanding(ctx: Ctx, session: SessionRow, order: BookingRow): void {
  if (next(sessionBooking, order.status, "cancel") === undefined) throw wrongStateError(ctx, order.status, "cancel");
  const state = stateNow(ctx, session);
  if (state === "finished") throw wrongStateError(ctx, state, "cancel");
  if (order.entered > 0) throw new AppError("sessionEntered", { no: order.no, entered: order.entered }, { entered: order.entered });
}

async function backOfBooking(ctx: Ctx, session: SessionRow, order: BookingRow, waiveFee: boolean): Promise<Back> {
  const terms = termsOf(ctx, await policyOf(ctx, await programOf(ctx, session)), order.paid, session.starts_at, waiveFee);
  const uses = order.holding_id === null ? 0 : order.heads;
  return { ...terms, uses, usesBack: uses - Math.floor(percentOf(uses * 100, terms.feePercent) / 100) };
}

const fullRefund = (order: BookingRow): Pick<Back, "fee" | "refund" | "usesBack"> => ({
  fee: 0,
  refund: order.paid,
  usesBack: order.holding_id === null ? 0 : order.heads,
});

async function refundAndCancel(
  ctx: Ctx,
  session: SessionRow,
  order: BookingRow,
  { fee, refund: back, usesBack }: Pick<Back, "fee" | "refund" | "usesBack">,
  reason: string,
): Promise<void> {
  await ctx.db
    .updateTable("session_order")
    .set({ status: "cancelled", refunded: back, fee, reason, cancelled_at: ctx.now, entered: 0 })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", order.id)
    .execute();
  await ctx.db
    .updateTable("hall_booking")
    .set((eb) => ({ left_place: eb("left_place", "+", order.heads) }))
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", session.id)
    .execute();
  if (usesBack > 0) await returnUses(ctx, order, usesBack);
  if (order.paid === 0) return;
  await refund(ctx, documentOf(order), {
    operation: "session cancellation",
    reason,
    memberId: order.member_id,
    back,
    undoes: [{ account: "income.session", amount: order.total, subject: session.hall_id, earnedOn: session.day }],
    fee: { amount: fee, of: await programOf(ctx, session) },
  });
}

/** Gives uses back; of a card that cannot use them the desk is notified. */
async function returnUses(ctx: Ctx, order: BookingRow, times: number): Promise<void> {
  const card = await undoRedemption(ctx, documentOf(order), times);
  if (card.usable) return;
  await addMessage(ctx, {
    kind: "booking",
    title: (language) => word("cardBackTitle", language, { no: card.no, times }),
    text: (language) =>
      `${order.name || WALK_IN[language]} ${order.no} ${word("cardBackText", language, { state: card.state, expires: card.expiresOn })}`,
  });
}

async function programOf(ctx: Ctx, session: SessionRow): Promise<string> {
  const hall = await ctx.db
    .selectFrom("hall")
    .select("program_id")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", session.hall_id)
    .executeTakeFirstOrThrow();
  return hall.program_id;
}

/**
 * Returns the refund of cancelling a session now, method by method.
 * @throws AppError `missing`, `wrongState`
 */
export async function cancelPreview(ctx: Ctx, input: Parsed<typeof capacitySessions.cancelPreview>): Promise<SessionCancelling> {
  const session = await view(ctx, { id: input.id });
  if (session.status === "finished" || session.status === "cancelled") throw wrongStateError(ctx, session.status, "cancel");
  const booked = await standing(ctx, input.id);
  const paidBy = await ctx.db
    .selectFrom("payment")
    .where("venue_id", "=", ctx.venue.id)
    .where("document_kind", "=", "session")
    .where("document_id", "in", booked.map((order) => order.id).concat(""))
    .where("state", "in", ["succeeded", "refunded"])
    .groupBy("type")
    .orderBy("type")
    .select(["type", (eb) => eb.fn.sum<number>(eb("amount", "-", eb.ref("refunded"))).as("amount")])
    .execute();
  const byCard = booked.filter((order) => order.holding_id !== null);
  return {
    id: input.id,
    bookings: booked.length,
    attendees: booked.reduce((sum, order) => sum + order.heads, 0),
    refund: yuan(sumOf(booked)),
    byType: paidBy.map((row) => ({ type: row.type as PaymentType, amount: yuan(row.amount) })),
    uses: byCard.reduce((sum, order) => sum + order.heads, 0),
    byCard: byCard.length,
  };
}

const sumOf = (orders: readonly BookingRow[]): Fen => orders.reduce((sum, order) => sum + order.paid, 0);
const standing = (ctx: Ctx, sessionId: string) =>
  ctx.db
    .selectFrom("session_order")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("hall_booking_id", "=", sessionId)
    .where("status", "=", "booked")
    .orderBy("id")
    .execute();

/**
 * Cancels a session: every booking goes back in full to where it came from, also of attendees who came in, and the desk gets a list of whom
 * to call.
 * @throws AppError `missing`, `wrongState`, `refundChanged`
 */
export async function cancel(ctx: Ctx, input: Parsed<typeof capacitySessions.cancel>): Promise<Output<typeof capacitySessions.cancel>> {
  const session = await lockSession(ctx, input.id);
  await moveSession(ctx, session, "cancel");
  const orders = await standing(ctx, session.id);
  const refund = sumOf(orders);
  if (input.expectedRefund !== undefined && input.expectedRefund !== refund) {
    throw new AppError("refundChanged", { from: yuan(input.expectedRefund), to: yuan(refund) }, { refund: yuan(refund) });
  }
  for (const order of orders) await refundAndCancel(ctx, session, order, fullRefund(order), input.reason);
  if (orders.length > 0) {
    await addMessage(ctx, {
      kind: "booking",
      title: (language) => word("cancelledTitle", language, { time: `${session.day} ${clock(session.start_minute)}` }),
      text: (language) =>
        word("cancelledText", language, {
          bookings: orders.length,
          attendees: orders.reduce((sum, order) => sum + order.heads, 0),
          reason: input.reason,
        }),
      resource: "capacitySessions",
      resourceId: session.id,
    });
  }
  return view(ctx, { id: session.id });
}
