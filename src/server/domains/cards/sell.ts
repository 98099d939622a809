/** Selling package cards. What is left of the price is the card's value. */
import type { Selectable } from "kysely";
import type { Parsed } from "../../../contract/core/call";
import type { cards } from "../../../contract/cards/cards";
import { type Fen, yuan } from "../../../contract/core/money";
import type { Tables } from "../../db/tables";
import { charge } from "../../ledger/charge";
import { AppError } from "../../http/error";
import { type Ctx, today } from "../../http/context";
import { documentNumber } from "../../kernel/numbers";
import { type PaymentEntry } from "../../payment/collect";
import { checkCardRule, checkPrepaidLimits } from "../../kernel/prepaid";
import { refuse } from "../../resource/refuse";
import { refuseInactive } from "../../kernel/booker";
import { latestDay, log, startOf } from "../../kernel/cards/holding";
import { earnDays } from "../../kernel/cards/period";

interface Opening {
  readonly memberId: string;
  readonly packageCardId: string;
  readonly remark?: string;
  readonly startsOn?: string | undefined;
}

/**
 * Sells a package card to a member; it starts when its definition says: at once, at its first use, or on the day `startsOn`.
 * @returns the holding's id
 * @throws AppError `missing`, `badInput` for a day that is over, `paymentSum`, `balanceShort`, `memberState`, `prepaidLimit`
 */
export async function sellCard(ctx: Ctx, input: Opening & { readonly payments: readonly PaymentEntry[] }): Promise<string> {
  const { id } = await openCard(ctx, input, ({ id: subject, no, price }) =>
    charge(
      ctx,
      { kind: "card", id: subject, no },
      {
        operation: "package card",
        payments: input.payments,
        due: price,
        memberId: input.memberId,
        legs: [{ account: "card.value", amount: -price, subject }],
        reason: input.remark,
      },
    ),
  );
  return id;
}

/**
 * Opens a package card in a member's name, if the law of the region allows it by now: its definition may be older than the law. One that was paid as something else (`worth`, fen) is opened though its sale has ended.
 * @param fund posts what the card is worth to `card.value`
 * @throws AppError `missing`, `badInput` for a day that is over or a card that the law refuses, `memberState`, `prepaidLimit`; and as `fund`
 */
export async function openCard(
  ctx: Ctx,
  input: Opening & { readonly worth?: Fen },
  fund: (card: { readonly id: string; readonly no: string; readonly price: Fen }) => Promise<unknown>,
): Promise<{ id: string; no: string }> {
  const [card, member] = await Promise.all([
    ctx.db
      .selectFrom("package_card")
      .selectAll()
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", input.packageCardId)
      .$if(input.worth === undefined, (query) => query.where("on_shelf", "=", true))
      .executeTakeFirst(),
    ctx.db
      .selectFrom("member")
      .select(["id", "name", "state"])
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", input.memberId)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  ]);
  if (!card) throw new AppError("missing", { what: ctx.language === "zh" ? "次卡" : "Package card" });
  if (!member) throw new AppError("missing", { what: ctx.language === "zh" ? "会员" : "Member" });
  refuseInactive(ctx, member);
  const id = ctx.newId();
  const price = input.worth ?? card.price;
  const start = startOfSale(ctx, card, input.startsOn);
  const [, no] = await Promise.all([checkPrepaidLimits(ctx, member.id, { cards: price }), documentNumber(ctx, "holding", today(ctx))]);
  checkSaleRule(ctx, card, price, start);
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
        price,
        ...start,
        kind: card.kind,
        memo: input.remark ?? "",
        person_id: ctx.person.id,
        operator: ctx.person.name,
        at: ctx.now,
      })
      .execute(),
  );
  await fund({ id, no, price });
  if (card.kind === "period" && start.activated_on !== null && start.state === "active")
    await earnDays(ctx, { id, no, package_card_id: card.id }, start.activated_on, start.expires_on, price);
  log(ctx, { id, kind: card.kind, times: card.times, bonus_times: card.bonus_times, used: 0 }, { kind: "sell", note: input.remark ?? "" });
  return { id, no };
}

type Definition = Selectable<Tables["package_card"]>;

/** Returns the days of a card that is sold now. @throws AppError `badInput` for a day that is over */
function startOfSale(ctx: Ctx, card: Definition, startsOn: string | undefined): ReturnType<typeof startOf> {
  if (card.activation === "fixedDate" && (startsOn ?? today(ctx)) < today(ctx))
    throw refuse(ctx, { zh: "启用日期不能早于今天，没有售卡", en: "It can't start before today; nothing was sold" }, {}, "startsOn");
  return startOf(ctx, card, startsOn);
}

const checkSaleRule = (ctx: Ctx, card: Definition, price: Fen, start: ReturnType<typeof startOf>): void =>
  checkCardRule(ctx, { price, runs: { from: today(ctx), until: latestDay(card, start) } }, { not: "sold" });

/**
 * Refuses cards that could not be sold together to a member now, before anybody pays. Nothing moves.
 * @param input.stored fen that are recharged with them
 * @returns what they cost, fen
 * @throws AppError as `sellCard`
 */
export async function checkCardSale(
  ctx: Ctx,
  { memberId, wanted, stored = 0 }: { memberId: string; wanted: readonly { id: string; startsOn?: string | undefined }[]; stored?: Fen },
): Promise<Fen> {
  const member = await ctx.db
    .selectFrom("member")
    .select(["name", "state"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", memberId)
    .executeTakeFirst();
  if (!member) throw new AppError("missing", { what: ctx.language === "zh" ? "会员" : "Member" });
  refuseInactive(ctx, member);
  const onSale = await ctx.db
    .selectFrom("package_card")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("on_shelf", "=", true)
    .where("id", "in", ["", ...wanted.map(({ id }) => id)])
    .execute();
  const holdings = wanted.map(({ id, startsOn }) => {
    const card = onSale.find((one) => one.id === id);
    if (!card) throw new AppError("missing", { what: ctx.language === "zh" ? "次卡" : "Package card" });
    return { card, start: startOfSale(ctx, card, startsOn) };
  });
  const due = holdings.reduce((sum, { card }) => sum + card.price, 0);
  await checkPrepaidLimits(ctx, memberId, { stored, cards: due });
  for (const { card, start } of holdings) checkSaleRule(ctx, card, card.price, start);
  return due;
}

/** Returns what a card costs a member. @throws AppError as `checkCardSale` */
export async function sellPreview(
  ctx: Ctx,
  { memberId, packageCardId, startsOn }: Parsed<typeof cards.sellPreview>,
): Promise<{ due: string }> {
  return { due: yuan(await checkCardSale(ctx, { memberId, wanted: [{ id: packageCardId, startsOn }] })) };
}
