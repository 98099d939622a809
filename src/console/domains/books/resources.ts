/** Screens of finance that are declared: orders, takings of channels, entries by hand, qualification applications. */
import { declared } from "../../registry";

const contract = () => import("../../../contract/finance/books");

export const bookScreens = [
  ...declared({
    name: "orders",
    section: "shell.section.orders",
    group: "ShopSet3",
    code: "orders_list",
    title: { zh: "订单列表", en: "Orders" },
    icon: "receipt",
    contract,
    list: "/finance/orders-list",
    parts: () => import("./parts"),
  }),
  ...declared({
    name: "deliveries",
    section: "shell.section.orders",
    group: "ShopSet3",
    code: "orders_list",
    hidden: true,
    title: { zh: "发货单", en: "Deliveries" },
    icon: "receipt",
    contract: () => import("../../../contract/sale/deliveries"),
    list: "/finance/delivery-list",
    form: { path: "/finance/delivery-form", code: "orders_modify" },
  }),
  ...declared({
    name: "venuePayments",
    section: "shell.section.orders",
    group: "ShopSet3",
    code: "payment_to_venue_list",
    title: { zh: "场馆收银", en: "Venue cashier" },
    icon: "scan",
    contract,
    list: "/finance/payment-to-venue-list",
  }),
  ...declared({
    name: "qualifications",
    group: "ShopSet3",
    code: "sports_expert_white_list",
    title: { zh: "运动达人白名单", en: "Sports expert white list" },
    icon: "star",
    contract: () => import("../../../contract/finance/qualifications"),
    list: "/finance/sports-expert-white-list",
    form: {
      path: "/finance/sports-expert-white-form",
      code: "sports_expert_white_form",
      title: { zh: "资质申请", en: "Qualification application" },
      shown: true,
      icon: "edit",
    },
  }),
  ...declared({
    name: "manualEntries",
    section: "shell.section.accountFlow",
    group: "venue",
    code: "manual_bookkeeping_list",
    title: { zh: "手工记账", en: "Manual bookkeeping" },
    icon: "book",
    contract,
    parts: () => import("./manual-parts"),
    list: "/venue/manual-bookkeeping-list",
    form: { path: "/venue/manual-bookkeeping-form", code: "manual_bookkeeping_modify" },
  }),
];
