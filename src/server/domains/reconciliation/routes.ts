/** The calls of reconciliation, paired with their services. */
import { reconciliation } from "../../../contract/reconciliation/reconciliation";
import { inVenue } from "../../http/serve";
import { bill, finish, load, rows } from "./bills";
import { claims, settleClaim } from "./claims";
import { handle, reopen } from "./handle";

export const reconciliationRoutes = inVenue(reconciliation, { bill, rows, load, handle, reopen, claims, settleClaim, finish });
