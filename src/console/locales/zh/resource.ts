/** Words of lists, forms and reports that are made of a declaration. */
export const resource = {
  line: "行",
  add: "新增{one}",
  created: "创建时间",
  actionDialog: {
    success: "{action}成功：{name}",
    text: "{action}“{name}”？",
  },
  allButton: {
    done: "{action}成功",
  },
  history: {
    changed: "变更",
  },
  importButton: {
    import: "导入",
  },
  importDialog: {
    emptyNothingImported: "“{file}”里没有内容，没有导入",
    cantReadSaveXlsx: "读不了“{file}”，请另存为 .xlsx 再选择",
    import: "导入{one}",
    downloadTemplate: "下载模板",
    chooseExcelFile: "选择 Excel 文件",
    columnsRows: "列对应（{count} 行）",
    leaveOut: "不导入",
    thereNoRowsBelow: "标题行下面没有内容",
    noColumnMatchedChoose: "还没有列对应上，请选择标题行或逐列对应",
    dryRun: "试导入（不保存）",
    everyRowFaultsCorrect: "每一行都有问题，请改好文件再来",
    importRows: "导入 {good} 行",
    importRowsLeaveOut: "导入 {good} 行，略过 {bad} 行",
    stopImport: "停止导入",
    done: "完成",
  },
  importFaults: {
    cellsFaults: "有问题的单元格",
    column: "列",
    moreRows: "还有 {more} 行",
  },
  importParts: {
    sheet: "工作表",
    hidden: "{name}（隐藏）",
    headingRow: "标题行",
    row: "第 {row} 行：{cells}",
    firstRowsTheyRead: "前 {count} 行将这样读取",
    checkingRows: "正在检查：{sent} / {total} 行",
    nothingWrongReadyImport: "检查通过，可以导入",
    rowsFaultsNothingImported: "{bad} 行有问题，还没有导入；可以改好文件再来，或略过它们",
    importingRowsContinuesWhen: "正在导入：{added} / {total} 行。关掉窗口也会继续",
    rowsImportedLeftOut: "已导入 {added} 行，{bad} 行没有导入",
    stoppedRowsImported: "已停止：导入了 {added} 行",
  },
  periodBar: {
    period: "时间段",
    periodBefore: "上一期",
    ownPeriod: "自选",
    periodAfter: "下一期",
  },
  printedBy: {
    printed: "{person} 打印于 {at}",
  },
  related: {
    add: "新增",
  },
  reportCharts: {
    before: "上期",
  },
  reportFigures: {
    before: "原",
  },
  reportPage: {
    group: "分组",
    compare: "对比",
    to: "{from} 至 {to}",
    by: "按{group}",
    against: "对比{with}",
    nothingPeriod: "这段时间没有数据",
    chooseAnotherPeriodFilter: "换一个时间段或筛选再看",
  },
  reportTable: {
    change: "较上期",
  },
  resourceForm: {
    edit: "修改{one}",
    more: "其他",
  },
  resourceShow: {
    notWhile: "当前为“{state}”，不能：{actions}",
    history: "修改记录",
  },
  richTextEditor: {
    editPicture: "编辑图片",
    picture: "图片",
    bold: "加粗",
    italic: "斜体",
    heading: "标题",
    list: "列表",
    numberedList: "编号列表",
    quote: "引用",
    format: "格式",
  },
} as const;
