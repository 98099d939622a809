/** Temporary prices, and what rules of price have in common. */
import { z } from "#zod";
import { Id, postJson } from "../core/call";
import { wholeNumber } from "../core/numbers";
import type { Code } from "../core/permissions";
import { ruleLife, ruleViews, Unpaid } from "./price-plans";
import { callsOf } from "../core/resource/calls";
import { defineResource } from "../core/resource/define";
import { choice, day, minute, money, reference, shaped, state, text } from "../core/resource/fields";
import { rowSchema } from "../core/resource/schemas";
import { CARD_TYPES, PROGRAMS } from "../core/resource/targets";
import { DAY_MINUTES, GRANULE } from "../core/time";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

/** Most half hour's price, yuan. */
export const MOST_PRICE = 100_000;
const places = () =>
  z
    .array(Id)
    .max(200)
    .transform((ids) => [...new Set(ids)]);
const weekdays = () =>
  z
    .array(wholeNumber(1, 7))
    .max(7)
    .transform((days) => [...new Set(days)].sort((a, b) => a - b));

/** Places of a rule; none: all of its program. */
export const rulePlaces = {
  placeIds: shaped({ zh: "适用场地", en: "Courts", otherwise: [], width: 200, none: { zh: "全部场地", en: "All courts" }, shape: places }),
  placeNames: text({ zh: "适用场地", en: "Courts", computed: true, internal: true }),
};
/** The member level that a rule is for. */
export const ruleLevel = {
  cardTypeId: reference({
    zh: "会员等级",
    en: "Member level",
    filter: true,
    sort: true,
    none: { zh: "所有人", en: "Everyone" },
    of: () => CARD_TYPES,
  }),
};
/**
 * Days, weekdays and hours on which a rule applies; a new one for so many days. Days run from first to last; hours are minutes from
 * midnight, the end not included.
 */
export const ruleWindow = (days: number) => ({
  from: day({ zh: "开始日期", en: "First day", required: true, sort: true, initial: 0, width: 212 }),
  to: day({ zh: "结束日期", en: "Last day", required: true, initial: days, hidden: true }),
  weekdays: shaped({ ...LABELS.weekdays, otherwise: [], width: 200, shape: weekdays }),
  start: minute({ zh: "开始时间", en: "From", otherwise: 0, step: GRANULE, hidden: true }),
  end: minute({ zh: "结束时间", en: "To", otherwise: DAY_MINUTES, step: GRANULE, hidden: true }),
  state: state({ ...LABELS.state, machine: ruleLife, computed: true, filter: true }),
});
export const WHEN = { zh: "时间", en: "When" };
export const WHOM = { zh: "适用范围", en: "For whom and where" };
/** A change of a rule says what becomes of unpaid bookings that it touches. */
export const ruleExtra = () => ({ unpaid: Unpaid });
/** Switches a rule on or off in its list. */
export const ruleTurn = <C extends Code>(code: C) => ({
  turn: { label: { zh: "启停", en: "Switch" }, code, inCell: true, extra: () => ({ on: z.boolean(), unpaid: Unpaid }) },
});

export interface WindowDraft {
  readonly from: string;
  readonly to: string;
  readonly start: number;
  readonly end: number;
}
/** Refuses a window that ends before it begins. */
export function checkWindow({ from, to, start, end }: WindowDraft, issues: z.RefinementCtx): void {
  if (to < from) issues.addIssue({ code: "custom", path: ["to"], params: { rule: "notBefore" }, message: "notBefore" });
  if (end <= start) issues.addIssue({ code: "custom", path: ["end"], params: { rule: "after" }, message: "after" });
}

/** If several match, one for a card type precedes one for everyone, then the newer one wins. */
export const temporaryPrices = defineResource({
  name: "temporaryPrices",
  one: { zh: "临时价格", en: "Temporary price" },
  path: "/api/manage/venue/temporary-booking-price",
  paths: { list: "/api/open/temporary-booking/get-temporary-booking-set-by-level" },
  codes: { page: SCREENS.temporaryPrices, modify: "temporary_price_modify", export: "temporary_price_export" },
  title: "name",
  fields: {
    name: text({ ...LABELS.name, required: true, search: "part", sort: true, max: 40 }),
    programId: reference({ ...LABELS.programId, required: true, filter: true, sort: true, of: () => PROGRAMS }),
    ...rulePlaces,
    ...ruleLevel,
    ...ruleWindow(6),
    price: money({ zh: "每半小时价格", en: "Per half hour", required: true, sort: true, max: MOST_PRICE }),
    unit: choice({
      zh: "计价方式",
      en: "Charged",
      otherwise: "place",
      choices: { place: { zh: "每场地", en: "Per court" }, head: { zh: "每人", en: "Per head" } },
    }),
    reason: text({
      ...LABELS.reason,
      required: true,
      search: "part",
      min: 2,
      width: 200,
      hint: { zh: "至少 2 个字，会写入记录", en: "At least 2 characters; kept in the log" },
    }),
    operator: text({ zh: "经办人", en: "Operator", readonly: true, hidden: true }),
  },
  groups: [
    { title: { zh: "临时价格", en: "Temporary price" }, fields: ["name", "price", "unit", "reason"] },
    { title: WHOM, fields: ["programId", "placeIds", "cardTypeId"] },
    { title: WHEN, fields: ["from", "to", "weekdays", "start", "end"] },
  ],
  extra: ruleExtra,
  check: checkWindow,
  views: ruleViews,
  hint: { zh: "只在某些日子生效、优先于所有方案的价格", en: "A price for some days that goes before every plan" },
  help: {
    zh: "例如换地胶、临时开放、按人散打。每人计价的时段，预订时按人数收费。指定等级的优先于所有人的，同类中后创建的优先；会员折扣和促销仍会在其上计算。只影响之后的预订，已售订单不变。",
    en: "A new floor to try, an extra opening, open play by the head. Priced per head, a booking pays for as many as play. One for a level goes before one for everyone, then the newer; discounts and promotions still apply on top. Only later bookings are affected.",
  },
});

const Rows = z.object({ content: z.array(rowSchema(temporaryPrices)) });
const calls = callsOf(temporaryPrices);
export const temporaryCalls = {
  ...calls,
  overlaps: postJson("/api/manage/venue/temporary-booking-price/overlaps", {
    summary: "Temporary prices that meet this one in some half hour: a warning, no refusal",
    effect: false,
    code: "temporary_price_modify",
    input: calls.create.input.and(z.object({ id: Id.optional().describe("the one that is changed") })),
    output: Rows,
  }),
};
