/** Sales and their lines as lists: read only; what is done to a sale is in `sale.ts`. */
import { FIELDS } from "../core/fields";
import { PAY_TYPE_LABELS } from "../core/pay-types";
import { productClasses, products } from "../stock/products";
import { defineResource, targetOf } from "../core/resource/define";
import { bool, day, money, number, phone, reference, state, text, words } from "../core/resource/fields";
import { MEMBERS } from "../core/resource/targets";
import { saleStates } from "../core/states";
import { LABELS, WALK_IN } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

/** Payment methods of goods, as the sales report distinguishes them. */
export const PAID_BY = {
  cash: { zh: "现金", en: "Cash" },
  wechat: { zh: "微信", en: "WeChat" },
  alipay: { zh: "支付宝", en: "Alipay" },
  bank: { zh: "银行卡", en: "Bank card" },
  balance: { zh: "会员余额", en: "Member balance" },
  credit: PAY_TYPE_LABELS.Credit,
  other: { zh: "其他", en: "Other" },
} as const;

const base = "/api/manage/venue/sale";

export const sales = defineResource({
  name: "sales",
  one: { zh: "销售记录", en: "Sale" },
  path: base,
  codes: { page: SCREENS.sales, export: "sale_export" },
  title: "no",
  page: "/sale/sale-list/:id",
  period: "day",
  fields: {
    no: text({ zh: "单号", en: "Number", search: "prefix", sort: true, readonly: true, width: 170 }),
    state: state({ ...LABELS.state, machine: saleStates, filter: true }),
    goods: text({ zh: "商品", en: "Goods", search: "part", computed: true, width: 240 }),
    total: money({ zh: "应收", en: "Total", required: true, sum: true, sort: true, filter: true, readonly: true }),
    quantity: number({ zh: "件数", en: "Pieces", computed: true, sum: true, hidden: true }),
    member: reference({ zh: "会员", en: "Member", filter: true, readonly: true, none: WALK_IN, of: () => MEMBERS }),
    phone: phone({ ...LABELS.phone, search: "prefix", computed: true, hidden: true }),
    list: money({ zh: "原价", en: "List", required: true, sum: true, sort: true, readonly: true, hidden: true }),
    discount: money({ ...LABELS.discount, required: true, sum: true, sort: true, readonly: true, hidden: true }),
    rounding: money({ ...FIELDS.rounding, required: true, sum: true, readonly: true, hidden: true }),
    prorate: bool({
      zh: "优惠已分摊",
      en: "Discount shared",
      computed: true,
      hidden: true,
      hint: {
        zh: "优惠分摊到多个商品，退货按各自的成交价退",
        en: "A discount is shared over several goods; each is given back at its own price",
      },
    }),
    paid: money({ zh: "实收", en: "Paid", required: true, sum: true, readonly: true, hidden: true }),
    refunded: money({ zh: "已退", en: "Refunded", required: true, sum: true, sort: true, readonly: true, hidden: true }),
    others: money({ zh: "同单其他单据", en: "Other documents", computed: true, required: true, sum: true, hidden: true }),
    held: money({ zh: "押金未退", en: "Deposit held", computed: true, required: true, sum: true, filter: true, hidden: true }),
    payTypes: words({ zh: "支付方式", en: "Paid by", choices: PAY_TYPE_LABELS, filter: true, computed: true }),
    class: reference({
      zh: "商品分类",
      en: "Product class",
      filter: true,
      computed: true,
      hidden: true,
      of: () => targetOf(productClasses),
    }),
    operator: text({ zh: "经办", en: "Operator", search: "part", readonly: true }),
    day: day({ zh: "营业日", en: "Day", filter: true, sort: true, required: true, readonly: true }),
    remark: text({ ...LABELS.remark, readonly: true, hidden: true }),
  },
  hint: { zh: "在收银台收款后，销售记录会出现在这里", en: "What is sold at the checkout is listed here" },
  help: {
    zh: "每笔收款后的销售一行；合计是整个筛选的合计，不只是本页。打开一行可以退货、作废当班的销售、补打小票。",
    en: "One row per paid sale; the sums are those of the whole filter, not of the page. Open a row to take goods back, to void a sale of the running shift or to print its receipt again.",
  },
});

export const saleLines = defineResource({
  name: "saleLines",
  one: { zh: "销售明细", en: "Sale line" },
  path: `${base}-line`,
  paths: { list: `${base}/get-sale-detail-list` },
  codes: { page: SCREENS.saleLines, export: "sale_export" },
  title: "name",
  period: "day",
  fields: {
    name: text({ zh: "商品", en: "Product", search: "part", readonly: true, width: 200 }),
    sale: reference({ zh: "销售单", en: "Sale", filter: true, readonly: true, required: true, of: () => targetOf(sales), width: 170 }),
    state: state({ ...LABELS.state, machine: saleStates, filter: true, computed: true }),
    quantity: number({ ...LABELS.quantity, sum: true, sort: true, readonly: true, required: true }),
    price: money({ zh: "成交", en: "Sold for", sum: true, sort: true, readonly: true, required: true }),
    product: reference({
      zh: "商品档案",
      en: "Product record",
      filter: true,
      readonly: true,
      required: true,
      hidden: true,
      of: () => targetOf(products),
    }),
    class: reference({ zh: "商品分类", en: "Product class", filter: true, computed: true, of: () => targetOf(productClasses) }),
    returned: number({ zh: "已退数量", en: "Returned", sum: true, sort: true, readonly: true, required: true, hidden: true }),
    unitPrice: money({ ...LABELS.unitPrice, readonly: true, required: true, hidden: true }),
    list: money({ zh: "原价", en: "List", sum: true, readonly: true, required: true, hidden: true }),
    memberOff: money({ zh: "会员优惠", en: "Member discount", sum: true, readonly: true, required: true, hidden: true }),
    manualOff: money({ zh: "手工优惠", en: "Discount by hand", sum: true, computed: true, required: true, hidden: true }),
    rounding: money({ ...FIELDS.rounding, sum: true, readonly: true, required: true, hidden: true }),
    refunded: money({ zh: "已退金额", en: "Refunded", sum: true, computed: true, required: true, hidden: true }),
    cost: money({ zh: "成本", en: "Cost", sum: true, readonly: true, required: true, hidden: true, code: "product_report" }),
    member: reference({ zh: "会员", en: "Member", filter: true, computed: true, none: WALK_IN, of: () => MEMBERS }),
    paidBy: words({ zh: "支付方式", en: "Paid by", choices: PAID_BY, filter: true, computed: true, hidden: true }),
    operator: text({ zh: "经办", en: "Operator", search: "part", computed: true }),
    day: day({ zh: "营业日", en: "Day", filter: true, computed: true, required: true }),
  },
  hint: { zh: "每件卖出的商品一行", en: "One row for each product of each sale" },
});
