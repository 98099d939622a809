/** Leaving an open play: what goes back and why, and doing so; and the money back of one that does not take place. */
import { refund, sumOfParts } from "../../ledger/charge";
import type { Parsed } from "../../../contract/core/call";
import { type Fen, percentOf, yuan } from "../../../contract/core/money";
import type { openPlay, OpenPlayTicket } from "../../../contract/openPlay/open-play";
import { next, openPlayTicket } from "../../../contract/core/states";
import { type Ctx, need } from "../../http/context";
import { AppError } from "../../http/error";
import type { Leg } from "../../ledger/post";
import { refundParts, type RefundPart } from "../../payment/collect";
import { policyOf } from "../../kernel/policy";
import { backOf, expectRefund, termsOf } from "../../kernel/refund-terms";
import {
  allowTicket,
  changed,
  lockTicket,
  type PlayRow,
  readPlay,
  readTicket,
  setTicket,
  stateNow,
  type TicketRow,
  wrongStateError,
} from "./play";
import { ticketOf } from "./view";

const documentOf = (ticket: TicketRow) => ({ kind: "openPlay", id: ticket.id, no: ticket.no }) as const;

/**
 * Returns the refund of leaving now, and the reason.
 * @throws AppError `missing`, `wrongState`, `sessionEntered`, `forbidden` (open_play_manage, to waive the fee)
 */
export async function leavePreview(ctx: Ctx, input: Parsed<typeof openPlay.leavePreview>) {
  const ticket = await readTicket(ctx, input.id);
  const terms = await termsOfTicket(ctx, await readPlay(ctx, ticket.open_play_id), ticket, input.waiveFee ?? false);
  return {
    id: ticket.id,
    paid: yuan(terms.paid),
    feePercent: terms.feePercent,
    hoursBefore: terms.hoursBefore,
    freeHours: terms.freeHours,
    fee: yuan(terms.fee),
    refund: yuan(terms.refund),
    back: backOf(await refundParts(ctx, documentOf(ticket), terms.refund), terms.fee),
  };
}

/**
 * Leaves: the places are free again, and what the policy gives back goes where it came from. What is confirmed stays confirmed.
 * @throws AppError `missing`, `wrongState`, `sessionEntered`, `forbidden` (open_play_manage, to waive the fee)
 */
export async function leave(ctx: Ctx, input: Parsed<typeof openPlay.leave>): Promise<OpenPlayTicket> {
  const { play, ticket } = await lockTicket(ctx, input.id);
  const { fee, refund: back } = await termsOfTicket(ctx, play, ticket, input.waiveFee);
  expectRefund(input.expectedRefund, back);
  const parts = await refundParts(ctx, documentOf(ticket), back);
  await cancelTicket(ctx, play, ticket, { parts, fee, owed: 0, operation: "open play leave", reason: input.reason });
  changed(ctx, play.day);
  return ticketOf(ctx, ticket.id);
}

async function termsOfTicket(ctx: Ctx, play: PlayRow, ticket: TicketRow, waiveFee: boolean) {
  if (waiveFee) need(ctx, "open_play_manage");
  allowTicket(ctx, ticket, "leave");
  if (ticket.entered > 0) throw new AppError("sessionEntered", { no: ticket.no, entered: ticket.entered }, { entered: ticket.entered });
  const state = stateNow(ctx, play);
  if (state !== "open" && state !== "confirmed") throw wrongStateError(ctx, state, "leave");
  return termsOf(ctx, await policyOf(ctx, play.program_id), ticket.paid, play.starts_at, waiveFee);
}

/** Everything back, by a person at the desk, who pays cash out of the drawer. */
export async function refundAtDesk(ctx: Ctx, play: PlayRow, ticket: TicketRow, reason: string): Promise<void> {
  const parts = await refundParts(ctx, documentOf(ticket), ticket.paid);
  await cancelTicket(ctx, play, ticket, { parts, fee: 0, owed: 0, operation: "open play cancellation", reason });
}

/**
 * Everything back, by the clock. Nobody is at a drawer then: what was paid in cash stays owed on the ticket (prepaid.order) until the
 * desk pays it out.
 * @returns fen of cash that is owed
 */
