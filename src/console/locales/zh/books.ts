/** Words of the screens of books. */
export const books = {
  parts: {
    openDocumentLinesRefunds: "打开单据：明细、退款、记录",
    openMember: "打开会员",
    delivery: "发货",
  },
} as const;
