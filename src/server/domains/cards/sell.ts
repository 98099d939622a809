/** Package cards: sold, and used. What is left of the price is the card's value; each use earns its share (ledger.md). */
import { addDays } from "../../../contract/time";
import { AppError } from "../../http/error";
import { type Ctx, today } from "../../http/context";
import { documentNumber } from "../../http/perform";
import { balanceOf, post } from "../../ledger/post";
import { type PaymentEntry, takePayments } from "../../payment/take";
import { checkPrepaidLimits } from "../members/prepaid-rules";
import { recordSpend } from "../members/spend";
import { takenByHand } from "../../live/payment";
import { refuseInactive } from "../members/active";

/**
 * Sells a package card to a member; it is active from the day it is bought.
 * @returns the holding's id
 * @throws AppError `missing`, `paymentSum`, `balanceShort`, `memberState`, `prepaidLimit`
 */
export async function sellCard(
  ctx: Ctx,
  input: { memberId: string; packageCardId: string; payments: readonly PaymentEntry[]; remark?: string },
): Promise<string> {
  const [card, member] = await Promise.all([
    ctx.db
      .selectFrom("package_card")
      .selectAll()
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", input.packageCardId)
      .where("on_shelf", "=", true)
      .executeTakeFirst(),
    ctx.db
      .selectFrom("member")
      .select(["id", "name", "state"])
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", input.memberId)
      .forUpdate()
      .executeTakeFirst(),
  ]);
  if (!card) throw new AppError("missing", { what: ctx.language === "zh" ? "次卡" : "Package card" });
  if (!member) throw new AppError("missing", { what: ctx.language === "zh" ? "会员" : "Member" });
  refuseInactive(ctx, member);
  const id = ctx.newId();
  const day = today(ctx);
  const [, no] = await Promise.all([checkPrepaidLimits(ctx, member.id, { cards: card.price }), documentNumber(ctx, "C", day)]);
  const document = { kind: "card", id, no } as const;
  const { legs, shiftId } = await takePayments(ctx, document, input.payments, card.price, member.id);
  ctx.write(
    ctx.db
      .insertInto("holding")
      .values({
        venue_id: ctx.venue.id,
        id,
        no,
        package_card_id: card.id,
        name: card.name,
        member_id: member.id,
        times: card.times,
        bonus_times: card.bonus_times,
        price: card.price,
        state: "active",
        activated_on: day,
        expires_on: addDays(day, card.valid_days),
        person_id: ctx.person.id,
        operator: ctx.person.name,
        at: ctx.now,
      })
      .execute(),
  );
  await post(ctx, {
    document,
    operation: "package card",
    shiftId,
    reason: input.remark ?? "",
    legs: [...legs, { account: "card.value", amount: -card.price, subject: id }],
  });
  recordSpend(ctx, member.id, card.price);
  ctx.emit(takenByHand(id, card.price));
  return id;
}

/**
 * Uses a card `times` times. Each use earns value left ÷ times left, whole fen; the last takes what is left.
 * @param about what it was used for: the session's document
 * @throws AppError `missing`, `cardNotUsable`, `cardUsedUp`
 */
export async function redeemCard(
  ctx: Ctx,
  input: { holdingId: string; times: number; note?: string },
  about?: { kind: string; id: string },
): Promise<{ id: string; before: number; after: number; value: number }> {
  const [holding, worth] = await Promise.all([
    ctx.db
      .selectFrom("holding")
      .selectAll()
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", input.holdingId)
      .forUpdate()
      .executeTakeFirst(),
    balanceOf(ctx, "card.value", input.holdingId),
  ]);
  if (!holding) throw new AppError("missing", { what: ctx.language === "zh" ? "次卡" : "Package card" });
  const day = today(ctx);
  const before = holding.times + holding.bonus_times - holding.used;
  if (before < input.times) throw new AppError("cardUsedUp", { left: before, need: input.times }, { left: before });
  if (holding.state !== "active") throw new AppError("cardNotUsable", { why: holding.state }, { state: holding.state });
  if (holding.expires_on < day) throw new AppError("cardNotUsable", { why: holding.expires_on }, { expiresOn: holding.expires_on });
  const after = before - input.times;
  const id = ctx.newId();
  let left = worth;
  let value = 0;
  for (let i = 0; i < input.times; i++) {
    const one = Math.floor(left / (before - i));
    value += one;
    left -= one;
  }
  ctx.write(
    ctx.db
      .updateTable("holding")
      .set({ used: holding.used + input.times, state: after === 0 ? "used_up" : "active" })
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", holding.id)
      .execute(),
  );
  ctx.write(
    ctx.db
      .insertInto("holding_use")
      .values({
        venue_id: ctx.venue.id,
        id,
        holding_id: holding.id,
        times: input.times,
        before,
        after,
        value,
        document_kind: about?.kind ?? "",
        document_id: about?.id ?? "",
        note: input.note ?? "",
        operator: ctx.person.name,
        at: ctx.now,
      })
      .execute(),
  );
  if (value > 0) {
    await post(ctx, {
      document: { kind: "card", id: holding.id, no: holding.no },
      operation: "one use",
      legs: [
        { account: "card.value", amount: value, subject: holding.id },
        { account: "income.card_use", amount: -value, subject: holding.package_card_id, earnedOn: day },
      ],
    });
  }
  recordSpend(ctx, holding.member_id, 0, ctx.now);
  return { id, before, after, value };
}
