/** Reports of goods: what is on hand, what came and went, what was sold and earned. */
import { productClasses, products } from "./products";
import { defineResource, targetOf } from "../core/resource/define";
import { choice, instant, money, number, percent, reference, text } from "../core/resource/fields";
import { defineReport, LATER, type ReportQuery } from "../core/resource/report";
import { textOf } from "../core/resource/text";
import { address, entriesOf, EVER } from "../core/rows-behind";
import { PAID_BY } from "../sale/sales";
import { WAREHOUSES } from "./stock-documents";
import { addDays } from "../core/time";
import { LABELS } from "../core/resource/labels";
import { REPORT_TITLES, SCREENS } from "../core/pages";

const warehouses = choice({ zh: "仓库", en: "Warehouse", choices: WAREHOUSES });

type Wanted = Readonly<Record<string, string | undefined>>;
/** Parses the key of a row: "class:id", "product:id"; anything else gives no filter for lines. */
const filterOf = (key: string): Wanted | undefined => {
  const [kind = "", id = ""] = key.slice(key.lastIndexOf("/") + 1).split(":");
  return kind === "class" || kind === "product" ? { [kind]: id } : undefined;
};
/** Sales that count: those that are void do not. */
const COUNTS = "paid,partly_returned,returned";
/** Address of the sold lines behind a figure: of what was paid by one method, the lines that have a share of it. */
const linesOf = ({ from, to }: Pick<ReportQuery, "from" | "to">, measure: string, by: Wanted): string =>
  address("/sale/sale-list-detail", {
    ...by,
    state: COUNTS,
    paidBy: Object.hasOwn(PAID_BY, measure) ? measure : undefined,
    dayFrom: from,
    dayTo: to,
  });

/** Address of the entries behind a figure of later corrections; pieces have none. */
function correctionsOf(days: Pick<ReportQuery, "from" | "to">, measure: string): string | undefined {
  if (measure === "cost") return entriesOf(days, { cause: "goods", later: "yes" });
  return ["list", "discount", "sales"].includes(measure) ? entriesOf(days, { stream: "product", later: "yes" }) : undefined;
}

/** Which movements make a figure of the stock report; what was there before and is there after are all of them. */
const KIND_OF: Readonly<Record<string, string>> = {
  received: "receipt",
  transferred: "transfer",
  sold: "sale",
  returned: "return",
  counted: "count",
  writtenOff: "writeOff",
};
/** Days over which the stock of now counts what was sold. */
export const SOLD_DAYS = 30;
/** Movements that the stock of now is made of; the limit is a field of the product. */
function movementsNow({ to, filter }: ReportQuery, measure: string, by: Wanted): string {
  const isSold = measure === "sold" || measure === "cover";
  return address("/finance/stock-movement-list", {
    ...by,
    kind: isSold ? "sale,return" : undefined,
    warehouse: measure === "shop" || measure === "main" ? measure : undefined,
    level: by["product"] === undefined ? textOf(filter["level"]) || undefined : undefined,
    atFrom: isSold ? addDays(to, 1 - SOLD_DAYS) : EVER,
    atTo: to,
  });
}
/** Current stock level of a product. */
const level = {
  zh: "库存状态",
  en: "Stock level",
  choices: {
    none: { zh: "门市售罄", en: "None in the shop" },
    low: { zh: "偏低", en: "Low" },
    enough: { zh: "充足", en: "Enough" },
    still: { zh: "60 天未动销", en: "Not sold for 60 days" },
  },
} as const;
function movementsOf({ from, to, filter }: ReportQuery, measure: string, by: Wanted): string {
  const kind = KIND_OF[measure];
  return address("/finance/stock-movement-list", {
    ...by,
    kind,
    warehouse: textOf(filter["warehouse"]) || undefined,
    atFrom: kind === undefined ? EVER : from,
    atTo: measure === "opening" ? addDays(from, -1) : to,
  });
}

export const stockNow = defineReport({
  name: "stockNow",
  title: REPORT_TITLES.stockNow,
  path: "/api/manage/venue/stock-report/now",
  codes: { page: SCREENS.stockNow, export: "stock_report_export" },
  period: "none",
  groups: { class: { zh: "分类", en: "Class" }, product: { zh: "商品", en: "Product" } },
  filters: {
    level: choice(level),
  },
  columns: {
    name: text({ zh: "商品", en: "Product", width: 260 }),
    shop: number({ zh: "门市", en: "Shop", sum: true }),
    main: number({ zh: "总仓", en: "Main warehouse", sum: true }),
    held: number({ zh: "合计件数", en: "Pieces", sum: true }),
    cost: money({ zh: "成本均价", en: "Average cost" }),
    value: money({ zh: "库存金额", en: "Value", sum: true }),
    sold: number({ zh: "近 30 天销量", en: "Sold in 30 days", sum: true }),
    cover: number({ zh: "可售天数", en: "Days of cover" }),
    lowLimit: number({ zh: "提醒线", en: "Low-stock limit" }),
    state: choice({
      zh: "状态",
      en: "Level",
      choices: { none: { zh: "售罄", en: "None" }, low: { zh: "偏低", en: "Low" }, enough: { zh: "充足", en: "Enough" } },
    }),
  },
  basis: { zh: "成本价", en: "At cost" },
  tiles: ["held", "value", "sold"],
  chart: { kind: "bar", y: ["value"] },
  drill: ({ key }, query, measure) => {
    const by = filterOf(key);
    if (measure === "lowLimit") return by?.["product"] && `/product/product-list/${by["product"]}`;
    return by && movementsNow(query, measure, by);
  },
  drillTotal: (query, measure) => movementsNow(query, measure, {}),
  note: {
    zh: "库存金额与账上库存科目一致；可售天数 = 合计库存 ÷ 近 30 天日均销量，没有销量时为空。",
    en: "The value is that of the stock accounts; days of cover = all pieces ÷ what was sold a day in the last 30 days, empty where nothing was sold.",
  },
});

