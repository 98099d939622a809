/** Products, their classes, and who supplies them, as lists and forms. */
import { defineResource, targetOf } from "../core/resource/define";
import { bool, choice, money, number, pictures, reference, type Target, text, uniqueName } from "../core/resource/fields";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

export const productClasses = defineResource({
  name: "productClasses",
  one: { zh: "商品分类", en: "Product class" },
  path: "/api/manage/venue/product-class",
  codes: { page: SCREENS.productClasses, modify: "product_class_modify", export: "product_class_export" },
  title: "name",
  page: "/product/product-class-list/:id",
  sort: "position,asc",
  fields: {
    name: uniqueName("part", 30),
    parent: reference({
      zh: "上级分类",
      en: "Belongs to",
      filter: true,
      hint: { zh: "留空即为一级分类；分类最多两级", en: "Empty: a class of its own; classes have two levels at most" },
      of: (): Target => ({ resource: "productClasses", title: "name", page: "/product/product-class-list/:id" }),
    }),
    position: number({ ...LABELS.position, required: true, initial: 0, min: 0, max: 9999, sort: true }),
    products: number({ zh: "商品数", en: "Products", computed: true, sum: true, sort: true }),
  },
  hint: { zh: "分类是收银台的页签，也是报表的分组", en: "Classes are the tabs of the checkout and the groups of reports" },
});

export const products = defineResource({
  name: "products",
  one: { zh: "商品", en: "Product" },
  path: "/api/manage/venue/product",
  codes: { page: SCREENS.products, modify: "product_modify", export: "product_export", import: "product_modify" },
  title: "name",
  page: "/product/product-list/:id",
  sort: "position,asc",
  fields: {
    name: text({ ...LABELS.name, required: true, search: "pinyin", sort: true, max: 80, width: 240 }),
    spec: text({
      zh: "规格",
      en: "Specification",
      search: "part",
      max: 60,
      width: 120,
      hint: { zh: "同名商品的不同规格各建一条，如“红 L 码”", en: "One row for each specification of a product, such as “red, L”" },
    }),
    class: reference({ zh: "分类", en: "Class", required: true, filter: true, of: () => targetOf(productClasses) }),
    barcode: text({
      zh: "条码",
      en: "Barcode",
      search: "prefix",
      unique: true,
      max: 32,
      hint: {
        zh: "扫描或输入；称重商品的条码（20–29 开头，含重量或金额）暂不支持",
        en: "Scanned or typed; labels of weighed goods (prefix 20–29, with weight or price in them) are not supported",
      },
    }),
    price: money({ zh: "零售价", en: "Price", required: true, sort: true }),
    cost: money({ zh: "成本均价", en: "Average cost", readonly: true, sort: true }),
    onHand: number({ zh: "门市库存", en: "In the shop", computed: true, sort: true, sum: true }),
    onHandMain: number({ zh: "总仓库存", en: "In the warehouse", computed: true, sort: true, sum: true }),
    level: choice({
      zh: "库存状态",
      en: "Stock level",
      computed: true,
      filter: true,
      choices: {
        enough: { zh: "充足", en: "Enough" },
        low: { zh: "偏低", en: "Low" },
        none: { zh: "售罄", en: "Out of stock" },
      },
    }),
    lowLimit: number({
      zh: "低库存提醒",
      en: "Low-stock limit",
      required: true,
      initial: 0,
      min: 0,
      max: 999_999,
      sort: true,
      hidden: true,
      hint: { zh: "门市剩余不多于它时提醒，0 不提醒", en: "A warning at or below this many in the shop; 0: none" },
    }),
    unit: text({ zh: "单位", en: "Unit", required: true, initial: "件", max: 10, hidden: true }),
    packUnit: text({ zh: "包装单位", en: "Pack", max: 10, hidden: true, hint: { zh: "如“箱”", en: "Such as “case”" } }),
    packSize: number({ zh: "每包数量", en: "Pieces in a pack", required: true, initial: 1, min: 1, max: 9999, hidden: true }),
    stocked: bool({
      zh: "计库存",
      en: "Carries stock",
      initial: true,
      filter: true,
      hidden: true,
      hint: { zh: "服务类商品不计库存", en: "Services carry none" },
    }),
    onShelf: bool({ zh: "上架", en: "On the shelf", opposite: { zh: "下架", en: "Off the shelf" }, initial: true, filter: true }),
    rental: bool({ zh: "租借品", en: "For rent", filter: true, hidden: true }),
    deposit: money({
      zh: "押金",
      en: "Deposit",
      hidden: true,
      hint: { zh: "租借一件收多少押金；收银台随租金一起收，归还时退", en: "Asked for each piece that is lent; given back when it returns" },
    }),
    gift: bool({ zh: "赠品", en: "Gift", filter: true, hidden: true }),
    position: number({ ...LABELS.position, required: true, initial: 0, min: 0, max: 9999, sort: true, hidden: true }),
    pictures: pictures({ ...LABELS.pictures, max: 6, hidden: true }),
    memo: text({ zh: "备注", en: "Note", long: true, formOnly: true, max: 500 }),
  },
  actions: {
    shelve: { label: { zh: "上架", en: "Put on the shelf" }, code: "product_modify", bulk: true },
    unshelve: { label: { zh: "下架", en: "Take off the shelf" }, code: "product_modify", bulk: true },
  },
  groups: [
    { title: { zh: "商品", en: "Product" }, fields: ["name", "spec", "class", "barcode", "price"] },
    { title: { zh: "库存与包装", en: "Stock and packs" }, fields: ["stocked", "lowLimit", "unit", "packUnit", "packSize"] },
  ],
  views: {
    low: { label: { zh: "要补货", en: "To reorder" }, filters: { level: "low,none" } },
    off: { label: { zh: "已下架", en: "Off the shelf" }, filters: { onShelf: "false" } },
  },
  hint: { zh: "建好商品后即可在收银台销售、办理入库", en: "Products are sold at the checkout and received into stock" },
});

