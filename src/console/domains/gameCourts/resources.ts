/** Screens of games' courts. */
import { declared, resource } from "../../registry";

const FORM = "/addedServices/game-booking-place-form";

export const gameCourtScreens = [
  ...declared({
    name: "gameCourts",
    group: "addedServices",
    code: "game_booking_place_list",
    title: { zh: "赛事用场", en: "Game courts" },
    icon: "trophy",
    contract: () => import("../../../contract/gameCourts/game-courts"),
    list: "/addedServices/game-booking-place-list",
    parts: () => import("./parts"),
  }),
  ...resource({
    name: "gameCourts",
    group: "addedServices",
    create: {
      path: FORM,
      title: { zh: "占用场地", en: "Take courts" },
      code: "game_court_take",
      hidden: true,
      page: () => import("./TakeForm"),
    },
    edit: { path: `${FORM}/:id`, title: { zh: "增加场地", en: "Add courts" }, code: "game_court_take", page: () => import("./TakeForm") },
  }),
];
