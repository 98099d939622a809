import type { Same } from "../../i18n/keys";
import type { cards as zh } from "../zh/cards";

/** Texts of the cards pages. */
export const cards = {
  parts: {
    sellCard: "Sell a card",
    noPackageCardRedeem: "{text} has no package card to redeem",
    log: "Log",
    kind: "Kind",
    times: "Uses",
  },
  preview: {
    periodCardCountsNo: "A period card: uses aren't counted",
    timesLeft: "Uses left",
    preview: "Preview",
  },
  sellCard: {
    unlimited: "unlimited",
    free: "{times} + {bonus} free",
    times: "{times} uses",
    days: "{times}, {days} days, {opens}",
    noPackageCardSale: "No package card is on sale",
    addOneUnderPackage: "Add one under “Package cards” and put it on sale",
    sellPackageCard: "Sell package card",
    sold: "Sold: {name}, {card}, {no}",
    takeSell: "Collect ¥{amount} and sell",
    sell: "Sell",
    paid: "To be paid",
    packageCard: "Package card",
    startsFirstUseRuns: "Starts at first use and is valid for {days} days",
    startsEnds: "Starts {from}, ends {to}",
    starts: "Starts on",
  },
} as const satisfies Same<typeof zh>;
