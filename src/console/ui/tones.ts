/** Tones of the states in `docs/states.md`. The locales contain the words; this file contains only the tone. */
import type { MemberState, PaymentState, PayStatus } from "../../contract/core/states";
import type { z } from "zod";
import type { Tone } from "./StatusTag";

/** Pay status of any document of money. */
export const PAY_TONE: Record<PayStatus, Tone> = {
  unpaid: "waiting",
  part_paid: "waiting",
  paid: "success",
  part_refunded: "neutral",
  refunded: "neutral",
};

/** Member. */
export const MEMBER_TONE: Record<MemberState, Tone> = {
  active: "success",
  frozen: "neutral",
  expired: "warning",
  closing: "waiting",
  closed: "neutral",
};

/** One payment attempt. */
export const PAYMENT_TONE: Record<z.infer<typeof PaymentState>, Tone> = {
  created: "waiting",
  processing: "waiting",
  succeeded: "success",
  refused: "error",
  unknown: "warning",
  cancelled: "neutral",
  refunding: "waiting",
  refunded: "neutral",
  refund_failed: "error",
};
