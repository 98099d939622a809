/** Booking orders as documents of money: read only. An order whole, and what is done to it, is in `booking.ts`. */
import { FIELDS } from "../core/fields";
import { PAY_STATUS_LABELS, SOURCE_LABELS } from "./order-words";
import { SCREENS } from "../core/pages";
import { PAY_TYPE_LABELS } from "../core/pay-types";
import { defineResource, type RowOf } from "../core/resource/define";
import { bool, choice, day, minute, money, number, phone, reference, state, text, words } from "../core/resource/fields";
import { LABELS, WALK_IN } from "../core/resource/labels";
import { CARD_TYPES, MEMBERS, PROGRAMS } from "../core/resource/targets";
import { bookingOrder } from "../core/states";

const path = "/api/manage/venue/bookingPlace-order";

export const bookingOrders = defineResource({
  name: "bookingOrders",
  one: { zh: "订场订单", en: "Booking order" },
  path,
  // `view` is the order whole.
  paths: { view: `${path}/row` },
  codes: { page: SCREENS.bookingOrders, read: [SCREENS.bookingOrders, "venue_booking"], export: "booking_order_export" },
  title: "name",
  period: "day",
  dates: ["from", "to"],
  fields: {
    no: text({ zh: "单号", en: "No.", search: "prefix", width: 136 }),
    name: text({ zh: "预订人", en: "Booked by", search: "prefix", sort: true, none: WALK_IN, width: 104 }),
    day: day({ zh: "打球时间", en: "Plays", required: true, filter: true, sort: true, width: 184 }),
    start: minute({ zh: "开始", en: "From", required: true, hidden: true }),
    end: minute({ zh: "结束", en: "Until", required: true, hidden: true }),
    places: text({ ...FIELDS.places, width: 136 }),
    programId: reference({ zh: "项目", en: "Sport", required: true, filter: true, hidden: true, of: () => PROGRAMS }),
    phone: phone({ ...LABELS.phone, search: "prefix", masked: true, hidden: true }),
    memberId: reference({ ...FIELDS.memberId, search: "prefix", filter: true, hidden: true, of: () => MEMBERS }),
    cardTypeId: reference({ zh: "等级", en: "Level", width: 84, of: () => CARD_TYPES }),
    cardTypeColour: number({ zh: "颜色", en: "Colour", computed: true, internal: true }),
    asGroup: bool({ ...FIELDS.asGroup, internal: true }),
    source: choice({ ...LABELS.source, required: true, filter: true, width: 68, choices: SOURCE_LABELS }),
    list: money({ zh: "原价", en: "List", required: true, sum: true, hidden: true }),
    discount: money({ ...LABELS.discount, required: true, sum: true, hidden: true }),
    total: money({ zh: "应收", en: "Total", required: true, sum: true, sort: true, width: 96 }),
    paid: money({ zh: "已付", en: "Paid", required: true, sum: true, width: 96, phone: false }),
    refunded: money({ zh: "已退", en: "Refunded", required: true, sum: true, hidden: true }),
    due: money({ zh: "待付", en: "Due", required: true, sum: true, computed: true, hidden: true }),
    payTypes: words({ zh: "收款方式", en: "Paid by", choices: PAY_TYPE_LABELS, filter: true, computed: true, hidden: true }),
    orderStatus: state({ ...LABELS.orderStatus, machine: bookingOrder, filter: true, width: 116 }),
    payStatus: choice({ zh: "支付状态", en: "Payment", required: true, filter: true, width: 124, choices: PAY_STATUS_LABELS }),
    operator: text({ zh: "操作员", en: "Operator", hidden: true }),
  },
  views: {
    toPay: { label: { zh: "待付款", en: "To pay" }, filters: { orderStatus: "held,reserved" } },
    refunded: { label: { zh: "有退款", en: "With refunds" }, filters: { payStatus: "part_refunded,refunded" } },
  },
  hint: { zh: "在预订管理里订场后，订单出现在这里", en: "Orders appear here once something is booked on the grid" },
});
export type BookingOrderRow = RowOf<typeof bookingOrders>;
