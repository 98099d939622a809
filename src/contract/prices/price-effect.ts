/** Effect of a change of discounts, temporary prices or bundles on active bookings, shown before it is saved. */
import { z } from "#zod";
import { Id, postJson, resource } from "../core/call";
import { bundles } from "./bundles";
import { BasePercents, promotions } from "./discounts";
import { PlanEffect } from "./price-plans";
import { temporaryPrices } from "./pricing";
import { callsOf } from "../core/resource/calls";

/**
 * A rule as it would be: the one of `id`, or a new one, as the draft says; or the one of `id` switched `on` or off; or, with neither,
 * without it.
 */
const change = <T extends string, D extends z.ZodType>(of: T, draft: D) =>
  z.object({ of: z.literal(of), id: Id.optional(), draft: draft.optional(), on: z.boolean().optional() });

/** A change of one rule, or of the table of base discounts. */
export const PriceChange = z.union([
  change("promotion", callsOf(promotions).create.input),
  change("temporary", callsOf(temporaryPrices).create.input),
  change("bundle", callsOf(bundles).create.input),
  z.object({ of: z.literal("base"), percents: BasePercents }),
]);
export type PriceChange = z.input<typeof PriceChange>;

export const priceEffect = resource({
  preview: postJson("/api/manage/venue/price-effect/preview", {
    summary: "Unpaid bookings that a change of discounts, temporary prices or bundles makes dearer or cheaper",
    effect: false,
    code: ["promotion_modify", "temporary_price_modify", "place_set_modify", "base_discount_modify"],
    input: PriceChange,
    output: PlanEffect,
  }),
});
