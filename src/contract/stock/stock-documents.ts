/**
 * Documents that move goods: receipts, transfers, counts, write-offs. One shape: draft → posted → voided, with lines; what is posted stays,
 * and voiding it makes counter-movements.
 */
import { z } from "#zod";
import { ById, get, Id, postJson, resource, SearchText, Words } from "../core/call";
import { PriceIn, Yuan } from "../core/money";
import { wholeNumber } from "../core/numbers";
import type { Code } from "../core/permissions";
import { defineResource, type Resource, targetOf } from "../core/resource/define";
import { choice, day, instant, money, number, reference, state, text } from "../core/resource/fields";
import type { Label } from "../core/resource/label";
import { suppliers } from "./products";
import { stockDocument } from "../core/states";
import { Day, Instant } from "../core/time";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

export const DOCUMENT_KINDS = ["receiptShop", "receiptMain", "transfer", "count", "writeOff", "supplierReturn"] as const;
export const DocumentKind = z.enum(DOCUMENT_KINDS);
export type DocumentKind = z.infer<typeof DocumentKind>;
/** Code that permits writing a document of a kind: the code of its form. */
export const KIND_CODES = {
  receiptShop: "enter_stock_form",
  receiptMain: "enter_stock_form2",
  transfer: "stock_transfer",
  count: "stock_count",
  writeOff: "stock_write_off",
  supplierReturn: "supplier_return",
} as const satisfies Record<DocumentKind, Code>;

export const WAREHOUSES = { shop: { zh: "门市", en: "Shop" }, main: { zh: "总仓", en: "Main warehouse" } } as const;
export const KIND_LABELS = {
  receiptShop: { zh: "门市入库", en: "Shop receipt" },
  receiptMain: { zh: "总仓入库", en: "Main warehouse receipt" },
  transfer: { zh: "调拨", en: "Transfer" },
  count: { zh: "盘点", en: "Count" },
  writeOff: { zh: "报损", en: "Write-off" },
  supplierReturn: { zh: "退货给供应商", en: "Return to supplier" },
} as const satisfies Record<DocumentKind, Label>;
/** Why goods are written off. */
export const REASONS = {
  damaged: { zh: "破损", en: "Damaged" },
  expired: { zh: "过期", en: "Expired" },
  lost: LABELS.lost,
  used: { zh: "自用", en: "Own use" },
  other: { zh: "其他", en: "Other" },
} as const;

const head = {
  no: text({ zh: "单号", en: "No.", readonly: true, search: "prefix", sort: true, width: 170 }),
  state: state({ ...LABELS.state, machine: stockDocument, filter: true, width: 96 }),
  day: day({ zh: "日期", en: "Day", readonly: true, filter: true, sort: true, width: 96 }),
};
const tail = {
  products: number({ zh: "种数", en: "Products", readonly: true, width: 72 }),
  quantity: number({ zh: "数量", en: "Pieces", readonly: true, sum: true }),
  total: money({ zh: "成本金额", en: "At cost", readonly: true, sum: true, sort: true }),
  operator: text({ zh: "制单人", en: "Made by", readonly: true, search: "part", width: 96 }),
  postedAt: instant({ zh: "过账时间", en: "Posted", readonly: true }),
  postedBy: text({ zh: "过账人", en: "Posted by", readonly: true, hidden: true }),
  voidedAt: instant({ zh: "作废时间", en: "Voided", readonly: true, hidden: true }),
  voidedBy: text({ zh: "作废人", en: "Voided by", readonly: true, hidden: true }),
  voidReason: text({ zh: "作废原因", en: "Why voided", readonly: true, hidden: true }),
  memo: text({ zh: "备注", en: "Note", readonly: true, hidden: true, long: true }),
};
const actions = {
  post: {
    label: { zh: "过账", en: "Post" },
    code: "stock_post",
    confirm: {
      zh: "过账后库存和账目随即变动，单据不能再改。",
      en: "Posting moves stock and books at once; the document can't be changed after.",
    },
  },
  void: {
    label: { zh: "作废", en: "Void" },
    code: "stock_void",
    danger: true,
    fields: { reason: text({ zh: "作废原因", en: "Why", required: true, long: true, max: 200 }) },
  },
} as const;
const warehouse = choice({ zh: "仓库", en: "Warehouse", readonly: true, required: true, filter: true, width: 88, choices: WAREHOUSES });
const views = { drafts: { label: { zh: "草稿", en: "Drafts" }, filters: { state: "draft" } } };

