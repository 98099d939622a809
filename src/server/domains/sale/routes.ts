/** The calls of sales and their services. */
import { sale } from "../../../contract/sale";
import { inVenue, type Route } from "../../http/serve";
import { create, lines, view } from "./lines";
import { list, sums } from "./list";
import { quote } from "./price";
import { returns, returnsWorking } from "./returns";

export const saleRoutes: Route[] = inVenue(sale, { list, sums, view, lines, quote, create, returnsWorking, returns });
