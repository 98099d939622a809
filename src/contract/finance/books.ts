/** Lists of finance that read and keep documents of money: all orders, takings of channels, entries by hand, qualification applications. */
import { PAY_TYPE_LABELS } from "../core/pay-types";
import { defineResource } from "../core/resource/define";
import { choice, day, money, number, phone, pictures, reference, state, text } from "../core/resource/fields";
import { MEMBERS } from "../core/resource/targets";
import { manualEntry, paymentStates } from "../core/states";
import { LABELS, WALK_IN } from "../core/resource/labels";
import { SCREENS } from "../core/pages";
import { z } from "#zod";
import { get, resource } from "../core/call";
import { Day } from "../core/time";

export const orders = defineResource({
  name: "orders",
  one: { zh: "订单", en: "Order" },
  path: "/api/manage/venue/orders",
  codes: { page: SCREENS.orders, export: "orders_export" },
  title: "no",
  period: "createdAt",
  fields: {
    no: text({ zh: "单号", en: "Number", search: "prefix", sort: true, readonly: true, width: 168 }),
    kind: choice({
      zh: "类型",
      en: "Type",
      filter: true,
      required: true,
      readonly: true,
      width: 76,
      choices: {
        booking: { zh: "订场", en: "Booking" },
        sale: { zh: "商品", en: "Goods" },
        session: { zh: "场次", en: "Session" },
        openPlay: { zh: "拼场", en: "Open play" },
        card: { zh: "次卡", en: "Package card" },
        recharge: { zh: "充值", en: "Recharge" },
        fixed: { zh: "固定场", en: "Fixed contract" },
        activity: { zh: "活动报名", en: "Activity" },
        entry: { zh: "赛事报名", en: "Competition entry" },
        voucher: { zh: "团购券", en: "Voucher" },
        coachClass: { zh: "教练课", en: "Coach class" },
        deposit: { zh: "押金", en: "Deposit" },
        collection: { zh: "扫码收款", en: "Collection" },
        debt: { zh: "还欠款", en: "Debt payment" },
        cardFee: { zh: "办卡费", en: "Card fee" },
      },
    }),
    content: text({ zh: "内容", en: "Content", readonly: true, width: 150 }),
    customer: text({ zh: "客户", en: "Customer", search: "part", readonly: true, width: 96, none: WALK_IN }),
    phone: phone({ ...LABELS.phone, search: "prefix", readonly: true, hidden: true }),
    member: reference({ zh: "会员", en: "Member", filter: true, readonly: true, hidden: true, of: () => MEMBERS }),
    total: money({ zh: "应收", en: "Total", required: true, sum: true, sort: true, filter: true, readonly: true }),
    paid: money({ zh: "实收", en: "Paid", required: true, sum: true, readonly: true }),
    refunded: money({ zh: "已退", en: "Refunded", required: true, sum: true, sort: true, readonly: true }),
    orderStatus: choice({
      ...LABELS.orderStatus,
      filter: true,
      required: true,
      readonly: true,
      width: 88,
      choices: {
        held: { zh: "待付", en: "Held" },
        reserved: { zh: "到店付", en: "Pay on arrival" },
        paid: { zh: "已付", en: "Paid" },
        booked: { zh: "已预订", en: "Booked" },
        checked_in: { zh: "已到", en: "Checked in" },
        no_show: { zh: "未到", en: "No-show" },
        finished: { zh: "完成", en: "Finished" },
        cancelled: { zh: "已取消", en: "Cancelled" },
        expired: { zh: "已超时", en: "Expired" },
      },
    }),
    payStatus: choice({
      zh: "支付状态",
      en: "Payment",
      filter: true,
      required: true,
      readonly: true,
      width: 88,
      choices: {
        unpaid: { zh: "未付", en: "Unpaid" },
        part_paid: { zh: "部分付款", en: "Part paid" },
        paid: { zh: "已付", en: "Paid" },
        nothing_to_pay: { zh: "无需付款", en: "Nothing to pay" },
        part_refunded: { zh: "部分退", en: "Part refunded" },
        refunded: { zh: "已退款", en: "Refunded" },
      },
    }),
    shipStatus: choice({
      zh: "发货状态",
      en: "Delivery",
      filter: true,
      required: true,
      readonly: true,
      width: 88,
      choices: {
        none: { zh: "无需发货", en: "No delivery" },
        waiting: { zh: "待发货", en: "To deliver" },
        delivered: { zh: "已发货", en: "Delivered" },
        received: { zh: "已收货", en: "Received" },
        returned: { zh: "已退货", en: "Returned" },
      },
    }),
    day: day({ zh: "使用日期", en: "Day of use", filter: true, sort: true, required: true, readonly: true, hidden: true }),
    operator: text({ zh: "经办", en: "Operator", search: "part", readonly: true, hidden: true }),
    currency: text({
      zh: "币种",
      en: "Currency",
      computed: true,
      hidden: true,
      hint: { zh: "全部金额都是人民币元", en: "All amounts are in yuan" },
    }),
    disabled: choice({
      zh: "失效",
      en: "Out of force",
      computed: true,
      filter: true,
      hidden: true,
      required: true,
      choices: { no: { zh: "有效", en: "In force" }, yes: { zh: "已失效", en: "Out of force" } },
      hint: { zh: "取消或超时的单据，保留备查", en: "Cancelled or expired; kept on record" },
    }),
    currencyRate: number({ zh: "汇率", en: "Exchange rate", computed: true, hidden: true, required: true }),
  },
  views: {
    unpaid: { label: { zh: "待付", en: "Unpaid" }, filters: { payStatus: "unpaid,part_paid" } },
    shipping: { label: { zh: "待发货", en: "To deliver" }, filters: { shipStatus: "waiting" } },
    refunded: { label: { zh: "有退款", en: "With refunds" }, filters: { payStatus: "part_refunded,refunded" } },
  },
  hint: { zh: "客人付钱的单据都在这里，不论买的是什么", en: "Every document that customers pay, whatever they buy" },
  help: {
    zh: "订场、商品、场次、拼场、次卡、充值、固定场、活动、赛事、团购券、教练课、押金、还欠款、办卡费和单独的扫码收款各占一行，实收减已退的合计与台账一致。固定场已付的使用不再计入它的订场单；用次卡上的课不计金额。打开一行，再打开单据办退款；还欠款和办卡费在会员的时间线里撤销。",
    en: "A row each for bookings, goods, sessions, open play, package cards, recharges, fixed contracts, activities, competition entries, vouchers, coach classes, deposits, payments of debts, fees and deposits of cards, and what was collected by itself. Paid less refunded sums to what the ledger has. A use that a fixed contract paid is not counted again in its booking, nor is a class paid by package card. Open a row, then its document, to refund; payments of debts and fees of cards are revoked in the member's timeline.",
  },
});

