/** Cards that go to somebody else, are exchanged for another, or are given back; with a preview of each before it is done. */
import { charge } from "../../ledger/charge";
import type { CardWorking } from "../../../contract/cards";
import { type Fen, percentOf, yuan } from "../../../contract/money";
import type { PaymentType } from "../../../contract/enums";
import { PAY_TYPE_LABELS } from "../../../contract/payTypes";
import { addDays, daysBetween } from "../../../contract/time";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { documentNumber } from "../../kernel/numbers";
import { balanceOf, post } from "../../ledger/post";
import { openShift, tenderAccount } from "../../ledger/tender";
import { giveBack, type RefundPart, refundParts } from "../../payment/take";
import { refuse } from "../../resource/refuse";
import { speaker } from "../../words";
import { refuseInactive } from "../../kernel/booker";
import { coolingOffEnd, checkPrepaidLimits } from "../../kernel/prepaid";
import { recordSpend } from "../../ledger/spend";
import { lockMembers } from "./change";
import { definitionOf, type HeldCard, leftOf, lockHolding, log, startOf } from "../../kernel/cards/holding";
import { earnDays, earnedFrom, takeBackDays } from "../../kernel/cards/period";

const WORDS = {
  card: { zh: "次卡", en: "Package card" },
  member: { zh: "会员", en: "Member" },
  paid: { zh: "实付", en: "Paid" },
  earned: { zh: "已使用", en: "Used" },
  value: { zh: "剩余价值", en: "Value left" },
  fee: { zh: "手续费", en: "Fee" },
  back: { zh: "应退", en: "To give back" },
  newPrice: { zh: "新卡售价", en: "Price of the new card" },
  due: { zh: "应收", en: "To be paid" },
  cooling: { zh: "7 天内未使用，免手续费，可退至 {until}", en: "Not used within 7 days: no fee, until {until}" },
  ways: { zh: "按原支付方式退回：{ways}", en: "Goes back the way it was paid: {ways}" },
  handed: { zh: "全部剩余次数和价值转给对方", en: "All that is left goes to the other member" },
} as const;
const word = speaker(WORDS);

/** What is left of a card in money. */
interface Worth {
  readonly value: Fen;
  /** Whether the cooling-off of its sale still runs and nothing was used. */
  readonly cooling: boolean;
  /** First day that a period card gives back. */
  readonly from: string;
}

async function worthOf(ctx: Ctx, holding: HeldCard): Promise<Worth> {
  const cooling = holding.used === 0 && holding.from_id === null && coolingOffEnd(holding.at) > ctx.now;
  const from = cooling ? (holding.activated_on ?? today(ctx)) : today(ctx);
  const kept = await balanceOf(ctx, "card.value", holding.id);
  const days = holding.kind === "period" ? await earnedFrom(ctx, holding, from) : [];
  return { value: kept + days.reduce((sum, { amount }) => sum + amount, 0), cooling, from };
}

/** What a refund gives back and keeps, and over which payments; nothing moves. */
async function refundOf(ctx: Ctx, holding: HeldCard) {
  const worth = await worthOf(ctx, holding);
  const fee = worth.cooling ? 0 : percentOf(worth.value, holding.card.refund_percent);
  const back = worth.value - fee;
  const parts: RefundPart[] = [];
  let rest = back;
  // A card that was handed on or exchanged was paid where it began.
  for (const id of await chainOf(ctx, holding)) {
    const most = (await refundParts(ctx, { kind: "card", id }, 0)).reduce((sum, part) => sum + part.paid, 0);
    const here = Math.min(rest, most);
    if (here === 0) continue;
    parts.push(...(await refundParts(ctx, { kind: "card", id }, here)));
    rest -= here;
  }
  return { ...worth, fee, back, parts: parts.filter(({ refund }) => refund > 0), rest };
}

async function chainOf(ctx: Ctx, holding: Pick<HeldCard, "id" | "from_id">): Promise<readonly string[]> {
  const ids = [holding.id];
  for (let id = holding.from_id; id !== null && !ids.includes(id);) {
    ids.push(id);
    const before = await ctx.db
      .selectFrom("holding")
      .select("from_id")
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    id = before.from_id;
  }
  return ids;
}

/** What an exchange comes to: the value left pays for part of the new card. */
async function exchangeOf(ctx: Ctx, holding: HeldCard, intoId: string) {
  const into = await definitionOf(ctx, intoId);
  const worth = await worthOf(ctx, holding);
  return { into, ...worth, due: into.price - worth.value };
}