export const stockFlow = defineReport({
  name: "stockFlow",
  title: REPORT_TITLES.stockFlow,
  path: "/api/open/product/get-product-sku-report",
  codes: { page: SCREENS.stockFlow, export: "stock_report_export" },
  period: "days",
  groups: { class: { zh: "分类", en: "Class" }, product: { zh: "商品", en: "Product" } },
  filters: { warehouse: warehouses },
  columns: {
    name: text({ zh: "商品", en: "Product", width: 260 }),
    opening: number({ zh: "期初", en: "Opening", sum: true }),
    received: number({ zh: "入库", en: "Received", sum: true }),
    transferred: number({ zh: "调拨净额", en: "Transferred", sum: true }),
    sold: number({ zh: "销售", en: "Sold", sum: true }),
    returned: number({ zh: "退货", en: "Returned", sum: true }),
    counted: number({ zh: "盘点差异", en: "Counted", sum: true }),
    writtenOff: number({ zh: "报损", en: "Written off", sum: true }),
    closing: number({ zh: "期末", en: "Closing", sum: true }),
    value: money({ zh: "期末金额", en: "Closing value", sum: true }),
  },
  basis: { zh: "成本价", en: "At cost" },
  tiles: ["opening", "received", "sold", "closing", "value"],
  drill: ({ key }, query, measure) => {
    const by = filterOf(key);
    return by && movementsOf(query, measure, by);
  },
  drillTotal: (query, measure) => movementsOf(query, measure, {}),
  note: {
    zh: "期初 + 入库 + 调拨净额 − 销售 + 退货 + 盘点差异 − 报损 = 期末；作废的单据从其类别中扣除。",
    en: "Opening + received + transferred − sold + returned + counted − written off = closing; voided documents are taken off their own kind.",
  },
});

const MOVEMENTS = {
  receipt: { zh: "入库", en: "Receipt" },
  transfer: { zh: "调拨", en: "Transfer" },
  sale: { zh: "销售", en: "Sale" },
  return: { zh: "退货", en: "Return" },
  count: { zh: "盘点", en: "Count" },
  writeOff: { zh: "报损", en: "Write-off" },
} as const;

const movement = {
  document: text({ zh: "单号", en: "Document", computed: true, search: "prefix", width: 170 }),
  at: instant({ zh: "时间", en: "At", readonly: true, required: true, filter: true, sort: true }),
  product: reference({ zh: "商品", en: "Product", readonly: true, required: true, filter: true, width: 220, of: () => targetOf(products) }),
  class: reference({ zh: "分类", en: "Class", computed: true, filter: true, hidden: true, of: () => targetOf(productClasses) }),
  kind: choice({ ...LABELS.kind, readonly: true, required: true, filter: true, choices: MOVEMENTS }),
  level: choice({ ...level, computed: true, filter: true, hidden: true }),
  voided: choice({
    zh: "作废",
    en: "Void",
    computed: true,
    filter: true,
    hidden: true,
    choices: { yes: { zh: "作废冲回", en: "Undone" }, no: { zh: "正常", en: "As it was" } },
  }),
  before: number({ zh: "变动前", en: "Before", readonly: true, required: true }),
  quantity: number({ zh: "变动", en: "Change", readonly: true, required: true, sum: true, sort: true }),
  after: number({ zh: "变动后", en: "After", readonly: true, required: true }),
  cost: money({ zh: "成本金额", en: "At cost", readonly: true, required: true, sum: true, sort: true }),
  operator: text({ zh: "操作人", en: "Operator", readonly: true, search: "prefix" }),
};
const shared = {
  one: { zh: "库存流水", en: "Stock movement" },
  title: "document",
  period: "at",
  sort: "at,desc",
  hint: {
    zh: "入库、调拨、销售、盘点、报损后，每一笔库存变动都在这里",
    en: "Each movement of stock is here, with the pieces before and after",
  },
} as const;

