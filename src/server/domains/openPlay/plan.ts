/** Open plays as they are made, changed and opened. */
import type { Parsed } from "../../../contract/core/call";
import type { openPlay, OpenPlayDetail } from "../../../contract/openPlay/open-play";
import { clock, instant, MINUTE, wall } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { AppError, badField } from "../../http/error";
import { documentNumber } from "../../kernel/numbers";
import { runsOf, reserveCourts } from "./courts";
import { setLevels } from "./levels";
import { attendeesOf, lockPlay, missing, movePlay, type PlayRow, setPlay, stateNow, wrongStateError, changed } from "./play";
import { view } from "./view";

type Terms = Parsed<typeof openPlay.modify>;
const HOUR = 60 * MINUTE;

/**
 * Makes an open play, as a draft or open at once.
 * @throws AppError `badInput`, `openPlayDeadline`, `slotTaken`, `missing`, and what a slot that cannot be booked is refused with
 */
export async function create(ctx: Ctx, input: Parsed<typeof openPlay.create>): Promise<OpenPlayDetail> {
  const columns = await columnsOf(ctx, input);
  const id = ctx.newId();
  const no = await documentNumber(ctx, "openPlay", today(ctx));
  const orderId = input.open ? await groundOf(ctx, { ...columns, no }) : null;
  await ctx.db
    .insertInto("open_play")
    .values({
      venue_id: ctx.venue.id,
      id,
      no,
      ...columns,
      left_heads: columns.capacity,
      state: input.open ? "open" : "draft",
      order_id: orderId,
      person_id: ctx.person.id,
      operator: ctx.person.name,
      created_at: ctx.now,
    })
    .execute();
  await setLevels(ctx, id, input.levels);
  changed(ctx, columns.day);
  return view(ctx, { id });
}

/**
 * Changes an open play. Of one that is open the courts and the deadline stay, there are never fewer places than attendees, and a new price
 * is for those who join from now on.
 * @throws AppError `missing`, `wrongState`, `openPlayGround`, `openPlayJoined`, `badInput`
 */
export async function modify(ctx: Ctx, input: Terms): Promise<OpenPlayDetail> {
  const row = await lockPlay(ctx, input.id);
  const state = stateNow(ctx, row);
  if (state === "draft") {
    const columns = await columnsOf(ctx, input);
    await setPlay(ctx, row, { ...columns, left_heads: columns.capacity });
    await setLevels(ctx, row.id, input.levels);
    return view(ctx, { id: row.id });
  }
  if (state !== "open" && state !== "confirmed") throw wrongStateError(ctx, state, "modify");
  if (!sameGround(row, input)) throw new AppError("openPlayGround");
  checkMinimum(input);
  const joined = attendeesOf(row);
  if (input.capacity < joined) throw new AppError("openPlayJoined", { attendees: joined }, { attendees: joined });
  const { title, capacity, minimum, price, remark } = input;
  const changes = { title, capacity, minimum, price, remark, left_heads: capacity - joined };
  await setLevels(ctx, row.id, input.levels);
  if (state === "open" && joined >= minimum) await movePlay(ctx, row, "confirm", changes);
  else await setPlay(ctx, row, changes);
  if (row.order_id !== null && title !== row.title) {
    await ctx.db
      .updateTable("booking_order")
      .set({ name: title })
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", row.order_id)
      .execute();
    ctx.emit({ type: "booking_changed", orderId: row.order_id, data: { day: row.day } });
  }
  return view(ctx, { id: row.id });
}

/**
 * Opens a draft: takes its courts, and people may join.
 * @throws AppError `missing`, `wrongState`, `openPlayDeadline`, `slotTaken`, and what a slot that cannot be booked is refused with
 */
export async function open(ctx: Ctx, input: Parsed<typeof openPlay.open>): Promise<OpenPlayDetail> {
  const row = await lockPlay(ctx, input.id);
  if (stateNow(ctx, row) !== "draft") throw wrongStateError(ctx, stateNow(ctx, row), "open");
  await movePlay(ctx, row, "open", { order_id: await groundOf(ctx, row) });
  return view(ctx, { id: row.id });
}

/** Takes the courts of what opens now. */
function groundOf(ctx: Ctx, play: Parameters<typeof reserveCourts>[1] & Pick<PlayRow, "deadline">): Promise<string> {
  if (play.deadline <= ctx.now) {
    const { day, minute } = wall(play.deadline, ctx.venue.zone);
    throw new AppError("openPlayDeadline", { time: `${day} ${clock(minute)}` });
  }
  return reserveCourts(ctx, play);
}

function checkMinimum({ minimum, capacity }: Pick<Terms, "minimum" | "capacity">): void {
  if (minimum > capacity) throw badField("minimum", "max", { n: capacity });
}

/** The row of these terms; the places are those of one hall. */
async function columnsOf(ctx: Ctx, terms: Omit<Terms, "id">) {
  checkMinimum(terms);
  const ground = { place_ids: [...new Set(terms.placeIds)], day: terms.day, start_minute: terms.start, end_minute: terms.end };
  const runs = await runsOf(ctx, ground);
  const hall = runs[0]?.place ?? missing(ctx, "place");
  const other = runs.find((run) => run.place.hallId !== hall.hallId);
  if (other) throw badField("placeIds", "oneHall");
  const starts = instant(terms.day, terms.start, ctx.venue.zone);
  return {
    ...ground,
    title: terms.title,
    program_id: hall.programId,
    hall_id: hall.hallId,
    starts_at: starts,
    ends_at: instant(terms.day, terms.end, ctx.venue.zone),
    deadline_hours: terms.deadlineHours,
    deadline: new Date(starts.getTime() - terms.deadlineHours * HOUR),
    capacity: terms.capacity,
    minimum: terms.minimum,
    price: terms.price,
    remark: terms.remark,
  };
}

const sameGround = (row: PlayRow, terms: Terms): boolean =>
  row.day === terms.day &&
  row.start_minute === terms.start &&
  row.end_minute === terms.end &&
  row.deadline_hours === terms.deadlineHours &&
  row.place_ids.toSorted().join() === [...new Set(terms.placeIds)].toSorted().join();
