/** Taking part in a class: a place, its money or one use of a package card, and what goes back. */
import { charge, refund } from "../../ledger/charge";
import type { coachBookings } from "../../../contract/coaches/coach-classes";
import type { Draft } from "../../../contract/core/resource/define";
import { WALK_IN } from "../../../contract/core/resource/labels";
import { dayOf } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { documentNumber } from "../../kernel/numbers";
import { type Leg, post } from "../../ledger/post";
import type { PaymentEntry } from "../../payment/collect";
import { checkAll, refuse } from "../../resource/refuse";
import { bookingMember, lockMember } from "../../kernel/booker";
import { undoRedemption } from "../../kernel/cards/undo-redemption";
import { redeemCard } from "../../kernel/cards/redeem";
import { type BookingRow, type ClassRow, lockClass, lockActiveBookings } from "./lock";

type BookingDraft = Draft<(typeof coachBookings)["fields"]>;

const documentOf = (booking: { readonly id: string; readonly no: string }) =>
  ({ kind: "coachClass", id: booking.id, no: booking.no }) as const;
const aboutOf = (id: string) => ({ kind: "coachBooking", id });
const income = (klass: ClassRow, amount: number): Leg => ({ account: "income.coach", amount, subject: klass.id, earnedOn: klass.day });

/**
 * Takes a place: the class is locked, so that its places are never passed.
 * @returns what is written beside the draft
 * @throws AppError `badInput`, `memberState`
 */
export async function reservePlace(
  ctx: Ctx,
  draft: BookingDraft,
): Promise<BookingDraft & { readonly amount: number; readonly refunded: number; readonly no: string }> {
  const klass = await lockClass(ctx, draft.coachClass);
  if (klass.state !== "planned")
    throw refuse(
      ctx,
      { zh: "“{title}”已上完或已取消，没有报名", en: "“{title}” is over or cancelled; nobody was added" },
      { title: klass.title },
      "coachClass",
    );
  const standing = await lockActiveBookings(ctx, klass.id);
  const bookedCount = standing.length;
  await checkAll(ctx, [
    () =>
      draft.member !== null &&
      standing.some(({ member_id }) => member_id === draft.member) &&
      refuse(ctx, { zh: "这位会员已报名，没有重复报名", en: "This member takes part already; nobody was added" }, {}, "member"),
    () =>
      bookedCount >= klass.capacity &&
      refuse(
        ctx,
        {
          zh: "“{title}”已满（{taken} 人），没有报名；请选其他课或增加名额",
          en: "“{title}” is full ({taken}); nobody was added. Choose another class or add places",
        },
        { title: klass.title, taken: bookedCount },
        "coachClass",
      ),
    () =>
      draft.member === null &&
      draft.name === "" &&
      refuse(ctx, { zh: "请选会员或填写姓名", en: "Choose a member or enter a name" }, {}, "name"),
    () =>
      draft.member === null &&
      (draft.payBy === "Balance" || draft.payBy === "Card") &&
      refuse(
        ctx,
        { zh: "本金和次卡只能由会员支付，没有报名", en: "Only a member pays by balance or package card; nobody was added" },
        {},
        "member",
      ),
    async () => draft.member !== null && draft.payBy === "Card" && (await cardOf(ctx, draft)),
  ]);
  const member = draft.member === null ? undefined : await bookingMember(ctx, draft.member);
  if (member) await lockMember(ctx, member.id);
  return {
    ...draft,
    name: member?.name ?? draft.name,
    phone: member?.phone ?? draft.phone,
    amount: draft.payBy === "Card" ? 0 : klass.price,
    refunded: 0,
    no: await documentNumber(ctx, "coachBooking", klass.day),
  };
}

/** Returns the member's package card that pays for a place. @throws AppError `badInput` where there is none of that number */
async function cardOf(ctx: Ctx, { cardNo, member }: BookingDraft): Promise<{ readonly id: string; readonly package_card_id: string }> {
  const holding = await ctx.db
    .selectFrom("holding")
    .select(["id", "package_card_id"])
    .where("venue_id", "=", ctx.venue.id)
    .where("no", "=", cardNo.trim())
    .where("member_id", "=", member ?? "")
    .executeTakeFirst();
  if (!holding)
    throw refuse(
      ctx,
      {
        zh: "这位会员没有次卡“{no}”，没有报名；请核对卡号",
        en: "This member has no package card “{no}”; nobody was added. Check the number",
      },
      { no: cardNo },
      "cardNo",
    );
  return holding;
}

/**
 * Takes the money of a place, or one use of the member's package card, and earns it on the day of the class.
 * @param paid by the till; else the one method that the draft names pays all
 */
