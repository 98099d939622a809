/** Screens of coupons. */
import { first, resource } from "../../registry";
import { listInput, readState } from "../../ui/list/state";

const FILTERS = ["q", "state", "from", "to"] as const;

export const couponScreens = resource({
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
});