/** The preview of an action, as the desk sees it before it is done. @throws AppError `missing`, `refused` as the action itself */
export async function working(
  ctx: Ctx,
  { holdingId, action, into }: { holdingId: string; action: "transfer" | "exchange" | "refund"; into?: string | undefined },
): Promise<CardWorking> {
  const holding = await readHolding(ctx, holdingId);
  const line = (what: keyof typeof WORDS, amount: Fen) => ({ what: word(what, ctx.language), amount: yuan(amount) });
  if (action === "transfer") {
    const { value } = await worthOf(ctx, holding);
    const fee = holding.card.transfer_fee ?? 0;
    return {
      lines: [line("value", value), line("fee", fee)],
      due: yuan(fee),
      back: yuan(0),
      note: word("handed", ctx.language),
    };
  }
  if (action === "exchange") {
    if (into === undefined) return { lines: [], due: yuan(0), back: yuan(0), note: "" };
    const { into: card, value, due } = await exchangeOf(ctx, holding, into);
    checkExchange(ctx, due);
    return {
      lines: [line("newPrice", card.price), line("value", -value), line("due", due)],
      due: yuan(due),
      back: yuan(0),
      note: "",
    };
  }
  const refund = await refundOf(ctx, holding);
  checkRefundable(ctx, holding, refund.cooling);
  const ways = refund.parts.map(({ type, refund: amount }) => `${PAY_TYPE_LABELS[type][ctx.language]} ${yuan(amount)}`);
  const until = coolingOffEnd(holding.at).toISOString().slice(0, 10);
  const notes = [
    ...(refund.cooling ? [word("cooling", ctx.language, { until })] : []),
    ...(ways.length > 0 ? [word("ways", ctx.language, { ways: ways.join(ctx.language === "zh" ? "、" : ", ") })] : []),
  ];
  return {
    lines: [
      line("paid", holding.price + holding.carried),
      line("earned", refund.value - holding.price - holding.carried),
      line("value", refund.value),
      line("fee", -refund.fee),
      line("back", refund.back),
    ],
    due: yuan(0),
    back: yuan(refund.back),
    note: notes.join(ctx.language === "zh" ? "；" : "; "),
  };
}

async function readHolding(ctx: Ctx, id: string): Promise<HeldCard> {
  const holding = await ctx.db
    .selectFrom("holding")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!holding) throw new AppError("missing", { what: word("card", ctx.language) });
  return { ...holding, card: await definitionOf(ctx, holding.package_card_id) };
}

function checkExchange(ctx: Ctx, due: Fen): void {
  if (due < 0)
    throw refuse(
      ctx,
      {
        zh: "新卡比剩余价值便宜 {less}，没有换卡；请换一种，或先退卡再购买",
        en: "The new card costs {less} less than what is left; nothing was exchanged. Choose another, or refund the card and sell a new one",
      },
      { less: yuan(-due) },
      "into",
    );
}
function checkRefundable(ctx: Ctx, holding: HeldCard, cooling: boolean): void {
  if (!holding.card.refundable && !cooling)
    throw refuse(
      ctx,
      {
        zh: "“{name}”不可退，没有改动；可以转让或延期",
        en: "“{name}” is not refundable; nothing was changed. It can be transferred or extended",
      },
      { name: holding.name },
    );
}
const changed = (ctx: Ctx, seen: Fen, now: Fen, field: string): void => {
  if (seen !== now)
    throw refuse(
      ctx,
      {
        zh: "现在是 {now}，和看到的 {seen} 不同，没有改动；请重新确认",
        en: "It is {now} now, not the {seen} shown; nothing was changed. Look again",
      },
      { now: yuan(now), seen: yuan(seen) },
      field,
    );
};

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
  await checkPrepaidLimits(ctx, holding.member_id, { cards: due });
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
  if (old.kind === "period") await takeBackDays(ctx, old, worth.from);
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
  if (holding.kind === "period") await takeBackDays(ctx, holding, from);
  const given = await giveBack(ctx, parts, holding.member_id);
  const shiftId = given.shiftId ?? (rest > 0 && input.method === "Cash" ? await openShift(ctx) : null);
  const subject = input.method === "Balance" ? holding.member_id : input.method === "Cash" ? shiftId : null;
  if (value > 0)
    await post(ctx, {
      document: { kind: "card", id, no: holding.no },
      operation: "card refund",
      shiftId,
      reason: input.reason,
      legs: [
        { account: "card.value", amount: value, subject: id },
        ...given.legs,
        { account: tenderAccount(input.method), amount: -rest, ...(subject === null ? {} : { subject }) },
        { account: "income.fee", amount: -fee, subject: holding.package_card_id, earnedOn: today(ctx) },
      ],
    });
  await ctx.db.updateTable("holding").set({ refunded: back }).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();
  recordSpend(ctx, holding.member_id, -back);
  log(ctx, holding, { kind: "refund", note: `${yuan(back)} ${input.reason}` });
}
