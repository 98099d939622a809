/** A plan's matrix between the wire (yuan by class) and the database (fen by class, with marks of peak hours). */
import type { PlanPrices, PricePlanDraft } from "../../../contract/prices/price-plans";
import { yuan } from "../../../contract/core/money";
import type { z } from "zod";
import type { PlanMatrix } from "../../kernel/price/rules";

type Draft = z.output<typeof PricePlanDraft>;
type Week = readonly (readonly (number | null)[])[];

/** The matrix of a draft. Where the draft marks no peak hours, those are peak that cost a walk-in more than the plan's cheapest. */
export function toMatrix({ prices, peak }: Pick<Draft, "prices" | "peak">): PlanMatrix {
  const { lowest } = rangeOf(prices.walkIn);
  return {
    walkIn: prices.walkIn,
    ...(prices.member ? { member: prices.member } : {}),
    ...(prices.group ? { group: prices.group } : {}),
    peak: peak ?? prices.walkIn.map((row) => row.map((price) => price !== null && price > lowest)),
  };
}

const yuanWeek = (week: Week): (string | null)[][] => week.map((row) => row.map((price) => (price === null ? null : yuan(price))));

/** The matrix as the wire carries it. */
export const fromMatrix = (matrix: PlanMatrix): { prices: PlanPrices; peak: boolean[][] } => ({
  prices: {
    walkIn: yuanWeek(matrix.walkIn),
    member: matrix.member ? yuanWeek(matrix.member) : null,
    group: matrix.group ? yuanWeek(matrix.group) : null,
  },
  peak: matrix.peak ?? matrix.walkIn.map((row) => row.map(() => false)),
});

/** Lowest and highest price of a half hour, fen; 0 where there is none. */
export function rangeOf(week: Week): { lowest: number; highest: number } {
  const prices = week.flat().filter((price) => price !== null);
  return prices.length === 0 ? { lowest: 0, highest: 0 } : { lowest: Math.min(...prices), highest: Math.max(...prices) };
}
