/** Texts of the books pages. */
export const books = {
  manual: {
    beforeFirstDay: "场馆的账从 {firstDay} 开始，更早的日期不能入账",
    locked: "{lockedThrough} 及之前已结算锁定，这一笔会记在 {open}；发生日期仍保留为 {day}",
  },
  parts: {
    openDocumentLinesRefunds: "打开单据：明细、退款、记录",
    openMember: "打开会员",
    delivery: "发货",
  },
} as const;
