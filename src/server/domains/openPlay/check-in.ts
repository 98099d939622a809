/** Check-in of an open play. */
import type { Parsed } from "../../../contract/core/call";
import type { openPlay, OpenPlayTicket } from "../../../contract/openPlay/open-play";
import { type Ctx, need, today } from "../../http/context";
import { AppError } from "../../http/error";
import { recordSpend } from "../../ledger/spend";
import { allowTicket, changed, lockTicket, setTicket, stateNow, wrongStateError } from "./play";
import { ticketOf } from "./view";

/**
 * Records how many attendees of a ticket came, on the day of play, once it is confirmed; a second call corrects it, 0 takes it back. When
 * it is over that needs the permission of no-shows, and nothing may have gone back for them.
 * @throws AppError `missing`, `wrongState`, `checkInDay`, `sessionEnters`, `forbidden` (booking_no_show_check_in), `openPlaySettled`
 */
export async function checkIn(ctx: Ctx, { id, entered }: Parsed<typeof openPlay.checkIn>): Promise<OpenPlayTicket> {
  const { play, ticket } = await lockTicket(ctx, id);
  allowTicket(ctx, ticket, "checkIn");
  const state = stateNow(ctx, play);
  if (state !== "confirmed" && state !== "finished") throw wrongStateError(ctx, state, "checkIn");
  if (play.day !== today(ctx)) throw new AppError("checkInDay", { day: play.day }, { day: play.day });
  if (entered > ticket.heads) throw new AppError("sessionEnters", { no: ticket.no, attendees: ticket.heads }, { attendees: ticket.heads });
  if (state === "finished") need(ctx, "booking_no_show_check_in");
  if (ticket.refunded + ticket.fee + ticket.owed > 0) throw new AppError("openPlaySettled", { no: ticket.no });
  // Those that did not come are counted by the clock when it is over; from then on here.
  const over = play.state === "finished";
  await setTicket(ctx, ticket, {
    entered,
    absent: over ? ticket.heads - entered : 0,
    state: over && entered === 0 ? "no_show" : "joined",
  });
  if (ticket.member_id !== null && entered > ticket.entered) recordSpend(ctx, ticket.member_id, 0, ctx.now);
  changed(ctx, play.day);
  return ticketOf(ctx, ticket.id);
}
