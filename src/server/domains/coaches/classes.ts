/** Classes of coaches: planning them on free courts, moving, finishing and cancelling them. */
import { sql } from "kysely";
import type { Draft } from "../../../contract/core/resource/define";
import type { Label } from "../../../contract/core/resource/label";
import type { coachClasses } from "../../../contract/coaches/coach-classes";
import { percentOf } from "../../../contract/core/money";
import { fill } from "../../../contract/core/fill";
import { bookingOrder, sources } from "../../../contract/core/states";
import { addDays, clock } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { documentNumber } from "../../kernel/numbers";
import { type Leg, post } from "../../ledger/post";
import { refuse } from "../../resource/refuse";
import type { Job } from "../../kernel/due";
import { book } from "../booking/book";
import { chooseRuns } from "../../kernel/occupancy/choose";
import { releaseLines } from "../../kernel/occupancy/release";
import { addMessage, type Said } from "../../kernel/messages";
import { placesFreed } from "../../kernel/followers";
import { refundBooking } from "./bookings";
import { type ClassRow, lockActiveBookings } from "./lock";
import { type LockedCoach, lockCoach } from "./pay";

type ClassDraft = Draft<(typeof coachClasses)["fields"]>;
/** Place and time of a class. */
interface Slot {
  readonly coach: string;
  readonly place: string;
  readonly day: string;
  readonly start: number;
  readonly minutes: number;
}

/** Locks a coach who may teach: approved, of an institution that is not suspended. @throws AppError `badInput` */
async function lockTeacher(ctx: Ctx, id: string): Promise<LockedCoach> {
  const coach = await lockCoach(ctx, id, "coach");
  if (coach.state !== "approved")
    throw refuse(
      ctx,
      { zh: "{name}没有通过审核或已暂停，没有排课", en: "{name} is not approved or suspended; no class was planned" },
      { name: coach.name },
      "coach",
    );
  const institution = await ctx.db
    .selectFrom("training_institution as i")
    .innerJoin("coach as c", (join) => join.onRef("c.venue_id", "=", "i.venue_id").onRef("c.institution_id", "=", "i.id"))
    .select("i.name")
    .where("c.venue_id", "=", ctx.venue.id)
    .where("c.id", "=", id)
    .where("i.state", "=", "suspended")
    .executeTakeFirst();
  if (institution)
    throw refuse(
      ctx,
      { zh: "{name}所在的“{institution}”已暂停，没有排课", en: "“{institution}” of {name} is suspended; no class was planned" },
      { name: coach.name, institution: institution.name },
      "coach",
    );
  return coach;
}

/** @throws AppError `badInput` where the coach gives another class then. The coach is locked. */
async function checkFree(ctx: Ctx, coach: LockedCoach, { day, start, minutes }: Slot, own = ""): Promise<void> {
  const other = await ctx.db
    .selectFrom("coach_class")
    .select(["title", "start", "minutes"])
    .where("venue_id", "=", ctx.venue.id)
    .where("coach_id", "=", coach.id)
    .where("day", "=", day)
    .where("state", "=", "planned")
    .where("id", "<>", own)
    .where("start", "<", start + minutes)
    .where(sql<boolean>`start + minutes > ${start}`)
    .executeTakeFirst();
  if (other)
    throw refuse(
      ctx,
      {
        zh: "{name} {day} {from}–{to} 有“{title}”，没有排课；请换时间",
        en: "{name} gives “{title}” on {day}, {from}–{to}; nothing was planned. Choose another time",
      },
      { name: coach.name, day, from: clock(other.start), to: clock(other.start + other.minutes), title: other.title },
      "start",
    );
}

/** Takes the court of a class in the booking grid. @returns the order that holds it */
async function reserveCourt(ctx: Ctx, slot: Slot, title: string, remark: string): Promise<string> {
  if (slot.start + slot.minutes > 1_440) throw refuse(ctx, { zh: "课要在当天结束", en: "A class ends on its day" }, {}, "minutes");
  const free = { list: 0, discount: 0, price: 0, steps: [{ rule: "default" as const, name: title, matched: true, amount: 0, detail: "" }] };
  const runs = await chooseRuns(ctx, slot.day, [{ placeId: slot.place, start: slot.start, end: slot.start + slot.minutes }]);
  return book(ctx, {
    day: slot.day,
    lines: runs.map((run) => ({ ...run, priced: free })),
    member: null,
    name: title,
    phone: "",
    // Participants pay for themselves: nothing is due for the court.
    status: "paid",
    payments: [],
    operation: "place",
    discountReason: "",
    remark,
    source: "desk",
    kind: "event",
  });
}

