/** What the message centre's values are called, and where it is. */
import type { MESSAGE_KINDS } from "../../../contract/messages";
import type { TKey } from "../../i18n/keys";

export const MESSAGE_LIST = "/venue/venue-message-center-list";

export const KIND: Readonly<Record<(typeof MESSAGE_KINDS)[number], TKey>> = {
  booking: "live.kindBooking",
  payment: "live.kindPayment",
  stock: "live.kindStock",
  approval: "live.kindApproval",
  system: "live.kindSystem",
};
export const STATE: Readonly<Record<"unread" | "read" | "cleared", TKey>> = {
  unread: "live.stateUnread",
  read: "live.stateRead",
  cleared: "live.stateCleared",
};
