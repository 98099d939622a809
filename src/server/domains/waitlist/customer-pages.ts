/** Customers' pages of the waitlist. */
import { z } from "zod";
import { clock, Day, wall } from "../../../contract/core/time";
import { link, venuePath } from "../../../public-site/layout";
import { joinPage, type WishRow } from "../../../public-site/waitlist";
import type { Ctx } from "../../http/context";
import { type Customer, type CustomerAnswer, type CustomerPage, describeRefusal, ownerOf, type Visit } from "../../http/customer-pages";
import { AppError } from "../../http/error";
import { hoursOf, loadPlaces } from "../../kernel/places";
import { entriesOfMember } from "./list";
import { answerOnline, joinOnline } from "./online";

const MOST_SLOTS = 4;
const Wish = z.object({ program: z.string().min(1).max(64), day: Day, start: z.coerce.number().int().min(0).max(1_440) });
const End = z.coerce.number().int().min(1).max(1_440);

async function joinWaitlist(visit: Visit, customer: Customer): Promise<CustomerAnswer> {
  const { site, form, query } = visit;
  const venue = ownerOf(visit.venue);
  const wish = Wish.safeParse({ program: query("program")[0], day: query("day")[0], start: query("start")[0] });
  if (!wish.success) return { to: link(site, venuePath(venue.id, "/book")) };
  const { program: programId, day, start } = wish.data;
  let error: string | undefined;
  if (form) {
    const end = End.safeParse(form("end"));
    try {
      if (!end.success || end.data <= start) throw new AppError("badInput");
      await visit.change("waitlist.join", (ctx) => joinOnline(ctx, customer.id, { programId, day, start, end: end.data }));
      return { to: link(site, venuePath(venue.id, "/bookings")) };
    } catch (refusal) {
      if (!(refusal instanceof AppError) || refusal.key === "busy" || refusal.key === "missing") throw refusal;
      error = describeRefusal(refusal, site.language);
    }
  }
  const html = await visit.read(async (ctx) => {
    const [place] = await loadPlaces(ctx, { programId });
    if (!place) throw new AppError("missing");
    const { close } = hoursOf(place, day);
    const ends = Array.from({ length: MOST_SLOTS }, (_, i) => start + (i + 1) * place.slotMinutes).filter((end) => end <= close);
    return joinPage(site, {
      venue,
      program: place.programName,
      day,
      start,
      ends: ends.length > 0 ? ends : [start + place.slotMinutes],
      offerMinutes: ctx.venue.offer_minutes,
      back: link(site, venuePath(venue.id, `/book/${encodeURIComponent(programId)}/${day}`)),
      error,
    });
  });
  return { html, status: error === undefined ? 200 : 409 };
}

const Answer = z.enum(["withdraw", "requeue"]);

async function answerWaitlist(visit: Visit, customer: Customer): Promise<CustomerAnswer> {
  const answer = Answer.safeParse(visit.form?.("answer"));
  if (answer.success) await visit.change(`waitlist.${answer.data}`, (ctx) => answerOnline(ctx, customer.id, visit.id("id"), answer.data));
  return { to: link(visit.site, venuePath(visit.venue.id, "/bookings")) };
}

function describeDeadline(ctx: Ctx, at: Date): string {
  const { day, minute } = wall(at, ctx.venue.zone);
  return `${day.slice(5)} ${clock(minute)}`;
}

/** A customer's entries as their page shows them. */
export async function listWishes(ctx: Ctx, memberId: string): Promise<WishRow[]> {
  const entries = await entriesOfMember(ctx, memberId);
  return entries.flatMap(({ id, day, start, end, programName, state, position, offerPlaceName, offerUntil, orderId, mayRequeue }) =>
    state === "waiting" || state === "offered" || state === "lapsed"
      ? [
          {
            id,
            day,
            start,
            end,
            program: programName,
            state,
            position,
            offer:
              state === "offered" && offerUntil !== null && orderId !== null
                ? { place: offerPlaceName ?? "", until: describeDeadline(ctx, new Date(offerUntil)), orderId }
                : null,
            canRequeue: mayRequeue,
          },
        ]
      : [],
  );
}

export const waitlistPages: readonly CustomerPage[] = [
  { url: "/waitlist/join", access: "customer", serve: joinWaitlist },
  { url: "/waitlist/:id", access: "customer", serve: answerWaitlist },
];
