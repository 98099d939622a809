/** Previews the effect of a change of discounts, temporary prices or bundles on unpaid bookings. Changes nothing. */
import type { Parsed } from "../../../contract/core/call";
import type { Code } from "../../../contract/core/permissions";
import type { priceEffect } from "../../../contract/prices/price-effect";
import type { PlanEffect } from "../../../contract/prices/price-plans";
import { type Ctx, need } from "../../http/context";
import * as bundles from "./bundles";
import * as base from "./base-discounts";
import { effectOf } from "./plan-effect";
import * as promotions from "./promotions";
import type { RuleChange } from "./rule-change";
import * as temporary from "./temporary";

type Change = Parsed<typeof priceEffect.preview>;

/** Code that permits the change, and so its preview. */
const NEEDS: Record<Change["of"], Code> = {
  promotion: "promotion_modify",
  temporary: "temporary_price_modify",
  bundle: "place_set_modify",
  base: "base_discount_modify",
};

/**
 * Unpaid bookings that the change makes dearer or cheaper.
 * @throws AppError `forbidden`, `missing`
 */
export async function preview(ctx: Ctx, input: Change): Promise<PlanEffect> {
  need(ctx, NEEDS[input.of]);
  return effectOf(ctx, await changeOf(ctx, input));
}

function changeOf(ctx: Ctx, input: Change): Promise<RuleChange> {
  switch (input.of) {
    case "promotion":
      return promotions.changeTo(ctx, input);
    case "temporary":
      return temporary.changeTo(ctx, input);
    case "bundle":
      return bundles.changeTo(ctx, input);
    case "base":
      return base.changeTo(ctx, input.percents);
  }
}
