/** Screens of sessions. */
import { DEFAULT_ZONE, dayOf } from "../../../contract/core/time";
import { first, resource } from "../../registry";
import { session } from "../../session/store";
import { dayOfAddress } from "../../ui/day-of-address";
import { STRIP_DAYS, stripFrom } from "./days";

export const sessionBoardScreens = resource({
  name: "capacitySessions",
  group: "book",
  code: "hall-booking",
  calls: () => import("../../../contract/capacitySessions/capacity-sessions"),
  list: {
    path: "/book/hall-booking",
    title: { zh: "场次预订", en: "Session bookings" },
    icon: "ticket",
    roles: ["swimming"],
    titled: true,
    page: () => import("./SessionBoard"),
    first: async ({ search }) => {
      const { capacitySessions } = await import("../../../contract/capacitySessions/capacity-sessions");
      const today = dayOf(Date.now(), session().venueInfo?.zone ?? DEFAULT_ZONE);
      return [first(capacitySessions.list, { day: stripFrom(dayOfAddress(search), today), days: STRIP_DAYS })];
    },
  },
});
