import type { Same } from "../../i18n/keys";
import type { books as zh } from "../zh/books";

/** Words of the screens of books. */
export const books = {
  parts: {
    openDocumentLinesRefunds: "Open the document: lines, refunds, log",
    openMember: "Open the member",
    delivery: "Delivery",
  },
} as const satisfies Same<typeof zh>;
