/** The calls of bank accounts, paired with their services. */
import { bankDesk } from "../../../contract/accounting/bank-desk";
import { inVenue, type Route } from "../../http/serve";
import { bankResourceRoutes } from "./bank";
import { load } from "./bank-import";
import { candidates } from "./bank-lines";

export const bankRoutes: Route[] = [...inVenue(bankDesk, { load, candidates }), ...bankResourceRoutes];
