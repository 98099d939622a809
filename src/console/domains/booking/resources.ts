/** Screens of bookings. */
import { first, resource } from "../../registry";
import { dayOfAddress } from "../../ui/day-of-address";

export const bookingScreens = resource({
  name: "bookings",
  group: "book",
  code: "venue_booking",
  calls: () => import("../../../contract/booking/booking"),
  list: {
    path: "/book/venue-booking",
    title: { zh: "预订管理", en: "Booking management" },
    icon: "grid",
    roles: ["common"],
    titled: true,
    page: () => import("./BookingGrid"),
    first: async ({ search }) => {
      const { booking } = await import("../../../contract/booking/booking");
      return [first(booking.grid, { day: dayOfAddress(search), days: 1 })];
    },
  },
});
