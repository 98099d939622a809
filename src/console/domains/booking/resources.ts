/** Screens of bookings. */
import { DEFAULT_ZONE, dayOf } from "../../../contract/time";
import { first, resource } from "../../registry";
import { session } from "../../session/store";

/** The day that an address asks for, else today at the venue. */
export const dayOfAddress = (search: URLSearchParams): string => {
  const asked = search.get("day");
  if (asked !== null && /^\d{4}-\d{2}-\d{2}$/.test(asked) && !Number.isNaN(Date.parse(asked))) return asked;
  return dayOf(Date.now(), session().venueInfo?.zone ?? DEFAULT_ZONE);
};

export const bookingScreens = resource({
  name: "bookings",
  group: "book",
  code: "venue_booking",
  calls: () => import("../../../contract/booking"),
  list: {
    path: "/book/venue-booking",
    title: "booking.grid",
    icon: "grid",
    roles: ["common"],
    titled: true,
    page: () => import("./BookingGrid"),
    first: async ({ search }) => {
      const { booking } = await import("../../../contract/booking");
      return [first(booking.grid, { day: dayOfAddress(search), days: 1 })];
    },
  },
});
