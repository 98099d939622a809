/** The registry's stock screens, with stock pages of Refine for the suppliers. */
import { stockScreens as product } from "../../src/console/domains/stock/resources";
import { resource } from "../../src/console/registry";
import { suppliers } from "../../src/contract/stock/products";
import { callsOf } from "../../src/contract/core/resource/calls";

const form = {
  path: "/product/supplier-form",
  title: { zh: "供应商", en: "Supplier" },
  code: "supplier_modify",
  page: () => import("./StockForm"),
} as const;

export const stockScreens = [
  ...product.filter((screen) => screen.resource !== "suppliers"),
  ...resource({
    name: "suppliers",
    group: "product",
    code: "enter_stock_list",
    calls: async () => ({ suppliers: callsOf(suppliers) }),
    list: {
      path: "/product/supplier-list",
      title: { zh: "供应商", en: "Suppliers" },
      page: () => import("./StockList"),
      declared: async () => suppliers,
    },
    // Kept alive, its fields would have the ids of the other form's, and take the labels from them.
    create: { ...form, hidden: true, keepAlive: false },
    edit: { ...form, path: `${form.path}/:id`, keepAlive: false },
  }),
];
