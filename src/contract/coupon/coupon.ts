/**
 * Coupons of the authority (sports coupons): registered by their codes, taken at the desk as money that the authority owes (ledger
 * `receivable.coupon`). One coupon pays once; its states are the machine `coupon`.
 */
import { addFault, withRule } from "../core/between";
import { z } from "#zod";
import { get, postJson, resource } from "../core/call";
import { Yuan, YuanAbove0, YuanIn } from "../core/money";
import { defineResource, type RowOf } from "../core/resource/define";
import { day, instant, money, state, text } from "../core/resource/fields";
import { coupon as machine } from "../core/states";
import { Day } from "../core/time";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

export const coupon = defineResource({
  name: "coupon",
  one: { zh: "体育券", en: "Sports coupon" },
  path: "/api/manage/venue/coupon",
  codes: { page: SCREENS.coupon, modify: "coupon_modify", export: "coupon_export" },
  without: ["create", "modify", "delete"],
  title: "code",
  fields: {
    code: text({ zh: "券码", en: "Coupon code", search: "part", sort: true, width: 170 }),
    scheme: text({ ...LABELS.scheme, search: "part", sort: true, width: 170 }),
    face: money({ ...LABELS.face, required: true, sort: true, sum: true }),
    threshold: money({ ...LABELS.threshold, required: true }),
    startsOn: day({ zh: "开始日期", en: "First day", required: true, filter: true, sort: true }),
    endsOn: day({ ...LABELS.endsOn, required: true, filter: true, sort: true }),
    state: state({ ...LABELS.state, machine, filter: true }),
    // Amount it paid: less than its face value where less was due; and the amount that the authority owes for it, which is lower by
    // refunds.
    used: money({ zh: "抵用", en: "Paid", required: true, sort: true, sum: true }),
    subsidy: money({ zh: "应收补贴", en: "Subsidy due", required: true, computed: true, sum: true }),
    documentNo: text({ zh: "单据", en: "Document", computed: true, search: "part", width: 150 }),
    documentKind: text({ zh: "单据种类", en: "Kind of document", computed: true, internal: true }),
    usedAt: instant({ zh: "使用时间", en: "Used at", sort: true }),
    operator: text({ zh: "操作人", en: "Operator", computed: true }),
  },
  actions: {
    withdraw: {
      label: { zh: "撤回", en: "Withdraw" },
      code: "coupon_modify",
      danger: true,
      removes: true,
      states: ["issued"],
      confirm: {
        zh: "撤回后顾客不能再用这张券；操作日志中留有记录，可以重新登记。",
        en: "The customer can no longer pay with it. The log keeps it, and it can be registered again.",
      },
    },
  },
  views: {
    issued: { label: { zh: "未使用", en: "Unused" }, filters: { state: "issued" } },
    used: { label: { zh: "已使用", en: "Used" }, filters: { state: "used" } },
  },
  hint: {
    zh: "体育主管部门发放的券在这里登记，前台凭券码核销",
    en: "Coupons that the sports authority hands out are registered here; the desk takes them by their codes",
  },
});
export type Coupon = RowOf<typeof coupon>;

const FORMAT = { params: { rule: "format" }, message: "format" };
const plain = (code: string): string => code.replace(/\s/g, "").toUpperCase();
const isCode = (code: string): boolean => /^[\w-]{4,40}$/.test(code);
/** As it is printed or scanned: capitals, without blanks. */
export const CouponCode = z.string().transform(plain).refine(isCode, FORMAT);

/** Most codes that are registered at once. */
export const MOST_CODES = 500;
/** Coupons of one scheme as the authority handed them out. */
export const CouponBatch = withRule(
  z.object({
    scheme: z.string().trim().min(1).max(60),
    face: YuanAbove0,
    threshold: YuanIn,
    startsOn: Day,
    endsOn: Day,
    couponCodes: z
      .array(z.string())
      .min(1)
      .max(MOST_CODES)
      .transform((codes) => codes.map(plain))
      .refine((codes) => codes.every(isCode), FORMAT),
  }),
  ({ startsOn, endsOn }, issues) => {
    if (startsOn > endsOn) addFault(issues, ["endsOn"], "notBefore");
  },
);

export const couponCodes = resource({
  find: get("/api/manage/venue/coupon/find", {
    summary: "The coupon of a code that a customer shows, where it can pay today",
    code: "coupon_use",
    input: z.object({ code: CouponCode }),
    output: z.object({ code: z.string(), scheme: z.string(), face: Yuan, threshold: Yuan }),
  }),
  register: postJson("/api/manage/venue/coupon/register", {
    summary: "Register coupons of one scheme by their codes; all of them or none",
    code: "coupon_modify",
    input: CouponBatch,
    output: z.object({ count: z.number().int() }),
  }),
});
