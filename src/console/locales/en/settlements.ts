import type { Same } from "../../i18n/keys";
import type { settlements as zh } from "../zh/settlements";

/** Texts of the settlements pages. */
export const settlements = {
  parts: {
    method: "By method",
    method2: "Method",
    received: "Received",
    refunded: "Refunded",
    fees: "Fees",
    net: "Net",
    netReceivedRefundedFees: "Net = received − refunded − fees + coupon subsidy, by the day received, from the ledger",
    couponSubsidy: "Coupon subsidy",
    platformsFeesGames: "Platform's fees of games",
  },
} as const satisfies Same<typeof zh>;
