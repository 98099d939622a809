/** The home page. */
import { first, screen } from "../../registry";

export const dashboardScreens = screen({
  name: "dashboard",
  path: "/dashboard",
  title: { zh: "首页", en: "Home" },
  icon: "home",
  pinned: true,
  keepAlive: false,
  page: () => import("./Dashboard"),
  first: async () => {
    const { finance } = await import("../../../contract/finance/finance");
    return [first(finance.dashboard, {})];
  },
});
