/** The finance calls, grouped as the resources of the screens. */
import { booking } from "../../../contract/booking";
import { finance } from "../../../contract/finance";
import { resource } from "../../../contract/call";

/** Movements of the venue's own money. */
export const venueLogs = resource({ list: finance.venueLog, sums: finance.venueLogSums, excel: finance.venueLogExcel });
/** Booking orders as documents. */
export const bookingOrders = resource({ list: booking.list, sums: booking.sums, view: booking.view, excel: booking.excel });
