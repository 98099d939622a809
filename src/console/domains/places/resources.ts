/** Screens of halls and places, and the venue's calendar. */
import { declared, screen } from "../../registry";

export const hallScreens = declared({
  name: "halls",
  group: "venue-place",
  code: "venue_form",
  title: { zh: "场地管理", en: "Halls and places" },
  icon: "building",
  contract: () => import("../../../contract/places/halls"),
  list: "/venue-place/venue-form",
  form: { path: "/venue-place/hall-form", code: "hall_modify", title: { zh: "场区", en: "Hall" }, page: () => import("./HallForm") },
  parts: () => import("./parts"),
});

export const calendarScreens = [
  ...screen({
    name: "calendar",
    group: "venue-place",
    code: "venue_calendar",
    path: "/venue-place/calendar",
    title: { zh: "营业日历", en: "Calendar" },
    icon: "calendar",
    page: () => import("./Calendar"),
  }),
];
