/** The home page. */
import { finance } from "../../../contract/finance";
import { first, screen } from "../../registry";

export const dashboardScreens = screen({
  name: "dashboard",
  path: "/dashboard",
  title: "dashboard.title",
  icon: "home",
  pinned: true,
  keepAlive: false,
  page: () => import("./Dashboard"),
  first: () => [first(finance.dashboard, {})],
});
