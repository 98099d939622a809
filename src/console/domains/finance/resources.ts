/** Screens of finance. */
import { first, resource } from "../../registry";
import { listInput, readState } from "../../ui/list/state";

const LOG_FILTERS = ["q", "from", "to", "kind", "purse", "memberId"] as const;
const ORDER_FILTERS = ["q", "from", "to", "orderStatus", "payStatus", "source"] as const;
const INFO_FILTERS = [
  "q",
  "from",
  "to",
  "by",
  "hallId",
  "programId",
  "placeId",
  "source",
  "orderStatus",
  "payStatus",
  "cardTypeId",
] as const;

export const financeScreens = [
  ...resource({
    name: "accountLogs",
    group: "ShopSet3",
    code: "venue_user_account_log",
    calls: () => import("./calls"),
    list: {
      path: "/finance/venue-user-account-log",
      title: "finance.accountLog",
      icon: "book",
      page: () => import("./AccountLogList"),
      first: async ({ search }) => {
        const { accountLogs } = await import("./calls");
        return [first(accountLogs.list, listInput(readState(search.toString(), LOG_FILTERS)))];
      },
    },
  }),
  ...resource({
    name: "bookingOrders",
    group: "ShopSet3",
    code: "booking_place_order_list",
    calls: () => import("./calls"),
    list: {
      path: "/finance/booking-place-order/list",
      title: "finance.bookingOrders",
      icon: "receipt",
      page: () => import("./BookingOrderList"),
      first: async ({ search }) => {
        const { bookingOrders } = await import("./calls");
        return [first(bookingOrders.list, listInput(readState(search.toString(), ORDER_FILTERS)))];
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
      title: "bookingInfo.list_",
      icon: "chart",
      page: () => import("./BookingInfoList"),
      first: async ({ search }) => {
        const { bookingInfo } = await import("../../../contract/bookingInfo");
        return [first(bookingInfo.list, listInput(readState(search.toString(), INFO_FILTERS)))];
      },
    },
  }),
];
