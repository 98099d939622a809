/** Changes to bookings in the last days of the demo: moved, extended, partly refunded, waitlisted; and one closing. */
import { booking } from "../../contract/booking/booking";
import { closing } from "../../contract/closing/closing";
import { addDays, dayOf, daysBetween } from "../../contract/core/time";
import { waitlist } from "../../contract/waitlist/waitlist";
import { extend, extendPreview } from "../domains/booking/extend";
import { move, movePreview } from "../domains/booking/move";
import { refundAmount } from "../domains/booking/refund-amount";
import { apply } from "../domains/closing/apply";
import { preview } from "../domains/closing/preview";
import { join } from "../domains/waitlist/join";
import type { Ctx } from "../http/context";
import { AppError } from "../http/error";
import { entered } from "./act";
import type { Desk, DeskPlace } from "./desk";

/** Days before the last one on which anything of this happens: enough to show, and the first start stays quick. */
const LIVELY_DAYS = 6;
/** The day of the closing, before the last. */
const CLOSING_BEFORE = 5;

interface Standing {
  readonly id: string;
  readonly line_id: string;
  readonly place_id: string;
  readonly day: string;
  readonly start_minute: number;
  readonly end_minute: number;
  readonly in_cash: boolean;
}

/**
 * Changes a few bookings of tomorrow and the day after, late in a day.
 * @param desk kept in step
 * @param now until when trade is made
 */
export async function changeBookings(ctx: Ctx, desk: Desk, day: string, now: Date): Promise<void> {
  const before = daysBetween(day, dayOf(now, ctx.venue.zone));
  if (before > LIVELY_DAYS) return;
  const standing = await standingOn(ctx, [addDays(day, 1), addDays(day, 2)]);
  const placeOf = new Map(desk.places.map((place) => [place.id, place]));
  const [toMove, extended, third, wished, wishedToo, last] = standing;
  // Late in the day the drawer may hold too little cash to give any back.
  const refundable = [third, wished, wishedToo, last].filter((one) => one?.in_cash === false);
  const [lessened, closed] = [refundable[0], refundable.at(-1)];
  if (toMove) await moveAside(ctx, desk, toMove, placeOf.get(toMove.place_id));
  if (extended) await playOn(ctx, desk, extended, placeOf.get(extended.place_id));
  if (lessened) await refundAmount(ctx, entered(booking.refundAmount, { id: lessened.id, amount: "10", reason: "灯光故障补偿" }));
  for (const [i, one] of [wished, wishedToo].entries()) if (one) await waitFor(ctx, one, placeOf.get(one.place_id), desk, i);
  if (before === CLOSING_BEFORE && closed) await closeOver(ctx, desk, closed, placeOf);
}

/** Lines of paid orders, in an order that is the same at every start. */
const standingOn = (ctx: Ctx, days: readonly string[]): Promise<Standing[]> =>
  ctx.db
    .selectFrom("booking_order as o")
    .innerJoin("booking_line as l", (join) => join.onRef("l.venue_id", "=", "o.venue_id").onRef("l.order_id", "=", "o.id"))
    .select(["o.id", "l.id as line_id", "l.place_id", "l.day", "l.start_minute", "l.end_minute"])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("payment as p")
            .select("p.id")
            .whereRef("p.venue_id", "=", "o.venue_id")
            .where("p.document_kind", "=", "order")
            .whereRef("p.document_id", "=", "o.id")
            .where("p.type", "=", "Cash"),
        )
        .$castTo<boolean>()
        .as("in_cash"),
    )
    .where("o.venue_id", "=", ctx.venue.id)
    .where("o.day", "in", [...days])
    .where("o.order_status", "=", "paid")
    .where("o.pay_status", "=", "paid")
    .where("o.kind", "=", "single")
    .where("o.total", ">", 2_000)
    .where("o.member_id", "is not", null)
    .where("l.status", "=", "active")
    .orderBy("o.id")
    .orderBy("l.id")
    .limit(6)
    .execute();

/** Runs what may be refused because the demo's picture of the occupancy is coarser than the occupancy. Nothing has been written then. */
async function unlessRefused<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** To the next court at the same time, which costs the same. */
async function moveAside(ctx: Ctx, desk: Desk, one: Standing, from: DeskPlace | undefined): Promise<void> {
  const { day, start_minute: start, end_minute: end } = one;
  const to = desk.places.find(
    (place) => place.id !== one.place_id && place.slotMinutes === from?.slotMinutes && desk.isFree(place, day, start, end),
  );
  if (!from || !to) return;
  const input = { id: one.id, lineId: one.line_id, placeId: to.id, day, start, end };
  const preview = await unlessRefused(movePreview(ctx, entered(booking.movePreview, input)));
  if (preview?.pay !== "0.00") return;
  await move(ctx, entered(booking.move, { id: one.id, lineId: one.line_id, to: { placeId: to.id, day, start, end } }));
  desk.release(from, day, start, end);
  desk.take(to, day, start, end);
}

async function playOn(ctx: Ctx, desk: Desk, one: Standing, place: DeskPlace | undefined): Promise<void> {
  const end = one.end_minute + (place?.slotMinutes ?? 0);
  if (!place || end > place.close || !desk.isFree(place, one.day, one.end_minute, end)) return;
  const input = { id: one.id, lineId: one.line_id, end };
  const preview = await unlessRefused(extendPreview(ctx, entered(booking.extendPreview, input)));
  if (!preview) return;
  const payments = preview.pay === "0.00" ? [] : [{ type: "WeChat", amount: preview.pay }];
  await extend(ctx, entered(booking.extend, { ...input, payments }));
  desk.take(place, one.day, one.end_minute, end);
}

async function waitFor(ctx: Ctx, one: Standing, place: DeskPlace | undefined, desk: Desk, nth: number): Promise<void> {
  const member = desk.members[(one.start_minute + nth * 7) % desk.members.length];
  const program = await ctx.db
    .selectFrom("place as p")
    .innerJoin("hall as h", (join) => join.onRef("h.venue_id", "=", "p.venue_id").onRef("h.id", "=", "p.hall_id"))
    .select("h.program_id")
    .where("p.venue_id", "=", ctx.venue.id)
    .where("p.id", "=", one.place_id)
    .executeTakeFirst();
  if (!place || !member || !program) return;
  const wish = { day: one.day, start: one.start_minute, end: one.end_minute, programId: program.program_id, placeId: one.place_id };
  await unlessRefused(join(ctx, entered(waitlist.join, { ...wish, memberId: member.id })));
}

/** A leak in the roof over a court that somebody has booked. */
async function closeOver(ctx: Ctx, desk: Desk, one: Standing, placeOf: ReadonlyMap<string, DeskPlace>): Promise<void> {
  const { day, start_minute: start, end_minute: end } = one;
  const input = { placeIds: [one.place_id], from: day, to: day, start, end, reason: "屋顶漏水抢修" };
  const seen = await unlessRefused(preview(ctx, entered(closing.preview, input)));
  if (!seen) return;
  await apply(ctx, entered(closing.apply, { ...input, fingerprint: seen.fingerprint }));
  for (const hit of seen.hits) {
    const [from, to] = [placeOf.get(hit.placeId), placeOf.get(hit.toPlaceId ?? "")];
    if (from) desk.release(from, hit.day, hit.start, hit.end);
    if (to && hit.proposal === "move") desk.take(to, hit.day, hit.start, hit.end);
  }
  for (const run of seen.locks) {
    const locked = placeOf.get(run.placeId);
    if (locked) desk.take(locked, run.day, run.start, run.end);
  }
}
