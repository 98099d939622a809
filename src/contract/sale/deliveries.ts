/** Goods of a sale that are sent to who bought them, and that may come back. */
import { defineResource, targetOf } from "../core/resource/define";
import { bool, instant, phone, reference, state, text, words } from "../core/resource/fields";
import { sales } from "./sales";
import { shipping } from "../core/states";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

/** Marks of an order of goods, for who packs it. */
const FLAGS = {
  urgent: { zh: "加急", en: "Urgent" },
  fragile: { zh: "易碎", en: "Fragile" },
  gift: { zh: "礼品", en: "Gift" },
} as const;
const REGISTERED = { zh: "挂号", en: "Registered" } as const;
const INSURED = { zh: "保价", en: "Insured" } as const;

export const deliveries = defineResource({
  name: "deliveries",
  one: { zh: "发货单", en: "Delivery" },
  path: "/api/manage/venue/orders/delivery",
  deletes: ["waiting"],
  codes: { page: SCREENS.deliveries, modify: "orders_modify", export: "orders_export" },
  title: "no",
  page: "/finance/delivery-list/:id",
  fields: {
    no: text({ zh: "单号", en: "Number", readonly: true, search: "prefix", width: 170 }),
    state: state({ zh: "发货状态", en: "Delivery", machine: shipping, filter: true }),
    sale: reference({ zh: "商品订单", en: "Order of goods", required: true, once: true, filter: true, of: () => targetOf(sales) }),
    items: text({ zh: "货品", en: "Items", computed: true, width: 240 }),
    recipient: text({ zh: "收货人", en: "Recipient", required: true, search: "part", max: 40 }),
    phone: phone({ ...LABELS.phone, required: true, search: "prefix" }),
    province: text({ ...LABELS.province, max: 20, hidden: true }),
    city: text({ zh: "市", en: "City", max: 20, hidden: true }),
    area: text({ zh: "区", en: "District", max: 20, hidden: true }),
    address: text({ ...LABELS.address, required: true, max: 120 }),
    flags: words({ zh: "标记", en: "Marks", choices: FLAGS, filter: true }),
    customize: text({
      zh: "定制要求",
      en: "Made to order",
      long: true,
      hidden: true,
      max: 200,
      hint: { zh: "发货前要为客人做的：穿线磅数、印字等", en: "What is made for the customer before it is sent: string tension, print" },
    }),
    remark: text({ ...LABELS.remark, long: true, hidden: true, max: 200 }),
    express: text({ zh: "快递公司", en: "Carrier", readonly: true }),
    trackingNo: text({ zh: "运单号", en: "Tracking number", readonly: true, search: "prefix" }),
    registered: bool({ ...REGISTERED, readonly: true, filter: true, hidden: true }),
    insured: bool({ ...INSURED, readonly: true, filter: true, hidden: true }),
    deliveredAt: instant({ zh: "发货时间", en: "Delivered", readonly: true, hidden: true }),
    receivedAt: instant({ zh: "收货时间", en: "Received", readonly: true, hidden: true }),
    reshipExpress: text({ zh: "退货快递公司", en: "Carrier back", readonly: true, hidden: true }),
    reshipNo: text({ zh: "退货运单号", en: "Tracking number back", readonly: true, hidden: true }),
    reshipReason: text({ zh: "退货原因", en: "Reason of the return", readonly: true, hidden: true }),
    returnedAt: instant({ zh: "退货时间", en: "Returned", readonly: true, hidden: true }),
    operator: text({ zh: "经办", en: "Operator", readonly: true }),
  },
  groups: [{ title: { zh: "收货地址", en: "Where to" }, fields: ["recipient", "phone", "province", "city", "area", "address"] }],
  actions: {
    deliver: {
      label: { zh: "发货", en: "Deliver" },
      code: "orders_modify",
      fields: {
        express: text({ zh: "快递公司", en: "Carrier", required: true, max: 40 }),
        trackingNo: text({ zh: "运单号", en: "Tracking number", required: true, max: 40 }),
        registered: bool({ ...REGISTERED }),
        insured: bool({ ...INSURED }),
      },
    },
    receive: {
      label: { zh: "确认收货", en: "Received" },
      code: "orders_modify",
      confirm: { zh: "客人已收到货，之后不能再登记退货。", en: "The customer has the goods; no way back can be recorded afterwards." },
    },
    reship: {
      label: { zh: "登记退货", en: "Returned" },
      code: "orders_modify",
      danger: true,
      fields: {
        reshipExpress: text({ zh: "退货快递公司", en: "Carrier back", max: 40 }),
        reshipNo: text({ zh: "退货运单号", en: "Tracking number back", max: 40 }),
        reshipReason: text({ zh: "退货原因", en: "Reason", required: true, long: true, max: 200 }),
      },
    },
  },
  views: { waiting: { label: { zh: "待发货", en: "To deliver" }, filters: { state: "waiting" } } },
  hint: { zh: "寄给客人的商品订单在这里登记收货地址、发货和退货", en: "Orders of goods that are sent: address, delivery, way back" },
  help: {
    zh: "一张商品订单一张发货单，货品是订单里还没有退的商品；待发货时退的从发货单里去掉，全退了发货单也去掉。待发货时可以改地址、标记和定制要求；发货要填快递公司和运单号，挂号、保价的勾上；发货后客人收到即确认收货，退回则登记退货。退款和退回库存在商品订单里办“退货”。",
    en: "One delivery for each order of goods; its items are the goods that were not taken back: what is returned before it is sent leaves it, and a delivery with nothing left goes. Address, marks and what is made to order may be changed until it is delivered; delivering takes the carrier and the tracking number, and whether it is registered or insured. Then the customer has it, or it comes back. Money and stock go back by the return of the order itself.",
  },
});
