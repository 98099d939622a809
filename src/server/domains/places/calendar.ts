/** The venue's calendar: public holidays and make-up workdays from the package, and what the venue makes of them. */
import type { z } from "zod";
import type { Parsed } from "../../../contract/core/call";
import { DayKind } from "../../../contract/core/enums";
import type { calendar, CalendarYear } from "../../../contract/places/places";
import type { PlanEffect } from "../../../contract/prices/price-plans";
import { weekday } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { publicHolidays, seedHolidays } from "../../kernel/holidays";
import { changing, effectOf } from "../prices/plan-effect";
import { dayChange, type RuleChange } from "../prices/rule-change";
import { listed, describeNext, listBookingsOn } from "./standing";

type Wanted = Omit<Parsed<typeof calendar.preview>, "name"> & { readonly name: string };

/** A year: its special days, and the public ones that the venue took out. */
export async function view(ctx: Ctx, { year }: Parsed<typeof calendar.view>): Promise<CalendarYear> {
  const { db, venue } = ctx;
  const [first, last] = [`${year}-01-01`, `${year}-12-31`];
  const inYear = (table: "holiday" | "holiday_dropped") =>
    db.selectFrom(table).where("venue_id", "=", venue.id).where("day", ">=", first).where("day", "<=", last).orderBy("day");
  const days = await inYear("holiday").selectAll().execute();
  const dropped = await inYear("holiday_dropped").select(["day", "reason", "operator"]).execute();
  const published = publicHolidays(year);
  const names = new Map(published.map((one) => [one.day, one.name]));
  return {
    year,
    days: days.map(({ day, name, kind, priced_as, own, reason, operator }) => ({
      day,
      name,
      kind: DayKind.parse(kind),
      pricedAs: priced_as,
      own,
      reason,
      operator,
    })),
    dropped: dropped.map((row) => ({ ...row, name: names.get(row.day) ?? "" })),
    published: published.length > 0,
  };
}

/**
 * Unpaid bookings that a change would make dearer or cheaper.
 * @throws AppError `dayOver`, `dayBooked` as `modify`
 */
export async function preview(ctx: Ctx, input: Parsed<typeof calendar.preview>): Promise<PlanEffect> {
  await checkDay(ctx, input);
  return effectOf(ctx, changeOf(input));
}

/**
 * Adds, changes or takes out a day. What is paid keeps its price; what is unpaid too, unless it is to be re-priced.
 * @throws AppError `dayOver`; `dayBooked`: a day on which something is booked is not closed, however late the booking came
 */
export async function modify(ctx: Ctx, input: Parsed<typeof calendar.modify>): Promise<CalendarYear> {
  if (input.kind === "closed") await holdDay(ctx, input.day);
  await checkDay(ctx, input);
  await changing(ctx, changeOf(input), input.unpaid, () => write(ctx, input));
  return changed(ctx, Number(input.day.slice(0, 4)));
}

async function write({ db, venue, person }: Ctx, input: Parsed<typeof calendar.modify>): Promise<void> {
  const { day, reason } = input;
  const recorded = { reason, operator: person.name };
  const known = publicHolidays(Number(day.slice(0, 4))).find((one) => one.day === day);
  if (input.kind === null) {
    await db.deleteFrom("holiday").where("venue_id", "=", venue.id).where("day", "=", day).execute();
    if (known) {
      await db
        .insertInto("holiday_dropped")
        .values({ venue_id: venue.id, day, ...recorded })
        .onConflict((conflict) => conflict.columns(["venue_id", "day"]).doUpdateSet(recorded))
        .execute();
    }
  } else {
    const values = { name: input.name, kind: input.kind, priced_as: pricedAsOf(input), own: true, ...recorded };
    await db
      .insertInto("holiday")
      .values({ venue_id: venue.id, day, ...values })
      .onConflict((conflict) => conflict.columns(["venue_id", "day"]).doUpdateSet(values))
      .execute();
    await db.deleteFrom("holiday_dropped").where("venue_id", "=", venue.id).where("day", "=", day).execute();
  }
}

/** Gives the days of a year from today on back to the public calendar. */
export async function reset(ctx: Ctx, { year }: Parsed<typeof calendar.reset>): Promise<CalendarYear> {
  const { db, venue } = ctx;
  const from = today(ctx) > `${year}-01-01` ? today(ctx) : `${year}-01-01`;
  for (const table of ["holiday_dropped", "holiday"] as const) {
    await db.deleteFrom(table).where("venue_id", "=", venue.id).where("day", ">=", from).where("day", "<=", `${year}-12-31`).execute();
  }
  await seedHolidays(ctx, [year]);
  return changed(ctx, year);
}

/**
 * Takes all that may be booked on a day whole: the halls that plan sessions, the day's sessions, the venue's places. Bookings and plans
 * under way are waited for and then seen, later ones find the day closed.
 */
async function holdDay({ db, venue }: Ctx, day: string): Promise<void> {
  const halls = db.selectFrom("hall").select("id").where("venue_id", "=", venue.id).where("sells", "=", "capacity");
  await halls.orderBy("id").forUpdate().execute();
  await db
    .selectFrom("hall_booking")
    .select("id")
    .where("venue_id", "=", venue.id)
    .where("day", "=", day)
    .orderBy("id")
    .forUpdate()
    .execute();
  await db.selectFrom("place").select("id").where("venue_id", "=", venue.id).orderBy("id").forUpdate().execute();
}

/** A day that is over has been priced; one on which something is booked is first cleared. */
async function checkDay(ctx: Ctx, { day, kind }: { day: string; kind: z.infer<typeof DayKind> | null }): Promise<void> {
  if (day < today(ctx)) throw new AppError("dayOver", { day });
  if (kind !== "closed") return;
  const standing = await listBookingsOn(ctx, { day });
  if (standing.length > 0)
    throw new AppError("dayBooked", { day, count: standing.length, next: describeNext(ctx, standing) }, listed(standing));
}

const SUNDAY = 7;
const MONDAY = 1;
/** The weekday as which a day is priced where nobody says otherwise: a holiday as a Sunday, a make-up workday as a Monday. */
const pricedAsOf = ({ day, kind, pricedAs }: Wanted): number =>
  pricedAs ?? (kind === "holiday" ? SUNDAY : kind === "workday" ? MONDAY : weekday(day));

const changeOf = (input: Wanted): RuleChange =>
  dayChange(input.day, input.kind === null ? null : { name: input.name, pricedAs: pricedAsOf(input) });

function changed(ctx: Ctx, year: number): Promise<CalendarYear> {
  ctx.emit({ type: "changed", data: { resource: "calendar", id: String(year) } });
  ctx.emit({ type: "booking_changed" });
  return view(ctx, { year });
}