/** Frees the court of a class. @returns the days on which courts came free, for the waitlist */
async function freeCourt(ctx: Ctx, orderId: string): Promise<string[]> {
  await ctx.db
    .updateTable("booking_order")
    .set({ order_status: "cancelled" })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", orderId)
    .where("order_status", "in", sources(bookingOrder, "cancel"))
    .execute();
  const days = await releaseLines(ctx, orderId);
  for (const day of days) ctx.emit({ type: "booking_changed", orderId, data: { day } });
  return days;
}

/**
 * Plans a class: the coach is free, the court is taken.
 * @returns what the server adds to the class
 * @throws AppError `badInput`, `slotTaken`, and what a slot that can't be booked is refused with
 */
export async function plan(ctx: Ctx, draft: ClassDraft): Promise<Readonly<Record<string, unknown>>> {
  const coach = await lockTeacher(ctx, draft.coach);
  await checkFree(ctx, coach, draft);
  const { share } = await ctx.db
    .selectFrom("coach")
    .select("share")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", coach.id)
    .executeTakeFirstOrThrow();
  const orderId = await reserveCourt(ctx, draft, draft.title, coach.name);
  return { share, orderId, no: await documentNumber(ctx, "coachClass", draft.day) };
}

/** Plans the same class in each of the weeks after the first, all or none. */
export async function repeat(ctx: Ctx, draft: ClassDraft): Promise<void> {
  for (let week = 1; week < draft.weeks; week++) {
    const next = { ...draft, day: addDays(draft.day, 7 * week) };
    const { share, orderId, no } = (await plan(ctx, next)) as { share: number; orderId: string; no: string };
    await ctx.db
      .insertInto("coach_class")
      .values({
        venue_id: ctx.venue.id,
        id: ctx.newId(),
        title: next.title,
        no,
        state: "planned",
        coach_id: next.coach,
        place_id: next.place,
        day: next.day,
        start: next.start,
        minutes: next.minutes,
        capacity: next.capacity,
        price: next.price,
        share,
        weeks: next.weeks,
        order_id: orderId,
        reason: "",
        memo: next.memo,
        created_at: ctx.now,
      })
      .execute();
  }
}

/**
 * Moves a class to another day, time, court or coach. What was paid for it is earned on the new day.
 * @throws AppError `badInput`, `slotTaken`, and what a slot that can't be booked is refused with: the class stays where it was
 */
export async function move(ctx: Ctx, row: ClassRow, to: Omit<Slot, "minutes">): Promise<Readonly<Record<string, unknown>>> {
  const slot = { ...to, minutes: row.minutes };
  const coach = await lockTeacher(ctx, slot.coach);
  await checkFree(ctx, coach, slot, row.id);
  const freed = await freeCourt(ctx, row.order_id);
  const orderId = await reserveCourt(ctx, slot, row.title, coach.name);
  const bookings = await lockActiveBookings(ctx, row.id);
  if (slot.day !== row.day)
    for (const booking of bookings) {
      const amount = booking.amount - booking.refunded;
      if (amount === 0) continue;
      const earned = (earnedOn: string, fen: number): Leg => ({ account: "income.coach", amount: fen, subject: row.id, earnedOn });
      await post(ctx, {
        document: { kind: "coachClass", id: booking.id, no: booking.no },
        operation: "coach class moved",
        legs: [earned(row.day, amount), earned(slot.day, -amount)],
      });
    }
  await placesFreed(ctx, freed);
  if (bookings.length > 0)
    await notifyCoach(
      ctx,
      row,
      { zh: "“{title}”改期：{day} {start}", en: "“{title}” was moved to {day} {start}" },
      { zh: "请通知已报名的 {attendees} 人", en: "Tell the {attendees} who take part" },
      { day: slot.day, start: clock(slot.start), attendees: bookings.length },
    );
  const share =
    slot.coach === row.coach_id
      ? {}
      : await ctx.db
          .selectFrom("coach")
          .select("share")
          .where("venue_id", "=", ctx.venue.id)
          .where("id", "=", coach.id)
          .executeTakeFirstOrThrow();
  return { coach: slot.coach, place: slot.place, day: slot.day, start: slot.start, orderId, ...share };
}

