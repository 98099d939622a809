/** The waitlist as the desk sees it. */
import { sql } from "kysely";
import type { Page, Parsed } from "../../../contract/core/call";
import { maskPhone } from "../../../contract/core/phone";
import type { waitlist, WaitlistEntry } from "../../../contract/waitlist/waitlist";
import { mapPage, pageOf, type Sortable } from "../../db/page";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { word } from "./words";
import { placesIn } from "../../kernel/place-words";

const SORTABLE: Sortable = {
  id: "w.id",
  queuedAt: ["w.queued_at", "w.id"],
  day: ["w.day", "w.start_minute"],
  name: "w.name",
  state: "w.state",
};

const entries = (ctx: Ctx) =>
  ctx.db
    .selectFrom("waitlist_entry as w")
    .innerJoin("program as g", (join) => join.onRef("g.venue_id", "=", "w.venue_id").onRef("g.id", "=", "w.program_id"))
    .leftJoin("place as p", (join) => join.onRef("p.venue_id", "=", "w.venue_id").onRef("p.id", "=", "w.place_id"))
    .leftJoin("booking_order as o", (join) => join.onRef("o.venue_id", "=", "w.venue_id").onRef("o.id", "=", "w.order_id"))
    .where("w.venue_id", "=", ctx.venue.id)
    .selectAll("w")
    .select(["g.name as program_name", "p.name as place_name", "o.places as offer_places", "o.hold_until"])
    .select(
      sql<number>`1 + (SELECT count(*) FROM waitlist_entry e WHERE e.venue_id = w.venue_id AND e.program_id = w.program_id AND e.day = w.day
        AND e.state = 'waiting' AND e.start_minute < w.end_minute AND w.start_minute < e.end_minute
        AND (e.queued_at, e.id) < (w.queued_at, w.id))`.as("position"),
    );
type Row = Awaited<ReturnType<ReturnType<typeof entries>["executeTakeFirstOrThrow"]>>;

/** An offer whose time is up has lapsed, whether or not the scheduler has written it; a wish whose hour began has expired. */
function stateNow(ctx: Ctx, row: Row): WaitlistEntry["state"] {
  if (row.state === "offered" && row.hold_until !== null && row.hold_until <= ctx.now) return "lapsed";
  if (row.state === "waiting" && row.starts_at <= ctx.now) return "expired";
  return row.state as WaitlistEntry["state"];
}

function toEntry(ctx: Ctx, row: Row): WaitlistEntry {
  const state = stateNow(ctx, row);
  const stands = state === "offered" || state === "accepted";
  return {
    id: row.id,
    day: row.day,
    start: row.start_minute,
    end: row.end_minute,
    programId: row.program_id,
    programName: row.program_name,
    placeId: row.place_id,
    placeName: row.place_name,
    memberId: row.member_id,
    asGroup: row.as_group,
    name: row.name,
    phone: maskPhone(row.phone),
    note: row.note,
    state,
    position: state === "waiting" ? row.position : null,
    joinedAt: row.created_at.toISOString(),
    offerPlaceName: stands && row.offer_places !== null ? placesIn(row.offer_places, ctx.language) : null,
    offerUntil: state === "offered" ? (row.hold_until?.toISOString() ?? null) : null,
    orderId: stands ? row.order_id : null,
    mayRequeue: state === "lapsed" && !row.requeued && row.starts_at > ctx.now,
    operator: row.operator,
  };
}

/** A page of the waitlist, in the order in which offers are made unless sorted. */
export async function list(ctx: Ctx, input: Parsed<typeof waitlist.list>): Promise<Page<WaitlistEntry>> {
  let rows = entries(ctx);
  if (input.from !== undefined) rows = rows.where("w.day", ">=", input.from);
  if (input.to !== undefined) rows = rows.where("w.day", "<=", input.to);
  if (input.programId !== undefined) rows = rows.where("w.program_id", "=", input.programId);
  if (input.state?.length) rows = rows.where("w.state", "in", input.state);
  const page = await pageOf(ctx, rows, input, SORTABLE, "queuedAt,asc");
  return mapPage(page, (row) => toEntry(ctx, row));
}

/** Maximum number of a member's entries that are read. */
const MOST_OF_MEMBER = 20;

/** Entries of a member that wait, are offered, or lapsed while the time has not begun. */
export async function entriesOfMember(ctx: Ctx, memberId: string): Promise<WaitlistEntry[]> {
  const rows = await entries(ctx)
    .where("w.member_id", "=", memberId)
    .where("w.state", "in", ["waiting", "offered", "lapsed"])
    .where("w.starts_at", ">", ctx.now)
    .orderBy("w.starts_at")
    .orderBy("w.id")
    .limit(MOST_OF_MEMBER)
    .execute();
  return rows.map((row) => toEntry(ctx, row));
}

/**
 * One entry.
 * @throws AppError `missing`
 */
export async function entryOf(ctx: Ctx, id: string): Promise<WaitlistEntry> {
  const row = await entries(ctx).where("w.id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("missing", { what: word("entry", ctx.language) });
  return toEntry(ctx, row);
}
