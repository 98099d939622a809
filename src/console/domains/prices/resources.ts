/** Screens of programs and prices. They are opened seldom: nothing of their calls is loaded before them. */
import { declared, resource, screen } from "../../registry";

const COMMON = ["common"] as const;

export const priceScreens = [
  ...declared({
    name: "programs",
    group: "venue-place",
    title: { zh: "运动项目", en: "Sports programs" },
    icon: "racket",
    roles: COMMON,
    contract: () => import("../../../contract/prices/programs"),
    list: "/venue-place/program-list",
    form: { path: "/venue-place/program-form", code: "sports_program_modify" },
    parts: () => import("./program-parts"),
  }),
  ...resource({
    name: "pricePlans",
    group: "venue-place",
    code: "place_price_plan_list",
    calls: () => import("../../../contract/prices/price-plans"),
    list: {
      path: "/venue-place/place-price-plan-list",
      title: "prices.plan.list",
      icon: "grid",
      roles: COMMON,
      page: () => import("./PlanList"),
    },
    create: {
      path: "/venue-place/place-price-plan-form",
      title: "prices.plan.create",
      code: "price_plan_modify",
      roles: COMMON,
      hidden: true,
      page: () => import("./PlanForm"),
    },
    edit: { path: "/venue-place/place-price-plan-form/:id", title: "prices.plan.edit", roles: COMMON, page: () => import("./PlanForm") },
  }),
  ...screen({
    name: "priceSync",
    group: "venue-place",
    code: "place_booking_form",
    path: "/venue-place/place-booking-form",
    title: "prices.sync.title",
    icon: "refresh",
    roles: COMMON,
    page: () => import("./SyncPrices"),
  }),
  ...screen({
    name: "baseDiscounts",
    group: "venue-place",
    code: "init_discount_set",
    path: "/venue-place/init-discount-set",
    title: "prices.base.title",
    icon: "card",
    roles: COMMON,
    page: () => import("./BaseDiscounts"),
  }),
  ...declared({
    name: "promotions",
    group: "venue-place",
    title: { zh: "促销折扣", en: "Promotion discounts" },
    icon: "tag",
    roles: COMMON,
    contract: () => import("../../../contract/prices/discounts"),
    list: "/venue-place/promotion-discount-set",
    form: { path: "/venue-place/promotion-discount-form", code: "promotion_modify" },
    parts: () => import("./promotion-parts"),
  }),
  ...declared({
    name: "temporaryPrices",
    group: "venue-place",
    title: { zh: "临时价格", en: "Temporary prices" },
    icon: "clock",
    roles: COMMON,
    contract: () => import("../../../contract/prices/pricing"),
    list: "/venue-place/temporary-booking-price",
    form: { path: "/venue-place/temporary-booking-price-form", code: "temporary_price_modify" },
    parts: () => import("./temporary-parts"),
  }),
];

export const bundleScreens = declared({
  name: "bundles",
  group: "venue-place",
  title: { zh: "组合销售", en: "Bundled sales" },
  icon: "box",
  contract: () => import("../../../contract/prices/bundles"),
  list: "/venue-place/place-set-list",
  form: { path: "/venue-place/place-set-form", code: "place_set_modify" },
  parts: () => import("./bundle-parts"),
});
