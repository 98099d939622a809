/** Screens of open play. They are opened seldom: nothing of their calls is loaded before them. */
import { resource } from "../../registry";

const COMMON = ["common"] as const;
const FORM = "/book/open-play-form";

export const openPlayScreens = resource({
  name: "openPlay",
  group: "book",
  code: "open_play",
  calls: () => import("../../../contract/openPlay/open-play"),
  list: {
    path: "/book/open-play",
    title: "openPlay.list",
    icon: "members",
    roles: COMMON,
    page: () => import("./OpenPlayList"),
  },
  create: {
    path: FORM,
    title: "openPlay.create",
    code: "open_play_manage",
    roles: COMMON,
    hidden: true,
    page: () => import("./OpenPlayForm"),
  },
  edit: { path: `${FORM}/:id`, title: "openPlay.edit", code: "open_play_manage", roles: COMMON, page: () => import("./OpenPlayForm") },
  show: { path: "/book/open-play/:id", title: "openPlay.show", roles: COMMON, over: true, page: () => import("./OpenPlayList") },
});
