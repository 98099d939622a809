/** Screens of programs and prices. They are opened seldom: nothing of their calls is loaded before them. */
import { first, resource, screen } from "../../registry";
import { listInput, readState } from "../../ui/list/state";

const COMMON = ["common"] as const;

export const priceScreens = [
  ...resource({
    name: "programs",
    group: "venue-place",
    code: "program_list",
    calls: () => import("../../../contract/programs"),
    list: {
      path: "/venue-place/program-list",
      title: "prices.programList",
      icon: "racket",
      roles: COMMON,
      page: () => import("./ProgramList"),
    },
    create: {
      path: "/venue-place/program-form",
      title: "prices.programForm.create",
      code: "sports_program_modify",
      roles: COMMON,
      hidden: true,
      page: () => import("./ProgramForm"),
    },
    edit: {
      path: "/venue-place/program-form/:id",
      title: "prices.programForm.edit",
      code: "sports_program_modify",
      roles: COMMON,
      page: () => import("./ProgramForm"),
    },
  }),
  ...resource({
    name: "pricePlans",
    group: "venue-place",
    code: "place_price_plan_list",
    calls: () => import("../../../contract/pricePlans"),
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
  ...resource({
    name: "promotions",
    group: "venue-place",
    code: "promotion_discount_set",
    calls: () => import("../../../contract/discounts"),
    list: {
      path: "/venue-place/promotion-discount-set",
      title: "prices.promotion.list",
      icon: "tag",
      roles: COMMON,
      page: () => import("./PromotionList"),
    },
    create: {
      path: "/venue-place/promotion-discount-form",
      title: "prices.promotion.create",
      code: "promotion_modify",
      roles: COMMON,
      hidden: true,
      page: () => import("./PromotionForm"),
    },
    edit: {
      path: "/venue-place/promotion-discount-form/:id",
      title: "prices.promotion.edit",
      code: "promotion_modify",
      roles: COMMON,
      page: () => import("./PromotionForm"),
    },
  }),
  ...resource({
    name: "temporaryPrices",
    group: "venue-place",
    code: "temporary_booking_price",
    calls: () => import("../../../contract/pricing"),
    list: {
      path: "/venue-place/temporary-booking-price",
      title: "prices.temporary.list",
      icon: "clock",
      roles: COMMON,
      page: () => import("./TemporaryList"),
    },
    create: {
      path: "/venue-place/temporary-booking-price-form",
      title: "prices.temporary.create",
      code: "temporary_price_modify",
      roles: COMMON,
      hidden: true,
      page: () => import("./TemporaryForm"),
    },
    edit: {
      path: "/venue-place/temporary-booking-price-form/:id",
      title: "prices.temporary.edit",
      code: "temporary_price_modify",
      roles: COMMON,
      page: () => import("./TemporaryForm"),
    },
  }),
];

export const bundleScreens = resource({
  name: "bundles",
  group: "venue-place",
  code: "place_set_list",
  calls: () => import("../../../contract/places"),
  list: {
    path: "/venue-place/place-set-list",
    title: "places.bundle.list",
    icon: "box",
    page: () => import("./BundleList"),
    first: async ({ search }) => {
      const { bundles } = await import("../../../contract/places");
      return [first(bundles.list, listInput(readState(search.toString(), ["q", "state"])))];
    },
  },
  create: {
    path: "/venue-place/place-set-form",
    title: "places.bundle.create",
    code: "place_set_modify",
    hidden: true,
    page: () => import("./BundleForm"),
  },
  edit: { path: "/venue-place/place-set-form/:id", title: "places.bundle.edit", page: () => import("./BundleForm") },
});
