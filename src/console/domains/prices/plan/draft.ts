/** Data that the form of a plan holds beside its prices. */
import type { PricePlanDetail } from "../../../../contract/prices/price-plans";

/** Limits of a plan's priority. */
export const PRIORITY = { min: 0, max: 999 } as const;

export interface PlanFactsDraft {
  readonly name: string;
  readonly programId: string;
  /** As it is typed. */
  readonly priority: string;
  readonly from: string;
  readonly to: string;
  /** Empty: all places of the program. */
  readonly placeIds: readonly string[];
  readonly on: boolean;
}

export const factsOf = (plan: PricePlanDetail): PlanFactsDraft => ({
  name: plan.name,
  programId: plan.programId,
  priority: String(plan.priority),
  from: plan.from,
  to: plan.to,
  placeIds: plan.placeIds,
  on: plan.on,
});

/** A new plan of this year's rest, above the plans that stand all year. */
export const newFacts = (today: string, programId: string): PlanFactsDraft => ({
  name: "",
  programId,
  priority: "10",
  from: today,
  to: `${today.slice(0, 4)}-12-31`,
  placeIds: [],
  on: true,
});
