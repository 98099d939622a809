import type { Same } from "../../i18n/keys";
import type { transfers as zh } from "../zh/transfers";

/** Words of the screens of transfers. */
export const transfers = {
  parts: {
    principalGift: "principal {principal}, gift {gift}",
  },
} as const satisfies Same<typeof zh>;
