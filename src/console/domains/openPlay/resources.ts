/** Screens of open play. */
import { openPlay } from "../../../contract/openPlay";
import { first, resource } from "../../registry";
import { listInput, readState } from "../../ui/list/state";

const COMMON = ["common"] as const;
const FORM = "/book/open-play-form";
/** Filters of the list, by their names in the address. */
const FILTERS = ["q", "day", "state"] as const;

export const openPlayScreens = resource({
  name: "openPlay",
  group: "book",
  code: "open_play",
  calls: () => import("../../../contract/openPlay"),
  list: {
    path: "/book/open-play",
    title: "openPlay.list",
    icon: "members",
    roles: COMMON,
    page: () => import("./OpenPlayList"),
    first: ({ search }) => [first(openPlay.list, listInput(readState(search.toString(), FILTERS)))],
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
