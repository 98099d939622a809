/** Check-in of attendees, and the wristbands that they get for it. */
import { sql } from "kysely";
import type { Output, Parsed } from "../../../contract/core/call";
import { next, sessionBooking, wristband as machine } from "../../../contract/core/states";
import type { SessionBooking, capacitySessions, Wristband } from "../../../contract/capacitySessions/capacity-sessions";
import { type Ctx, today } from "../../http/context";
import { isUnique } from "../../db/unique";
import { AppError } from "../../http/error";
import { recordSpend } from "../../ledger/spend";
import { refuse } from "../../resource/refuse";
import { MINUTE } from "../../../contract/core/time";
import { word } from "./words";
import { type BookingRow, changed, lockBooking, type SessionRow, wrongStateError } from "./session";
import { bookingOf } from "./view";

/**
 * Records how many attendees of a booking came in, on the session's day; a second call corrects it, 0 takes it back.
 * @throws AppError `missing`, `wrongState`, `checkInDay`, `sessionEnters`, `refused` for fewer than have a wristband
 */
export async function checkIn(ctx: Ctx, input: Parsed<typeof capacitySessions.checkIn>): Promise<SessionBooking> {
  const { session, order } = await lockBooking(ctx, input.id);
  const { out } = await bandsOf(ctx, order.id);
  if (input.entered < out)
    throw refuse(
      ctx,
      {
        zh: "{no} 有 {out} 个手环没收回，入场人数没有改；请先收回",
        en: "{out} wristbands of {no} are out, the count stays; take them back first",
      },
      { no: order.no, out },
    );
  return enter(ctx, session, order, input.entered);
}

async function enter(ctx: Ctx, session: SessionRow, order: BookingRow, entered: number): Promise<SessionBooking> {
  if (next(sessionBooking, order.status, "checkIn") === undefined) throw wrongStateError(ctx, order.status, "checkIn");
  if (session.day !== today(ctx)) throw new AppError("checkInDay", { day: session.day }, { day: session.day });
  if (entered > order.heads) throw new AppError("sessionEnters", { no: order.no, attendees: order.heads }, { attendees: order.heads });
  await ctx.db.updateTable("session_order").set({ entered }).where("venue_id", "=", ctx.venue.id).where("id", "=", order.id).execute();
  if (order.member_id !== null && entered > order.entered) recordSpend(ctx, order.member_id, 0, ctx.now);
  changed(ctx, session.day);
  return bookingOf(ctx, order.id);
}

/** Counts the wristbands of a booking that are out, and the attendees who have or had one. */
async function bandsOf(ctx: Ctx, bookingId: string): Promise<{ out: number; had: number }> {
  return ctx.db
    .selectFrom("wristband")
    .select([sql<number>`count(*) FILTER (WHERE state = 'out')`.as("out"), sql<number>`count(*) FILTER (WHERE state <> 'lost')`.as("had")])
    .where("venue_id", "=", ctx.venue.id)
    .where("session_order_id", "=", bookingId)
    .executeTakeFirstOrThrow();
}

/** Wristbands that are with somebody, the longest first. */
export async function bands(ctx: Ctx): Promise<Output<typeof capacitySessions.bands>> {
  const rows = await ctx.db
    .selectFrom("wristband as w")
    .innerJoin("session_order as o", (join) => join.onRef("o.venue_id", "=", "w.venue_id").onRef("o.id", "=", "w.session_order_id"))
    .innerJoin("hall_booking as b", (join) => join.onRef("b.venue_id", "=", "o.venue_id").onRef("b.id", "=", "o.hall_booking_id"))
    .innerJoin("hall as h", (join) => join.onRef("h.venue_id", "=", "b.venue_id").onRef("h.id", "=", "b.hall_id"))
    .where("w.venue_id", "=", ctx.venue.id)
    .where("w.state", "=", "out")
    .select(["w.id", "w.code", "w.given_at", "o.id as bookingId", "o.name", "b.id as sessionId", "b.name as sessionName", "b.day"])
    .select(["h.name as hallName", "b.start_minute as startTime", "b.end_minute as endTime", "b.ends_at"])
    .orderBy("w.given_at")
    .orderBy("w.code")
    .execute();
  return {
    content: rows.map(({ given_at, ends_at, ...row }): Wristband => ({
      ...row,
      givenAt: given_at.toISOString(),
      lateMinutes: Math.max(Math.floor((ctx.now.getTime() - ends_at.getTime()) / MINUTE), 0),
    })),
  };
}

