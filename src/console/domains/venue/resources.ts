/** Screens of the venue's own settings. */
import { screen } from "../../registry";

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
  ...screen({
    name: "venueSettings",
    group: "venue-set",
    code: "site_set",
    path: "/venue-set/site-set",
    title: "venueSettings.title",
    icon: "settings",
    page: () => import("./SiteSet"),
  }),
];
