/** Screens of products and stock. */
import { declared } from "../../registry";

const products = () => import("../../../contract/products");

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
  }),
];
