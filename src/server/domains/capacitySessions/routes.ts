/** The calls of sessions and their services. */
import { capacitySessions } from "../../../contract/capacitySessions/capacity-sessions";
import { inVenue, type Route } from "../../http/serve";
import { namingWhoCancelled } from "../../kernel/cancelled";
import { cancel, cancelBooking, cancelPreview, refundPreview } from "./cancel";
import { bands, checkIn, issueWristband, settleBand } from "./check-in";
import { find } from "./find";
import { gate, scan } from "./gate";
import { modify, plan, preview, setOnSale } from "./plan";
import { book, cards, list, view } from "./view";

export const hallSessionRoutes: Route[] = inVenue(capacitySessions, {
  list,
  view,
  find,
  cards,
  book,
  checkIn,
  bands,
  giveBand: issueWristband,
  settleBand,
  scan,
  gate,
  refundPreview: namingWhoCancelled("session_order", refundPreview),
  cancelBooking: namingWhoCancelled("session_order", cancelBooking),
  preview,
  plan,
  modify,
  shelve: setOnSale,
  cancelPreview: namingWhoCancelled("hall_booking", cancelPreview),
  cancel: namingWhoCancelled("hall_booking", cancel),
});
