/** Screens of finance. */
import { declared, declaredReport, first, resource, screen } from "../../registry";
import { openingInput } from "../../ui/list/opening";
import { BOOKING_INFO, ORDERS, VENUE_LOG } from "./openings";

export const financeScreens = [
  ...declared({
    name: "accountLogs",
    group: "ShopSet3",
    section: "shell.section.accountFlow",
    title: { zh: "会员账户流水", en: "Member account log" },
    icon: "book",
    contract: () => import("../../../contract/accountLogs"),
    list: "/finance/venue-user-account-log",
    parts: () => import("./accountLogParts"),
  }),
  ...resource({
    name: "bookingOrders",
    group: "ShopSet3",
    code: "booking_place_order_list",
    calls: () => import("./calls"),
    list: {
      path: "/finance/booking-place-order/list",
      section: "shell.section.orders",
      title: "finance.bookingOrders",
      icon: "receipt",
      page: () => import("./BookingOrderList"),
      first: async ({ search }) => {
        const { bookingOrders } = await import("./calls");
        return [first(bookingOrders.list, openingInput(ORDERS, search))];
      },
    },
  }),
  ...resource({
    name: "bookingInfo",
    group: "ShopSet3",
    code: "booking_place_info",
    calls: () => import("../../../contract/bookingInfo"),
    list: {
      path: "/finance/booking-place-info",
      section: "shell.section.orders",
      title: "bookingInfo.list_",
      icon: "chart",
      page: () => import("./BookingInfoList"),
      first: async ({ search }) => {
        const { bookingInfo } = await import("../../../contract/bookingInfo");
        return [first(bookingInfo.list, openingInput(BOOKING_INFO, search))];
      },
    },
  }),
  ...resource({
    name: "venueLogs",
    group: "venue",
    code: "venue_account_log",
    calls: () => import("./calls"),
    list: {
      path: "/venue/venue-account-log",
      section: "shell.section.accountFlow",
      title: { zh: "场馆账户流水", en: "Venue account log" },
      icon: "book",
      page: () => import("./VenueLogList"),
      first: async ({ search }) => {
        const { venueLogs } = await import("./calls");
        return [first(venueLogs.list, openingInput(VENUE_LOG, search))];
      },
    },
  }),
  ...declared({
    name: "userAccountLogs",
    section: "shell.section.accountFlow",
    group: "ShopSet1",
    title: { zh: "用户账户流水", en: "User account log" },
    icon: "book",
    contract: () => import("../../../contract/memberMoney"),
    list: "/finance/user-account-log",
  }),
  ...declared({
    name: "memberPurchases",
    section: "shell.section.accountFlow",
    group: "ShopSet1",
    title: { zh: "会员消费记录", en: "Member sales log" },
    icon: "receipt",
    contract: () => import("../../../contract/memberMoney"),
    list: "/finance/venue-user-sale-log",
  }),
  ...declared({
    name: "memberTotals",
    section: "shell.section.accounts",
    group: "ShopSet1",
    title: { zh: "会员累计消费", en: "Member register report" },
    icon: "chart",
    contract: () => import("../../../contract/memberMoney"),
    list: "/finance/cumulativeConsumption",
    parts: () => Promise.resolve({ parts: { open: ({ id }) => `/venueUser/venue-user-list/${id}` } }),
  }),
  ...declaredReport({
    name: "cardOpenings",
    group: "ShopSet1",
    contract: () => import("../../../contract/memberMoney"),
    path: "/finance/venue-user-account-log5",
  }),
  ...declaredReport({
    name: "memberMonths",
    group: "ShopSet1",
    contract: () => import("../../../contract/memberMoney"),
    path: "/finance/user-m-list",
  }),
  ...declaredReport({
    name: "dayReports",
    group: "trade",
    contract: () => import("../../../contract/dayReports"),
    path: "/trade/daily-page-report-list",
  }),
  ...screen({
    name: "dailyReport",
    group: "trade",
    code: "daily_report",
    path: "/trade/daily-report",
    title: { zh: "日报", en: "Daily report" },
    icon: "chart",
    page: () => import("./DailyReport"),
  }),
  ...declaredReport({
    name: "complexReport",
    group: "trade",
    contract: () => import("../../../contract/dayReports"),
    path: "/trade/complex",
  }),
  ...declaredReport({
    name: "expenseReport",
    group: "trade",
    contract: () => import("../../../contract/expenses"),
    path: "/trade/expense-report",
  }),
  ...declaredReport({
    name: "complexOld",
    group: "trade",
    contract: () => import("../../../contract/dayReports"),
    path: "/trade/complex-old",
    hidden: true,
  }),
  ...declared({
    name: "bookEntries",
    group: "trade",
    title: { zh: "收益明细", en: "Earned entries" },
    icon: "book",
    contract: () => import("../../../contract/bookEntries"),
    list: "/trade/book-entry-list",
  }),
  ...declared({
    name: "cardsOpened",
    group: "ShopSet1",
    hidden: true,
    title: { zh: "开卡记录", en: "Cards opened" },
    icon: "card",
    contract: () => import("../../../contract/memberMoney"),
    list: "/finance/card-opening-list",
  }),
  ...declaredReport({
    name: "courtUse",
    group: "ShopSet3",
    roles: ["common"],
    contract: () => import("../../../contract/courtUse"),
    path: "/finance/space-statistics-log",
  }),
  ...declared({
    name: "courtHours",
    group: "ShopSet3",
    roles: ["common"],
    hidden: true,
    title: { zh: "场地小时", en: "Court hours" },
    icon: "calendar",
    contract: () => import("../../../contract/courtUse"),
    list: "/finance/court-hour-list",
  }),
  ...declared({
    name: "courtOpenings",
    group: "ShopSet3",
    roles: ["common"],
    hidden: true,
    title: { zh: "可售时段", en: "Hours on sale" },
    icon: "calendar",
    contract: () => import("../../../contract/courtUse"),
    list: "/finance/court-opening-list",
  }),
];
