import type { Same } from "../../i18n/keys";
import type { sites as zh } from "../zh/sites";

/** Words of the venue choice and of the QR confirmation. */
export const sites = {
  title: "Choose venue",
  today: "Today, {weekday} {day}",
  search: "Venue, city, pinyin initials",
  last: "Last",
  bookings: "Bookings today",
  utilisation: "Utilisation",
  choose: "Choose",
  enter: "Enter",
  none: "Nothing found for “{q}”",
  noneHint: "Try another name, city or pinyin initials.",
  place: "{city}, {area}",
  redirecting: "Authorising",
  confirmTitle: "Log in to {site}?",
  confirmText: "The device that shows the QR code will be logged in as {name}. Cancel if this was not you.",
  confirm: "Confirm login",
  confirmed: "Confirmed. Look at the device that shows the QR code.",
  noTicket: "The QR code is incomplete; refresh and scan again",
  sport: {
    badminton: "Badminton",
    basketball: "Basketball",
    swimming: "Swimming",
    fitness: "Fitness",
    tennis: "Tennis",
    tableTennis: "Table tennis",
    football: "Football",
  },
} as const satisfies Same<typeof zh>;
