/** Screens of sessions. */
import { DEFAULT_ZONE, dayOf } from "../../../contract/time";
import { first, resource } from "../../registry";
import { session } from "../../session/store";
import { dayOfAddress } from "../../ui/dayOfAddress";
import { STRIP_DAYS, stripFrom } from "./days";

export const sessionBoardScreens = resource({
  name: "sessions",
  group: "book",
  code: "hall-booking",
  calls: () => import("../../../contract/sessions"),
  list: {
    path: "/book/hall-booking",
    title: "sessions.board",
    icon: "ticket",
    roles: ["swimming"],
    titled: true,
    page: () => import("./SessionBoard"),
    first: async ({ search }) => {
      const { sessions } = await import("../../../contract/sessions");
      const today = dayOf(Date.now(), session().venueInfo?.zone ?? DEFAULT_ZONE);
      return [first(sessions.list, { day: stripFrom(dayOfAddress(search), today), days: STRIP_DAYS })];
    },
  },
});
