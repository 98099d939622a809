/** Package cards: sold, and used. What is left of the price is the card's value; each use earns its share (ledger.md). */
import { charge } from "../../ledger/charge";
import { holding as machine } from "../../../contract/states";
import { wall } from "../../../contract/time";
import { AppError } from "../../http/error";
import { type Ctx, today } from "../../http/context";
import { documentNumber } from "../../kernel/numbers";
import { balanceOf, post } from "../../ledger/post";
import { type PaymentEntry } from "../../payment/take";
import { checkPrepaidLimits } from "../../kernel/prepaid";
import { recordSpend } from "../../ledger/spend";
import { refuse } from "../../resource/refuse";
import { refuseInactive } from "../../kernel/booker";
import { activate, leftOf, lockHolding, log, setHolding, startOf, stateOf } from "./holding";
import { checkLimits, notUsable } from "./limits";
import { earnDays } from "./period";

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

/** When a card is used: the day, and the run that it pays for; minutes from midnight. */
export interface When {
  readonly day: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Uses a card `times` times. Each use earns value left ÷ times left, whole fen; the last takes what is left. A card that its first use
 * starts is started by it.
 * @param about what it was used for: the session's document
 * @param when when that is; none: now
 * @throws AppError `missing`, `cardNotUsable`, `cardUsedUp`
 */
export async function redeemCard(
  ctx: Ctx,
  input: { holdingId: string; times: number; note?: string },
  about?: { kind: string; id: string },
  when?: When,
): Promise<{ id: string; before: number | null; after: number | null; value: number }> {
  const holding = await lockHolding(ctx, input.holdingId);
  const now = wall(ctx.now, ctx.venue.zone);
  const at = when ?? { day: now.day, start: now.minute, end: now.minute };
  const before = leftOf(holding);
  if (before !== null && before < input.times) throw new AppError("cardUsedUp", { left: before, need: input.times }, { left: before });
  if (holding.state !== "active" && holding.state !== "inactive")
    throw new AppError("cardNotUsable", { why: machine.labels[stateOf(holding)][ctx.language] }, { state: holding.state });
  if ((holding.activated_on ?? now.day) > now.day) throw notUsable(ctx, "startsOn", { day: holding.activated_on ?? "" });
  if (holding.expires_on < now.day) throw new AppError("cardNotUsable", { why: holding.expires_on }, { expiresOn: holding.expires_on });
  await checkLimits(ctx, holding, input.times, at, about?.kind);
  if (holding.state === "inactive") await activate(ctx, holding);
  const value = before === null ? 0 : await worthOf(ctx, holding.id, before, input.times);
  const after = before === null ? null : before - input.times;
  const id = ctx.newId();
  ctx.write(setHolding(ctx, holding.id, { used: holding.used + input.times, state: after === 0 ? "used_up" : "active" }));
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
        used_on: at.day,
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
        { account: "income.card_use", amount: -value, subject: holding.package_card_id, earnedOn: now.day },
      ],
    });
  }
  recordSpend(ctx, holding.member_id, 0, ctx.now);
  return { id, before, after, value };
}

/** What so many of the uses left are worth, fen: each takes its share of what is left before it. */
async function worthOf(ctx: Ctx, holdingId: string, left: number, times: number): Promise<number> {
  let rest = await balanceOf(ctx, "card.value", holdingId);
  let value = 0;
  for (let i = 0; i < times; i++) {
    const one = Math.floor(rest / (left - i));
    value += one;
    rest -= one;
  }
  return value;
}
