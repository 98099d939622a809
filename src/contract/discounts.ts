/** Base discounts of card types by program, and promotions (spec §2 /venue-place, product booking "Prices"). */
import { z } from "zod";
import { ById, Done, download, get, Id, PageQuery, pageOf, postJson, resource, SearchText, Words, XLSX } from "./call";
import { ColourStyle } from "./enums";
import { PriceIn, Yuan } from "./money";
import { RuleState, Unpaid } from "./pricePlans";
import { Day, Instant, MinuteOfDay } from "./time";
import { checkWindow, RuleWindow } from "./pricing";

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

/** Pay a percent of the price; pay so much less on the line; pay at most so much for each half hour. */
export const PROMOTION_KINDS = ["percent", "minus", "fixed"] as const;
export const PromotionKind = z.enum(PROMOTION_KINDS);
export type PromotionKind = z.infer<typeof PromotionKind>;

/** A promotion. It stands on lines that lie in its window as a whole; of several, the one that makes the line cheapest counts. */
export const Promotion = z.object({
  id: Id,
  name: z.string(),
  /** Null: all programs. */
  programId: Id.nullable(),
  programName: z.string(),
  placeIds: z.array(Id),
  placeNames: z.string(),
  /** Null: everyone. */
  cardTypeId: Id.nullable(),
  cardTypeName: z.string(),
  from: Day,
  to: Day,
  weekdays: z.array(z.number().int()),
  start: MinuteOfDay,
  end: MinuteOfDay,
  kind: PromotionKind,
  /** Percent that is paid, for "percent". */
  percent: z.number().nullable(),
  /** Amount off, for "minus"; price of a half hour, for "fixed". */
  amount: Yuan.nullable(),
  /** On top of the member's discount; otherwise instead of it, where it is better. */
  stackable: z.boolean(),
  on: z.boolean(),
  state: RuleState,
  createdAt: Instant,
});
export type Promotion = z.infer<typeof Promotion>;

export const PromotionFilter = z.object({
  q: SearchText.optional().describe("part of the name"),
  programId: Words.optional(),
  cardTypeId: Words.optional(),
  state: Words.optional(),
});

/** What the form says. */
export const PromotionDraft = z
  .object({
    name: z.string().trim().min(1).max(40),
    programId: Id.nullable().default(null),
    ...RuleWindow,
    kind: PromotionKind,
    percent: Percent.nullable().default(null),
    amount: PriceIn.nullable().default(null),
    stackable: z.boolean().default(false),
    on: z.boolean().default(true),
  })
  .superRefine(checkWindow)
  .superRefine(({ kind, percent, amount }, issues) => {
    const field = kind === "percent" ? "percent" : "amount";
    if ((field === "percent" ? percent : amount) !== null) return;
    issues.addIssue({ code: "custom", path: [field], params: { rule: "required" }, message: "required" });
  });

const base = "/api/manage/venue/promotion-discount";
export const promotions = resource({
  list: get(`${base}/list`, {
    summary: "Promotions, a page",
    code: "promotion_discount_set",
    input: PromotionFilter.extend(PageQuery.shape),
    output: pageOf(Promotion),
  }),
  view: get(`${base}/view`, { summary: "One promotion", code: "promotion_discount_set", input: ById, output: Promotion }),
  create: postJson(`${base}/create`, {
    summary: "Add a promotion",
    code: "promotion_modify",
    input: PromotionDraft.safeExtend({ unpaid: Unpaid }),
    output: Promotion,
  }),
  modify: postJson(`${base}/modify`, {
    summary: "Change a promotion",
    code: "promotion_modify",
    input: PromotionDraft.safeExtend({ id: Id, unpaid: Unpaid }),
    output: Promotion,
  }),
  turn: postJson(`${base}/turn`, {
    summary: "Switch a promotion on or off",
    code: "promotion_modify",
    input: ById.extend({ on: z.boolean(), unpaid: Unpaid }),
    output: Promotion,
  }),
  delete: postJson(`${base}/delete`, {
    summary: "Delete a promotion",
    code: "promotion_modify",
    input: ById.extend({ unpaid: Unpaid }),
    output: Done,
  }),
  excel: download(`${base}/excelExport`, {
    summary: "Promotions of the filter as an Excel file",
    code: "promotion_export",
    input: PromotionFilter,
    file: XLSX,
  }),
});
