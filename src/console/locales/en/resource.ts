import type { Same } from "../../i18n/keys";
import type { resource as zh } from "../zh/resource";

/** Texts of lists, forms and reports that are made from a declaration. */
export const resource = {
  line: "Line",
  add: "Add {one}",
  created: "Created",
  actionDialog: {
    success: "{action}: {name}, success",
    text: "{action} “{name}”?",
  },
  allButton: {
    done: "{action}: done",
  },
  history: {
    changed: "changed",
    added: "added",
    edited: "edited",
    deleted: "deleted",
  },
  importButton: {
    import: "Import",
  },
  importDialog: {
    emptyNothingImported: "“{file}” is empty; nothing was imported",
    cantReadSaveXlsx: "“{file}” can't be read; save it as .xlsx and choose it again",
    import: "Import {one}",
    downloadTemplate: "Download the template",
    chooseExcelFile: "Choose an Excel file",
    columnsRows: "Columns ({count} rows)",
    leaveOut: "Leave out",
    thereNoRowsBelow: "There are no rows below the headings",
    noColumnMatchedChoose: "No column is matched; choose the heading row or match columns",
    dryRun: "Dry run",
    everyRowFaultsCorrect: "Every row has errors; correct the file and choose it again",
    importRows: "Import {good} rows",
    importRowsLeaveOut: "Import {good} rows, leave out {bad}",
    stopImport: "Stop the import",
    done: "Done",
  },
  importFaults: {
    cellsFaults: "Cells with errors",
    column: "Column",
    moreRows: "{more} more rows",
  },
  importParts: {
    sheet: "Sheet",
    hidden: "{name} (hidden)",
    headingRow: "Heading row",
    row: "Row {row}: {cells}",
    firstRowsTheyRead: "Preview of the first {count} rows",
    checkingRows: "Checking: {sent} of {total} rows",
    nothingWrongReadyImport: "No errors found; ready to import",
    rowsFaultsNothingImported: "{bad} rows have errors; nothing was imported yet. Correct the file, or leave them out",
    importingRowsContinuesWhen: "Importing: {added} of {total} rows. It continues when this is closed",
    rowsImportedLeftOut: "{added} rows imported, {bad} left out",
    stoppedRowsImported: "Stopped: {added} rows were imported",
  },
  periodBar: {
    period: "Period",
    periodBefore: "Previous period",
    ownPeriod: "Custom period",
    periodAfter: "Next period",
  },
  printedBy: {
    printed: "Printed by {person}, {at}",
  },
  related: {
    add: "Add",
  },
  reportCharts: {
    before: "Before",
  },
  reportFigures: {
    before: "before",
  },
  reportPage: {
    group: "Group by",
    compare: "Compare",
    to: "{from} to {to}",
    by: "by {group}",
    against: "against: {with}",
    nothingPeriod: "Nothing in this period",
    chooseAnotherPeriodFilter: "Choose another period or filter",
    noComparison: "No comparison",
    yearBefore: "Year before",
    underlinedFiguresOpenRows: "Underlined figures open the rows behind them",
    notEveryRowListed: "Not every row is listed; totals are of all. A shorter period shows more, the exported file has every row",
  },
  reportTable: {
    change: "Change",
  },
  resourceForm: {
    edit: "Edit {one}",
    more: "More",
  },
  resourceShow: {
    notWhile: "Not while it is “{state}”: {actions}",
    history: "History",
  },
  richTextEditor: {
    editPicture: "Edit picture",
    picture: "Picture",
    bold: "Bold",
    italic: "Italic",
    heading: "Heading",
    list: "List",
    numberedList: "Numbered list",
    quote: "Quote",
    format: "Format",
  },
  fieldControl: {
    province: "Province",
    city: "City",
    district: "District",
  },
} as const satisfies Same<typeof zh>;