export const stockReceipts = defineResource({
  name: "stockReceipts",
  one: { zh: "入库单", en: "Stock receipt" },
  path: "/api/manage/venue/stock-receipt",
  codes: { page: SCREENS.stockReceipts, modify: "enter_stock_list", export: "stock_document_export" },
  title: "no",
  page: "/product/enter-stock-list/:id",
  period: "day",
  without: ["create", "modify"],
  fields: {
    ...head,
    warehouse,
    supplier: reference({ zh: "供应商", en: "Supplier", readonly: true, filter: true, of: () => targetOf(suppliers) }),
    reference: text({ ...LABELS.reference, readonly: true, search: "prefix", width: 104 }),
    ...tail,
  },
  actions,
  views,
  hint: { zh: "入库过账后，库存增加，货款记到供应商应付", en: "A posted receipt adds stock and what is owed to its supplier" },
});
export const stockTransfers = defineResource({
  name: "stockTransfers",
  one: { zh: "调拨单", en: "Stock transfer" },
  path: "/api/manage/venue/stock-transfer",
  codes: { page: SCREENS.stockTransfers, modify: "stock_transfer", export: "stock_document_export" },
  title: "no",
  page: "/product/stock-transfer/:id",
  period: "day",
  without: ["create", "modify"],
  fields: {
    ...head,
    warehouse: choice({
      zh: "方向",
      en: "Direction",
      readonly: true,
      required: true,
      filter: true,
      width: 140,
      choices: { main: { zh: "总仓 → 门市", en: "Warehouse → shop" }, shop: { zh: "门市 → 总仓", en: "Shop → warehouse" } },
    }),
    ...tail,
  },
  actions,
  views,
  hint: { zh: "在总仓与门市之间调拨商品", en: "Goods between the main warehouse and the shop" },
});
export const stockCounts = defineResource({
  name: "stockCounts",
  one: { zh: "盘点单", en: "Stock count" },
  path: "/api/manage/venue/stock-count",
  codes: { page: SCREENS.stockCounts, modify: "stock_count", export: "stock_document_export" },
  title: "no",
  page: "/product/stock-count/:id",
  period: "day",
  without: ["create", "modify"],
  fields: {
    ...head,
    warehouse,
    products: tail.products,
    quantity: number({ zh: "盈亏数量", en: "Gained or lost", readonly: true, sum: true }),
    total: money({ zh: "盈亏金额", en: "Gain or loss", readonly: true, sum: true, sort: true }),
    operator: tail.operator,
    postedAt: tail.postedAt,
    postedBy: tail.postedBy,
    voidedAt: tail.voidedAt,
    voidedBy: tail.voidedBy,
    voidReason: tail.voidReason,
    memo: tail.memo,
  },
  actions,
  views,
  hint: { zh: "盘点实物，过账后按差异调整库存", en: "Count what is there; posting moves what differs" },
});
export const stockWriteOffs = defineResource({
  name: "stockWriteOffs",
  one: { zh: "报损单", en: "Write-off" },
  path: "/api/manage/venue/stock-write-off",
  codes: { page: SCREENS.stockWriteOffs, modify: "stock_write_off", export: "stock_document_export" },
  title: "no",
  page: "/product/stock-write-off/:id",
  period: "day",
  without: ["create", "modify"],
  fields: {
    ...head,
    warehouse,
    reason: choice({ zh: "原因", en: "Why", readonly: true, filter: true, choices: REASONS }),
    ...tail,
  },
  actions,
  views,
  hint: { zh: "破损、过期、丢失的商品从库存中核销", en: "What is damaged, expired or lost leaves the stock" },
});

export const supplierReturns = defineResource({
  name: "supplierReturns",
  one: { zh: "采购退货单", en: "Return to supplier" },
  path: "/api/manage/venue/supplier-return",
  codes: { page: SCREENS.supplierReturns, modify: "supplier_return", export: "stock_document_export" },
  title: "no",
  page: "/product/supplier-return/:id",
  period: "day",
  without: ["create", "modify"],
  fields: {
    ...head,
    warehouse,
    supplier: reference({ zh: "供应商", en: "Supplier", readonly: true, filter: true, of: () => targetOf(suppliers) }),
    reference: text({ ...LABELS.reference, readonly: true, search: "prefix", width: 104 }),
    ...tail,
    total: money({ zh: "退货金额", en: "Credited", readonly: true, sum: true, sort: true }),
  },
  actions,
  views,
  hint: {
    zh: "退回供应商的商品出库，并冲减应付",
    en: "Goods that go back to their supplier leave the stock and are taken off what is owed",
  },
});

/** True of kinds that have a supplier and prices: their lines move what is owed. */
export const isOfSupplier = (kind: DocumentKind): boolean => kind === "receiptShop" || kind === "receiptMain" || kind === "supplierReturn";

