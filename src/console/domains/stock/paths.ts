import type { DocumentKind } from "../../../contract/stock/stock-documents";

/** Addresses of a kind's form, and of its list. */
export const FORM_OF = {
  receiptShop: "/product/enter-stock-form",
  receiptMain: "/product/enter-stock-form2",
  transfer: "/product/stock-transfer-form",
  count: "/product/stock-count-form",
  writeOff: "/product/stock-write-off-form",
  supplierReturn: "/product/supplier-return-form",
} as const satisfies Record<DocumentKind, string>;
export const LIST_OF = {
  receiptShop: "/product/enter-stock-list",
  receiptMain: "/product/enter-stock-list",
  transfer: "/product/stock-transfer",
  count: "/product/stock-count",
  writeOff: "/product/stock-write-off",
  supplierReturn: "/product/supplier-return",
} as const satisfies Record<DocumentKind, string>;
