/** The calls of finance, paired with their services. */
import { bookingInfo } from "../../../contract/finance/booking-info";
import { finance } from "../../../contract/finance/finance";
import { inVenue } from "../../http/serve";
import { accountLogServices, memberLog } from "./account-log";
import { groups, list, sums } from "./booking-info";
import { excel } from "./booking-info-excel";
import { dayReport } from "../../../contract/finance/day-reports";
import { statementRoutes } from "./account-statements";
import { entryRoutes } from "./book-entries";
import { budgetRoutes } from "./budgets";
import { consolidatedRoutes } from "./consolidated";
import { dashboard } from "./dashboard";
import { courtUseRoutes } from "./court-use";
import { dayPageExcel } from "./day-page-excel";
import { dayPage } from "./day-sheet";
import { periodRoutes } from "./day-reports";
import { expenseRoutes } from "./expenses";
import { memberMoneyRoutes } from "./member-money";
import { receivableRoutes } from "./receivables";
import { taxReportRoutes } from "./tax-report";
import { venueAccountExcel, venueLog, venueLogExcel, venueLogSums } from "./venue-log";

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
  ...budgetRoutes,
  ...taxReportRoutes,
  ...receivableRoutes,
  ...consolidatedRoutes,
  ...courtUseRoutes,
  ...inVenue(dayReport, { page: dayPage, excel: dayPageExcel }),
];
