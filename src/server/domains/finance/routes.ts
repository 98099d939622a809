/** The calls of finance, paired with their services. */
import { bookingInfo } from "../../../contract/finance/bookingInfo";
import { finance } from "../../../contract/finance/finance";
import { inVenue } from "../../http/serve";
import { accountLogServices, memberLog } from "./accountLog";
import { groups, list, sums } from "./bookingInfo";
import { excel } from "./bookingInfoExcel";
import { dayReport } from "../../../contract/finance/dayReports";
import { statementRoutes } from "./accountStatements";
import { entryRoutes } from "./bookEntries";
import { dashboard } from "./dashboard";
import { courtUseRoutes } from "./courtUse";
import { dayPageExcel } from "./dayPageExcel";
import { dayPage } from "./daySheet";
import { periodRoutes } from "./dayReports";
import { expenseRoutes } from "./expenses";
import { memberMoneyRoutes } from "./memberMoney";
import { venueAccountExcel, venueLog, venueLogExcel, venueLogSums } from "./venueLog";

export const financeRoutes = [
  ...inVenue(bookingInfo, { list, sums, groups, excel }),
  ...inVenue(finance, {
    memberLog,
    venueLog,
    venueLogSums,
    venueLogExcel,
    venueAccountExcel,
    dashboard,
  }),
  ...accountLogServices.routes,
  ...memberMoneyRoutes,
  ...periodRoutes,
  ...expenseRoutes,
  ...entryRoutes,
  ...statementRoutes,
  ...courtUseRoutes,
  ...inVenue(dayReport, { page: dayPage, excel: dayPageExcel }),
];