export const suppliers = defineResource({
  name: "suppliers",
  one: { zh: "供应商", en: "Supplier" },
  path: "/api/manage/venue/supplier",
  codes: { page: SCREENS.suppliers, modify: "supplier_modify", export: "supplier_export" },
  title: "name",
  page: "/product/supplier-list/:id",
  fields: {
    name: uniqueName("pinyin", 60),
    contact: text({ ...LABELS.contact, search: "part", max: 40 }),
    tel: text({ zh: "电话", en: "Telephone", search: "prefix", max: 30 }),
    owed: money({ zh: "应付", en: "Owed", computed: true, sum: true, sort: true }),
    termDays: number({ zh: "账期（天）", en: "Days to pay", required: true, initial: 30, min: 0, max: 365 }),
    active: bool({ zh: "合作中", en: "Active", opposite: { zh: "已停止", en: "Inactive" }, initial: true, filter: true }),
    account: text({ zh: "收款账户", en: "Bank account", max: 80, hidden: true }),
    address: text({ ...LABELS.address, max: 120, hidden: true }),
    memo: text({ zh: "备注", en: "Note", long: true, hidden: true, max: 500 }),
  },
  actions: {
    pay: {
      label: { zh: "付款", en: "Pay" },
      code: "supplier_pay",
      fields: {
        amount: money({ zh: "付款金额", en: "Amount", required: true }),
        from: choice({
          zh: "付款方式",
          en: "Paid from",
          required: true,
          choices: { transfer: { zh: "银行转账", en: "Bank transfer" }, safe: { zh: "保险柜现金", en: "Cash from the safe" } },
        }),
        note: text({ zh: "凭证号或说明", en: "Voucher or note", required: true, max: 100 }),
      },
    },
  },
  views: { active: { label: { zh: "合作中", en: "Active" }, filters: { active: "true" } } },
  hint: { zh: "入库单要选供应商；货款记在它的应付上", en: "Receipts name their supplier; what is owed is kept with it" },
});
