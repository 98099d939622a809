/** The active lines of an order, and what they make of it as a whole: day, hours, places. */
import type { PriceTrace } from "../../contract/booking/booking";
import type { Fen } from "../../contract/core/money";
import { DAY_MINUTES, instant, span } from "../../contract/core/time";
import type { Ctx } from "../http/context";
import { AppError } from "../http/error";
import { placeLabel } from "./place-words";

/** One place in one run of slots, as it is now. Amounts in fen. */
export interface Line {
  readonly id: string;
  readonly placeId: string;
  readonly placeName: string;
  readonly programId: string;
  readonly day: string;
  readonly start: number;
  readonly end: number;
  readonly list: Fen;
  readonly discount: Fen;
  readonly price: Fen;
  /** Given back of it although it is active. */
  readonly refunded: Fen;
  /** Given back because it became cheaper; no part of `refunded`. */
  readonly movedBack: Fen;
  /** The package card that covers it, and the uses taken; 0 where money pays. */
  readonly holdingId: string | null;
  readonly uses: number;
  /** Minimum percent that a cancellation retains, because the line was moved when it was already late. */
  readonly latePercent: number;
  readonly slotMinutes: number;
  readonly trace: PriceTrace;
}

/** Lines that still hold cells, day by day in the order of the grid: `l` with its place `p` and hall `h`. */
export const linesHoldingCells = (ctx: Ctx) =>
  ctx.db
    .selectFrom("booking_line as l")
    .innerJoin("place as p", (join) => join.onRef("p.venue_id", "=", "l.venue_id").onRef("p.id", "=", "l.place_id"))
    .innerJoin("hall as h", (join) => join.onRef("h.venue_id", "=", "p.venue_id").onRef("h.id", "=", "p.hall_id"))
    .where("l.venue_id", "=", ctx.venue.id)
    .where("l.status", "=", "active")
    .orderBy("l.day")
    .orderBy("h.position")
    .orderBy("p.position")
    .orderBy("l.start_minute")
    .select(["l.id", "l.place_id as placeId", "p.name as placeName", "l.day", "l.start_minute as start", "l.end_minute as end"]);

/** Active lines of an order, in the order of the grid. */
export const activeLines = (ctx: Ctx, orderId: string): Promise<Line[]> =>
  linesHoldingCells(ctx)
    .innerJoin("program as g", (join) => join.onRef("g.venue_id", "=", "h.venue_id").onRef("g.id", "=", "h.program_id"))
    .where("l.order_id", "=", orderId)
    .select([
      "h.program_id as programId",
      "l.list",
      "l.discount",
      "l.price",
      "l.refunded",
      "l.moved_back as movedBack",
      "l.holding_id as holdingId",
      "l.uses",
      "l.late_percent as latePercent",
      "g.slot_minutes as slotMinutes",
      "l.trace",
    ])
    .execute();

/**
 * The line of that id.
 * @throws AppError `lineGone`
 */
export function lineOf(lines: readonly Line[], id: string): Line {
  const line = lines.find((one) => one.id === id);
  if (!line) throw new AppError("lineGone");
  return line;
}

/**
 * Refuses to change a line whose time has ended.
 * @throws AppError `lineOver`
 */
export function refuseOver(ctx: Ctx, line: Line): void {
  if (instant(line.day, line.end, ctx.venue.zone) > ctx.now) return;
  throw new AppError("lineOver", { place: placeLabel(line.placeName, ctx.language), time: `${line.day} ${span(line.start, line.end)}` });
}

type Stretch = Pick<Line, "placeName" | "day" | "start" | "end">;

/**
 * Computes the order row's summary of its lines: first and last day, the first day's hours, the first start and last end, places in short.
 */
export function spanOf(ctx: Ctx, lines: readonly Stretch[]) {
  const { zone } = ctx.venue;
  const day = lines.reduce((first, line) => (line.day < first ? line.day : first), lines[0]?.day ?? "");
  const last = lines.reduce((latest, line) => (line.day > latest ? line.day : latest), day);
  const ofDay = lines.filter((line) => line.day === day);
  const start = Math.min(...ofDay.map((line) => line.start));
  const end = Math.max(...ofDay.map((line) => line.end));
  return {
    day,
    last_day: last === day ? null : last,
    start_minute: start,
    end_minute: end,
    starts_at: instant(day, start, zone),
    ends_at: new Date(Math.max(...lines.map((line) => instant(line.day, line.end, zone).getTime()))),
    places: placesText(lines, day),
  };
}

/** "5 号 20:00–21:00, 11-23 6 号 20:00–20:30": runs that touch are one; a run that ends with the day, "…–24:00". */
function placesText(lines: readonly Stretch[], day: string): string {
  const joined: Stretch[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    const follows = last && last.day === line.day && last.placeName === line.placeName && last.end === line.start;
    if (follows) joined[joined.length - 1] = { ...last, end: line.end };
    else joined.push(line);
  }
  return joined
    .map(
      (line) =>
        `${line.day === day ? "" : `${line.day.slice(5)} `}${placeLabel(line.placeName, "zh")} ${span(line.start, Math.min(line.end, DAY_MINUTES))}`,
    )
    .join(", ");
}
