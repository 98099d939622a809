/** The calls of bank accounts, paired with their services. */
import { bankDesk } from "../../../contract/accounting/bank";
import { inVenue, type Route } from "../../http/serve";
import { bankResourceRoutes } from "./bank";
import { candidates, load } from "./bank-lines";

export const bankRoutes: Route[] = [...inVenue(bankDesk, { load, candidates }), ...bankResourceRoutes];
