import type { Same } from "../../i18n/keys";
import type { ui as zh } from "../zh/ui";

/** Words of the building blocks and the frame. */
export const ui = {
  product: "Venue Console",
  reason: "Reason",
  reasonHint: "The log keeps it",
  retry: "Try again",
  failed: "That did not work",
  supplyFailed: "What to choose from could not be loaded; what you typed is kept.",
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
  access: "Sign-in and security",
  logout: "Log out",
  live: "Live",
  reconnecting: "Reconnecting",
  offline: "Offline",
  unsupported: "No live connection in this browser",
  settings: "Settings",
  fewer: "Fewer",
  more: "More",
  confirm: {
    choose: "Choose: {label}",
    fill: "Fill in: {label}",
    charactersLeast: "{label}: {least} characters at least",
  },
  formatDiscount: {
    noDiscount: "No discount",
  },
  panelForm: {
    somethingAboveStillMissing: "Something above is still missing or wrong",
  },
  stepper: {
    least: "This is the least",
    most: "This is the most",
  },
  views: {
    enterName: "Enter a name",
  },
} as const satisfies Same<typeof zh>;