/** Movements of the main warehouse, one by one. */
export const mainStockLog = defineResource({
  ...shared,
  name: "mainStockLog",
  path: "/api/manage/venue/goods-main-stock-log",
  paths: { list: "/api/open/goods-main-stock-log/list" },
  codes: { page: SCREENS.mainStockLog, export: "stock_report_export" },
  fields: movement,
});

/** Movements of both warehouses: what the stock report is made of. */
export const stockMovements = defineResource({
  ...shared,
  name: "stockMovements",
  path: "/api/manage/venue/goods-stock-log",
  paths: { list: "/api/open/goods-stock-log/list" },
  codes: { page: SCREENS.stockMovements, export: "stock_report_export" },
  fields: {
    ...movement,
    warehouse: choice({ ...LABELS.warehouse, readonly: true, required: true, filter: true, choices: WAREHOUSES }),
  },
});

const salesMeasures = {
  quantity: number({ zh: "销量", en: "Sold", sum: true }),
  returned: number({ zh: "退货", en: "Returned", sum: true }),
} as const;

export const productReport = defineReport({
  name: "productReport",
  title: REPORT_TITLES.productReport,
  path: "/api/open/product/get-product-report",
  codes: { page: SCREENS.productReport, export: "stock_report_export" },
  period: "days",
  compares: true,
  groups: {
    class: { zh: "分类 → 商品 → 规格", en: "Class → product → SKU" },
    sku: { zh: "规格", en: "SKU" },
    day: { zh: "日", en: "Day" },
  },
  columns: {
    name: text({ zh: "商品", en: "Product", width: 260 }),
    ...salesMeasures,
    list: money({ zh: "原价金额", en: "List", sum: true }),
    discount: money({ zh: "优惠", en: "Discounts", sum: true }),
    sales: money({ zh: "销售额", en: "Sales", sum: true }),
    cost: money({ zh: "成本", en: "Cost", sum: true }),
    profit: money({ zh: "毛利", en: "Gross profit", sum: true }),
    margin: percent({ zh: "毛利率", en: "Margin" }),
  },
  basis: { zh: "按销售日，退货冲减原销售日", en: "By day of sale; returns are taken off it" },
  tiles: ["quantity", "sales", "cost", "profit"],
  chart: { kind: "bar", y: ["sales", "profit"] },
  ratios: { margin: ["profit", "sales"] },
  drill: ({ key }, query, measure) => {
    if (key === LATER) return correctionsOf(query, measure);
    if (key.startsWith("day:")) return linesOf({ from: key.slice(4), to: key.slice(4) }, measure, {});
    const by = filterOf(key);
    return by && linesOf(query, measure, by);
  },
  drillTotal: (query, measure) => linesOf(query, measure, {}),
  note: {
    zh: "销量、金额都已扣除退货和作废的销售；已锁定期间的退货记在第一个未锁定的日子，单列为“锁定期更正”。",
    en: "What was taken back and voided sales are not in it. What is returned of a locked period is booked on the first open day, as later corrections.",
  },
});

export const saleReport = defineReport({
  name: "saleReport",
  title: REPORT_TITLES.saleReport,
  path: "/api/manage/venue/sale/report",
  codes: { page: SCREENS.saleReport, export: "stock_report_export" },
  period: "days",
  groups: { day: { zh: "日 → 商品", en: "Day → product" }, product: { zh: "商品", en: "Product" } },
  columns: {
    name: text({ zh: "日期 / 商品", en: "Day / product", width: 240 }),
    ...salesMeasures,
    sales: money({ zh: "销售额", en: "Sales", sum: true }),
    cash: money({ zh: "现金", en: "Cash", sum: true }),
    wechat: money({ zh: "微信", en: "WeChat", sum: true }),
    alipay: money({ zh: "支付宝", en: "Alipay", sum: true }),
    bank: money({ zh: "银行卡", en: "Bank card", sum: true }),
    balance: money({ zh: "会员余额", en: "Member balance", sum: true }),
    credit: money({ zh: "挂账", en: "On credit", sum: true }),
    other: money({ zh: "其他", en: "Other", sum: true }),
  },
  basis: { zh: "按销售日，退款冲减原销售日", en: "By day of sale; refunds are taken off it" },
  tiles: ["quantity", "sales", "cash", "wechat", "alipay", "balance"],
  drill: ({ key }, query, measure) => {
    if (key === LATER) return correctionsOf(query, measure);
    const [on = "", product] = key.split("/");
    const isDay = on.startsWith("day:");
    const days = isDay ? { from: on.slice(4), to: on.slice(4) } : query;
    const by = filterOf(product ?? on) ?? (isDay ? {} : undefined);
    return by && linesOf(days, measure, by);
  },
  drillTotal: (query, measure) => linesOf(query, measure, {}),
  note: {
    zh: "一笔销售用几种方式付款时，按各商品的实收金额分摊到每种方式；已锁定期间的退货记在第一个未锁定的日子，单列为“锁定期更正”。",
    en: "Where several methods paid for a sale, each product has its share of each. What is returned of a locked period is booked on the first open day, as later corrections.",
  },
});