export const venuePayments = defineResource({
  name: "venuePayments",
  one: { zh: "收款", en: "Taking" },
  path: "/api/manage/venue/payment-to-venue",
  codes: { page: SCREENS.venuePayments, export: "payment_to_venue_export" },
  title: "no",
  period: "createdAt",
  fields: {
    no: text({ zh: "收款单号", en: "Number", search: "prefix", readonly: true, width: 180 }),
    state: state({ ...LABELS.state, machine: paymentStates, filter: true }),
    channel: choice({
      ...LABELS.channel,
      filter: true,
      required: true,
      readonly: true,
      choices: { wechat: { zh: "微信", en: "WeChat" }, alipay: { zh: "支付宝", en: "Alipay" } },
    }),
    way: choice({
      zh: "方式",
      en: "Way",
      filter: true,
      required: true,
      computed: true,
      choices: { scan: { zh: "扫付款码", en: "Scanned code" }, qr: { zh: "静态收款码", en: "Static QR" } },
    }),
    payer: text({ zh: "付款方", en: "Payer", search: "part", computed: true }),
    document: text({ zh: "用于", en: "For", search: "prefix", computed: true }),
    channelRef: text({ zh: "渠道单号", en: "Channel's number", search: "prefix", computed: true, hidden: true, width: 220 }),
    amount: money({ ...LABELS.amount, required: true, sum: true, sort: true, filter: true, readonly: true }),
    fee: money({ zh: "手续费", en: "Fee", required: true, sum: true, readonly: true }),
    refunded: money({ zh: "已退", en: "Refunded", required: true, sum: true, sort: true, readonly: true }),
    net: money({ zh: "净额", en: "Net", required: true, sum: true, computed: true }),
    operator: text({ zh: "经办", en: "Operator", search: "part", readonly: true }),
    sandbox: choice({
      zh: "环境",
      en: "Mode",
      computed: true,
      hidden: true,
      required: true,
      choices: { live: { zh: "真实", en: "Live" }, sandbox: { zh: "沙箱", en: "Sandbox" } },
    }),
  },
  actions: {
    refund: {
      label: { zh: "退款", en: "Refund" },
      code: "scan_refund",
      danger: true,
      states: ["succeeded", "refund_failed"],
      fields: {
        refundAmount: money({ zh: "退款金额", en: "Amount to refund", required: true }),
        refundReason: text({ zh: "原因", en: "Reason", required: true, long: true, max: 200 }),
      },
    },
  },
  views: {
    unsure: { label: { zh: "待确认", en: "Not sure yet" }, filters: { state: "processing,unknown,refunding,refund_failed" } },
  },
  hint: { zh: "扫付款码和静态收款码收到的钱都在这里", en: "What was taken by scanned codes and by the static QR" },
  help: {
    zh: "净额 = 金额 − 手续费 − 已退。手续费由对账时的渠道账单带入，对账前为 0。单独收款的可在这里退款；属于某张单据的，请在那张单据上退。",
    en: "Net = amount − fee − refunded. Fees come from the channel's bill when it is reconciled and are 0 before. What was collected by itself is refunded here; what pays a document is refunded at the document.",
  },
});

