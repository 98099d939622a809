import type { Same } from "../../i18n/keys";
import type { transfers as zh } from "../zh/transfers";

/** Texts of the transfers pages. */
export const transfers = {
  parts: {
    principalGift: "principal {principal}, gift {gift}",
  },
} as const satisfies Same<typeof zh>;
