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
    title: { zh: "拼场", en: "Open play" },
    icon: "members",
    roles: COMMON,
    page: () => import("./OpenPlayList"),
  },
  create: {
    path: FORM,
    title: { zh: "新建拼场", en: "New open play" },
    code: "open_play_manage",
    roles: COMMON,
    hidden: true,
    page: () => import("./OpenPlayForm"),
  },
  edit: {
    path: `${FORM}/:id`,
    title: { zh: "修改拼场", en: "Change open play" },
    code: "open_play_manage",
    roles: COMMON,
    page: () => import("./OpenPlayForm"),
  },
  show: {
    path: "/book/open-play/:id",
    title: { zh: "拼场详情", en: "Open play" },
    roles: COMMON,
    over: true,
    page: () => import("./OpenPlayList"),
  },
});
