/** A change of the rules of price: what it can reach, and the rules as they would be. Pure. Days as YYYY-MM-DD. */
import type { BundleRule } from "../../kernel/price/bundles";
import { inOrder, type PlanRule, type PriceRules, type PromotionRule, type TemporaryRule } from "../../kernel/price/rules";

export interface RuleChange {
  /** Programs that it can reach; null: all. */
  readonly programIds: readonly string[] | null;
  /** First and last day that it can reach. */
  readonly from: string;
  readonly to: string;
  /** The rules of a program as they would be. */
  apply(rules: PriceRules, programId: string): PriceRules;
  /** The bundles on sale as they would be; without it they stay, and so do bookings that were sold as one. */
  bundles?(sold: readonly BundleRule[]): readonly BundleRule[];
}

/** The last day of a rule that has none. */
const FOREVER = "9999-12-31";

interface Placed {
  readonly id: string;
  /** Null: all programs. */
  readonly programId: string | null;
  readonly from: string;
  readonly to: string;
}

/** Returns the programs and days that the rules in force before and after can affect. */
function reachOf(before: Placed | null, after: Placed | null): Pick<RuleChange, "programIds" | "from" | "to"> {
  const both = [before, after].filter((rule) => rule !== null);
  const programs = both.map((rule) => rule.programId);
  return {
    programIds: programs.every((id) => id !== null) ? [...new Set(programs)] : null,
    from: both.map((rule) => rule.from).sort()[0] ?? "",
    to:
      both
        .map((rule) => rule.to)
        .sort()
        .at(-1) ?? "",
  };
}
const swap = <R extends { readonly id: string }>(
  rules: readonly R[],
  before: Placed | null,
  after: (R & Placed) | null,
  programId: string,
) => [
  ...rules.filter((rule) => rule.id !== before?.id),
  ...(after && (after.programId === null || after.programId === programId) ? [after] : []),
];

type Plan = PlanRule & { readonly programId: string };
/** A plan before and after; null where it is not there, or switched off. */
export const planChange = (before: Plan | null, after: Plan | null): RuleChange => ({
  ...reachOf(before, after),
  apply: (rules, programId) => inOrder({ ...rules, plans: swap(rules.plans, before, after, programId) }),
});

type Promoted = PromotionRule & { readonly programId: string | null };
/** As `planChange`, of a promotion. */
export const promotionChange = (before: Promoted | null, after: Promoted | null): RuleChange => ({
  ...reachOf(before, after),
  apply: (rules, programId) => inOrder({ ...rules, promotions: swap(rules.promotions, before, after, programId) }),
});

type Temporary = TemporaryRule & { readonly programId: string };
/** As `planChange`, of a temporary price. */
export const temporaryChange = (before: Temporary | null, after: Temporary | null): RuleChange => ({
  ...reachOf(before, after),
  apply: (rules, programId) => inOrder({ ...rules, temporary: swap(rules.temporary, before, after, programId) }),
});

/** A day of the calendar as it is to be; null: what its weekday says. */
export const dayChange = (day: string, special: { readonly name: string; readonly pricedAs: number } | null): RuleChange => ({
  programIds: null,
  from: day,
  to: day,
  apply: (rules) => {
    const holidays = new Map(rules.holidays);
    if (special) holidays.set(day, special);
    else holidays.delete(day);
    return { ...rules, holidays };
  },
});

/** Base discounts as they are to be; percent null: the card type's own. */
export const baseChange = (
  percents: readonly { readonly cardTypeId: string; readonly programId: string; readonly percent: number | null }[],
): RuleChange => ({
  programIds: [...new Set(percents.map((one) => one.programId))],
  from: "",
  to: FOREVER,
  apply: (rules, programId) => {
    const base = new Map(rules.base);
    for (const { cardTypeId, percent } of percents.filter((one) => one.programId === programId)) {
      if (percent === null) base.delete(cardTypeId);
      else base.set(cardTypeId, percent);
    }
    return { ...rules, base };
  },
});

/**
 * A bundle as it is to be.
 * @param id the one that is changed; null: a new one
 * @param after null where it is not on sale today
 * @param programIds programs of its places, before and after
 */
export const bundleChange = (id: string | null, after: BundleRule | null, programIds: readonly string[]): RuleChange => ({
  programIds,
  from: "",
  to: FOREVER,
  apply: (rules) => rules,
  bundles: (sold) => [...sold.filter((bundle) => bundle.id !== id), ...(after ? [after] : [])],
});
