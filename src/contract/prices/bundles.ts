/** Places sold together at one price: all of them, at the same time. */
import { z } from "#zod";
import { Id } from "../core/call";
import { ruleViews } from "./price-plans";
import { checkWindow, MOST_PRICE, ruleExtra, rulePlaces, ruleTurn, ruleWindow, WHEN, type WindowDraft } from "./pricing";
import { defineResource } from "../core/resource/define";
import { bool, money, number, shaped, text } from "../core/resource/fields";
import { DAY_MINUTES, GRANULE } from "../core/time";
import { SCREENS } from "../core/pages";

export const bundles = defineResource({
  name: "bundles",
  one: { zh: "组合", en: "Bundle" },
  path: "/api/manage/venue/place-set",
  codes: { page: SCREENS.bundles, modify: "place_set_modify", export: "place_set_export" },
  title: "name",
  fields: {
    name: text({ zh: "组合名称", en: "Name", required: true, search: "part", sort: true, max: 40 }),
    on: bool({ zh: "售卖", en: "On sale", otherwise: true, sort: true }),
    placeIds: shaped({
      zh: "包含场地",
      en: "Places",
      required: true,
      width: 220,
      hint: { zh: "须全部选中、同一时段，才按组合价", en: "All of them, at the same time, get the price" },
      shape: () =>
        z
          .array(Id)
          .min(1)
          .max(30)
          .transform((ids) => [...new Set(ids)]),
    }),
    placeNames: rulePlaces.placeNames,
    minutes: number({
      zh: "时长",
      en: "Length",
      required: true,
      sort: true,
      min: GRANULE,
      max: DAY_MINUTES,
      step: GRANULE,
      initial: 120,
      unit: { zh: "{n} 分钟", en: "{n} minutes" },
    }),
    price: money({
      zh: "组合价",
      en: "Price",
      required: true,
      sort: true,
      max: MOST_PRICE,
      hint: { zh: "全部场地合计；比单独预订更贵时不会套用", en: "For all places together; not used where single bookings cost less" },
    }),
    ...ruleWindow(30),
  },
  actions: ruleTurn("place_set_modify"),
  groups: [
    { title: { zh: "组合内容", en: "What it is" }, fields: ["name", "placeIds", "minutes", "price", "on"] },
    { title: WHEN, fields: ["from", "to", "weekdays", "start", "end"] },
  ],
  extra: ruleExtra,
  check: (draft: WindowDraft & { minutes: number }, issues) => {
    checkWindow(draft, issues);
    const most = draft.end - draft.start;
    if (most > 0 && draft.minutes > most)
      issues.addIssue({ code: "custom", path: ["minutes"], params: { rule: "max", max: most }, message: "max" });
  },
  views: ruleViews,
  hint: {
    zh: "把几片场地打包成一个价；在预订台选齐这些场地即自动按组合价",
    en: "Sell several places at one price; choosing them all in the booking grid gives the price by itself",
  },
  help: {
    zh: "例如“周末三片包场 2 小时 388 元”。有几个组合都合适时，用最便宜的一个；单独预订更便宜时不套用。组合价按各片场地的原价分摊，退一片时按它分到的金额退；有一片已被订走，整单都不会下。组合价代替会员折扣和促销，人工优惠和优惠券仍可使用；换场后的那一片按单独价格计算。",
    en: "Such as “three courts for two hours at the weekend, 388”. Where several fit, the cheapest counts; where single bookings cost less, none does. The price is shared over the places by their list prices, and a refund of one gives back its share; if one place is taken, nothing is booked. It stands instead of discount and promotions; a discount by hand and coupons still count. A place that is moved costs its single price.",
  },
});
