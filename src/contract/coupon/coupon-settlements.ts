/** Settlements of the authority's coupons, and their lines. */
import { defineResource, targetOf } from "../core/resource/define";
import { choice, day, instant, money, number, reference, state, text } from "../core/resource/fields";
import { COUPONS } from "../core/resource/targets";
import { couponSettlement } from "../core/states";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

const base = "/api/manage/venue/coupon-settlement";

export const couponSettlements = defineResource({
  name: "couponSettlements",
  one: { zh: "优惠券结算", en: "Coupon settlement" },
  path: base,
  codes: { page: SCREENS.couponSettlements, modify: "coupon_settlement_modify", export: "coupon_settlement_export" },
  title: "no",
  page: "/finance/coupon-settlement-list/:id",
  without: ["modify", "delete"],
  fields: {
    no: text({ zh: "结算单号", en: "Number", search: "prefix", readonly: true, width: 180 }),
    state: state({ ...LABELS.state, machine: couponSettlement, filter: true }),
    scheme: text({
      zh: "券",
      en: "Scheme",
      required: true,
      search: "part",
      sort: true,
      max: 60,
      width: 140,
      hint: { zh: "优惠券记录里的券名，结算这一种券", en: "The scheme as the coupon log names it; one settlement is of one scheme" },
    }),
    until: day({
      zh: "结算到",
      en: "Up to",
      required: true,
      filter: true,
      sort: true,
      hint: { zh: "含这一天用掉的券", en: "Coupons used on this day are in it" },
    }),
    lines: number({ zh: "行数", en: "Lines", computed: true, sum: true, width: 72 }),
    used: money({ zh: "抵用", en: "Used", computed: true, sum: true, required: true, phone: false }),
    back: money({ zh: "退回", en: "Given back", computed: true, sum: true, required: true, phone: false }),
    amount: money({ zh: "应收补贴", en: "Subsidy due", required: true, readonly: true, sum: true, sort: true }),
    approvedOn: day({ zh: "通过日期", en: "Approved on", readonly: true, width: 100 }),
    paidOutOn: day({ zh: "到账日期", en: "Paid out on", readonly: true, filter: true }),
    operator: text({ zh: "经办", en: "Operator", readonly: true }),
    remark: text({ ...LABELS.remark, long: true, hidden: true }),
    review: text({ zh: "审核意见", en: "Review", readonly: true, long: true }),
  },
  actions: {
    submit: { label: { zh: "提交", en: "Submit" }, code: "coupon_settlement_modify", requests: true },
    approve: {
      label: { zh: "通过", en: "Approve" },
      code: "coupon_settlement_review",
      secondPerson: true,
      confirm: {
        zh: "通过后金额不再变动；之后的退券记入下一张结算单。",
        en: "Its amount then stands; what is given back later goes into the next one.",
      },
    },
    reject: {
      label: { zh: "驳回", en: "Reject" },
      code: "coupon_settlement_review",
      danger: true,
      fields: { reason: text({ ...LABELS.reason, required: true, long: true, max: 200 }) },
    },
    payOut: {
      label: { zh: "登记到账", en: "Record the payment" },
      code: "coupon_settlement_review",
      fields: {
        method: choice({
          zh: "到账方式",
          en: "Received by",
          required: true,
          choices: { Transfer: { zh: "转账", en: "Transfer" }, Other: { zh: "其他", en: "Other" } },
        }),
      },
    },
  },
  views: { waiting: { label: { zh: "未到账", en: "Not paid out yet" }, filters: { state: "draft,submitted,approved,rejected" } } },
  hint: { zh: "用掉的券在这里汇总，向发券部门结算", en: "Coupons that were used are settled with the authority here" },
  help: {
    zh: "新增一张结算单会收进这种券到那一天为止所有没有结算过的使用，以及已结算的券后来退回的部分（记为负行）。一张券只进一张结算单。到账时核销应收。",
    en: "Adding one takes in every use of the scheme up to that day that is in no settlement yet, and what was given back since of settled ones, as negative lines. A coupon is in one settlement only. When the money comes, the receivable is cleared.",
  },
});

export const couponSettlementLines = defineResource({
  name: "couponSettlementLines",
  one: { zh: "结算明细", en: "Settlement line" },
  path: `${base}-detail`,
  codes: { page: SCREENS.couponSettlementLines, export: "coupon_settlement_export" },
  title: "code",
  period: "createdAt",
  fields: {
    code: text({ zh: "券码", en: "Code", search: "part", readonly: true, width: 180 }),
    settlement: reference({
      zh: "结算单",
      en: "Settlement",
      required: true,
      readonly: true,
      filter: true,
      of: () => targetOf(couponSettlements),
      width: 180,
    }),
    coupon: reference({ zh: "券", en: "Coupon", required: true, readonly: true, hidden: true, of: () => COUPONS }),
    kind: choice({
      ...LABELS.kind,
      required: true,
      readonly: true,
      filter: true,
      choices: { use: { zh: "使用", en: "Use" }, refund: { zh: "退回", en: "Given back" } },
    }),
    documentNo: text({ zh: "单据", en: "Document", search: "prefix", readonly: true }),
    usedAt: instant({ zh: "使用时间", en: "Used", readonly: true, filter: true, sort: true }),
    amount: money({ ...LABELS.amount, required: true, readonly: true, sum: true, sort: true }),
  },
  hint: { zh: "每张用掉或退回的券一行", en: "One row for each coupon used or given back" },
});
