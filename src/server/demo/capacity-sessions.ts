/** The demo's sessions as a day finds them: who came in today, and one that was cancelled with what goes back. */
import { addDays, dayOf } from "../../contract/core/time";
import { bookSession } from "../domains/capacitySessions/book";
import { cancel } from "../domains/capacitySessions/cancel";
import { checkIn } from "../domains/capacitySessions/check-in";
import { modify } from "../domains/capacitySessions/plan";
import type { Ctx } from "../http/context";
import { random } from "./random";

const NAMED: readonly (readonly [from: number, name: string])[] = [
  [360, "晨泳"],
  [1_080, "晚场"],
];

/** Lets in most of those who booked sessions of today that have begun, names early and late sessions, and cancels one of the day after tomorrow. */
export async function finishSessions(ctx: Ctx): Promise<void> {
  const r = random("sessions", ctx.venue.id);
  const day = dayOf(ctx.now, ctx.venue.zone);
  const begun = await ctx.db
    .selectFrom("session_order as o")
    .innerJoin("hall_booking as b", (join) => join.onRef("b.venue_id", "=", "o.venue_id").onRef("b.id", "=", "o.hall_booking_id"))
    .select(["o.id", "o.heads"])
    .where("o.venue_id", "=", ctx.venue.id)
    .where("b.day", "=", day)
    .where("b.starts_at", "<=", ctx.now)
    .where("o.status", "=", "booked")
    .orderBy("o.id")
    .execute();
  for (const { id, heads } of begun) if (r.chance(0.9)) await checkIn(ctx, { id, entered: heads });
  const ahead = await ctx.db
    .selectFrom("hall_booking")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("day", ">", day)
    .where("day", "<=", addDays(day, 2))
    .where("status", "=", "on_shelf")
    .orderBy("starts_at")
    .execute();
  for (const row of ahead) {
    const name = NAMED.find(([from]) => row.start_minute >= from && row.start_minute < from + 120)?.[1];
    if (name !== undefined) await modify(ctx, { id: row.id, name, price: row.price, maxPlace: row.max_place });
  }
  const last = ahead.at(-1);
  if (!last) return;
  for (const [name, phone, attendees] of [
    ["周婷", "13816620001", 2],
    ["钱一鸣", "13816620002", 1],
  ] as const) {
    await bookSession(ctx, {
      hallBookingId: last.id,
      attendees,
      name,
      phone,
      payments: [{ type: "WeChat", amount: last.price * attendees }],
    });
  }
  await cancel(ctx, { id: last.id, reason: "水质检测，当晚闭池" });
}
