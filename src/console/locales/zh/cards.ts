/** Texts of the cards pages. */
export const cards = {
  parts: {
    sellCard: "开卡",
    noPackageCardRedeem: "{text} 没有可核销的次卡",
    log: "流水",
    kind: "类型",
    times: "次数",
  },
  preview: {
    periodCardCountsNo: "期限卡，不计次数",
    timesLeft: "剩余次数",
    preview: "计算",
  },
  sellCard: {
    unlimited: "不限次",
    free: "{times} 次 + 送 {bonus}",
    times: "{times} 次",
    days: "{times}，{days} 天，{opens}",
    noPackageCardSale: "还没有在售的次卡",
    addOneUnderPackage: "先在“次卡列表”新增并上架",
    sellPackageCard: "次卡开卡",
    sold: "已开卡：{name} {card}，{no}",
    takeSell: "收款 ¥{amount} 并开卡",
    sell: "开卡",
    paid: "应收",
    packageCard: "次卡",
    startsFirstUseRuns: "首次使用时启用，起 {days} 天内有效",
    startsEnds: "{from} 启用，{to} 到期",
    starts: "启用日期",
  },
} as const;