export async function refundUnattended(ctx: Ctx, play: PlayRow, ticket: TicketRow, reason: string): Promise<Fen> {
  const { parts, owed } = await unattended(ctx, ticket, ticket.paid);
  await cancelTicket(ctx, play, ticket, { parts, fee: 0, owed, operation: "open play failure", reason });
  return owed;
}

/** Returns the parts of a ticket that the clock can refund by itself, and the cash that it cannot. */
async function unattended(ctx: Ctx, ticket: TicketRow, amount: Fen): Promise<{ parts: readonly RefundPart[]; owed: Fen }> {
  const all = await refundParts(ctx, documentOf(ticket), amount);
  const parts = all.filter((part) => part.type !== "Cash");
  return { parts, owed: sumOfParts(all) - sumOfParts(parts) };
}

/**
 * Settles the no-shows of a ticket, when it is over: the policy's percent stays, the rest goes back by the clock
 * (ledger.md "no-show"); 100 %: nothing moves.
 * @returns fen of cash that is owed
 */
export async function settleAbsent(ctx: Ctx, play: PlayRow, ticket: TicketRow): Promise<Fen> {
  const absent = ticket.heads - ticket.entered;
  const state = ticket.entered === 0 ? (next(openPlayTicket, ticket.state, "miss") ?? ticket.state) : ticket.state;
  const share = ticket.price * absent;
  const fee = percentOf(share, (await policyOf(ctx, play.program_id)).noShowPercent);
  if (fee === share) {
    await setTicket(ctx, ticket, { state, absent });
    return 0;
  }
  const { parts, owed } = await unattended(ctx, ticket, share - fee);
  await setTicket(ctx, ticket, { state, absent, refunded: sumOfParts(parts), fee: fee, owed });
  await postBack(ctx, play, ticket, { share, parts, fee: fee, owed, operation: "open play no-show", reason: "" });
  return owed;
}

interface Back {
  readonly parts: readonly RefundPart[];
  readonly fee: Fen;
  readonly owed: Fen;
  readonly operation: string;
  readonly reason: string;
}

async function cancelTicket(ctx: Ctx, play: PlayRow, ticket: TicketRow, back: Back): Promise<void> {
  const { parts, fee, owed, reason } = back;
  await setTicket(ctx, ticket, { state: "left", refunded: sumOfParts(parts), fee, owed, reason, left_at: ctx.now, entered: 0 });
  await ctx.db
    .updateTable("open_play")
    .set((eb) => ({ left_heads: eb("left_heads", "+", ticket.heads) }))
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", play.id)
    .execute();
  await postBack(ctx, play, ticket, { ...back, share: ticket.total });
}

/** Posts what a ticket no longer earns: `share` goes back, waits, or is kept as a fee. */
async function postBack(ctx: Ctx, play: PlayRow, ticket: TicketRow, { share, parts, fee, owed, operation, reason }: Back & { share: Fen }) {
  if (share === 0) return;
  const undone: Leg = { account: "income.session", amount: share, subject: play.hall_id, earnedOn: play.day };
  const waits: Leg = { account: "prepaid.order", amount: -owed, subject: ticket.id };
  await refund(ctx, documentOf(ticket), {
    operation,
    reason,
    memberId: ticket.member_id,
    back: parts,
    undoes: [undone, waits],
    fee: { amount: fee, of: play.program_id },
  });
}

/**
 * Pays out the cash that waits for somebody of an open play that did not come about, or to which they did not come.
 * @throws AppError `missing`, `wrongState`, `nothingOwed`
 */
export async function payOut(ctx: Ctx, input: Parsed<typeof openPlay.payOut>): Promise<OpenPlayTicket> {
  const { play, ticket } = await lockTicket(ctx, input.id);
  allowTicket(ctx, ticket, "payOut");
  const { owed } = ticket;
  if (owed === 0) throw new AppError("nothingOwed", { no: ticket.no });
  await setTicket(ctx, ticket, { refunded: ticket.refunded + owed, owed: 0 });
  await refund(ctx, documentOf(ticket), {
    operation: "open play pay out",
    memberId: ticket.member_id,
    back: owed,
    only: "Cash",
    undoes: [{ account: "prepaid.order", amount: owed, subject: ticket.id }],
  });
  changed(ctx, play.day);
  return ticketOf(ctx, ticket.id);
}
