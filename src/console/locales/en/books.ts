import type { Same } from "../../i18n/keys";
import type { books as zh } from "../zh/books";

/** Texts of the books pages. */
export const books = {
  manual: {
    beforeFirstDay: "The venue's books begin on {firstDay}; earlier dates can't be posted",
    locked: "Days through {lockedThrough} are settled and locked: this will be booked on {open}; its date stays {day}",
  },
  parts: {
    openDocumentLinesRefunds: "Open the document: lines, refunds, log",
    openMember: "Open the member",
    delivery: "Delivery",
  },
} as const satisfies Same<typeof zh>;
