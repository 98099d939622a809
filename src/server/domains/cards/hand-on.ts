/** Cards that go to somebody else, are exchanged for another, or are given back. */
import { charge, refund } from "../../ledger/charge";
import { type Fen, yuan } from "../../../contract/core/money";
import type { PaymentType } from "../../../contract/core/enums";
import { addDays, daysBetween } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { documentNumber } from "../../kernel/numbers";
import { openShift, tenderAccount } from "../../ledger/tender";
import { refuse } from "../../resource/refuse";
import { refuseInactive } from "../../kernel/booker";
import { checkPrepaidLimits } from "../../kernel/prepaid";
import { lockMembers } from "./change";
import { type HeldCard, leftOf, lockHolding, log, startOf } from "../../kernel/cards/holding";
import { earnDays, revokeDays } from "../../kernel/cards/period";
import { worthOf, refundOf, exchangeOf, checkExchange, checkExchanged, checkRefundable, changed, word, type Worth } from "./preview";

/**
 * Hands all that is left of a card to another member, whose card runs to the same day. The fee is paid by who gives it.
 * @throws AppError `missing`, `memberState`, `prepaidLimit`, `balanceShort`, `refused`
 */
export async function transfer(ctx: Ctx, id: string, input: { to: string; method: PaymentType; reason: string }): Promise<void> {
  const holding = await lockHolding(ctx, id);
  if (!holding.card.transferable)
    throw refuse(
      ctx,
      { zh: "“{name}”不可转让，没有改动", en: "“{name}” can't be transferred; nothing was changed" },
      { name: holding.name },
    );
  if (input.to === holding.member_id)
    throw refuse(ctx, { zh: "卡已经是这位会员的，没有改动", en: "The card is theirs already; nothing was changed" }, {}, "to");
  refuseOver(ctx, holding);
  const people = await lockMembers(ctx, [holding.member_id, input.to]);
  const to = people.find((one) => one.id === input.to);
  if (!to) throw new AppError("missing", { what: word("member", ctx.language) });
  refuseInactive(ctx, to);
  const fee = holding.card.transfer_fee ?? 0;
  if (fee > 0) {
    const document = { kind: "card", id, no: holding.no } as const;
    await charge(ctx, document, {
      operation: "transfer fee",
      reason: input.reason,
      payments: [{ type: input.method, amount: fee }],
      due: fee,
      memberId: holding.member_id,
      legs: [{ account: "income.fee", amount: -fee, subject: holding.package_card_id, earnedOn: today(ctx) }],
    });
  }
  const worth = await worthOf(ctx, holding);
  await checkPrepaidLimits(ctx, to.id, { cards: worth.value });
  const { no } = await replace(ctx, holding, worth, {
    kind: "transfer",
    reason: input.reason,
    card: {
      package_card_id: holding.package_card_id,
      name: holding.name,
      kind: holding.kind,
      member_id: to.id,
      times: leftOf(holding) ?? 0,
      bonus_times: 0,
      price: 0,
      state: holding.state,
      activated_on: holding.activated_on,
      expires_on: runsTo(ctx, holding),
    },
  });
  log(ctx, holding, { kind: "transfer", note: `→ ${to.name} ${no} ${input.reason}` });
}

/**
 * Exchanges a card for another; what is left of it pays part of the price.
 * @param input.due fen that the desk saw as the difference
 * @throws AppError `missing`, `memberState`, `prepaidLimit`, `balanceShort`, `refused`
 */
export async function exchange(
  ctx: Ctx,
  id: string,
  input: { into: string; due: Fen; method: PaymentType; reason: string },
): Promise<void> {
  const holding = await lockHolding(ctx, id);
  refuseOver(ctx, holding);
  const [member] = await lockMembers(ctx, [holding.member_id]);
  if (member) refuseInactive(ctx, member);
  const { into, due, ...worth } = await exchangeOf(ctx, holding, input.into);
  if (!into.on_shelf) throw new AppError("missing", { what: word("card", ctx.language) });
  checkExchange(ctx, due);
  changed(ctx, input.due, due, "due");
  await checkExchanged(ctx, holding, into, due);
  const { no } = await replace(ctx, holding, worth, {
    kind: "exchange",
    reason: input.reason,
    pay: due === 0 ? undefined : { type: input.method, amount: due },
    card: {
      package_card_id: into.id,
      name: into.name,
      kind: into.kind,
      member_id: holding.member_id,
      times: into.times,
      bonus_times: into.bonus_times,
      price: due,
      ...startOf(ctx, into, undefined),
    },
  });
  log(ctx, holding, { kind: "exchange", note: `→ ${into.name} ${no} ${input.reason}` });
}

