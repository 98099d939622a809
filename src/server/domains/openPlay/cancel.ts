/** Cancelling an open play: what goes back, and doing so. */
import type { Parsed } from "../../../contract/core/call";
import type { PaymentType } from "../../../contract/core/enums";
import { type Fen, yuan } from "../../../contract/core/money";
import type { openPlay, OpenPlayDetail } from "../../../contract/openPlay/open-play";
import { next, openPlayEvent } from "../../../contract/core/states";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { addMessage } from "../../kernel/messages";
import { freeCourts } from "./courts";
import { refundAtDesk } from "./withdraw";
import {
  lockPlay,
  movePlay,
  type PlayRow,
  playsOn,
  readPlay,
  activeTickets,
  stateNow,
  type TicketRow,
  timeOf,
  wrongStateError,
} from "./play";
import { view } from "./view";
import { word } from "./words";

const paidOf = (tickets: readonly TicketRow[]): number => tickets.reduce((sum, ticket) => sum + ticket.paid, 0);
const countOf = (tickets: readonly TicketRow[]): number => tickets.reduce((sum, ticket) => sum + ticket.heads, 0);

/**
 * Returns the refund of cancelling now, method by method.
 * @throws AppError `missing`, `wrongState`
 */
export async function cancelPreview(ctx: Ctx, input: Parsed<typeof openPlay.cancelPreview>) {
  const play = await readPlay(ctx, input.id);
  const state = stateNow(ctx, play);
  if (next(openPlayEvent, state, "cancel") === undefined) throw wrongStateError(ctx, state, "cancel");
  const tickets = await activeTickets(ctx, play.id);
  const paidBy = await ctx.db
    .selectFrom("payment")
    .where("venue_id", "=", ctx.venue.id)
    .where("document_kind", "=", "openPlay")
    .where("document_id", "in", tickets.map((ticket) => ticket.id).concat(""))
    .where("state", "in", ["succeeded", "refunded"])
    .groupBy("type")
    .orderBy("type")
    .select(["type", (eb) => eb.fn.sum<number>(eb("amount", "-", eb.ref("refunded"))).as("amount")])
    .execute();
  return {
    id: play.id,
    tickets: tickets.length,
    attendees: countOf(tickets),
    refund: yuan(paidOf(tickets)),
    byType: paidBy.map((row) => ({ type: row.type as PaymentType, amount: yuan(row.amount) })),
  };
}

/**
 * Cancels an open play: everybody gets everything back to where it came from, the courts are free, the desk gets a list of whom to call.
 * @throws AppError `missing`, `wrongState`, `refundChanged`
 */
export async function cancel(ctx: Ctx, input: Parsed<typeof openPlay.cancel>): Promise<OpenPlayDetail> {
  const play = await lockPlay(ctx, input.id);
  await movePlay(ctx, play, "cancel", { reason: input.reason });
  const tickets = await activeTickets(ctx, play.id);
  const refund = paidOf(tickets);
  if (input.expectedRefund !== undefined && input.expectedRefund !== refund) {
    throw new AppError("refundChanged", { from: yuan(input.expectedRefund), to: yuan(refund) }, { refund: yuan(refund) });
  }
  await dissolve(ctx, play, tickets, input.reason);
  return view(ctx, { id: play.id });
}

/** Returns the refund of cancelling the open plays on the courts of these orders now, fen, by order; other orders are omitted. */
export async function refundsOfGround(ctx: Ctx, orderIds: readonly string[]): Promise<Map<string, Fen>> {
  const plays = await playsOn(ctx, orderIds).execute();
  const tickets = await activeTickets(ctx, ...plays.map((play) => play.id));
  return new Map(plays.map((play) => [play.order_id ?? "", paidOf(tickets.filter((ticket) => ticket.open_play_id === play.id))]));
}

/** Locks the open plays whose courts these orders hold: nobody joins or leaves them until the transaction ends. */
export const lockGrounds = (ctx: Ctx, orderIds: readonly string[]): Promise<PlayRow[]> => playsOn(ctx, orderIds).forUpdate().execute();

/**
 * Cancels the open play whose courts an order holds, for the closing wizard.
 * @returns whether the order is an open play's
 * @throws AppError `wrongState`
 */
export async function closeOpenPlay(ctx: Ctx, orderId: string, reason: string): Promise<boolean> {
  const [play] = await lockGrounds(ctx, [orderId]);
  if (!play) return false;
  await movePlay(ctx, play, "cancel", { reason });
  await dissolve(ctx, play, await activeTickets(ctx, play.id), reason);
  return true;
}

async function dissolve(ctx: Ctx, play: PlayRow, tickets: readonly TicketRow[], reason: string): Promise<void> {
  for (const ticket of tickets) await refundAtDesk(ctx, play, ticket, reason);
  if (tickets.length > 0) {
    await addMessage(ctx, {
      kind: "booking",
      title: (language) => word("cancelledTitle", language, { title: play.title, time: timeOf(play) }),
      text: (language) => word("cancelledText", language, { tickets: tickets.length, attendees: countOf(tickets), reason }),
      resource: "openPlay",
      resourceId: play.id,
    });
  }
  await freeCourts(ctx, play.order_id);
}
