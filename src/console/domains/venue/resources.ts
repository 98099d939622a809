/** Screens of the venue's own settings. */
import { screen } from "../../registry";

export const venueScreens = screen({
  name: "venueSettings",
  group: "venue-set",
  code: "site_set",
  path: "/venue-set/site-set",
  title: "venueSettings.title",
  icon: "settings",
  page: () => import("./SiteSet"),
});
