/** The calls of sales and their services. */
import { sale } from "../../../contract/sale";
import { inVenue, type Route } from "../../http/serve";
import { create, lines, view } from "./lines";
import { list, sums } from "./list";

export const saleRoutes: Route[] = inVenue(sale, { list, sums, view, lines, create });
