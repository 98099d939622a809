/** The calls of finance, paired with their services. */
import { finance } from "../../../contract/finance";
import { inVenue } from "../../http/serve";
import { accountLog, accountLogSums, memberLog } from "./accountLog";
import { accountLogExcel } from "./accountLogExcel";
import { dashboard } from "./dashboard";
import { revoke } from "./revoke";
import { venueAccountExcel, venueLog, venueLogExcel } from "./venueLog";

export const financeRoutes = inVenue(finance, {
  accountLog,
  accountLogSums,
  memberLog,
  accountLogExcel,
  revoke,
  venueLog,
  venueLogExcel,
  venueAccountExcel,
  dashboard,
});
