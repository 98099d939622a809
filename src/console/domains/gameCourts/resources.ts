/** Screens of games' courts. They are opened seldom: nothing of their calls is loaded before them. */
import { resource } from "../../registry";

const FORM = "/addedServices/game-booking-place-form";

export const gameCourtScreens = resource({
  name: "gameCourts",
  group: "addedServices",
  code: "game_booking_place_list",
  calls: () => import("../../../contract/gameCourts"),
  list: {
    path: "/addedServices/game-booking-place-list",
    title: "gameCourts.list",
    icon: "trophy",
    page: () => import("./GameCourtList"),
  },
  create: { path: FORM, title: "gameCourts.create", code: "game_court_take", hidden: true, page: () => import("./TakeForm") },
  edit: { path: `${FORM}/:id`, title: "gameCourts.edit", code: "game_court_take", page: () => import("./TakeForm") },
  show: { path: "/addedServices/game-booking-place-list/:id", title: "gameCourts.show", over: true, page: () => import("./GameCourtList") },
});
