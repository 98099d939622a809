/** Accounts of output tax, and which documents and income are sales of which service. */
import type { Service } from "../../contract/accounting/invoices";
import type { Account } from "./accounts";
import type { Document } from "./post";

export const TAX_ACCOUNTS = ["tax.output", "tax.prepaid", "tax.sales"] as const satisfies readonly Account[];
export const isTaxAccount = (account: string): boolean => TAX_ACCOUNTS.some((one) => one === account);

/** The service that an income account sells, as tax rates distinguish them. */
export const SERVICE_OF: Readonly<Partial<Record<Account, Service>>> = {
  "income.place": "place",
  "income.session": "session",
  "income.ticket": "session",
  "income.product": "goods",
  "income.card_use": "card",
  "income.card_breakage": "card",
  "income.coach": "coach",
  "income.activity": "activity",
  "income.competition": "competition",
  "income.groupon": "groupon",
  "income.fee": "other",
  "income.other": "other",
};

/** Documents whose income is no sale: differences, interest, corrections and what moves between the venue's own accounts. */
export const NO_SALES: ReadonlySet<Document["kind"]> = new Set([
  "adjustment",
  "bankAccount",
  "bankDeposit",
  "bankPayout",
  "bankLine",
  "bill",
  "couponSettlement",
  "settlement",
  "receipt",
  "stock",
  "supplier",
  "shift",
  "withdraw",
] as const);
export const isSale = ({ kind }: Document): boolean => !NO_SALES.has(kind);
