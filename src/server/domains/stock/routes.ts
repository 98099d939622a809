/** The calls of products and stock, and their services. */
import { stock } from "../../../contract/stock/stock";
import { inVenue, type Route } from "../../http/serve";
import { documentRoutes } from "./document-routes";
import { retentionRoutes } from "./retention";
import { classes, product, products } from "./products";
import { payableRoutes } from "./payables";
import { stockReportRoutes } from "./reports";

export const stockRoutes: Route[] = [
  ...inVenue(stock, { classes, products, product }),
  ...retentionRoutes,
  ...documentRoutes,
  ...stockReportRoutes,
  ...payableRoutes,
];
