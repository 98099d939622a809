import { screen } from "../../registry";

/** Screens before a venue is chosen. /login is a page of its own, before the console's code: index.html and `login/`. */
export const sessionScreens = [
  ...screen({ name: "sites", path: "/sites", title: "sites.title", bare: true, page: () => import("./Sites") }),
  ...screen({
    name: "auth-redirect",
    path: "/auth-redirect",
    title: "sites.redirecting",
    bare: true,
    page: () => import("./AuthRedirect"),
  }),
  ...screen({ name: "setup", path: "/setup", title: "sites.setupTitle", bare: true, page: () => import("./Setup") }),
];
