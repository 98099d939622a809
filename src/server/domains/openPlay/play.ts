/** An open play's row and those of its tickets: locking them and moving their states by the tables of `states.ts`. */
import type { Selectable, Updateable } from "kysely";
import { type ActionOf, next, openPlayEvent, openPlayTicket, type OpenPlayState } from "../../../contract/core/states";
import { clock } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import type { OpenPlayTable, OpenPlayTicketTable } from "./rows";
import { word } from "./words";

export type PlayRow = Selectable<OpenPlayTable>;
export type TicketRow = Selectable<OpenPlayTicketTable>;

/**
 * The open play, locked until the transaction ends: whoever changes it or who joined comes through here first, or through the one
 * statement that takes places.
 * @throws AppError `missing`
 */
export async function lockPlay(ctx: Ctx, id: string): Promise<PlayRow> {
  const row = await plays(ctx).where("id", "=", id).forUpdate().executeTakeFirst();
  return row ?? missing(ctx, "openPlay");
}

/** The open play as it is, for a preview. @throws AppError `missing` */
export async function readPlay(ctx: Ctx, id: string): Promise<PlayRow> {
  return (await plays(ctx).where("id", "=", id).executeTakeFirst()) ?? missing(ctx, "openPlay");
}

/** A ticket as it is, for a preview. @throws AppError `missing` */
export async function readTicket(ctx: Ctx, id: string): Promise<TicketRow> {
  return (await tickets(ctx).where("id", "=", id).executeTakeFirst()) ?? missing(ctx, "ticket");
}

/** A ticket with its open play, both locked, the open play first. @throws AppError `missing` */
export async function lockTicket(ctx: Ctx, id: string): Promise<{ play: PlayRow; ticket: TicketRow }> {
  const play = await lockPlay(ctx, (await readTicket(ctx, id)).open_play_id);
  return { play, ticket: await tickets(ctx).where("id", "=", id).forUpdate().executeTakeFirstOrThrow() };
}

/** Open plays whose courts these orders hold, in the order in which they are locked. */
export const playsOn = (ctx: Ctx, orderIds: readonly string[]) =>
  plays(ctx)
    .where("order_id", "in", [...orderIds, ""])
    .orderBy("id");

/** The active tickets of open plays. */
export const activeTickets = (ctx: Ctx, ...playIds: string[]): Promise<TicketRow[]> =>
  tickets(ctx)
    .where("open_play_id", "in", [...playIds, ""])
    .where("state", "=", "joined")
    .orderBy("id")
    .execute();

const plays = (ctx: Ctx) => ctx.db.selectFrom("open_play").selectAll().where("venue_id", "=", ctx.venue.id);
const tickets = (ctx: Ctx) => ctx.db.selectFrom("open_play_ticket").selectAll().where("venue_id", "=", ctx.venue.id);

/** @throws AppError `missing`, always */
export const missing = (ctx: Ctx, what: string): never => {
  throw new AppError("missing", { what: word(what, ctx.language) });
};

/** The state that the clock has already made of an open play, whether or not the scheduler has written it. */
export function stateNow(ctx: Ctx, row: Pick<PlayRow, "state" | "deadline" | "ends_at">): OpenPlayState {
  const state = row.state as OpenPlayState;
  if (state === "open" && row.deadline <= ctx.now) return "failed";
  return state === "confirmed" && row.ends_at <= ctx.now ? "finished" : state;
}

/** The refusal that names the state. */
export const wrongStateError = (ctx: Ctx, state: string, action: string): AppError =>
  new AppError("wrongState", { state: word(state, ctx.language), action: word(`act.${action}`, ctx.language) }, { state, action });

/**
 * Moves a locked open play by one action.
 * @param changes what else changes with it
 * @param from the state that it is in; the clock's own moves pass the one that is written
 * @throws AppError `wrongState`
 */
export async function movePlay(
  ctx: Ctx,
  row: PlayRow,
  action: ActionOf<typeof openPlayEvent>,
  changes: Updateable<OpenPlayTable> = {},
  from: string = stateNow(ctx, row),
): Promise<void> {
  const to = next(openPlayEvent, from, action);
  if (to === undefined) throw wrongStateError(ctx, from, action);
  await setPlay(ctx, row, { ...changes, state: to });
}

/** Changes a locked open play and tells the screens. */
export async function setPlay(ctx: Ctx, row: Pick<PlayRow, "id" | "day">, changes: Updateable<OpenPlayTable>): Promise<void> {
  await ctx.db.updateTable("open_play").set(changes).where("venue_id", "=", ctx.venue.id).where("id", "=", row.id).execute();
  changed(ctx, row.day);
}

/** Changes a locked ticket. */
export async function setTicket(ctx: Ctx, ticket: Pick<TicketRow, "id">, changes: Updateable<OpenPlayTicketTable>): Promise<void> {
  await ctx.db.updateTable("open_play_ticket").set(changes).where("venue_id", "=", ctx.venue.id).where("id", "=", ticket.id).execute();
}

/** Refuses what a ticket's state does not allow. @throws AppError `wrongState` */
export function allowTicket(ctx: Ctx, ticket: TicketRow, action: ActionOf<typeof openPlayTicket>): void {
  if (next(openPlayTicket, ticket.state, action) === undefined) throw wrongStateError(ctx, ticket.state, action);
}

/** Attendees that joined. */
export const attendeesOf = (row: Pick<PlayRow, "capacity" | "left_heads">): number => row.capacity - row.left_heads;
/** `2026-11-22 19:00`. */
export const timeOf = (row: Pick<PlayRow, "day" | "start_minute">): string => `${row.day} ${clock(row.start_minute)}`;
/** Tells the lists. */
export const changed = (ctx: Ctx, day: string): void => ctx.emit({ type: "changed", data: { resource: "openPlay", day } });