const METHODS = (({ Cash, Transfer, BankCard, WeChat, Alipay, Other }) => ({ Transfer, Cash, BankCard, WeChat, Alipay, Other }))(
  PAY_TYPE_LABELS,
);

export const manualEntries = defineResource({
  name: "manualEntries",
  one: { zh: "记账", en: "Entry" },
  path: "/api/manage/venue/manual-bookkeeping",
  codes: { page: SCREENS.manualEntries, modify: "manual_bookkeeping_modify", export: "manual_bookkeeping_export" },
  title: "no",
  period: "bookedOn",
  without: ["modify", "delete"],
  fields: {
    no: text({ zh: "单号", en: "Number", search: "prefix", readonly: true, width: 180 }),
    state: state({ ...LABELS.state, machine: manualEntry, filter: true }),
    kind: choice({
      zh: "收支",
      en: "Kind",
      required: true,
      filter: true,
      choices: { cost: { zh: "支出", en: "Cost" }, income: { zh: "收入", en: "Income" } },
    }),
    category: choice({
      zh: "类别",
      en: "Category",
      required: true,
      filter: true,
      choices: {
        water: { zh: "水费", en: "Water" },
        power: { zh: "电费", en: "Power" },
        gas: { zh: "燃气暖气", en: "Gas and heating" },
        rent: { zh: "租金", en: "Rent" },
        repairs: { zh: "维修", en: "Repairs" },
        supplies: { zh: "办公与耗材", en: "Supplies" },
        cleaning: { zh: "保洁", en: "Cleaning" },
        wages: { zh: "人员", en: "Wages" },
        tax: { zh: "税费", en: "Tax" },
        sponsorship: { zh: "赞助", en: "Sponsorship" },
        advertising: { zh: "广告位", en: "Advertising" },
        vending: { zh: "自动售货机分成", en: "Vending share" },
        interest: { zh: "利息", en: "Interest" },
        other: { zh: "其他", en: "Other" },
      },
    }),
    day: day({ zh: "发生日期", en: "Date", required: true, filter: true, sort: true, width: 100 }),
    bookedOn: day({
      zh: "入账日",
      en: "Booked on",
      readonly: true,
      required: true,
      filter: true,
      sort: true,
      width: 100,
      hint: { zh: "发生日期；该日已锁定时为第一个未锁定的日子", en: "The date; where that is locked, the first open day" },
    }),
    reverses: text({ zh: "冲销的单号", en: "Reverses", readonly: true, hidden: true }),
    reversedBy: text({ zh: "冲销单", en: "Reversed by", readonly: true, hidden: true }),
    amount: money({ ...LABELS.amount, required: true, sort: true, filter: true }),
    income: money({ zh: "收入", en: "Income", computed: true, sum: true, hidden: true, required: true }),
    cost: money({ zh: "支出", en: "Costs", computed: true, sum: true, hidden: true, required: true }),
    net: money({
      zh: "净额",
      en: "Net",
      computed: true,
      sum: true,
      required: true,
      hint: {
        zh: "收入减支出；作废的不计，已锁定期间作废的由冲销单抵减",
        en: "Income less costs; voided ones count nothing, those of a locked period are taken back by their reversal",
      },
    }),
    method: choice({ zh: "收付方式", en: "Paid by", required: true, filter: true, choices: METHODS }),
    party: text({ zh: "对方", en: "Other party", search: "part", max: 60 }),
    documents: pictures({ zh: "票据照片", en: "Pictures of the document" }),
    remark: text({ ...LABELS.remark, long: true, search: "part" }),
    operator: text({ zh: "经办", en: "Operator", readonly: true }),
  },
  actions: {
    void: {
      label: { zh: "作废", en: "Void" },
      code: "manual_bookkeeping_modify",
      danger: true,
      fields: { reason: text({ ...LABELS.reason, required: true, long: true, max: 200 }) },
    },
  },
  hint: {
    zh: "水电、维修、赞助等其他收支记在这里，会入账",
    en: "Other income and costs: water, power, repairs, sponsors; they are posted to the ledger",
  },
  help: {
    zh: "入账后不能修改，只能作废，作废记一笔相反的分录。发生日期已随结算锁定时，记在第一个未锁定的日子；作废已锁定期间的一笔，会在那天另记一张冲销单，锁定期间的合计不变。现金收付记在当班的钱箱里。",
    en: "An entry is posted and never changed: void it and enter it anew. Where its date is locked by a settlement it is booked on the first open day; voiding an entry of a locked period adds a reversal on that day, and the sums of the period stay. Cash goes into or out of the drawer of the running shift.",
  },
});

/** Days on which an entry by hand can be booked. */
export const books = resource({
  open: get("/api/manage/venue/manual-bookkeeping/open-days", {
    summary: "The first day of the venue's books, and the last one that is locked",
    code: "manual_bookkeeping_modify",
    input: z.object({}),
    output: z.object({ firstDay: Day, lockedThrough: Day.nullable() }),
  }),
});
