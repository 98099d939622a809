/** Previews transferring, exchanging or refunding a card; changes nothing. */
import type { Parsed } from "../../../contract/core/call";
import type { CardPreview, cards } from "../../../contract/cards/cards";
import { type Fen, percentOf, yuan } from "../../../contract/core/money";
import { PAY_TYPE_LABELS } from "../../../contract/core/pay-types";
import { type Ctx, need, today } from "../../http/context";
import { AppError } from "../../http/error";
import { balanceOf } from "../../ledger/post";
import { type RefundPart, refundParts } from "../../payment/collect";
import { refuse } from "../../resource/refuse";
import { speaker } from "../../words";
import { checkCardRule, checkPrepaidLimits, coolingOffEnd } from "../../kernel/prepaid";
import { definitionOf, type HeldCard, latestDay, startOf } from "../../kernel/cards/holding";
import { earnedFrom } from "../../kernel/cards/period";

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
export const word = speaker(WORDS);

/** The permission of each action; a preview asks for its own. */
const CODES = {
  addTimes: "package_card_manage",
  transfer: "package_card_transfer",
  exchange: "package_card_transfer",
  refund: "package_card_refund",
} as const;

/** Remaining value of a card. */
export interface Worth {
  readonly value: Fen;
  /** True if the cooling-off period of its sale still runs and nothing was used. */
  readonly cooling: boolean;
  /** First day that a period card gives back. */
  readonly from: string;
}

export async function worthOf(ctx: Ctx, holding: HeldCard): Promise<Worth> {
  const cooling = holding.used === 0 && holding.from_id === null && coolingOffEnd(holding.at) > ctx.now;
  const from = cooling ? (holding.activated_on ?? today(ctx)) : today(ctx);
  const valueLeft = await balanceOf(ctx, "card.value", holding.id);
  const days = holding.kind === "period" ? await earnedFrom(ctx, holding, from) : [];
  return { value: valueLeft + days.reduce((sum, { amount }) => sum + amount, 0), cooling, from };
}

/** Computes the refund and the retained amount, and the payments it goes to; changes nothing. */
export async function refundOf(ctx: Ctx, holding: HeldCard) {
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

/** Computes an exchange: the remaining value pays for part of the new card. */
export async function exchangeOf(ctx: Ctx, holding: HeldCard, intoId: string) {
  const into = await definitionOf(ctx, intoId);
  const worth = await worthOf(ctx, holding);
  return { into, ...worth, due: into.price - worth.value };
}

/** The preview of an action, as the desk sees it before it is done. @throws AppError `missing`, `refused` as the action itself */
export async function preview(ctx: Ctx, { holdingId, action, into, to, amount = 0 }: Parsed<typeof cards.preview>): Promise<CardPreview> {
  need(ctx, CODES[action]);
  const holding = await readHolding(ctx, holdingId);
  const line = (what: keyof typeof WORDS, amount: Fen) => ({ what: word(what, ctx.language), amount: yuan(amount) });
  if (action === "addTimes") {
    if (amount > 0) await checkTimesAdded(ctx, holding, amount);
    return { lines: [line("due", amount)], due: yuan(amount), back: yuan(0), note: "" };
  }
  if (action === "transfer") {
    const { value } = await worthOf(ctx, holding);
    if (to !== undefined) await checkPrepaidLimits(ctx, to, { cards: value });
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
    await checkExchanged(ctx, holding, card, due);
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

export function checkExchange(ctx: Ctx, due: Fen): void {
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
/** Refuses a card that the law would not let a member have by an exchange. @throws AppError `prepaidLimit`, `refused` */
export async function checkExchanged(ctx: Ctx, holding: HeldCard, into: HeldCard["card"], due: Fen): Promise<void> {
  await checkPrepaidLimits(ctx, holding.member_id, { cards: due });
  const day = today(ctx);
  const terms = { price: into.price, runs: { from: day, until: latestDay(into, startOf(ctx, into, undefined)) } };
  checkCardRule(ctx, terms, { not: "changed", price: "into", until: "into" });
}
/** Refuses times that the law would not let a member pay for. @throws AppError `prepaidLimit`, `refused` */
export async function checkTimesAdded(ctx: Ctx, holding: HeldCard, amount: Fen): Promise<void> {
  await checkPrepaidLimits(ctx, holding.member_id, { cards: amount });
  checkCardRule(ctx, { price: holding.price + holding.carried + amount }, { not: "changed", price: "amount" });
}
export function checkRefundable(ctx: Ctx, holding: HeldCard, cooling: boolean): void {
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
export const changed = (ctx: Ctx, seen: Fen, now: Fen, field: string): void => {
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
