/** The gate of sessions: whose card is scanned comes in, or hears why not; a wristband goes out with its attendee and comes back. */
import { sql } from "kysely";
import type { Output, Parsed } from "../../../contract/core/call";
import type { capacitySessions } from "../../../contract/capacitySessions/capacity-sessions";
import { clock, MINUTE } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { closedDays } from "../../kernel/holidays";
import { bookSession } from "./book";
import { bands, checkIn, issueWristband, settleBand } from "./check-in";
import { lockBooking } from "./session";
import { bookingOf, cards, one } from "./view";
import { word } from "./words";

type Scan = Output<typeof capacitySessions.scan>;
/** Minutes before a session at which its attendees may enter. */
const EARLY_MINUTES = 30;

/**
 * Interprets a scan or a typed code at the gate: a wristband that is out is returned; a member's card, a booking's number or the last four
 * digits of its phone admits; any other code becomes the wristband of the booking that entered last. A refusal changes nothing.
 * @throws AppError as `bookSession`, `checkIn`, `giveBand`
 */
export async function scan(ctx: Ctx, { code, lastId }: Parsed<typeof capacitySessions.scan>): Promise<Scan> {
  const text = code.toUpperCase();
  const out = (await bands(ctx)).content.find((band) => band.code === text);
  if (out) {
    await settleBand(ctx, { id: out.id, lost: false });
    return { ...NOTHING, outcome: "left", name: out.name, band: text };
  }
  const member = await ctx.db
    .selectFrom("member")
    .select(["id", "name", "state"])
    .where("venue_id", "=", ctx.venue.id)
    .where("card_key", "=", code.toLowerCase())
    // With two scans of one card, the second sees the result of the first.
    .forUpdate()
    .executeTakeFirst();
  if (member && member.state !== "active") return rejectedScan(ctx, member.name, "gateState", { state: word(member.state, ctx.language) });
  const bookings = await bookingsOf(ctx, text, member?.id ?? null);
  if (!member && bookings.length === 0) {
    if (lastId === undefined || /^\d{4}$/.test(code)) return rejectedScan(ctx, "", "gateUnknown", { code });
    const booking = await issueWristband(ctx, { id: lastId, code: text });
    return { ...NOTHING, outcome: "banded", name: booking.name, booking: await withSession(ctx, lastId), band: text };
  }
  const open = bookings.filter((booking) => isOpen(ctx, booking));
  if (!member && bookings.length > 1 && open.length !== 1) return rejectedScan(ctx, "", "gateSeveral", { count: bookings.length });
  return admit(ctx, member, member || open.length !== 1 ? bookings : open);
}

/** Lets in by a booking for now; else, for a member, by a card that opens what is on now. */
async function admit(ctx: Ctx, member: { readonly id: string; readonly name: string } | undefined, found: readonly Found[]): Promise<Scan> {
  const name = member?.name ?? found[0]?.name ?? "";
  const now = found.filter((booking) => isOpen(ctx, booking));
  const waiting = now.find((booking) => booking.entered < booking.attendees);
  if (waiting) {
    const { order } = await lockBooking(ctx, waiting.id);
    if (order.entered >= order.heads) return rejectedScan(ctx, name, "gateInside", { time: clock(waiting.start) });
    await checkIn(ctx, { id: waiting.id, entered: waiting.attendees });
    return { ...NOTHING, outcome: "admitted", name, booking: await withSession(ctx, waiting.id) };
  }
  if (now[0]) return rejectedScan(ctx, name, "gateInside", { time: clock(now[0].start) });
  const byCard = member && (await byFittingCard(ctx, member.id));
  if (byCard) return { ...NOTHING, outcome: "admitted", name, ...byCard };
  const later = found.find((booking) => booking.startsAt > ctx.now);
  if (later) return rejectedScan(ctx, name, "gateEarly", { time: clock(later.start), minutes: EARLY_MINUTES });
  return rejectedScan(ctx, name, "gateNothing");
}

interface Found {
  readonly id: string;
  readonly name: string;
  readonly attendees: number;
  readonly entered: number;
  readonly start: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
}
const isOpen = (ctx: Ctx, { startsAt, endsAt }: Pick<Found, "startsAt" | "endsAt">): boolean =>
  startsAt.getTime() - EARLY_MINUTES * MINUTE <= ctx.now.getTime() && endsAt > ctx.now;

