/** Texts of the settlements pages. */
export const settlements = {
  parts: {
    method: "按收款方式",
    method2: "收款方式",
    received: "收款",
    refunded: "退款",
    fees: "手续费",
    net: "净额",
    netReceivedRefundedFees: "净额 = 收款 − 退款 − 手续费 + 消费券补贴，按收款日，由台账计算",
    couponSubsidy: "消费券补贴",
    platformsFeesGames: "平台赛事手续费",
  },
} as const;
