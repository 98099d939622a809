import type { Same } from "../../i18n/keys";
import type { cards as zh } from "../zh/cards";

/** Words of the screens of cards. */
export const cards = {
  parts: {
    sellCard: "Sell a card",
    noPackageCardRedeem: "{text} has no package card to redeem",
    log: "Log",
    kind: "Kind",
    times: "Times",
  },
  preview: {
    periodCardCountsNo: "A period card: it counts no times",
    timesLeft: "Times left",
    preview: "Preview",
  },
  sellCard: {
    unlimited: "unlimited",
    free: "{times} + {bonus} free",
    times: "{times} times",
    days: "{times}, {days} days, {opens}",
    noPackageCardSale: "No package card is on sale",
    addOneUnderPackage: "Add one under “Package cards” and put it on the shelf",
    sellPackageCard: "Sell package card",
    sold: "Sold: {name}, {card}, {no}",
    takeSell: "Take ¥{amount} and sell",
    sell: "Sell",
    paid: "To be paid",
    packageCard: "Package card",
    startsFirstUseRuns: "Starts at first use and runs {days} days",
    startsEnds: "Starts {from}, ends {to}",
    starts: "Starts on",
  },
} as const satisfies Same<typeof zh>;
