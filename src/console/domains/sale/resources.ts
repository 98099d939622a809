/** Screens of the cashier. */
import { declared } from "../../registry";

export const saleScreens = [
  ...declared({
    name: "sales",
    group: "sale",
    code: "sale_list",
    title: { zh: "销售记录", en: "Sales" },
    icon: "receipt",
    contract: () => import("../../../contract/sales"),
    list: "/sale/sale-list",
    parts: () => import("./parts"),
  }),
  ...declared({
    name: "saleLines",
    group: "sale",
    code: "sale_list_detail",
    title: { zh: "销售明细", en: "Sale details" },
    icon: "book",
    contract: () => import("../../../contract/sales"),
    list: "/sale/sale-list-detail",
  }),
];