/** Cancels a class: everybody gets everything back, the court is free. */
export async function cancel(ctx: Ctx, row: ClassRow, reason: string): Promise<void> {
  const bookings = await lockActiveBookings(ctx, row.id);
  for (const booking of bookings) await refundBooking(ctx, row, booking, reason);
  const freed = await freeCourt(ctx, row.order_id);
  await placesFreed(ctx, freed);
  if (bookings.length > 0)
    await notifyCoach(
      ctx,
      row,
      { zh: "“{title}”已取消", en: "“{title}” was cancelled" },
      { zh: "{attendees} 人已退款，请通知他们：{reason}", en: "{attendees} got their money back; tell them: {reason}" },
      { attendees: bookings.length, reason },
    );
}

/** Credits the coach's share of what the class took. Nothing of it is given back any more. */
export async function settle(ctx: Ctx, row: ClassRow): Promise<void> {
  const bookings = await lockActiveBookings(ctx, row.id);
  const income = bookings.reduce((sum, booking) => sum + booking.amount - booking.refunded, 0);
  const credit = percentOf(income, row.share ?? 0);
  if (credit > 0)
    await post(ctx, {
      document: { kind: "coachClass", id: row.id, no: row.no },
      operation: "coach share",
      legs: [
        { account: "cost.coach", amount: credit, subject: row.coach_id, earnedOn: row.day },
        { account: "payable.coach", amount: -credit, subject: row.coach_id },
      ],
    });
  await ctx.db
    .updateTable("booking_order")
    .set({ order_status: "finished" })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", row.order_id)
    .where("order_status", "in", ["paid", "checked_in"])
    .execute();
}

async function notifyCoach(
  ctx: Ctx,
  row: ClassRow,
  title: Label,
  text: Label,
  values: Readonly<Record<string, string | number>>,
): Promise<void> {
  const worded =
    (words: Label): Said =>
    (language) =>
      fill(words[language], { ...values, title: row.title });
  await addMessage(ctx, { kind: "booking", title: worded(title), text: worded(text), resource: "coachClasses", resourceId: row.id });
}

/** SQL condition: true if a class is over. */
const isOver = (ctx: Ctx) => sql<boolean>`(day + make_interval(mins => start + minutes)) at time zone ${ctx.venue.zone} <= ${ctx.now}`;

/** @throws AppError `refused` before its end */
export async function checkOver(ctx: Ctx, row: ClassRow): Promise<void> {
  const over = await ctx.db
    .selectFrom("coach_class")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", row.id)
    .where(isOver(ctx))
    .executeTakeFirst();
  if (!over)
    throw refuse(
      ctx,
      { zh: "“{title}” {day} {time} 才下课，没有结课", en: "“{title}” ends on {day} at {time}; it was not finished" },
      { title: row.title, day: row.day, time: clock(row.start + row.minutes) },
    );
}

const BATCH = 20;
/** Finishes past classes, and credits the coaches with their share. */
async function finish(ctx: Ctx): Promise<boolean> {
  const rows = await ctx.db
    .selectFrom("coach_class")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("state", "=", "planned")
    .where(isOver(ctx))
    .orderBy("id")
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const row of rows) {
    await settle(ctx, row);
    await ctx.db
      .updateTable("coach_class")
      .set({ state: "finished" })
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", row.id)
      .execute();
    ctx.emit({ type: "changed", data: { resource: "coachClasses", id: row.id } });
  }
  return rows.length === BATCH;
}

export const coachJobs = [
  {
    name: "coachClasses.finish",
    run: finish,
    of: ["coach_class"],
    next: ({ venueId, zone }) => sql`(SELECT min((day + make_interval(mins => start + minutes)) AT TIME ZONE ${zone}) FROM coach_class
      WHERE venue_id = ${venueId} AND state = 'planned')`,
  },
] satisfies readonly Job[];
