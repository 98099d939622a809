/** Price of a selection, with the reason for each fen. */
import type { booking, Quote } from "../../../contract/booking/booking";
import type { CardOffer } from "../../../contract/booking/booking-order";
import type { Parsed } from "../../../contract/core/call";
import { yuan } from "../../../contract/core/money";
import type { Ctx } from "../../http/context";
import { couponFor } from "./coupon";
import { checkCardType } from "./card-type";
import { coverLines, priceBeside } from "./card-uses";
import { bookerOf } from "../../kernel/booker";
import { chooseRuns } from "../../kernel/occupancy/choose";
import { sumOf } from "../../kernel/price/chosen";
import { toTrace } from "../../kernel/price/price";

/**
 * Prices runs for a booker as `create` would charge them now, package cards before money if asked. Nothing is taken.
 * @throws AppError `missing`, `memberState`, `noPrice`, `discountTooBig`, and what a slot that cannot be booked is refused with
 */
export async function quote(ctx: Ctx, input: Parsed<typeof booking.quote>): Promise<Quote> {
  const member = await bookerOf(ctx, input);
  const chosen = await chooseRuns(ctx, input.day, input.runs);
  checkCardType(ctx, member, input.day, chosen);
  const manual = input.discount?.amount === undefined ? null : { amount: input.discount.amount, reason: input.discount.reason ?? "" };
  const coupon = await couponFor(ctx, input, member, chosen);
  let cards: readonly CardOffer[] = [];
  const { withoutCards } = input;
  const lines = await priceBeside(ctx, { ...input, chosen, member, discount: manual, coupon: coupon?.worth }, async (plain) => {
    if (withoutCards === undefined || member === null || !ctx.codes.has("package_card_use")) return plain;
    const covering = await coverLines(ctx, member.id, input.day, plain, (id) => !withoutCards.includes(id));
    cards = covering.offers;
    return covering.lines;
  });
  const { list, discount, total } = sumOf(lines);
  return {
    lines: lines.map((line) => ({
      placeId: line.place.id,
      placeName: line.place.name,
      start: line.start,
      end: line.end,
      trace: toTrace(line.priced),
    })),
    list: yuan(list),
    discount: yuan(discount),
    total: yuan(total),
    cards: [...cards],
  };
}