/** The declared resource that a kind is listed by. */
export const RESOURCE_OF = {
  receiptShop: stockReceipts,
  receiptMain: stockReceipts,
  transfer: stockTransfers,
  count: stockCounts,
  writeOff: stockWriteOffs,
  supplierReturn: supplierReturns,
} as const satisfies Record<DocumentKind, Resource>;

/** A product as a line of a document finds it; pieces on hand in the warehouse asked for. */
export const StockGoods = z.object({
  productId: Id,
  name: z.string(),
  spec: z.string(),
  barcode: z.string(),
  unit: z.string(),
  packUnit: z.string(),
  packSize: z.number().int(),
  onHand: z.number().int(),
  /** Pieces of all warehouses, and their average cost. */
  held: z.number().int(),
  cost: Yuan,
  /** Cost of one piece at the last receipt; null: never received. */
  lastCost: Yuan.nullable(),
});
export type StockGoods = z.infer<typeof StockGoods>;

export const StockLine = StockGoods.extend({
  /** Pieces; of a count those found, null while nobody counted. */
  quantity: z.number().int().nullable(),
  packs: z.number().int().nullable(),
  unitCost: Yuan.nullable(),
  /** For a count: quantity on hand when it was counted. */
  book: z.number().int().nullable(),
  /** Once posted. */
  before: z.number().int().nullable(),
  after: z.number().int().nullable(),
  moved: Yuan.nullable(),
});
export type StockLine = z.infer<typeof StockLine>;

export const StockDocument = z.object({
  id: Id,
  no: z.string(),
  kind: DocumentKind,
  state: z.enum(["draft", "posted", "voided"]),
  warehouse: z.enum(["shop", "main"]),
  supplierId: Id.nullable(),
  supplierName: z.string(),
  day: Day,
  reference: z.string(),
  reason: z.enum(["damaged", "expired", "lost", "used", "other"]).nullable(),
  memo: z.string(),
  quantity: z.number().int(),
  total: Yuan,
  operator: z.string(),
  createdAt: Instant,
  postedAt: Instant.nullable(),
  postedBy: z.string(),
  voidedAt: Instant.nullable(),
  voidedBy: z.string(),
  voidReason: z.string(),
  lines: z.array(StockLine),
});
export type StockDocument = z.infer<typeof StockDocument>;

const Pieces = z.int().min(0).max(999_999);
export const StockDraft = z.object({
  id: Id.optional(),
  kind: DocumentKind,
  /** A receipt's follows from its kind; of a transfer, where the goods come from. */
  warehouse: z.enum(["shop", "main"]).optional(),
  supplierId: Id.nullable().default(null),
  day: Day,
  reference: z.string().trim().max(40).default(""),
  reason: z.enum(["damaged", "expired", "lost", "used", "other"]).nullable().default(null),
  memo: z.string().trim().max(500).default(""),
  /** `packs` × `packSize` pieces, or `quantity` pieces where packs are null. */
  lines: z
    .array(
      z.object({
        productId: Id,
        quantity: Pieces.nullable(),
        packs: z.int().min(1).max(9_999).nullable().default(null),
        packSize: z.int().min(1).max(9_999).default(1),
        unitCost: PriceIn.nullable().default(null),
      }),
    )
    .min(1)
    .max(500),
});

const codes = Object.values(KIND_CODES);
const base = "/api/manage/venue/stock-document";
export const stockDocuments = resource({
  read: get(`${base}/view`, {
    summary: "One stock document with its lines",
    code: ["enter_stock_list", ...codes],
    input: ById,
    output: StockDocument,
  }),
  goods: get(`${base}/goods`, {
    summary: "Products that carry stock, for lines: by name, specification, barcode, pinyin or class",
    code: codes,
    input: z.object({
      q: SearchText.default(""),
      classId: Words.optional(),
      warehouse: z.enum(["shop", "main"]),
      /** Supplier: limits the result to products received from it before. */
      supplierId: Id.optional(),
      size: wholeNumber(1, 500).default(12),
    }),
    output: z.array(StockGoods),
  }),
  suppliers: get(`${base}/suppliers`, {
    summary: "Suppliers that a receipt or a return can name",
    code: [KIND_CODES.receiptShop, KIND_CODES.receiptMain, KIND_CODES.supplierReturn],
    output: z.array(z.object({ id: Id, name: z.string(), termDays: z.number().int() })),
  }),
  save: postJson(`${base}/save`, {
    summary: "Write a draft: a new one, or a changed one",
    code: codes,
    input: StockDraft,
    output: StockDocument,
  }),
});
