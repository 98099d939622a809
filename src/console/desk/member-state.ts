/** Labels of a member's states. */
import type { MemberState } from "../../contract/core/states";
import type { TKey } from "../i18n/keys";

export const MEMBER_STATE: Record<MemberState, TKey> = {
  active: "members.stateActive",
  frozen: "members.stateFrozen",
  expired: "members.stateExpired",
  closing: "members.stateClosing",
  closed: "members.stateClosed",
};
