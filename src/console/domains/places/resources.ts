/** Screens of halls and places, and the venue's calendar. */
import { first, resource, screen } from "../../registry";
import { listInput, readState } from "../../ui/list/state";

export const hallScreens = [
  ...resource({
    name: "halls",
    group: "venue-place",
    code: "venue_form",
    calls: () => import("../../../contract/places"),
    list: {
      path: "/venue-place/venue-form",
      title: "places.list",
      icon: "building",
      page: () => import("./HallList"),
      first: async ({ search }) => {
        const { halls } = await import("../../../contract/places");
        return [first(halls.list, listInput(readState(search.toString(), ["q", "programId", "sells"])))];
      },
    },
    create: { path: "/venue-place/hall-form", title: "places.create", code: "hall_modify", hidden: true, page: () => import("./HallForm") },
    edit: { path: "/venue-place/hall-form/:id", title: "places.edit", page: () => import("./HallForm") },
  }),
];

export const calendarScreens = [
  ...screen({
    name: "calendar",
    group: "venue-place",
    code: "venue_calendar",
    path: "/venue-place/calendar",
    title: "places.calendar.title",
    icon: "calendar",
    page: () => import("./Calendar"),
  }),
];
