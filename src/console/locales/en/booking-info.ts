import type { Same } from "../../i18n/keys";
import type { bookingInfo as zh } from "../zh/booking-info";

/** Words of booking details. */
export const bookingInfo = {
  list_: "Booking details",
  place: "Place",
  hall: "Hall",
  by: "Dates are",
  days: { play: "Day of play", pay: "Day of payment" },
  list: "List",
  member: "Member off",
  promotion: "Promo off",
  bundle: "Bundle off",
  coupon: "Coupon off",
  manual: "By hand",
  other: "Other off",
  price: "Sold for",
  paid: "Paid",
  refunded: "Refunded",
  fee: "Fee",
  net: "Net",
  viewToday: "Played today",
  viewMonth: "This month",
  viewTaken: "Paid today",
  groups: "Summary",
  group: { place: "Place", hour: "Hour", weekday: "Weekday" },
  weekday: "{day}",
  count: "Lines",
  hours: "Hours",
  hint: "Price, discounts, payment and refund of each booked line, as the ledger has them",
} as const satisfies Same<typeof zh>;
