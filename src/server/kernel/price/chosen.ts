/** Selection of a person in the grid, checked and priced: places, hours, days, and the booker. */
import { type Fen, yuan } from "../../../contract/core/money";
import { span } from "../../../contract/core/time";
import { type Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { bundlesOver, fittingBundle } from "./bundles";
import { type PlaceInfo } from "../places";
import { placeLabel } from "../place-words";
import { type Priced, priceOrder } from "./price";
import type { Consumer } from "./rules";
import { loadRules, readAhead } from "./tariff";
import type { MemberInfo } from "../booker";
import type { Chosen } from "../occupancy/choose";

/** A chosen run with its price. */
export interface ChosenLine extends Chosen {
  readonly priced: Priced;
  /** The package card that covers it, and the uses it takes. */
  readonly card?: { readonly holdingId: string; readonly uses: number };
}

/** Further inputs to the price of a selection. */
export interface PriceOptions {
  /** Discount by hand on the whole, fen. */
  readonly manual?: { readonly amount: Fen; readonly reason: string } | null;
  /** Computes a coupon's discount on lines from their prices without it. */
  readonly coupon?: ((lines: readonly { readonly price: Fen; readonly minutes: number }[]) => { name: string; amount: Fen }) | null;
  /** Number of attendees, where a price is per head; default 1. */
  readonly attendees?: number | undefined;
  /** True if the booker is a group. */
  readonly asGroup?: boolean;
}

/** Reads what pricing these places on a day will need, in one batch with other queries. */
export async function readPrices(ctx: Ctx, day: string, places: readonly Pick<PlaceInfo, "id">[]): Promise<void> {
  await Promise.all([readAhead(ctx, places, day, day), bundlesOver(ctx, places)]);
}

/**
 * Prices chosen runs for a member, a group or a walk-in; at the price of the bundle that they make up, where that is the cheaper.
 * @throws AppError `noPrice`, `slotClosed` on a day on which the venue is closed, `discountTooBig`
 */
export async function priceChosen(
  ctx: Ctx,
  day: string,
  chosen: readonly Chosen[],
  member: MemberInfo | null,
  { manual = null, coupon: worth = null, attendees, asGroup = false }: PriceOptions = {},
): Promise<ChosenLine[]> {
  const places = chosen.map((run) => run.place);
  const [rules, sold] = await Promise.all([loadRules(ctx, places, day, day), bundlesOver(ctx, places)]);
  const inputs = chosen.map(({ place, start, end }) => {
    const ofProgram = rules.get(place.programId);
    if (!ofProgram) throw new Error(`no rules of program ${place.programId}`);
    if (ofProgram.holidays.get(day)?.kind === "closed")
      throw new AppError("slotClosed", { place: placeLabel(place.name, ctx.language), time: `${day} ${span(start, end)}` });
    return {
      rules: ofProgram,
      placeId: place.id,
      day,
      start,
      end,
      attendees,
      consumer: consumerOf(member, asGroup),
      card: member && { id: member.cardTypeId, name: member.cardTypeName, percent: member.placePercent },
    };
  });
  const single = withPrices(ctx, chosen, priceOrder(inputs, null));
  const bundle = fittingBundle(sold, day, chosen, sumOf(single).total);
  const plain = bundle ? withPrices(ctx, chosen, priceOrder(inputs, null, { bundle })) : single;
  const coupon = worth?.(plain.map(({ priced, start, end }) => ({ price: priced.price, minutes: end - start }))) ?? null;
  const before = coupon ? withPrices(ctx, chosen, priceOrder(inputs, null, { bundle: bundle ?? null, coupon })) : plain;
  if (manual === null || manual.amount === 0) return before;
  const total = sumOf(before).total;
  if (manual.amount > total) throw new AppError("discountTooBig", { discount: yuan(manual.amount), total: yuan(total) });
  return withPrices(ctx, chosen, priceOrder(inputs, manual, { bundle: bundle ?? null, coupon }));
}

/** Returns the class of buyer whose prices apply. */
export const consumerOf = (member: MemberInfo | null, asGroup: boolean): Consumer => (member ? "member" : asGroup ? "group" : "walkIn");

function withPrices(ctx: Ctx, chosen: readonly Chosen[], prices: readonly (Priced | null)[]): ChosenLine[] {
  return chosen.map((run, i) => {
    const priced = prices[i];
    if (!priced) throw new AppError("noPrice", { place: placeLabel(run.place.name, ctx.language), time: span(run.start, run.end) });
    return { ...run, priced };
  });
}

/** Sums of lines, fen. */
export function sumOf(lines: readonly ChosenLine[]): { list: Fen; discount: Fen; total: Fen } {
  const list = lines.reduce((sum, line) => sum + line.priced.list, 0);
  const discount = lines.reduce((sum, line) => sum + line.priced.discount, 0);
  return { list, discount, total: list - discount };
}