/** Today's bookings that stand: the member's, else those of a number or of the last four of a phone; in the order of their sessions. */
async function bookingsOf(ctx: Ctx, code: string, memberId: string | null): Promise<Found[]> {
  const rows = await ctx.db
    .selectFrom("session_order as o")
    .innerJoin("hall_booking as b", (join) => join.onRef("b.venue_id", "=", "o.venue_id").onRef("b.id", "=", "o.hall_booking_id"))
    .where("o.venue_id", "=", ctx.venue.id)
    .where("b.day", "=", today(ctx))
    .where("o.status", "=", "booked")
    .where((eb) =>
      memberId === null
        ? eb.or([eb("o.no", "=", code), ...(/^\d{4}$/.test(code) ? [sql<boolean>`o.phone_tail = ${code}`] : [])])
        : eb("o.member_id", "=", memberId),
    )
    .select([
      "o.id",
      "o.name",
      "o.heads as attendees",
      "o.entered",
      "b.start_minute as start",
      "b.starts_at as startsAt",
      "b.ends_at as endsAt",
    ])
    .orderBy("b.starts_at")
    .orderBy("o.id")
    .execute();
  return rows;
}

/** Takes one place of what is on now by the member's card that ends first; undefined where no card fits or nothing is free. */
async function byFittingCard(ctx: Ctx, memberId: string): Promise<Pick<Scan, "booking" | "card"> | undefined> {
  if ((await closedDays(ctx, [today(ctx)])).size > 0) return undefined;
  const sessions = await openSessions(ctx).where("left_place", ">", 0).orderBy("starts_at", "desc").orderBy("id").execute();
  for (const { id } of sessions) {
    const card = (await cards(ctx, { id, memberId })).content.find(({ left }) => left > 0);
    if (!card) continue;
    const bookingId = await bookSession(ctx, { hallBookingId: id, attendees: 1, memberId, holdingId: card.id, payments: [] });
    await checkIn(ctx, { id: bookingId, entered: 1 });
    const used = await ctx.db
      .selectFrom("holding")
      .select(["kind", sql<number>`times + bonus_times - used`.as("left")])
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", card.id)
      .executeTakeFirstOrThrow();
    const left = used.kind === "period" ? null : used.left;
    return { booking: await withSession(ctx, bookingId), card: { name: card.name, left, expiresOn: card.expiresOn } };
  }
  return undefined;
}

/** Sessions that one may come into now. */
const openSessions = (ctx: Ctx) =>
  ctx.db
    .selectFrom("hall_booking")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("day", "=", today(ctx))
    .where("status", "=", "on_shelf")
    .where("starts_at", "<=", new Date(ctx.now.getTime() + EARLY_MINUTES * MINUTE))
    .where("ends_at", ">", ctx.now);

/** Counts the people inside, by hall: attendees who entered sessions that are not over, less those with returned wristbands. */
export async function gate(ctx: Ctx): Promise<Output<typeof capacitySessions.gate>> {
  const { rows } = await sql<{ id: string; name: string; inside: number; places: number }>`
    SELECT h.id, h.name, coalesce(sum(s.inside), 0)::int AS inside, coalesce(sum(b.max_place), 0)::int AS places
    FROM hall h JOIN hall_booking b ON b.venue_id = h.venue_id AND b.hall_id = h.id
    LEFT JOIN LATERAL (
      SELECT sum(o.entered - (SELECT count(*) FROM wristband w WHERE w.venue_id = o.venue_id AND w.session_order_id = o.id AND w.state = 'back')) AS inside
      FROM session_order o WHERE o.venue_id = b.venue_id AND o.hall_booking_id = b.id AND o.status = 'booked') s ON true
    WHERE h.venue_id = ${ctx.venue.id} AND b.day = ${today(ctx)} AND b.status <> 'cancelled' AND b.ends_at > ${ctx.now}
      AND b.starts_at <= ${new Date(ctx.now.getTime() + EARLY_MINUTES * MINUTE)}
    GROUP BY h.id, h.name, h.position ORDER BY h.position, h.id`.execute(ctx.db);
  const sum = (key: "inside" | "places"): number => rows.reduce((all, row) => all + row[key], 0);
  return { inside: sum("inside"), places: sum("places"), halls: rows };
}

const NOTHING = { why: "", booking: null, card: null, band: "" } as const;
const rejectedScan = (ctx: Ctx, name: string, why: Parameters<typeof word>[0], values: Parameters<typeof word>[2] = {}): Scan => ({
  ...NOTHING,
  outcome: "refused",
  name,
  why: word(why, ctx.language, values),
});
async function withSession(ctx: Ctx, id: string): Promise<NonNullable<Scan["booking"]>> {
  const booking = await bookingOf(ctx, id);
  return { ...booking, session: await one(ctx, booking.sessionId) };
}
