/** Base discounts of card types by program, and promotions. */
import { z } from "#zod";
import { get, Id, postJson, resource } from "../core/call";
import { ColourStyle } from "../core/enums";
import { ruleViews, Unpaid } from "./price-plans";
import { checkWindow, MOST_PRICE, ruleExtra, ruleLevel, rulePlaces, ruleTurn, ruleWindow, WHEN, WHOM, type WindowDraft } from "./pricing";
import { defineResource } from "../core/resource/define";
import { bool, choice, money, percent, reference, text } from "../core/resource/fields";
import { PROGRAMS } from "../core/resource/targets";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

/** Percent of the price that is paid: 85 = 15 % off. */
const Percent = z.number().min(0).max(100).multipleOf(0.01);

/** The table of base discounts: card type × program. */
export const BaseDiscounts = z.object({
  programs: z.array(z.object({ id: Id, name: z.string() })),
  cardTypes: z.array(
    z.object({
      id: Id,
      name: z.string(),
      colour: ColourStyle,
      /** The card type's own percent for places: what counts where a program has none. */
      percent: z.number(),
      /** In the order of `programs`; null: the card type's own. */
      percents: z.array(z.number().nullable()),
    }),
  ),
});
export type BaseDiscounts = z.infer<typeof BaseDiscounts>;

/** Percents of pairs; null: the card type's own. */
export const BasePercents = z
  .array(z.object({ cardTypeId: Id, programId: Id, percent: Percent.nullable() }))
  .min(1)
  .max(1_000);

export const baseDiscounts = resource({
  list: get("/api/manage/venue/init-discount/list", {
    summary: "Base discounts of all card types and programs",
    code: "init_discount_set",
    output: BaseDiscounts,
  }),
  modify: postJson("/api/manage/venue/init-discount/modify", {
    summary: "Set base discounts; those that are not named stay",
    code: "base_discount_modify",
    input: z.object({ percents: BasePercents, unpaid: Unpaid }),
    output: BaseDiscounts,
  }),
});

/** Applies to lines that are in its window as a whole; of several, the one that makes the line cheapest counts. */
export const promotions = defineResource({
  name: "promotions",
  one: { zh: "促销", en: "Promotion" },
  path: "/api/manage/venue/promotion-discount",
  codes: { page: SCREENS.promotions, modify: "promotion_modify", export: "promotion_export" },
  title: "name",
  fields: {
    name: text({ zh: "促销名称", en: "Promotion name", required: true, search: "part", sort: true, max: 40 }),
    on: bool({ zh: "启用", en: "On", otherwise: true, sort: true }),
    programId: reference({
      ...LABELS.programId,
      filter: true,
      sort: true,
      none: { zh: "全部项目", en: "All programs" },
      of: () => PROGRAMS,
    }),
    ...rulePlaces,
    ...ruleLevel,
    ...ruleWindow(30),
    // Pay a percent of the price; pay so much less on the line; pay at most so much for each half hour.
    kind: choice({
      zh: "优惠",
      en: "Gives",
      required: true,
      sort: true,
      choices: {
        percent: { zh: "折扣", en: "Percent" },
        minus: { zh: "立减", en: "Amount off" },
        fixed: { zh: "一口价", en: "Fixed price" },
      },
    }),
    percent: percent({
      zh: "付原价的百分比",
      en: "Percent that is paid",
      when: { kind: ["percent"] },
      hint: { zh: "85 即八五折", en: "85 means 15% off" },
    }),
    amount: money({
      ...LABELS.amount,
      when: { kind: ["minus", "fixed"] },
      max: MOST_PRICE,
      hint: { zh: "立减：每笔少付的金额；一口价：每半小时的价格", en: "Amount off: of each line; fixed price: of a half hour" },
    }),
    stackable: bool({
      ...LABELS.stackable,
      hint: {
        zh: "在会员折扣之后再优惠；不叠加时取两者中更便宜的",
        en: "On top of the member's discount; otherwise the cheaper of the two counts",
      },
    }),
  },
  actions: ruleTurn("promotion_modify"),
  groups: [
    { title: { zh: "促销", en: "Promotion" }, fields: ["name", "kind", "percent", "amount", "stackable", "on"] },
    { title: WHOM, fields: ["programId", "placeIds", "cardTypeId"] },
    { title: WHEN, fields: ["from", "to", "weekdays", "start", "end"] },
  ],
  extra: ruleExtra,
  check: (draft: WindowDraft & { kind?: unknown; percent: number | null; amount: number | null }, issues) => {
    checkWindow(draft, issues);
    // The required field depends on the kind of discount: none is required until the kind is chosen.
    const field = draft.kind === "percent" ? "percent" : draft.kind === "minus" || draft.kind === "fixed" ? "amount" : undefined;
    if (field && draft[field] === null)
      issues.addIssue({ code: "custom", path: [field], params: { rule: "required" }, message: "required" });
  },
  views: ruleViews,
  hint: { zh: "按时段、等级设定打折、立减或一口价", en: "A percent, an amount off or a fixed price by time and level" },
  help: {
    zh: "表单下方的试算用真实计价规则，马上看到要付多少。预订要整段落在促销时间内才享受；几个促销都适用时，取最便宜的一个。可叠加是在会员折扣之后再优惠，否则取两者中更便宜的。",
    en: "The example below the form shows what is paid, by the real price rules. A booking must lie inside the promotion's hours as a whole; of several the one that makes it cheapest counts. A stackable one comes on top of the member's discount; otherwise the cheaper of the two counts.",
  },
});
