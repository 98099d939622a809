/** The dashboard: the day of a venue at a glance, each figure only for those who may open its screen. */
import { sql } from "kysely";
import type { z } from "zod";
import type { PaymentType } from "../../../contract/core/enums";
import type { Dashboard } from "../../../contract/finance/finance";
import { yuan } from "../../../contract/core/money";
import { addDays, DAY_MINUTES, MINUTE } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { attention } from "./attention";
import { courts } from "./courts";
import { readGoals } from "./goals";
import { listEarnings, earningsKnownAt, takings, takingsBefore, TENDER_TYPES } from "../../ledger/takings";
import { placesIn } from "../../kernel/place-words";

type Answer = z.infer<typeof Dashboard>;
const TREND_DAYS = 14;
const WEEK = 7 * DAY_MINUTES * MINUTE;
const SOON = 3 * 60 * MINUTE;
const SHOWN = 20;

/**
 * The figures of a day, today's unless another is given. Today is compared with the same weekday last week as far as it had come by
 * this time of day; a day that is over, with the whole of that day.
 */
export async function dashboard(ctx: Ctx, input: { day?: string | undefined }): Promise<Answer> {
  const day = input.day ?? today(ctx);
  const [money, places, people, watch] = await Promise.all([figures(ctx, day), courts(ctx, day), guests(ctx, day), attention(ctx, day)]);
  return { day, now: ctx.now.toISOString(), zone: ctx.venue.zone, ...money, ...places, ...people, ...watch };
}

async function figures(ctx: Ctx, day: string): Promise<Pick<Answer, "takings" | "earned" | "trend">> {
  const may = (["venue_account_log", "settlement", "booking_place_order_list"] as const).some((code) => ctx.codes.has(code));
  if (!may) return { takings: null, earned: null, trend: [] };
  const range = { from: addDays(day, 1 - TREND_DAYS), to: day };
  const lastWeek = addDays(day, -7);
  const until = day === today(ctx) ? new Date(ctx.now.getTime() - WEEK) : ctx.now;
  const received = await takings(ctx, range);
  const income = await listEarnings(ctx, range);
  const comparedTakings = await takingsBefore(ctx, lastWeek, until);
  const comparedEarned = await earningsKnownAt(ctx, lastWeek, until);
  const goal = (await readGoals(ctx, { from: day, to: day })).get(day);

  const takingsOf = (on: string): number => sum(received.filter((row) => row.day === on));
  const earnedOf = (on: string): number => sum(income.filter((row) => row.day === on));
  const ofDay = received.filter((row) => row.day === day);
  const byMethod = new Map<PaymentType, number>();
  for (const row of ofDay) byMethod.set(TENDER_TYPES[row.account], (byMethod.get(TENDER_TYPES[row.account]) ?? 0) + row.amount);
  return {
    takings: {
      value: yuan(sum(ofDay)),
      compared: yuan(comparedTakings),
      recharge: yuan(sum(ofDay.filter((row) => row.recharge))),
      byMethod: [...byMethod].sort((a, b) => b[1] - a[1]).map(([type, amount]) => ({ type, amount: yuan(amount) })),
    },
    earned: { value: yuan(earnedOf(day)), compared: yuan(comparedEarned), goal: goal === undefined ? null : yuan(goal) },
    trend: Array.from({ length: TREND_DAYS }, (_, i) => addDays(range.from, i)).map((on) => ({
      day: on,
      takings: yuan(takingsOf(on)),
      earned: yuan(earnedOf(on)),
    })),
  };
}

const sum = (rows: readonly { amount: number }[]): number => rows.reduce((total, row) => total + row.amount, 0);

/** True if the venue sells places in sessions instead of courts: its menu has the board of sessions, no grid. */
const sellsSessions = (ctx: Ctx): boolean => ctx.venue.main_tag === "swimming";

/** Arrivals of the day, and who comes within three hours. */
async function guests(ctx: Ctx, day: string): Promise<Pick<Answer, "arrivals" | "upcoming">> {
  if (sellsSessions(ctx)) return { arrivals: await swimmers(ctx, day), upcoming: [] };
  const counts = await ctx.db
    .selectFrom("booking_order")
    .where("venue_id", "=", ctx.venue.id)
    .where("day", "=", day)
    .where("order_status", "in", ["reserved", "paid", "checked_in", "finished", "no_show"])
    .groupBy("order_status")
    .select(["order_status", sql<number>`count(*)`.as("count")])
    .execute();
  const of = (...states: string[]): number =>
    counts.filter((row) => states.includes(row.order_status)).reduce((total, row) => total + row.count, 0);
  return {
    arrivals: {
      arrived: of("checked_in", "finished"),
      expected: of("reserved", "paid", "checked_in", "finished", "no_show"),
      noShow: of("no_show"),
      inside: of("checked_in"),
    },
    upcoming: day === today(ctx) ? await upcoming(ctx, day) : [],
  };
}

/** Attendees of the day's sessions as their board counts them: booked, come in, still inside, and missing when it was over. */
async function swimmers(ctx: Ctx, day: string): Promise<Answer["arrivals"]> {
  const row = await ctx.db
    .selectFrom("session_order as o")
    .innerJoin("hall_booking as b", (join) => join.onRef("b.venue_id", "=", "o.venue_id").onRef("b.id", "=", "o.hall_booking_id"))
    .where("o.venue_id", "=", ctx.venue.id)
    .where("b.day", "=", day)
    .where("o.status", "=", "booked")
    .select([
      sql<number>`coalesce(sum(o.entered), 0)`.as("arrived"),
      sql<number>`coalesce(sum(o.heads), 0)`.as("expected"),
      sql<number>`coalesce(sum(o.heads - o.entered) FILTER (WHERE b.ends_at <= ${ctx.now}), 0)`.as("noShow"),
      sql<number>`coalesce(sum(o.entered) FILTER (WHERE b.ends_at > ${ctx.now}), 0)`.as("inside"),
    ])
    .executeTakeFirstOrThrow();
  return row;
}

async function upcoming(ctx: Ctx, day: string): Promise<Answer["upcoming"]> {
  if (!ctx.codes.has("venue_booking")) return [];
  const rows = await ctx.db
    .selectFrom("booking_order")
    .where("venue_id", "=", ctx.venue.id)
    // Three hours may reach past midnight; the day lets an index serve.
    .where("day", "in", [day, addDays(day, 1)])
    .where("starts_at", ">=", ctx.now)
    .where("starts_at", "<=", new Date(ctx.now.getTime() + SOON))
    .where((eb) =>
      eb.or([eb("order_status", "in", ["reserved", "paid"]), eb.and([eb("order_status", "=", "held"), eb("hold_until", ">", ctx.now)])]),
    )
    .select([
      "id",
      "no",
      "day",
      "start_minute",
      "name",
      "places",
      "source",
      "kind",
      "order_status",
      "pay_status",
      "total",
      "paid",
      "hold_until",
    ])
    .orderBy("starts_at")
    .orderBy("id")
    .limit(SHOWN)
    .execute();
  return rows.map((row) => ({
    orderId: row.id,
    no: row.no,
    day: row.day,
    start: row.start_minute,
    name: row.name,
    places: placesIn(row.places, ctx.language),
    source: row.source as Answer["upcoming"][number]["source"],
    kind: row.kind,
    orderStatus: row.order_status as Answer["upcoming"][number]["orderStatus"],
    payStatus: row.pay_status as Answer["upcoming"][number]["payStatus"],
    total: yuan(row.total),
    due: yuan(row.total - row.paid),
    holdUntil: row.hold_until?.toISOString() ?? null,
  }));
}
