/** Texts of the transfers pages. */
export const transfers = {
  parts: {
    principalGift: "本金 {principal}，赠送 {gift}",
  },
} as const;
