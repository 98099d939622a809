/** The calls of reconciliation, paired with their services. */
import { reconciliation } from "../../../contract/reconciliation";
import { inVenue } from "../../http/serve";
import { bill, finish, handle, load, rows } from "./bills";

export const reconciliationRoutes = inVenue(reconciliation, { bill, rows, load, handle, finish });
