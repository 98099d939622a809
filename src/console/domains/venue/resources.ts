/** Screens of the venue's own settings. */
import { declared, screen } from "../../registry";

export const venueScreens = [
  ...screen({
    name: "siteInfo",
    group: "venue",
    code: "venue_view",
    path: "/venue/site-info-form",
    title: { zh: "场馆信息", en: "Venue info" },
    icon: "building",
    page: () => import("./SiteInfoForm"),
  }),
  ...declared({
    name: "venueServices",
    group: "venue",
    code: "venue_view",
    title: { zh: "场馆服务", en: "Venue services" },
    icon: "star",
    contract: () => import("../../../contract/venue/venue-content"),
    list: "/venue/venue-service-list",
    form: { path: "/venue/venue-service-form", code: "venue_modify" },
  }),
  ...declared({
    name: "venueNavigations",
    group: "venue",
    code: "venue_view",
    title: { zh: "小程序导航", en: "Mini-program entries" },
    icon: "flag",
    contract: () => import("../../../contract/venue/venue-content"),
    list: "/venue/venue-navigation-list",
    form: { path: "/venue/venue-navigation-form", code: "venue_modify" },
  }),
  ...screen({
    name: "venueSettings",
    group: "venue-set",
    code: "site_set",
    path: "/venue-set/site-set",
    title: { zh: "场馆设置", en: "Venue settings" },
    icon: "settings",
    page: () => import("./SiteSet"),
  }),
  ...declared({
    name: "checkRules",
    group: "venue-set",
    code: "site_set",
    title: { zh: "编号规则", en: "Patterns of numbers" },
    icon: "check-circle",
    contract: () => import("../../../contract/core/check-rules"),
    list: "/venue-set/check-rule-list",
    form: { path: "/venue-set/check-rule-form", code: "booking_policy" },
  }),
];
