/** Price of a place, and the reason, whether or not it is free: lets staff check the rules before a customer does. */
import { addFault, withRule } from "../core/between";
import { z } from "#zod";
import { PriceTrace } from "../booking/booking-order";
import { Id, postJson, resource } from "../core/call";
import { promotions } from "./discounts";
import { wholeNumber } from "../core/numbers";
import { callsOf } from "../core/resource/calls";
import { Day, HalfHour } from "../core/time";

/** A price as it would be. */
export const PriceTrial = z.object({ placeName: z.string(), hallName: z.string(), programName: z.string(), trace: PriceTrace });
export type PriceTrial = z.infer<typeof PriceTrial>;

export const priceTrial = resource({
  price: postJson("/api/manage/venue/price-trial/price", {
    summary: "What a stretch of a place costs a level of customer, rule by rule; with a promotion as it would be saved, if one is sent",
    effect: false,
    code: ["place_price_plan_list", "promotion_discount_set"],
    input: withRule(
      z.object({
        placeId: Id,
        day: Day,
        start: HalfHour,
        end: HalfHour,
        cardTypeId: Id.nullable().default(null).describe("card type of the customer; null: a walk-in"),
        attendees: wholeNumber(1, 100).default(1),
        promotion: callsOf(promotions)
          .create.input.and(z.object({ id: Id.optional().describe("the one that is changed") }))
          .optional(),
      }),
      ({ start, end }, issues) => {
        if (end <= start) addFault(issues, ["end"], "after");
      },
    ),
    output: PriceTrial,
  }),
});
