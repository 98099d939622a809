/** Selling package cards. What is left of the price is the card's value. */
import { charge } from "../../ledger/charge";
import { AppError } from "../../http/error";
import { type Ctx, today } from "../../http/context";
import { documentNumber } from "../../kernel/numbers";
import { type PaymentEntry } from "../../payment/take";
import { checkPrepaidLimits } from "../../kernel/prepaid";
import { refuse } from "../../resource/refuse";
import { refuseInactive } from "../../kernel/booker";
import { log, startOf } from "../../kernel/cards/holding";
import { earnDays } from "../../kernel/cards/period";

/**
 * Sells a package card to a member; it starts when its definition says: at once, at its first use, or on the day `startsOn`.
 * @returns the holding's id
 * @throws AppError `missing`, `badInput` for a day that is over, `paymentSum`, `balanceShort`, `memberState`, `prepaidLimit`
 */
export async function sellCard(
  ctx: Ctx,
  input: { memberId: string; packageCardId: string; payments: readonly PaymentEntry[]; remark?: string; startsOn?: string | undefined },
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
  if (card.activation === "fixedDate" && (input.startsOn ?? day) < day)
    throw refuse(ctx, { zh: "启用日期不能早于今天，没有售卡", en: "It can't start before today; nothing was sold" }, {}, "startsOn");
  const start = startOf(ctx, card, input.startsOn);
  const [, no] = await Promise.all([checkPrepaidLimits(ctx, member.id, { cards: card.price }), documentNumber(ctx, "holding", day)]);
  const document = { kind: "card", id, no } as const;
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
        ...start,
        kind: card.kind,
        memo: input.remark ?? "",
        person_id: ctx.person.id,
        operator: ctx.person.name,
        at: ctx.now,
      })
      .execute(),
  );
  await charge(ctx, document, {
    operation: "package card",
    payments: input.payments,
    due: card.price,
    memberId: member.id,
    legs: [{ account: "card.value", amount: -card.price, subject: id }],
    reason: input.remark,
  });
  if (card.kind === "period" && start.activated_on !== null && start.state === "active")
    await earnDays(ctx, { id, no, package_card_id: card.id }, start.activated_on, start.expires_on, card.price);
  log(ctx, { id, kind: card.kind, times: card.times, bonus_times: card.bonus_times, used: 0 }, { kind: "sell", note: input.remark ?? "" });
  return id;
}
