/** Screens of coupons. */
import { declared, resource } from "../../registry";

export const couponScreens = [
  ...declared({
    name: "coupon",
    group: "ShopSet3",
    code: "coupon_log_list",
    title: { zh: "优惠券记录", en: "Coupon log" },
    icon: "ticket",
    contract: () => import("../../../contract/coupon/coupon"),
    list: "/finance/coupon-log-list",
    parts: () => import("./coupon-parts"),
  }),
  ...resource({
    name: "coupon",
    group: "ShopSet3",
    create: {
      path: "/finance/coupon-log-form",
      title: { zh: "登记优惠券", en: "Register coupons" },
      code: "coupon_modify",
      hidden: true,
      page: () => import("./CouponForm"),
    },
  }),
  ...declared({
    name: "couponSettlements",
    section: "shell.section.reconciliation",
    group: "ShopSet3",
    code: "coupon_settlement_list",
    title: { zh: "优惠券结算", en: "Coupon settlements" },
    icon: "wallet",
    contract: () => import("../../../contract/coupon/coupon-settlements"),
    list: "/finance/coupon-settlement-list",
    form: { path: "/finance/coupon-settlement-form", code: "coupon_settlement_modify" },
    parts: () => import("./settlement-parts"),
  }),
  ...declared({
    name: "couponSettlementLines",
    group: "ShopSet3",
    code: "coupon_settlement_detail_list",
    title: { zh: "优惠券结算明细", en: "Coupon settlement details" },
    icon: "ticket",
    hidden: true,
    contract: () => import("../../../contract/coupon/coupon-settlements"),
    list: "/finance/coupon-settlement-detail-list",
  }),
];
