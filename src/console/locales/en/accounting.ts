import type { Same } from "../../i18n/keys";
import type { accounting as zh } from "../zh/accounting";

/** Texts of the accounting pages. */
export const accounting = {
  bankAccount: {
    bookStatementBalance: "Book and statement balance",
    showUnmatchedLines: "Show {count} unmatched lines",
    lessPostedNotStatement: "Less: posted, not on the statement yet",
    plusUnmatchedLines: "Plus: unmatched lines",
    difference: "Difference",
  },
  bankLine: {
    addBankAccountFirst: "Add a bank account first",
    importStatement: "Import a statement",
    banksBalanceImportedLines:
      "{name}: the bank's balance and the imported lines differ by ¥{gap}; lines may be missing, or the opening balance is wrong",
  },
  batch: {
    download: "Download",
    showLinesVouchers: "Show the lines of the vouchers",
  },
  code: {
    added: "{added} accounts added; ask the accountant to check them",
    withoutCode: "Accounts without a code: {names}",
    fillUsualCodes: "Fill in usual codes",
  },
  invoice: {
    sheetTaxPlatform: "Sheet for the tax platform",
  },
  matchDialog: {
    account: "This account",
    transferMovesAccount: "A transfer; it is reassigned to this account",
    match: "Match {day} {text}",
    booksNoUnmatchedMovement:
      "The books have no unmatched movement of this amount within 62 days. Record the deposit or payout first. For fees and interest use “Book”.",
    movementsBooks: "Movements in the books",
    choose: "Choose",
    document: "Document",
    books: "In the books",
    chooseMovementFirst: "Choose a movement first",
    match2: "Match",
  },
  statementDialog: {
    fileTooLargeExport: "The file is too large; export fewer days at once",
    noHeadingsFoundNothing: "No headings were found in “{file}”; nothing was imported. Export a CSV from the bank's site, not Excel or PDF",
    linesAddedMatched: "{added} lines added, {matched} matched",
    thereAlready: "; {known} already imported",
    beforeOpeningDayLeft: "; {early} before the opening day left out",
    importBankStatement: "Import a bank statement",
    bankAccount: "Bank account",
    chooseAnotherFile: "Choose another file",
    chooseCsvFile: "Choose a CSV file",
    banksSiteExportsGbk: "As the bank's site exports it, GBK or UTF-8",
    columnsSavedAccount: "Columns (saved for this account)",
    none: "None",
    fixProblemAboveFirst: "Fix the problem above first",
    thereNoBankAccount: "There is no bank account in use",
    importLines: "Import {count} lines",
    row: "Row {row}: {problem}",
    firstLinesTheyRead: "Preview of the first lines",
    amount: "Amount",
  },
} as const satisfies Same<typeof zh>;
