/** Words of the screens of accounting. */
export const accounting = {
  bankAccount: {
    bookStatementBalance: "余额核对",
    showUnmatchedLines: "查看 {count} 笔未核对流水",
  },
  bankLine: {
    addBankAccountFirst: "先添加银行账户",
    importStatement: "导入流水",
    banksBalanceImportedLines: "{name}：银行余额与导入的流水差 {gap} 元，可能缺了流水，或期初不对",
  },
  batch: {
    download: "下载",
    showLinesVouchers: "查看凭证分录",
  },
  code: {
    fillUsualCodes: "补全常用科目",
  },
  invoice: {
    sheetTaxPlatform: "待开票表格",
  },
  matchDialog: {
    account: "本账户",
    transferMovesAccount: "转账，核对后转到本账户",
    match: "核对 {day} {text}",
    booksNoUnmatchedMovement: "前后 62 天内账上没有同样金额、未核对的一笔。先登记存现或到账；手续费、利息用“记账”。",
    movementsBooks: "账上的一笔",
    choose: "选择",
    document: "单据",
    books: "在账上",
    chooseMovementFirst: "先选账上的一笔",
    match2: "核对",
  },
  statementDialog: {
    fileTooLargeExport: "文件太大，请分几段日期导出",
    noHeadingsFoundNothing: "“{file}”里没有找到列名，没有导入；请从网银导出 CSV，不是 Excel 或 PDF",
    linesAddedMatched: "新增 {added} 笔，自动核对 {matched} 笔",
    thereAlready: "；{known} 笔早已导入",
    beforeOpeningDayLeft: "；{early} 笔早于启用日期，没有导入",
    importBankStatement: "导入银行流水",
    bankAccount: "银行账户",
    chooseAnotherFile: "换文件",
    chooseCsvFile: "选择 CSV 文件",
    banksSiteExportsGbk: "网银导出的流水，GBK 或 UTF-8",
    columnsSavedAccount: "各列的含义（保存到这个账户，下次沿用）",
    none: "没有",
    fixProblemAboveFirst: "先改正上面的问题",
    thereNoBankAccount: "没有可用的银行账户",
    importLines: "导入 {count} 笔",
    row: "第 {row} 行：{problem}",
    firstLinesTheyRead: "前几笔将这样读取",
    amount: "收付金额",
  },
} as const;
