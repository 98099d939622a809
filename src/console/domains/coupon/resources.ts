/** Screens of coupons. */
import { declared, first, resource } from "../../registry";
import { listInput, readState } from "../../ui/list/state";

const FILTERS = ["q", "state", "from", "to"] as const;

export const couponScreens = [
  ...resource({
    name: "coupon",
    group: "ShopSet3",
    code: "coupon_log_list",
    calls: () => import("../../../contract/coupon"),
    list: {
      path: "/finance/coupon-log-list",
      title: "coupon.list",
      icon: "ticket",
      page: () => import("./CouponList"),
      first: async ({ search }) => {
        const { coupon } = await import("../../../contract/coupon");
        return [first(coupon.list, listInput(readState(search.toString(), FILTERS)))];
      },
    },
    create: {
      path: "/finance/coupon-log-form",
      title: "coupon.register",
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
    contract: () => import("../../../contract/couponSettlements"),
    list: "/finance/coupon-settlement-list",
    form: { path: "/finance/coupon-settlement-form", code: "coupon_settlement_modify" },
    parts: () => import("./settlementParts"),
  }),
  ...declared({
    name: "couponSettlementLines",
    group: "ShopSet3",
    code: "coupon_settlement_detail_list",
    title: { zh: "优惠券结算明细", en: "Coupon settlement details" },
    icon: "ticket",
    hidden: true,
    contract: () => import("../../../contract/couponSettlements"),
    list: "/finance/coupon-settlement-detail-list",
  }),
];
