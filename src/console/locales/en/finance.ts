import type { Same } from "../../i18n/keys";
import type { finance as zh } from "../zh/finance";

/** Words of account logs and orders, and of payment types and states that many screens say. */
export const finance = {
  time: "Time",
  no: "No.",
  kind: "Kind",
  in: "In",
  out: "Out",
  operator: "Operator",
  reason: "Reason",
  from: "From",
  to: "To",
  searchOrder: "Order no., name, phone, card no.",
  revoke: "Revoke",
  revokeTitle: "Revoke recharge {no}",
  revokeText: "Taken back from {name}: {amounts}. The money goes back the way it came; this can be done once.",
  revokeNow: "Revoke",
  revoked: "Revoked",
  reasonHint: "Say why; it is kept in the log",
  principal: "Principal",
  gift: "Gift",
  play: "Plays",
  program: "Sport",
  booker: "Booked by",
  phone: "Phone",
  level: "Level",
  source: "Source",
  payTypes: "Paid by",
  orderStatus: "Order",
  payStatus: "Payment",
} as const satisfies Same<typeof zh>;
