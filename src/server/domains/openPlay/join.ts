/** Joining an open play: attendees never exceed its places, under any load. */
import { charge } from "../../ledger/charge";
import type { Parsed } from "../../../contract/core/call";
import { yuan } from "../../../contract/core/money";
import type { openPlay, OpenPlayTicket } from "../../../contract/openPlay/open-play";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { documentNumber } from "../../kernel/numbers";
import { bookingMember } from "../../kernel/booker";
import { priceOf } from "./levels";
import { changed, attendeesOf, movePlay, type PlayRow, readPlay, stateNow, wrongStateError } from "./play";
import { ticketOf } from "./view";

/**
 * Joins people and takes their money. The places are taken first, in one statement that cannot pass below zero, so a full one refuses
 * before anything else moves. The price is that of the payer's card level, for all who come along. Whoever is the last that it needs
 * confirms it.
 * @throws AppError `missing`, `openPlayFull`, `wrongState`, `priceChanged`, `memberState`, `paymentSum`, `balanceShort`
 */
export async function join(ctx: Ctx, input: Parsed<typeof openPlay.join>): Promise<OpenPlayTicket> {
  const play = await reservePlaces(ctx, input.id, input.attendees);
  const member = input.memberId === undefined ? null : await bookingMember(ctx, input.memberId);
  const { price, level } = await priceOf(ctx, play, member?.cardTypeId);
  if (input.expectedPrice !== undefined && input.expectedPrice !== price) {
    throw new AppError("priceChanged", { from: yuan(input.expectedPrice), to: yuan(price) }, { total: yuan(price) });
  }
  const id = ctx.newId();
  const no = await documentNumber(ctx, "openPlayTicket", today(ctx));
  const document = { kind: "openPlay", id, no } as const;
  const total = price * input.attendees;
  await ctx.db
    .insertInto("open_play_ticket")
    .values({
      venue_id: ctx.venue.id,
      id,
      no,
      open_play_id: play.id,
      member_id: member?.id ?? null,
      name: member?.name ?? input.name ?? "",
      phone: member?.phone ?? input.phone ?? "",
      heads: input.attendees,
      price,
      card_type_id: level,
      total,
      paid: total,
      person_id: ctx.person.id,
      operator: ctx.person.name,
      at: ctx.now,
    })
    .execute();
  await charge(ctx, document, {
    operation: "open play",
    payments: input.payments,
    due: total,
    memberId: member?.id,
    legs: [{ account: "income.session", amount: -total, subject: play.hall_id, earnedOn: play.day }],
    visitAt: ctx.now,
  });
  if (stateNow(ctx, play) === "open" && attendeesOf(play) >= play.minimum) await movePlay(ctx, play, "confirm");
  else changed(ctx, play.day);
  return ticketOf(ctx, id);
}

async function reservePlaces(ctx: Ctx, id: string, attendees: number): Promise<PlayRow> {
  const play = await ctx.db
    .updateTable("open_play")
    .set((eb) => ({ left_heads: eb("left_heads", "-", attendees) }))
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .where("state", "in", ["open", "confirmed"])
    .where("left_heads", ">=", attendees)
    .returningAll()
    .executeTakeFirst();
  const seen = play ?? (await readPlay(ctx, id));
  const state = stateNow(ctx, seen);
  if (state !== "open" && state !== "confirmed") throw wrongStateError(ctx, state, "join");
  if (!play) throw new AppError("openPlayFull", { title: seen.title, left: seen.left_heads }, { left: seen.left_heads });
  return play;
}
