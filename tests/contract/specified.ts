/** Every call that the specification writes down, section by section of its §7. */
const manage = "/api/manage/venue";
const competition = "/api/manage/competition";
const user = "/api/manage/platform/user";
const under = (method: "GET" | "POST", base: string, names: readonly string[]): string[] =>
  names.map((name) => `${method} ${base}/${name}`);

export const SPECIFIED: readonly string[] = [
  // Login and session
  "GET /api/manage/platform/menu/list",
  "GET /api/manage/platform/menu/resourceAll",
  ...under("GET", `${manage}/venue`, ["venue-list", "view"]),
  ...under("POST", `${manage}/venue`, ["modify"]),
  // Platform users
  ...under("GET", user, ["get-admin-list", "view", "get-transfer-user-list"]),
  ...under("POST", user, ["addUser", "modify", "delete-admin", "top", "status", "set-password"]),
  "GET /api/open/open-auth/web/author",
  "POST /api/my/platform/user/member/login/username",
  "GET /api/my/user/get-user-wx-mini-code",
  // Account logs and reports
  ...under("GET", `${manage}/venue-account-log`, ["list", "excelExport", "excel-export-account"]),
  ...under("GET", `${manage}/venue-user-account-log`, ["list", "get-log-list", "excelExport"]),
  ...under("POST", `${manage}/venue-user-account-log`, ["revocation"]),
  ...under("GET", `${manage}/bookingPlace-order`, ["venue-expense-report", "comprehensive-report-new", "comprehensive-report"]),
  "POST /api/open/bookingPlace-order/discount-price",
  ...under("POST", `${manage}/bookingPlace-order`, ["free-place"]),
  "GET /api/open/place/search",
  // Cashier sales
  ...under("GET", `${manage}/sale`, ["list", "get-sale-info", "get-sale-detail-list", "report"]),
  ...under("POST", `${manage}/sale`, ["create", "modify", "sale-detail-returns", "delete", "amount-and-code"]),
  // Competitions
  ...under("GET", `${competition}/game`, ["list", "view"]),
  ...under("POST", `${competition}/game`, ["create", "modify", "delete", "cancel", "modify-status", "settle-accounts", "confirm"]),
  ...under("GET", `${competition}/game_programs`, ["list", "view"]),
  ...under("POST", `${competition}/game_programs`, ["create", "modify", "delete"]),
  "GET /api/open/programs/search",
  // Message centre
  ...under("GET", "/api/open/venue-message-center", ["list", "get-venue-message-center-count"]),
  `POST ${manage}/venue-message-center/clear`,
  // Uploads
  "GET /api/open/upload/uptoken",
  "POST /api/open/upload/base64",
  // Open endpoints
  "POST /api/open/cms/send-code",
  "POST /api/my/platform/user/member/find-password",
  ...under("GET", "/api/open", [
    "game-role-tag/search",
    "article/search",
    "referee/search",
    "game-place/getDateSearch",
    "game-booking-place/gameBookingPlaceSearch",
    "temporary-booking/get-temporary-booking-set-by-level",
    "p-pic/list",
    "member-monthly-report/list",
    "member-monthly-report/excelExport",
    "venue/get-page-report",
    "venue/get-page-report-by-param",
    "venue/get-page-report-by-booking-place-info",
    "game/get-game-apply-count",
    "venue/get-venue-activity-and-groupon-goods-every-day-report",
    "goods-stock-log/list",
    "product/get-product-report",
    "product/get-product-sku-report",
    "goods-main-stock-log/list",
    "map/location",
    "update-notice/get-update-notice-detail",
  ]),
  // Shell calls
  "GET /oauth/2.0/token",
  "POST /text2audio",
];