/**
 * Hands out a wristband to somebody of a booking on its day; who had not come in is checked in by it.
 * @throws AppError as `checkIn`, `refused` where somebody has this wristband, or it is a member's card
 */
export async function issueWristband(ctx: Ctx, { id, code }: Parsed<typeof capacitySessions.giveBand>): Promise<SessionBooking> {
  const { session, order } = await lockBooking(ctx, id);
  const holder = (await bands(ctx)).content.find((band) => band.code === code);
  if (holder) throw bandInUseError(ctx, code, holder.name);
  const card = await ctx.db
    .selectFrom("member")
    .select("name")
    .where("venue_id", "=", ctx.venue.id)
    .where("card_key", "=", code.toLowerCase())
    .executeTakeFirst();
  if (card)
    throw refuse(
      ctx,
      { zh: "{code} 是 {name} 的会员卡，不是手环，没有发出", en: "{code} is the card of {name} and no wristband; nothing was handed out" },
      { code, name: card.name },
    );
  const { had } = await bandsOf(ctx, id);
  const booking = await enter(ctx, session, order, Math.max(order.entered, had + 1));
  try {
    await ctx.db
      .insertInto("wristband")
      .values({ venue_id: ctx.venue.id, id: ctx.newId(), code, session_order_id: id, given_at: ctx.now })
      .execute();
  } catch (error) {
    // Another desk scanned it in the same moment.
    if (isUnique(error, "wristband_out")) throw bandInUseError(ctx, code, "");
    throw error;
  }
  return booking;
}
const bandInUseError = (ctx: Ctx, code: string, name: string): AppError =>
  refuse(
    ctx,
    {
      zh: "手环 {code} 已经发给 {name}，没有再发；请换一个或先收回",
      en: "Wristband {code} is with {name} already; take it back first or choose another",
    },
    { code, name: name || word("somebody", ctx.language) },
  );

/**
 * Takes a wristband back, or marks it as lost; of two who try at once the second is refused.
 * @throws AppError `missing`, `wrongState`
 */
export async function settleBand(
  ctx: Ctx,
  { id, lost }: Parsed<typeof capacitySessions.settleBand>,
): Promise<Output<typeof capacitySessions.settleBand>> {
  const row = await ctx.db
    .selectFrom("wristband as w")
    .innerJoin("session_order as o", (join) => join.onRef("o.venue_id", "=", "w.venue_id").onRef("o.id", "=", "w.session_order_id"))
    .innerJoin("hall_booking as b", (join) => join.onRef("b.venue_id", "=", "o.venue_id").onRef("b.id", "=", "o.hall_booking_id"))
    .select(["w.code", "w.state", "o.name", "b.day"])
    .where("w.venue_id", "=", ctx.venue.id)
    .where("w.id", "=", id)
    .forUpdate("w")
    .executeTakeFirst();
  if (!row) throw new AppError("missing", { what: word("wristband", ctx.language) });
  const action = lost ? "lose" : "takeBack";
  const to = next(machine, row.state, action);
  if (to === undefined) throw wrongStateError(ctx, row.state, action);
  await ctx.db
    .updateTable("wristband")
    .set({ state: to, settled_at: ctx.now })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .execute();
  changed(ctx, row.day);
  return { code: row.code, name: row.name };
}
