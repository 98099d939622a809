/** Recharging a member's purses, by an offer or freely (ledger.md "recharge 500 + gift 50"). */
import type { z } from "zod";
import type { Parsed } from "../../../contract/call";
import type { members, Recharge } from "../../../contract/members";
import { yuan } from "../../../contract/money";
import { type Ctx, need, today } from "../../http/context";
import { AppError, badInput } from "../../http/error";
import { documentNumber } from "../../http/perform";
import { balanceKey, balanceOf, postKept } from "../../ledger/post";
import { takePayments } from "../../payment/take";
import { coolingOffEnd } from "./cooling-off";
import { checkPrepaidLimits } from "./prepaid-rules";
import { word } from "./words";
import { takenByHand } from "../../live/payment";

/**
 * Takes the money and fills the purses. Freely: principal = pay, and a gift needs the code `member_adjust`.
 * @throws AppError `missing` (member, offer), `memberState`, `badInput` (pay or gift other than the offer's; a purse as method),
 * `forbidden`, `prepaidLimit`, `scanNotPaid`
 */
export async function recharge(ctx: Ctx, input: Parsed<typeof members.recharge>): Promise<z.infer<typeof Recharge>> {
  // A recharge paid from a purse would move money in a circle and count it as takings.
  if (input.method === "Balance" || input.method === "Coupon") throw badInput({ method: "oneOf" });
  const [{ principal, gift, offerId }, member] = await Promise.all([
    terms(ctx, input),
    ctx.db
      .selectFrom("member")
      .select(["name", "state"])
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", input.memberId)
      .forUpdate()
      .executeTakeFirst(),
  ]);
  if (!member) throw new AppError("missing", { what: word("member", ctx.language) });
  if (member.state !== "active") {
    throw new AppError("memberState", { name: member.name, state: word(member.state, ctx.language) }, { state: member.state });
  }
  const id = ctx.newId();
  const day = today(ctx);
  const [, giftBefore, no] = await Promise.all([
    checkPrepaidLimits(ctx, input.memberId, { stored: principal }),
    balanceOf(ctx, "purse.gift", input.memberId),
    documentNumber(ctx, "R", day),
  ]);
  const document = { kind: "recharge", id, no } as const;
  const payment = {
    type: input.method,
    amount: input.pay,
    paymentId: input.paymentId,
    ...(input.remark === "" ? {} : { note: input.remark.slice(0, 60) }),
  };
  const { legs, shiftId } = await takePayments(ctx, document, [payment], input.pay, null);
  // An offer may sell more principal than it costs; the difference is a gift like any other and never paid out.
  const granted = gift + principal - input.pay;
  const { id: txId, after } = await postKept(ctx, {
    document,
    operation: "recharge",
    reason: input.remark,
    shiftId,
    legs: [
      ...legs,
      { account: "purse.principal", amount: -principal, subject: input.memberId },
      { account: "cost.gift", amount: granted, earnedOn: day },
      { account: "purse.gift", amount: -gift, subject: input.memberId },
    ],
  });
  ctx.write(
    ctx.db
      .insertInto("recharge")
      .values({
        venue_id: ctx.venue.id,
        id,
        no,
        member_id: input.memberId,
        offer_id: offerId,
        paid: input.pay,
        principal,
        gift,
        method: input.method,
        remark: input.remark,
        tx_id: txId,
        revoked_at: null,
        person_id: ctx.person.id,
        at: ctx.now,
      })
      .execute(),
  );
  ctx.emit(takenByHand(id, input.pay, { resource: "members", id: input.memberId }));
  const inPrincipal = after.get(balanceKey("purse.principal", input.memberId)) ?? 0;
  const inGift = after.get(balanceKey("purse.gift", input.memberId)) ?? giftBefore;
  return {
    id,
    no,
    memberId: input.memberId,
    paid: yuan(input.pay),
    principal: yuan(principal),
    gift: yuan(gift),
    method: input.method,
    before: { principal: yuan(inPrincipal - principal), gift: yuan(inGift - gift) },
    after: { principal: yuan(inPrincipal), gift: yuan(inGift) },
    at: ctx.now.toISOString(),
    coolingOffUntil: coolingOffEnd(ctx.now).toISOString(),
  };
}

/** What the purses get for what is paid. */
async function terms(
  ctx: Ctx,
  input: { offerId?: string | undefined; pay: number; gift?: number | undefined },
): Promise<{ principal: number; gift: number; offerId: string | null }> {
  if (input.offerId === undefined) {
    const gift = input.gift ?? 0;
    if (gift > 0) need(ctx, "member_adjust");
    return { principal: input.pay, gift, offerId: null };
  }
  const offer = await ctx.db
    .selectFrom("recharge_offer")
    .select(["pay", "principal", "gift"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", input.offerId)
    .where("on_shelf", "=", true)
    .executeTakeFirst();
  if (!offer) throw new AppError("missing", { what: word("offer", ctx.language) });
  if (offer.pay !== input.pay) throw badInput({ pay: yuan(offer.pay) });
  if (input.gift !== undefined && input.gift !== offer.gift) throw badInput({ gift: yuan(offer.gift) });
  return { principal: offer.principal, gift: offer.gift, offerId: input.offerId };
}
