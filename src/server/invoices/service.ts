/** Service that issues electronic invoices: one connected by this interface, or a sandbox. */
import type { Rate } from "../../contract/accounting/invoices";

export interface InvoiceItem {
  readonly item: string;
  readonly taxCode: string;
  readonly rate: Rate;
  /** Fen. */
  readonly gross: number;
  readonly net: number;
  readonly tax: number;
}
/** An invoice to be issued or reversed. */
export interface InvoiceOrder {
  /** Number of the request: a service that gets it twice issues one invoice. */
  readonly no: string;
  readonly kind: "general" | "special";
  readonly buyer: string;
  readonly taxNo: string;
  readonly email: string;
  /** Number of the invoice that is reversed; "" where one is issued. */
  readonly invoiceNo: string;
  readonly items: readonly InvoiceItem[];
}
export type InvoiceAnswer =
  | { readonly outcome: "done"; readonly number: string }
  /** The service says no and why. */
  | { readonly outcome: "rejected"; readonly problem: string }
  | { readonly outcome: "unreachable" };

export interface InvoiceService {
  readonly issue: (order: InvoiceOrder) => Promise<InvoiceAnswer>;
  readonly reverse: (order: InvoiceOrder) => Promise<InvoiceAnswer>;
}
