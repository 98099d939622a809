import type { Same } from "../../i18n/keys";
import type { ui as zh } from "../zh/ui";

/** Words of the building blocks and the frame. */
export const ui = {
  product: "Venue Console",
  retry: "Try again",
  failed: "That did not work",
  forbidden: "No access",
  forbiddenHint: "Your roles do not open this place. Ask an administrator of the venue if you need it.",
  loading: "Loading",
  skip: "Skip to content",
  openMenu: "Open menu",
  closeMenu: "Close menu",
  mainMenu: "Main menu",
  path: "You are here",
  search: "Search or jump",
  switchVenue: "Switch venue",
  account: "Account: {name}",
  home: "Home",
  language: "Language",
  theme: "Appearance",
  light: "Light",
  dark: "Dark",
  system: "System",
  changePassword: "Change password",
  logout: "Log out",
  live: "Live",
  reconnecting: "Reconnecting",
  offline: "Offline",
  settings: "Settings",
  fewer: "Fewer",
  more: "More",
} as const satisfies Same<typeof zh>;