/** A card's last day, with the days that it was paused. */
const runsTo = (ctx: Ctx, { expires_on, paused_on }: HeldCard): string =>
  paused_on === null ? expires_on : addDays(expires_on, Math.max(0, daysBetween(paused_on, today(ctx))));

function refuseOver(ctx: Ctx, holding: HeldCard): void {
  if (runsTo(ctx, holding) < today(ctx))
    throw refuse(ctx, { zh: "已过到期日，没有改动；请先延期", en: "Its last day is over; nothing was changed. Extend it first" });
}

type NewCard = Pick<
  HeldCard,
  "package_card_id" | "name" | "kind" | "member_id" | "times" | "bonus_times" | "price" | "state" | "activated_on" | "expires_on"
>;

/** Makes the card that replaces another one, with its value and what is paid on top. */
async function replace(
  ctx: Ctx,
  old: HeldCard,
  worth: Worth,
  how: {
    readonly kind: "transfer" | "exchange";
    readonly reason: string;
    readonly pay?: { readonly type: PaymentType; readonly amount: Fen } | undefined;
    readonly card: NewCard;
  },
): Promise<{ no: string }> {
  const id = ctx.newId();
  const no = await documentNumber(ctx, "holding", today(ctx));
  const document = { kind: "card", id, no } as const;
  const { card, pay } = how;
  if (old.kind === "period") await revokeDays(ctx, old, worth.from);
  await ctx.db
    .insertInto("holding")
    .values({
      venue_id: ctx.venue.id,
      id,
      no,
      ...card,
      from_id: old.id,
      carried: worth.value,
      // A pause does not travel: the new card runs on from today.
      ...(card.state === "paused" ? { state: "active" } : {}),
      person_id: ctx.person.id,
      operator: ctx.person.name,
      memo: how.reason,
      paused_on: null,
      at: ctx.now,
    })
    .execute();
  const value = worth.value + (pay?.amount ?? 0);
  await charge(ctx, document, {
    operation: `card ${how.kind}`,
    reason: how.reason,
    payments: pay ? [pay] : [],
    due: pay?.amount ?? 0,
    memberId: card.member_id,
    legs: [
      { account: "card.value", amount: worth.value, subject: old.id },
      { account: "card.value", amount: -value, subject: id },
    ],
  });
  if (card.kind === "period" && card.state !== "inactive" && card.activated_on !== null) {
    const from = card.activated_on > today(ctx) ? card.activated_on : today(ctx);
    await earnDays(ctx, { id, no, package_card_id: card.package_card_id }, from, card.expires_on, value);
  }
  log(ctx, { ...card, id, used: 0 }, { kind: "sell", note: `← ${old.no} ${how.reason}` });
  return { no };
}

/**
 * Takes a card back: what is left, less its fee, goes back the way it was paid. What no payment covers is given by `method`.
 * @param input.back fen that the desk saw
 * @throws AppError `refused`
 */
export async function refundCard(
  ctx: Ctx,
  id: string,
  input: { back: Fen; method: "Cash" | "Transfer" | "Balance"; reason: string },
): Promise<void> {
  const holding = await lockHolding(ctx, id);
  const { value, cooling, fee, back, parts, rest, from } = await refundOf(ctx, holding);
  checkRefundable(ctx, holding, cooling);
  changed(ctx, input.back, back, "back");
  if (holding.kind === "period") await revokeDays(ctx, holding, from);
  const shiftId = rest > 0 && input.method === "Cash" ? await openShift(ctx) : null;
  const subject = input.method === "Balance" ? holding.member_id : shiftId;
  await refund(
    ctx,
    { kind: "card", id, no: holding.no },
    {
      operation: "card refund",
      reason: input.reason,
      memberId: holding.member_id,
      back: parts,
      undoes: [
        { account: "card.value", amount: value, subject: id },
        { account: tenderAccount(input.method), amount: -rest, ...(subject === null ? {} : { subject }) },
      ],
      fee: { amount: fee, of: holding.package_card_id },
      shiftOf: () => Promise.resolve(shiftId),
      spent: back,
    },
  );
  await ctx.db.updateTable("holding").set({ refunded: back }).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();
  log(ctx, holding, { kind: "refund", note: `${yuan(back)} ${input.reason}` });
}
