/** Screens of the cashier. */
import { declared, first, screen } from "../../registry";

export const saleScreens = [
  ...screen({
    name: "SaleFrom2",
    group: "sale",
    code: "sale_from2",
    path: "/sale/sale-from2",
    title: { zh: "收银台", en: "Checkout" },
    icon: "cart",
    titled: true,
    page: () => import("./SaleFrom2"),
    first: async () => {
      const { stock } = await import("../../../contract/stock/stock");
      return [first(stock.classes, {})];
    },
  }),
  ...screen({
    name: "customerDisplay",
    path: "/customer-display",
    title: { zh: "顾客屏", en: "Customer display" },
    bare: true,
    page: () => import("./customer-display/CustomerDisplay"),
  }),
  ...declared({
    name: "sales",
    group: "sale",
    code: "sale_list",
    title: { zh: "销售记录", en: "Sales" },
    icon: "receipt",
    contract: () => import("../../../contract/sale/sales"),
    list: "/sale/sale-list",
    parts: () => import("./parts"),
  }),
  ...declared({
    name: "saleLines",
    group: "sale",
    code: "sale_list_detail",
    title: { zh: "销售明细", en: "Sale details" },
    icon: "book",
    contract: () => import("../../../contract/sale/sales"),
    list: "/sale/sale-list-detail",
  }),
];
