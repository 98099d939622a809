/** Screens of products and stock. */
import type { DocumentKind } from "../../../contract/stock/stock-documents";
import type { Code } from "../../../contract/core/permissions";
import { declared, declaredReport, type PageEntry, resource } from "../../registry";

const documents = () => import("../../../contract/stock/stock-documents");
const reports = () => import("../../../contract/stock/stock-reports");
const parts = () => import("./document-parts");
const records = () => import("./product-parts");
const pageOf = (kind: DocumentKind) => async () => ({ Page: (await import("./DocumentPage")).pageOf(kind) });

/** The form of a kind of document, for a new one and for one that is there: written out, for the lines. */
const documentForm = (kind: DocumentKind, name: string, entry: Omit<PageEntry, "page"> & { readonly path: string; readonly code: Code }) =>
  resource({
    name,
    group: "product",
    code: entry.code,
    create: { ...entry, page: pageOf(kind) },
    edit: { ...entry, path: `${entry.path}/:id`, page: pageOf(kind) },
  });

const products = () => import("../../../contract/stock/products");

export const stockScreens = [
  ...declared({
    name: "productClasses",
    group: "product",
    code: "product_class_list",
    title: { zh: "商品分类", en: "Product classes" },
    icon: "tag",
    contract: products,
    list: "/product/product-class-list",
    form: { path: "/product/product-class-form", code: "product_class_modify" },
  }),
  ...declared({
    name: "products",
    group: "product",
    code: "product_list",
    title: { zh: "商品列表", en: "Products" },
    icon: "box",
    contract: products,
    list: "/product/product-list",
    form: { path: "/product/product-form", code: "product_modify" },
    parts: async () => ({ parts: (await records()).productParts }),
  }),
  ...declared({
    name: "suppliers",
    group: "product",
    code: "enter_stock_list",
    title: { zh: "供应商", en: "Suppliers" },
    icon: "building",
    contract: products,
    list: "/product/supplier-list",
    form: { path: "/product/supplier-form", code: "supplier_modify" },
    parts: async () => ({ parts: (await records()).supplierParts }),
  }),
  ...documentForm("receiptShop", "stockReceipts", {
    path: "/product/enter-stock-form",
    title: { zh: "入库单", en: "Stock receipt" },
    code: "enter_stock_form",
    icon: "import",
  }),
  ...documentForm("receiptMain", "stockReceiptsMain", {
    path: "/product/enter-stock-form2",
    title: { zh: "总仓入库单", en: "Main warehouse receipt" },
    code: "enter_stock_form2",
    icon: "import",
  }),
  ...declared({
    name: "stockReceipts",
    group: "product",
    code: "enter_stock_list",
    title: { zh: "入库记录", en: "Stock receipts" },
    icon: "receipt",
    contract: documents,
    list: "/product/enter-stock-list",
    parts: async () => ({ parts: (await parts()).receiptParts }),
  }),
  ...declared({
    name: "stockTransfers",
    group: "product",
    code: "stock_transfer",
    title: { zh: "调拨", en: "Stock transfers" },
    icon: "swap",
    contract: documents,
    list: "/product/stock-transfer",
    parts: async () => ({ parts: (await parts()).transferParts }),
  }),
  ...documentForm("transfer", "stockTransfers", {
    path: "/product/stock-transfer-form",
    title: { zh: "调拨单", en: "Stock transfer" },
    code: "stock_transfer",
    hidden: true,
  }),
  ...declared({
    name: "stockCounts",
    group: "product",
    code: "stock_count",
    title: { zh: "盘点", en: "Stock counts" },
    icon: "check",
    contract: documents,
    list: "/product/stock-count",
    parts: async () => ({ parts: (await parts()).countParts }),
  }),
  ...documentForm("count", "stockCounts", {
    path: "/product/stock-count-form",
    title: { zh: "盘点单", en: "Stock count" },
    code: "stock_count",
    hidden: true,
  }),
  ...declared({
    name: "stockWriteOffs",
    group: "product",
    code: "stock_write_off",
    title: { zh: "报损", en: "Write-offs" },
    icon: "trash",
    contract: documents,
    list: "/product/stock-write-off",
    parts: async () => ({ parts: (await parts()).writeOffParts }),
  }),
  ...documentForm("writeOff", "stockWriteOffs", {
    path: "/product/stock-write-off-form",
    title: { zh: "报损单", en: "Write-off" },
    code: "stock_write_off",
    hidden: true,
  }),
  ...declared({
    name: "supplierReturns",
    group: "product",
    code: "supplier_return",
    title: { zh: "退货给供应商", en: "Returns to suppliers" },
    icon: "export",
    contract: documents,
    list: "/product/supplier-return",
    parts: async () => ({ parts: (await parts()).supplierReturnParts }),
  }),
  ...documentForm("supplierReturn", "supplierReturns", {
    path: "/product/supplier-return-form",
    title: { zh: "采购退货单", en: "Return to supplier" },
    code: "supplier_return",
    hidden: true,
  }),
  ...declaredReport({
    name: "supplierStatement",
    group: "product",
    code: "enter_stock_list",
    title: { zh: "供应商对账单", en: "Supplier statement" },
    path: "/product/supplier-statement",
    contract: () => import("../../../contract/stock/payables"),
  }),
  ...declaredReport({
    name: "payablesAgeing",
    group: "product",
    code: "enter_stock_list",
    title: { zh: "应付账龄", en: "Ageing of payables" },
    path: "/product/payables-ageing",
    contract: () => import("../../../contract/stock/payables"),
  }),
  ...declaredReport({
    name: "stockNow",
    group: "ShopSet2",
    code: "stock",
    title: { zh: "库存", en: "Stock" },
    path: "/finance/stock",
    icon: "box",
    contract: reports,
  }),
  ...declaredReport({
    name: "stockFlow",
    group: "ShopSet2",
    code: "stock_report",
    title: { zh: "库存报表", en: "Stock report" },
    path: "/finance/stock-report",
    contract: reports,
  }),
  ...declaredReport({
    name: "productReport",
    group: "ShopSet2",
    code: "product_report",
    title: { zh: "商品报表", en: "Product report" },
    path: "/finance/product-report",
    contract: reports,
  }),
  ...declaredReport({
    name: "saleReport",
    group: "ShopSet2",
    code: "venue_sale_report",
    title: { zh: "商品日销售", en: "Daily product sales" },
    path: "/finance/venue-sale-report",
    contract: reports,
  }),
  ...declared({
    name: "mainStockLog",
    group: "ShopSet2",
    code: "stock_page",
    title: { zh: "总仓流水", en: "Main warehouse log" },
    icon: "book",
    contract: reports,
    list: "/finance/stock-page",
  }),
  ...declared({
    name: "stockMovements",
    group: "ShopSet2",
    code: "stock_report",
    title: { zh: "库存流水", en: "Stock movements" },
    icon: "book",
    contract: reports,
    list: "/finance/stock-movement-list",
  }),
];
