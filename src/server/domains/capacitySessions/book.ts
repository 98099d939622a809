/** Sessions sold by capacity (场次): places left never pass below zero, under any load. */
import { charge } from "../../ledger/charge";
import { sql } from "kysely";
import { AppError } from "../../http/error";
import { yuan } from "../../../contract/core/money";
import { clock } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { documentNumber } from "../../kernel/numbers";
import { type PaymentEntry } from "../../payment/collect";
import { opens } from "../../kernel/cards/usable";
import { redeemCard } from "../../kernel/cards/redeem";
import { refuseInactive } from "../../kernel/booker";
import { changed, refuseClosed } from "./session";
import { word } from "./words";

interface SessionDraft {
  readonly hallBookingId: string;
  readonly attendees: number;
  readonly memberId?: string | undefined;
  readonly name?: string | undefined;
  readonly phone?: string | undefined;
  /** Pays by uses of this card, one a head, instead of money. */
  readonly holdingId?: string | undefined;
  readonly payments: readonly PaymentEntry[];
  /** Fen a head that the desk showed. */
  readonly expectedPrice?: number | undefined;
}

/**
 * Sells `attendees` places of a session, for money or for uses of a package card. The places are taken first, in one statement that
 * cannot pass below zero, so a full session refuses before anything else moves.
 * @returns the order's id
 * @throws AppError `missing`, `sessionFull`, `slotClosed`, `slotPast`, `paymentSum`, `balanceShort`, `memberState`, `cardUsedUp`, `cardNotUsable`, `priceChanged`
 */
export async function bookSession(ctx: Ctx, draft: SessionDraft): Promise<string> {
  const [session, member] = await Promise.all([
    ctx.db
      .updateTable("hall_booking")
      .set((eb) => ({ left_place: eb("left_place", "-", draft.attendees) }))
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", draft.hallBookingId)
      .where("status", "=", "on_shelf")
      .where("left_place", ">=", draft.attendees)
      .returningAll()
      .executeTakeFirst(),
    draft.memberId === undefined
      ? null
      : ctx.db
          .selectFrom("member")
          .select(["id", "name", "phone", "state"])
          .where("venue_id", "=", ctx.venue.id)
          .where("id", "=", draft.memberId)
          .forNoKeyUpdate()
          .executeTakeFirst(),
  ]);
  if (!session) return refuseFull(ctx, draft.hallBookingId);
  await refuseClosed(ctx, session);
  if (session.ends_at <= ctx.now) throw new AppError("slotPast", { time: `${session.day} ${clock(session.start_minute)}` });
  if (draft.expectedPrice !== undefined && draft.expectedPrice !== session.price) {
    throw new AppError("priceChanged", { from: yuan(draft.expectedPrice), to: yuan(session.price) }, { total: yuan(session.price) });
  }
  if (member === undefined) throw new AppError("missing", { what: word("member", ctx.language) });
  if (member) refuseInactive(ctx, member);
  const id = ctx.newId();
  const no = await documentNumber(ctx, "session", today(ctx));
  const document = { kind: "session", id, no } as const;
  const byCard = draft.holdingId !== undefined;
  const total = byCard ? 0 : session.price * draft.attendees;
  ctx.write(
    ctx.db
      .insertInto("session_order")
      .values({
        venue_id: ctx.venue.id,
        id,
        no,
        hall_booking_id: session.id,
        member_id: member?.id ?? null,
        name: member?.name ?? draft.name ?? "",
        phone: member?.phone ?? draft.phone ?? "",
        heads: draft.attendees,
        total,
        paid: total,
        holding_id: draft.holdingId ?? null,
        person_id: ctx.person.id,
        operator: ctx.person.name,
        at: ctx.now,
      })
      .execute(),
  );
  if (draft.holdingId !== undefined) {
    await fittingCard(ctx, draft.holdingId, member?.id ?? null, session);
    const when = { day: session.day, start: session.start_minute, end: session.end_minute };
    await redeemCard(ctx, { holdingId: draft.holdingId, times: draft.attendees }, document, when);
  }
  await charge(ctx, document, {
    operation: "session",
    payments: draft.payments,
    due: total,
    memberId: member?.id,
    legs: [{ account: "income.session", amount: -total, subject: session.hall_id, earnedOn: session.day }],
    ...(byCard ? {} : { visitAt: ctx.now }),
  });
  changed(ctx, session.day);
  return id;
}

async function refuseFull(ctx: Ctx, hallBookingId: string): Promise<never> {
  const found = await ctx.db
    .selectFrom("hall_booking")
    .select(["left_place", "day", "start_minute", "status"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", hallBookingId)
    .executeTakeFirst();
  if (!found) throw new AppError("missing", { what: word("session", ctx.language) });
  throw new AppError(
    "sessionFull",
    { time: `${found.day} ${clock(found.start_minute)}`, left: found.status === "on_shelf" ? found.left_place : 0 },
    { left: found.left_place },
  );
}

/** A card pays only for its own member, and only for what it opens. */
async function fittingCard(
  ctx: Ctx,
  holdingId: string,
  memberId: string | null,
  session: { readonly hall_id: string; readonly day: string },
): Promise<void> {
  const holding = await ctx.db
    .selectFrom("holding as h")
    .innerJoin("package_card as c", (join) => join.onRef("c.venue_id", "=", "h.venue_id").onRef("c.id", "=", "h.package_card_id"))
    .innerJoin("program as g", (join) => join.onRef("g.venue_id", "=", "c.venue_id").onRef("g.id", "=", "c.program_id"))
    .leftJoin("hall as l", (join) =>
      join
        .onRef("l.venue_id", "=", "c.venue_id")
        .on("l.id", "=", session.hall_id)
        .on(opens(sql`l.program_id`)),
    )
    .select(["h.member_id", "h.expires_on", "g.name as program", "l.id as hall"])
    .where("h.venue_id", "=", ctx.venue.id)
    .where("h.id", "=", holdingId)
    .executeTakeFirst();
  if (!holding || holding.member_id !== memberId) throw new AppError("missing", { what: word("card", ctx.language) });
  if (holding.hall === null) throw new AppError("cardNotUsable", { why: holding.program }, { opens: holding.program });
  if (holding.expires_on < session.day) {
    const why = word("expiresOn", ctx.language, { day: holding.expires_on });
    throw new AppError("cardNotUsable", { why }, { expiresOn: holding.expires_on });
  }
}
