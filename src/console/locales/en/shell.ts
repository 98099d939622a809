import type { Same } from "../../i18n/keys";
import type { shell as zh } from "../zh/shell";

/** Words of the shell: groups of the menu, pages of its own, banners. */
export const shell = {
  group: {
    venue: "Venue",
    book: "Bookings",
    venueUser: "Members",
    ShopSet3: "Venue settlement",
    ShopSet1: "Member finance",
    ShopSet2: "Product finance",
    product: "Products",
    sale: "Checkout",
    cms2: "Content",
    addedServices: "Competitions",
    trade: "Trading reports",
    "venue-set": "Venue settings",
    "venue-place": "Places",
    card: "Package cards",
    marketing: "Marketing",
    system: "Platform",
  },
  home: "Home",
  notFound: "Not found",
  notFoundHint: "The address may be misspelt, or the page has moved.",
  noPermission: "No permission",
  noPermissionHint: "This page needs the permission {code}. Ask an administrator of the venue if you need it.",
  toHome: "Go home",
  pageFailed: "This page failed",
  pageFailedHint: "Other pages go on working; what you typed in them is still there.",
  newVersion: "A new version of the console is out; please open the page again.",
  otherVenue: "Another tab switched to {name}. This page is paused, so that nothing lands in the wrong venue.",
  otherVenueReload: "Switch here too",
  otherVenueBack: "Switch back to {name}",
  signedOutElsewhere: "Logged out in another tab",
  bookedToday: "{count} bookings today",
  notifications: "Notifications",
} as const satisfies Same<typeof zh>;