export async function chargeBooking(
  ctx: Ctx,
  booking: { readonly id: string; readonly no: string },
  draft: BookingDraft,
  paid: readonly PaymentEntry[] = [],
): Promise<void> {
  const klass = await lockClass(ctx, draft.coachClass);
  const document = documentOf(booking);
  if (draft.payBy === "Card") {
    const holding = await cardOf(ctx, draft);
    const { value } = await redeemCard(ctx, { holdingId: holding.id, times: 1, note: klass.title }, aboutOf(booking.id), {
      day: klass.day,
      start: klass.start,
      end: klass.start + klass.minutes,
    });
    // The value of the use belongs to the class.
    if (value > 0) {
      await post(ctx, {
        document,
        operation: "coach class",
        legs: [
          { account: "income.card_use", amount: value, subject: holding.package_card_id, earnedOn: today(ctx) },
          income(klass, -value),
        ],
      });
      await ctx.db
        .updateTable("coach_booking")
        .set({ amount: value })
        .where("venue_id", "=", ctx.venue.id)
        .where("id", "=", booking.id)
        .execute();
    }
    return;
  }
  const due = klass.price;
  if (due === 0) return;
  const payments = draft.payBy === "till" ? paid : [{ type: draft.payBy, amount: due }];
  await charge(ctx, document, { operation: "coach class", payments, due, memberId: draft.member, legs: [income(klass, -due)] });
}

/**
 * Books a place whose money a cart takes. Without a member it is a walk-in's.
 * @returns the booking's id and number
 * @throws AppError `badInput`, `memberState`, `paymentSum` where the price has changed, and as `charge`
 */
export async function bookAtTill(
  ctx: Ctx,
  {
    classId,
    memberId,
    payments,
    cardNo,
  }: {
    classId: string;
    memberId: string | null;
    payments: readonly PaymentEntry[];
    /** Number of the member's package card that pays instead of money. */
    cardNo?: string | undefined;
  },
): Promise<{ id: string; no: string }> {
  const name = WALK_IN[ctx.language];
  const draft: BookingDraft = {
    coachClass: classId,
    member: memberId,
    name,
    phone: "",
    payBy: cardNo === undefined ? "till" : "Card",
    cardNo: cardNo ?? "",
  };
  const { no, amount, name: of, phone } = await reservePlace(ctx, draft);
  const booking = { id: ctx.newId(), no };
  await ctx.db
    .insertInto("coach_booking")
    .values({
      venue_id: ctx.venue.id,
      id: booking.id,
      name: of,
      no,
      state: "booked",
      coach_class_id: classId,
      member_id: memberId,
      phone,
      pay_by: draft.payBy,
      card_no: draft.cardNo,
      amount,
      refunded: 0,
      reason: "",
      created_at: ctx.now,
    })
    .execute();
  await chargeBooking(ctx, booking, draft, payments);
  ctx.emit({ type: "changed", data: { resource: "coachBookings", id: booking.id } });
  return booking;
}

/** Gives back all that a place was paid, to where it came from. The booking is locked. */
export async function refundBooking(ctx: Ctx, klass: ClassRow, booking: BookingRow, reason: string): Promise<void> {
  const amount = booking.amount - booking.refunded;
  const document = documentOf(booking);
  if (booking.pay_by === "Card") {
    const use = await ctx.db
      .selectFrom("holding_use as u")
      .innerJoin("holding as h", (join) => join.onRef("h.venue_id", "=", "u.venue_id").onRef("h.id", "=", "u.holding_id"))
      .select(["h.package_card_id", "u.at"])
      .where("u.venue_id", "=", ctx.venue.id)
      .where("u.document_kind", "=", "coachBooking")
      .where("u.document_id", "=", booking.id)
      .where("u.times", ">", 0)
      .executeTakeFirstOrThrow();
    if (amount > 0)
      await post(ctx, {
        document,
        operation: "coach class cancelled",
        reason,
        legs: [
          income(klass, amount),
          { account: "income.card_use", amount: -amount, subject: use.package_card_id, earnedOn: dayOf(use.at, ctx.venue.zone) },
        ],
      });
    await undoRedemption(ctx, aboutOf(booking.id), 1);
  } else if (amount > 0) {
    const undoes = [income(klass, amount)];
    await refund(ctx, document, { operation: "coach class cancelled", reason, memberId: booking.member_id, back: amount, undoes });
  }
  await ctx.db
    .updateTable("coach_booking")
    .set({ state: "cancelled", refunded: booking.amount, reason })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", booking.id)
    .execute();
}
