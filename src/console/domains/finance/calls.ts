/** The finance calls, grouped as the resources of the screens. */
import { finance } from "../../../contract/finance";
import { resource } from "../../../contract/call";

/** Movements of the venue's own money. */
export const venueLogs = resource({ list: finance.venueLog, sums: finance.venueLogSums, excel: finance.venueLogExcel });
