/** Rounding of a cart down to whole jiao or yuan (抹零). */
import { z } from "#zod";
import type { Fen } from "../core/money";

/** Units that a cart can be rounded down to, the finer first, with their fen. */
export const ROUNDING_UNITS = { jiao: 10, yuan: 100 } as const;
export const RoundingUnit = z.enum(["jiao", "yuan"]);
export type RoundingUnit = z.infer<typeof RoundingUnit>;
/** The coarsest unit that a venue's tills may round to. */
export const Rounding = z.enum(["off", "jiao", "yuan"]);
export type Rounding = z.infer<typeof Rounding>;

/** A venue's rule: the coarsest unit, and the greatest amount that may be dropped, fen. */
export interface RoundingRule {
  readonly rounding: Rounding;
  readonly limit: Fen;
}

/**
 * Returns the roundings that a rule allows for a cart, the smaller first. The amount comes off the goods, so that they must be worth it, and
 * something must be left to pay.
 * @param due the whole cart, fen
 * @param goods its goods, fen
 */
export function roundingsOf(due: Fen, goods: Fen, { rounding, limit }: RoundingRule): { unit: RoundingUnit; amount: Fen }[] {
  const units = RoundingUnit.options.filter((unit) => rounding === "yuan" || rounding === unit);
  return units
    .map((unit) => ({ unit, amount: due % ROUNDING_UNITS[unit] }))
    .filter(({ amount }, i, all) => amount > 0 && amount <= limit && amount <= goods && amount < due && amount !== all[i - 1]?.amount);
}

/** Returns the amount that rounding to a unit takes off: as far as the rule allows, and no coarser than the unit. */
export const roundingOf = (unit: RoundingUnit, offered: ReturnType<typeof roundingsOf>): Fen =>
  offered.findLast((one) => ROUNDING_UNITS[one.unit] <= ROUNDING_UNITS[unit])?.amount ?? 0;
