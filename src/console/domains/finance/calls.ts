/** The finance calls, grouped as the resources of the screens. */
import { finance } from "../../../contract/finance/finance";
import { resource } from "../../../contract/core/call";

/** Movements of the venue's own money. */
export const venueLogs = resource({ list: finance.venueLog, sums: finance.venueLogSums, excel: finance.venueLogExcel });
